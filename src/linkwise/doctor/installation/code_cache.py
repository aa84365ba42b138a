"""The folder of compiled code: where it is, whether it can be used, what is in it."""

import os
import warnings
from collections.abc import Iterator
from typing import Any

from ...backends import cache
from .trouble import Trouble

PAYLOAD = b"a test of the folder by linkwise doctor --self"


def code_cache() -> dict[str, Any]:
    """The folder, why it cannot be used (empty if it can), how many entries it has, their size, and damaged ones.

    >>> sorted(code_cache())
    ['bytes', 'damaged', 'entries', 'folder', 'off', 'why_not', 'works']
    """
    folder, why_not = cache.location()
    off = folder is None and not why_not
    found: dict[str, Any] = {"folder": folder, "off": off, "why_not": why_not, "works": False}
    if folder is None or why_not:
        return found | {"entries": 0, "bytes": 0, "damaged": []}
    entries, size, damaged = cache.survey(folder)
    return found | {"works": _round_trip(), "entries": entries, "bytes": size, "damaged": damaged}


def cache_troubles(found: dict[str, Any]) -> Iterator[Trouble]:
    """A cache that is off, cannot be used, does not keep what it is given, or has damaged entries."""
    anew = "every process compiles anew, which takes some tenths of a second for each question"
    move = "set LINKWISE_CACHE to a folder of your own"
    if found["off"]:
        yield Trouble("note", "the cache of compiled code is turned off", anew, "unset LINKWISE_CACHE to turn it on")
    elif found["why_not"]:
        yield Trouble("degraded", f"compiled code is not kept on disk: {found['why_not']}", anew, move)
    elif not found["works"]:
        yield Trouble("degraded", "compiled code could not be written and read back", anew, f"make room, or {move}")
    if found["damaged"]:
        text = f"{len(found['damaged'])} of {found['entries']} entries in the cache are damaged"
        never = "they are never used: such code is compiled again"
        yield Trouble("note", text, never, "nothing; if it happens again, check the disk")


def _round_trip() -> bool:
    """Whether an entry can be written, read back and removed."""
    name = cache.key("doctor", os.urandom(16))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is wrong is reported, not warned of
        cache.put(name, PAYLOAD)
        kept = cache.get(name) == PAYLOAD
        cache.discard(name)
    return kept

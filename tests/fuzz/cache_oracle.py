"""What a damaged or foreign cache entry may do: nothing. An entry comes back whole, or not at all.

Cases are entries as files. Most are damaged: flipped, cut, swapped. Some are sealed anew with the right digest around
another payload, which only someone who can write to the folder could do: known answers that are not, code that was
compiled for something else. Such code must be found out too; machine code with a forged mark is beyond any check.
"""

import hashlib
import os
import random
import struct
import warnings
from functools import cache as remember
from pathlib import Path

import numpy as np

from linkwise.backends import BACKENDS, cache
from linkwise.backends.cache import CacheNotice, bound
from linkwise.backends.known_answers import Known
from linkwise.backends.modules import ModuleSpec
from linkwise.program import Port, Signature, trace

from . import Wrong, tokens

HEADER = 84
KEY, OTHER = cache.key("fuzz", "one"), cache.key("fuzz", "another")
PAYLOAD = bytes(i * 37 % 256 for i in range(500))


def sealed(key: str, payload: bytes, length: int | None = None) -> bytes:
    """An entry written by hand from the description in cache/entry.py."""
    head = (
        b"linkwise"
        + struct.pack("<I", 1)
        + bytes.fromhex(key)
        + struct.pack("<Q", len(payload) if length is None else length)
    )
    return head + hashlib.sha256(head + payload).digest() + payload


@remember
def _specs() -> tuple[ModuleSpec, ModuleSpec]:
    ports = Signature((Port("x", (2,)),), (Port("y", ()),))
    one = ModuleSpec("program", "fuzz one", lambda: trace(lambda x: x[0] * x[1], {"x": 2}), ports)
    return one, ModuleSpec("program", "fuzz another", lambda: trace(lambda x: x[0] - x[1], {"x": 2}), ports)


@remember
def _payloads() -> tuple[bytes, ...]:
    """What the cache keeps for the two specs: known answers, then object code."""
    backend = BACKENDS["llvm"]
    made = []
    for spec in _specs():
        built = spec.build()
        made.append(spec.known(built).packed() + backend.compile(spec, built))
    return tuple(made)


def make(rng: random.Random, data: bytes, times: int) -> bytes:
    """The bytes of a case: b"S" and a damaged entry, or b"F" and the payload of one sealed anew."""
    if rng.random() < 0.05 and not BACKENDS["llvm"].missing():
        return b"F" + _foreign(rng)
    entry = bytearray(sealed(KEY, PAYLOAD))
    if times == 0:
        return b"S" + entry
    other = sealed(OTHER, PAYLOAD[::-1])
    kind = rng.randrange(6)
    if kind == 0:
        for _ in range(times):
            entry[rng.randrange(len(entry))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del entry[rng.randrange(len(entry)) :]
    elif kind == 2:
        at = rng.choice((8, 12, 44, 52, HEADER, rng.randrange(len(entry))))
        entry = entry[:at] + other[at:]
    elif kind == 3:
        entry = bytearray(sealed(KEY, PAYLOAD, rng.choice((0, 1, 2**31, 2**63, 2**64 - 1, len(PAYLOAD) + 1))))
    elif kind == 4:
        entry = bytearray(
            rng.choice((b"", other, entry * 2, bytes(len(entry)), b"#!/bin/sh\n" * 70, bytes(entry)[::-1]))
        )
    else:
        return b"S" + tokens.bytes_changed(rng, bytes(entry))
    return b"S" + bytes(entry)


def _foreign(rng: random.Random) -> bytes:
    """Another's payload, or our own code behind known answers that are damaged."""
    ours, theirs = _payloads()
    _, code = Known.unpacked(ours)
    known = bytearray(ours[: len(ours) - len(code)])
    kind = rng.randrange(5)
    if kind == 0:
        return theirs
    if kind == 1:
        return ours[: rng.randrange(len(known))]
    if kind == 2:
        return (
            struct.pack("<QQ", rng.choice((0, 2**31, 2**62, 2**64 - 1)), rng.choice((0, 8, 2**63)))
            + bytes(known[16:])
            + code
        )
    if kind == 3:
        for _ in range(rng.choice((1, 3, 20))):
            known[rng.randrange(len(known))] ^= 1 << rng.randrange(8)
        return bytes(known) + code
    return bytes(known) + Known.unpacked(theirs)[1]


def judge(path: Path) -> str:
    """ "accepted" if the entry was used, "refused" if not; raises Wrong if it gave anything else than what was kept."""
    data = path.read_bytes()
    home = path.parent / "cache"
    home.mkdir(mode=0o700, exist_ok=True)
    before, os.environ["LINKWISE_CACHE"] = os.environ.get("LINKWISE_CACHE"), str(home)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CacheNotice)  # it says that an entry was set aside, once
            return _damaged(home, data[1:]) if data[:1] != b"F" else _forged(home, data[1:])
    finally:
        os.environ.pop("LINKWISE_CACHE") if before is None else os.environ.__setitem__("LINKWISE_CACHE", before)


def _store(home: Path, key: str, entry: bytes) -> None:
    file = home / f"{key}.lw1"
    file.write_bytes(entry)
    file.chmod(0o600)


def _damaged(home: Path, entry: bytes) -> str:
    _store(home, KEY, entry)
    found = cache.get(KEY)
    if found not in (None, PAYLOAD):
        raise Wrong(f"{len(found)} bytes that were never kept under this key")
    if found is None and entry == sealed(KEY, PAYLOAD):
        raise Wrong("a whole entry was not used")
    if found is None and (home / f"{KEY}.lw1").exists():
        raise Wrong("a damaged entry was left where it was")
    if len(list((home / "quarantine").glob("*"))) > bound.QUARANTINE_FILES:
        raise Wrong("too many entries are kept aside")
    return "refused" if found is None else "accepted"


def _forged(home: Path, payload: bytes) -> str:
    backend, (spec, _) = BACKENDS["llvm"], _specs()
    _store(home, KEY, sealed(KEY, payload))
    module = cache.load_verified(KEY, lambda stored: backend._opened(spec, stored), lambda loaded: loaded.passes)
    if module is None:
        return "refused"
    x, y = np.array([[1.5, 2.0], [3.0, -4.0]]), np.empty(2)
    module.run([x], [y], 0, 2)
    if y.tolist() != [3.0, -12.0]:
        raise Wrong(f"foreign code was used: it gives {y.tolist()}")
    return "accepted"

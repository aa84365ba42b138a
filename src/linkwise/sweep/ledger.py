"""A folder with one file for each block that is done: what a sweep that was killed goes on from.

manifest.json      what the sweep is, so that no other writes there
block-NNN.npz…     what is left of a block, behind a digest of it and of the sweep's identity
lock               held while a sweep writes; the system lets go of it when the process ends, however it ends
"""

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import LinkwiseError, WriteError, plain, shown
from .block import Partial, of_arrays, to_arrays
from .files import PART, opened, put, sealed

MANIFEST, LOCK = "manifest.json", "lock"


class LedgerNotice(UserWarning):
    """A block of a ledger was damaged, and is done again; results are the same.

    >>> warnings.simplefilter("ignore", LedgerNotice)  # to hear nothing of it
    """


class Ledger:
    """The blocks of one sweep on disk, by the index of their first rollout."""

    def __init__(self, folder: Path, identity: dict[str, Any]):
        self.folder, self.notes = folder, list[str]()
        self._owner = sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    def _path(self, first: int) -> Path:
        return self.folder / f"block-{first:012d}.npz.sealed"

    def get(self, first: int, count: int) -> Partial | None:
        """A block that is done, every bit of it checked; None where it is not, or was damaged."""
        path = self._path(first)
        try:
            arrays = opened(path.read_bytes(), self._owner)
        except FileNotFoundError:
            return None
        except OSError as error:
            arrays, why = None, error.strerror or str(error)
        else:
            why = "its digest is wrong"
        part = None if arrays is None else of_arrays(arrays)
        if part is None or part.first != first:
            note = f"block {shown(path, 200)} is done again: {plain(why)}."
            self.notes.append(note)
            warnings.warn(note, LedgerNotice, stacklevel=2)
            return None
        return part if part.count == count else None  # the last one of a sweep that now goes on is a short one

    def put(self, part: Partial) -> None:
        """Keep a block."""
        put(self._path(part.first), sealed(to_arrays(part), self._owner))


@contextmanager
def ledger_at(folder: str | PathLike[str], identity: dict[str, Any]) -> Iterator[Ledger]:
    """The ledger in a folder, made where there is none; refused where it is another sweep's."""
    if not isinstance(folder, str | PathLike) or not str(folder) or "\0" in str(folder):
        raise WriteError(f"the ledger is {shown(repr(folder))}.", "The name of a folder was expected.")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        lock = (place / LOCK).open("a")
    except OSError as error:
        raise WriteError(
            f"{shown(place, 200)} cannot be a ledger: {error.strerror or error}.",
            "A folder that can be written to was expected.",
            "name another.",
        ) from None
    with lock:
        _hold(lock, place)
        for left in place.glob(f".*{PART}"):  # half written when somebody was killed
            left.unlink(missing_ok=True)
        _require_same(place, identity)
        yield Ledger(place, identity)


def _hold(lock: Any, place: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: two sweeps in one folder do the same blocks twice, and write the same
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LinkwiseError(
            f"another sweep is writing to {shown(place, 200)}.", "One at a time was expected.", "wait, or name another."
        ) from None
    except OSError as error:
        raise WriteError(
            f"{shown(place, 200)} cannot be a ledger: it cannot be locked ({error.strerror or error}).",
            "A folder on a file system with locks was expected.",
            "name another.",
        ) from None


def _require_same(place: Path, identity: dict[str, Any]) -> None:
    """Write what the sweep is, or find that it is what is written."""
    path, now = place / MANIFEST, json.loads(json.dumps(identity))
    if not path.exists():
        if any(place.glob("block-*")):
            raise LinkwiseError(
                f"{shown(place, 200)} has blocks and no {MANIFEST}.",
                "A ledger or an empty folder was expected.",
                "name another folder, or empty this one.",
            )
        put(path, json.dumps(now, indent=1, sort_keys=True).encode())
        return
    try:
        then = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise LinkwiseError(
            f"{shown(path, 200)} cannot be read: {plain(str(error))}.",
            "The manifest of a ledger was expected.",
            "name another folder, or empty this one.",
        ) from None
    if then != now:
        lines = list(_differences("", then, now))
        raise LinkwiseError(
            f"{shown(place, 200)} is the ledger of another sweep: {', '.join(name for name, _ in lines[:8])} differ.",
            "\n  ".join(text for _, text in lines[:8]),
            "name another folder, or sweep as before.",
        )


def _differences(at: str, then: Any, now: Any) -> Iterator[tuple[str, str]]:
    """The names that differ, each with what it was and is."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name in dict.fromkeys([*then, *now]):
            yield from _differences(f"{at}.{name}".strip("."), then.get(name), now.get(name))
    elif then != now:
        yield at, f"{at}: {plain(str(then))} there, {plain(str(now))} here."

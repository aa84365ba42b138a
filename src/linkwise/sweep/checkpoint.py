"""A checkpoint: a folder with one file for each block that is done, from which an interrupted sweep resumes.

manifest.json      the identity of the sweep, so that no other sweep writes there
block-NNN.npz…     the summary of a block, behind a digest of it and of the sweep's identity
lock               held while a sweep writes; the system releases it when the process ends, however it ends
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ..backends.cache.notice import give_notice
from ..errors import LinkwiseError, WriteError, plain, shown
from .block import Summary, of_arrays, to_arrays
from .sealed_files import PART, seal, unseal, write_whole

MANIFEST, LOCK = "manifest.json", "lock"


class CheckpointNotice(UserWarning):
    """A block of a checkpoint was damaged, and is run again; results are the same.

    >>> import warnings
    >>> warnings.simplefilter("ignore", CheckpointNotice)  # to silence it
    """


class Checkpoint:
    """The blocks of one sweep on disk, by the index of their first rollout; or arrays of other work, by name."""

    def __init__(self, folder: Path, identity: dict[str, Any]):
        self.folder = folder
        self.notes: list[str] = []
        self._owner = sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    def _path(self, first: int) -> Path:
        return self.folder / f"block-{first:012d}.npz.sealed"

    def load(self, first: int, count: int) -> Summary | None:
        """A block that is done, every bit of it checked; None if it is not there or was damaged."""
        path = self._path(first)
        arrays = self._unsealed(path)
        if arrays is None:
            return None
        block = of_arrays(arrays)
        if block is None or block.first != first:
            self._again(path, "its digest is wrong")
            return None
        return block if block.count == count else None  # the last block of a sweep that now has more rollouts is short

    def store(self, block: Summary) -> None:
        """Write a block."""
        write_whole(self._path(block.first), seal(to_arrays(block), self._owner))

    def load_arrays(self, name: str) -> dict[str, NDArray[Any]] | None:
        """The arrays of this name, every bit of them checked; None if they are not there or were damaged."""
        return self._unsealed(self.folder / f"{name}.npz.sealed")

    def store_arrays(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write arrays in the place of those of this name."""
        write_whole(self.folder / f"{name}.npz.sealed", seal(arrays, self._owner))

    def _unsealed(self, path: Path) -> dict[str, NDArray[Any]] | None:
        try:
            arrays = unseal(path.read_bytes(), self._owner)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._again(path, error.strerror or str(error))
            return None
        if arrays is None:
            self._again(path, "its digest is wrong")
        return arrays

    def _again(self, path: Path, why: str) -> None:
        """Say that a file is no use."""
        note = f"block {shown(path, 200)} is run again: {plain(why)}."
        self.notes.append(note)
        give_notice(note, CheckpointNotice)


@contextmanager
def checkpoint_in(folder: str | PathLike[str], identity: dict[str, Any], work: str = "sweep") -> Iterator[Checkpoint]:
    """The checkpoint in a folder, made if there is none; refused if it belongs to another sweep, or other `work`."""
    if not isinstance(folder, str | PathLike) or not str(folder) or "\0" in str(folder):
        raise WriteError(f"checkpoint is {shown(repr(folder))}.", "The name of a folder was expected.")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        lock = (place / LOCK).open("a")
    except OSError as error:
        raise WriteError(
            f"{shown(place, 200)} cannot hold a checkpoint: {error.strerror or error}.",
            "A folder that can be written to was expected.",
            "name another folder.",
        ) from None
    with lock:
        _acquire(lock, place, work)
        for half_written in place.glob(f".*{PART}"):  # left by a sweep that was killed
            half_written.unlink(missing_ok=True)
        _require_same(place, identity, work)
        yield Checkpoint(place, identity)


def _acquire(lock: Any, place: Path, work: str) -> None:
    """Lock the folder for this process."""
    try:
        import fcntl
    except ImportError:  # Windows: two sweeps in one folder would run the same blocks twice, and write the same
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LinkwiseError(
            f"another {work} is writing to {shown(place, 200)}.",
            "One at a time was expected.",
            "wait for it, or name another folder.",
        ) from None
    except OSError as error:
        raise WriteError(
            f"{shown(place, 200)} cannot hold a checkpoint: it cannot be locked ({error.strerror or error}).",
            "A folder on a file system with locks was expected.",
            "name another folder.",
        ) from None


def _require_same(place: Path, identity: dict[str, Any], work: str) -> None:
    """Write the manifest, or check that the one there is that of the same sweep."""
    path, now = place / MANIFEST, json.loads(json.dumps(identity))
    if not path.exists():
        if any(place.glob("block-*")):
            raise LinkwiseError(
                f"{shown(place, 200)} has blocks and no {MANIFEST}.",
                "A checkpoint or an empty folder was expected.",
                "name another folder, or empty this one.",
            )
        write_whole(path, json.dumps(now, indent=1, sort_keys=True).encode())
        return
    try:
        then = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise LinkwiseError(
            f"{shown(path, 200)} cannot be read: {plain(str(error))}.",
            "The manifest of a checkpoint was expected.",
            "name another folder, or empty this one.",
        ) from None
    if then != now:
        lines = list(_differences("", then, now))
        differing = ", ".join(name for name, _ in lines[:8]) + (" differs" if len(lines) == 1 else " differ")
        raise LinkwiseError(
            f"{shown(place, 200)} is the checkpoint of another {work}: {differing}.",
            "\n  ".join(text for _, text in lines[:8]),
            f"name another folder, or repeat the {work} as it was.",
        )


def _differences(at: str, then: Any, now: Any) -> Iterator[tuple[str, str]]:
    """The entries that differ: the name of each, and a line with both values."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name in dict.fromkeys([*then, *now]):
            yield from _differences(f"{at}.{name}".strip("."), then.get(name), now.get(name))
    elif then != now:
        yield at, f"{at}: {plain(str(then))} there, {plain(str(now))} here."

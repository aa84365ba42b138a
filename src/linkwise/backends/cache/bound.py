"""Keeps the store within bounds: the most recently used entries stay. Files that are not ours are left alone."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 256 * 2**20
"""What all entries together may take: some thousands of compiled questions."""

MOST_FILES = 4096
"""How many entries there may be: looking through that many takes 16 ms, so it is not done for each one."""

QUARANTINE_BYTES = 16 * 2**20
"""What the damaged entries kept for inspection may take."""

QUARANTINE_FILES = 16
"""How many damaged entries are kept for inspection."""

STALE = 3600.0
"""Seconds after which an unfinished file is no longer being written: its process has been killed."""

_ENTRY = re.compile(r"[0-9a-f]{64}\.lw\d+(\.[0-9a-f]{16})?", re.ASCII)
_PART = re.compile(r"[0-9a-f]{16}\.lwpart", re.ASCII)


def part_name() -> str:
    """A name for an unfinished file that no other thread or process will use.

    >>> bool(_PART.fullmatch(part_name()))
    True
    """
    return f"{os.urandom(8).hex()}.lwpart"


def touch(path: Path) -> None:
    """Mark a file as used now; failing to do so does not matter."""
    with suppress(OSError):
        os.utime(path, follow_symlinks=os.utime not in os.supports_follow_symlinks)


_FREE: dict[tuple[Path, int, int], tuple[int, int]] = {}
"""Bytes and files that this process may add to a folder before it looks through it again."""


def keep_within(folder: Path, most_bytes: int, most_files: int, name: str, size: int) -> None:
    """Keep a folder within its bound after an entry was added, which itself stays.

    The folder is looked through once this process has added an eighth of what there was room for: others add too.
    """
    limits = folder, most_bytes, most_files
    free_bytes, free_files = _FREE.get(limits, (0, 0))
    if size <= free_bytes and free_files:
        _FREE[limits] = free_bytes - size, free_files - 1
        return
    total, count = keep_newest(folder, most_bytes, most_files, name)
    _FREE[limits] = (most_bytes - total) // 8, (most_files - count) // 8


def keep_newest(folder: Path, most_bytes: int, most_files: int, spare: str = "") -> tuple[int, int]:
    """Remove the least recently used entries beyond the bound, never the one named `spare`, and old unfinished files;
    the bytes and files that stay. Of too many files a sixteenth goes at once.

    Others may add, use and remove entries at the same time: those that have gone meanwhile are skipped.
    """
    entries: list[tuple[bool, int, int, str]] = []
    for entry in _listed(folder):
        with suppress(OSError):
            about = entry.stat(follow_symlinks=False)
            if _ENTRY.fullmatch(entry.name):
                entries.append((entry.name == spare, about.st_mtime_ns, about.st_size, entry.path))
            elif _PART.fullmatch(entry.name) and about.st_mtime < time.time() - STALE:
                remove(entry.path)
    kept = most_files if len(entries) <= most_files else most_files - most_files // 16
    total = count = 0
    for _, _, size, path in sorted(entries, reverse=True):
        if total + size > most_bytes or count == kept:
            kept = count  # all that are older go too
            remove(path)
        else:
            total, count = total + size, count + 1
    return total, count


def remove(path: str | Path) -> None:
    """Remove a file, a link or an empty folder; a folder that is not empty is left alone."""
    try:
        os.unlink(path)
    except OSError:
        with suppress(OSError):
            os.rmdir(path)


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []

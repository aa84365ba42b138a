"""A digest of this exact linkwise: compiled code of any other version or edit is not reused."""

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path


@cache
def source_digest() -> str:
    """A digest of the names, sizes and times of all source files, or of the archive or program that holds them.

    >>> len(source_digest())
    64
    """
    home = Path(__file__).parents[1]
    files = sorted(_files(str(home))) or [_archive(home)]
    lines = [repr(sys.version_info), *(f"{path}:{size}:{time}" for path, size, time in files)]
    return sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _files(folder: str) -> list[tuple[str, int, int]]:
    files: list[tuple[str, int, int]] = []
    with suppress(NotADirectoryError, FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                files += _files(entry.path)
            elif entry.name.endswith((".py", ".pyc")):  # the latter where sources are not shipped
                about = entry.stat()
                files.append((entry.path, about.st_size, about.st_mtime_ns))
    return files


def _archive(home: Path) -> tuple[str, int, int]:
    """The zip file that linkwise is in, else the program it is a part of."""
    path = next((above for above in home.parents if above.is_file()), Path(sys.executable))
    about = path.stat()
    return str(path), about.st_size, about.st_mtime_ns

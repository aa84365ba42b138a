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
    digest = sha256(repr(sys.version_info).encode())
    home = Path(__file__).parents[1]
    for path, size, time in sorted(_files(home)) or [_archive(home)]:
        digest.update(f"{path}:{size}:{time}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: Path) -> list[tuple[str, int, int]]:
    files: list[tuple[str, int, int]] = []
    with suppress(NotADirectoryError, FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                files += _files(Path(entry.path))
            elif entry.name.endswith((".py", ".pyc")):  # the latter where sources are not shipped
                about = entry.stat()
                files.append((entry.path, about.st_size, about.st_mtime_ns))
    return files


def _archive(home: Path) -> tuple[str, int, int]:
    """The zip file that linkwise is in, else the program it is a part of."""
    path = next((above for above in home.parents if above.is_file()), Path(sys.executable))
    about = path.stat()
    return str(path), about.st_size, about.st_mtime_ns

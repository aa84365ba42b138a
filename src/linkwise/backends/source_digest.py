"""A digest of this exact linkwise: compiled code of any other version or edit is not reused."""

import os
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path


@cache
def source_digest() -> str:
    """A digest of the names, sizes and times of all source files.

    >>> len(source_digest())
    64
    """
    digest = sha256(repr(sys.version_info).encode())
    for path, size, time in sorted(_files(Path(__file__).parents[1])):
        digest.update(f"{path}:{size}:{time}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: Path) -> list[tuple[str, int, int]]:
    files: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                files += _files(Path(entry.path))
            elif entry.name.endswith(".py"):
                about = entry.stat()
                files.append((entry.path, about.st_size, about.st_mtime_ns))
    return files

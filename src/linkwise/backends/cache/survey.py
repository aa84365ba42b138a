"""What is in the folder, for people: nothing is used, touched or removed, except for `discard`."""

import os
from pathlib import Path

from . import bound
from .entry import FORMAT, HEADER, file_name, header_error, sealed
from .place import folder


def survey(place: str | Path) -> tuple[int, int, list[str]]:
    """How many entries of this format there are, their bytes, and the names of damaged ones.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as empty:
    ...     survey(empty)
    (0, 0, [])
    """
    entries, size, damaged = 0, 0, []
    for name in sorted(os.listdir(place)):
        key, _, form = name.partition(".")
        if form != f"lw{FORMAT}" or len(key) != 64:
            continue
        try:
            data = (Path(place) / name).read_bytes()
        except FileNotFoundError:  # another process removed it
            continue
        except OSError:
            data = b""
        entries, size = entries + 1, size + len(data)
        head = data[:HEADER]
        if header_error(key, head, len(data)) or not sealed(head, data[HEADER:]):
            damaged.append(name)
    return entries, size, damaged


def discard(key: str) -> None:
    """Remove an entry, if there is one.

    >>> discard("0" * 64)
    """
    place = folder()
    if place is not None:
        bound.remove(place / file_name(key))

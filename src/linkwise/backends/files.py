"""Programs written to files; the suffix says by which backend.

Files appear whole or not at all: they are written next to their final place and moved there.
"""

import os
from os import PathLike
from pathlib import Path
from secrets import token_hex

from ..errors import WriteError, shown
from ..program import Program, Signature
from .backend import AbstractBackend, Ranges
from .c.identifiers import plain
from .registry import BACKENDS


def stem(program_name: str, prefix: str = "") -> str:
    """The name of a program's function, and of its files where none is given: ASCII letters, digits, underscores.

    >>> stem("mass_matrix", "../my robot"), stem("mass_matrix")
    ('my_robot_mass_matrix', 'mass_matrix')
    """
    return plain(f"{prefix}_{program_name}" if prefix else program_name)


def suffixes() -> dict[str, AbstractBackend]:
    """The file suffixes that programs can be written to, and the backends that write them. `.C` would be C++.

    >>> suffixes()[".ll"].name
    'llvm'
    """
    return {suffix: backend for backend in BACKENDS.values() for suffix in backend.suffixes}


def save(
    path: str | PathLike[str],
    program: Program,
    signature: Signature,
    prefix: str,
    dtype: str = "float64",
    ranges: Ranges | None = None,
) -> tuple[Path, ...]:
    """Write a program to a file of the kind its suffix names, replacing what is there; returns the paths written.

    `prefix` comes before the program's name in the name of the function. `ranges` says what inputs can be.

    >>> from tempfile import TemporaryDirectory
    >>> from linkwise.program import Port, trace
    >>> double, ports = trace(lambda x: 2.0 * x[0], {"x": 1}, "double"), Signature((Port("x", (1,)),), (Port("y", ()),))
    >>> with TemporaryDirectory() as folder:
    ...     [found.name for found in save(f"{folder}/twice.c", double, ports, "")]
    ['twice.c', 'twice.h']
    """
    if not isinstance(path, str | PathLike) or isinstance(os.fspath(path), bytes):
        raise WriteError(f"{shown(repr(path))} is not a path.", "A str or Path was expected.")
    target, writers = Path(path), suffixes()
    if target.suffix not in writers:
        raise WriteError(
            f"a program cannot be written to {shown(target.name)}.",
            f"A name ending in {', '.join(writers)} was expected.",
            "; ".join(f"{suffix} is {backend.suffixes[suffix]}" for suffix, backend in writers.items()) + ".",
        )
    texts = writers[target.suffix].files(program, signature, target, prefix, dtype, ranges)
    return write_all({target.with_suffix(end): text for end, text in texts.items()})


def write_all(texts: dict[Path, str]) -> tuple[Path, ...]:
    """Write files, all of them before the first is moved into place.

    >>> write_all({Path("no_such_folder/arm.c"): ""})
    Traceback (most recent call last):
    linkwise.errors.WriteError: 'no_such_folder/arm.c' cannot be written: No such file or directory.
      A file in a folder that exists and can be written to was expected.
      Hint: create the folder, or choose another.
    """
    parts = {path: path.with_name(f".{token_hex(8)}.part") for path in texts}
    at = next(iter(texts))
    try:
        for at, text in texts.items():
            if at.exists() and not at.is_file():
                raise WriteError(
                    f"{shown(at, 200)} is a folder or a device.", "The name of a file was expected.", "rename it."
                )
            with parts[at].open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        for at, part in parts.items():
            part.replace(at)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name, a text no file can hold
        if isinstance(error, WriteError):
            raise
        raise WriteError(
            f"{shown(at, 200)} cannot be written: {getattr(error, 'strerror', None) or error}.",
            "A file in a folder that exists and can be written to was expected.",
            "create the folder, or choose another.",
        ) from None
    finally:
        for part in parts.values():
            _forget(part)
    return tuple(texts)


def _forget(part: Path) -> None:
    """Remove what is left of a file that was not moved into place."""
    try:
        part.unlink(missing_ok=True)
    except (OSError, ValueError):
        return

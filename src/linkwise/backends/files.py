"""Programs as files for others to use: C, Python, the program's own text, LLVM's; the end of the name says which.

Files appear whole or not at all: they are written beside their place and moved there.
"""

import os
import re
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from secrets import token_hex

from ..errors import WriteError, shown
from ..program import Program, Signature, fused
from .c import source as c
from .c.identifiers import plain
from .python import source as python

SUFFIXES = {
    ".c": "C99, with its header beside it",
    ".py": "a Python function of floats",
    ".program": "the program's text",
    ".txt": "the same",
    ".ll": "LLVM text of the function for single states",
}
"""The kinds of files; .C would be C++."""

_C_NAME = re.compile(r"[\w.+-][\w .+-]*")
"""What may stand within the quotes of an #include wherever C is compiled."""


def stem(program_name: str, prefix: str = "") -> str:
    """The name of a program's function, and of its files where none is given: ASCII letters, digits, underscores.

    >>> stem("mass_matrix", "../my robot"), stem("mass_matrix")
    ('my_robot_mass_matrix', 'mass_matrix')
    """
    return plain(f"{prefix}_{program_name}" if prefix else program_name)


def save(
    path: str | PathLike[str], program: Program, signature: Signature, prefix: str, llvm: Callable[[], str]
) -> tuple[Path, ...]:
    """Write a program to a file of the kind its name ends in, replacing what is there; gives all that was written.

    `prefix` stands before the program's name in that of the function, `llvm` gives the LLVM text.

    >>> from tempfile import TemporaryDirectory
    >>> from linkwise.program import Port, trace
    >>> double, ports = trace(lambda x: 2.0 * x[0], {"x": 1}, "double"), Signature((Port("x", (1,)),), (Port("y", ()),))
    >>> with TemporaryDirectory() as folder:
    ...     [found.name for found in save(f"{folder}/twice.c", double, ports, "", str)]
    ['twice.c', 'twice.h']
    """
    target = _target(path)
    if target.suffix == ".c":
        if _C_NAME.fullmatch(target.name) is None:
            raise WriteError(
                f"{shown(target.name)} is no name for a C file.",
                "Letters, digits, blanks and . _ + - were expected: its header is included by that name.",
                "give another name.",
            )
        made = c(fused(program), signature, prefix=prefix)
        code = made.code.replace(f'#include "{made.name}.h"', f'#include "{target.stem}.h"', 1)
        texts = {target.suffix: code, ".h": made.header}
    elif target.suffix == ".py":
        texts = {target.suffix: python(program, signature, prefix=prefix)}
    elif target.suffix == ".ll":
        texts = {target.suffix: llvm()}
    else:
        texts = {target.suffix: f"{program}\n"}
    return put({target.with_suffix(end): text for end, text in texts.items()})


def _target(path: str | PathLike[str]) -> Path:
    if not isinstance(path, str | PathLike) or isinstance(os.fspath(path), bytes):
        raise WriteError(f"{shown(repr(path))} is not a path.", "A str or Path was expected.")
    target = Path(path)
    if target.suffix not in SUFFIXES:
        raise WriteError(
            f"a program cannot be written to {shown(target.name)}.",
            f"A name ending in {', '.join(SUFFIXES)} was expected.",
            "; ".join(f"{suffix} is {meaning}" for suffix, meaning in SUFFIXES.items()) + ".",
        )
    return target


def put(texts: dict[Path, str]) -> tuple[Path, ...]:
    """Write files, all of them before the first takes its place.

    >>> put({Path("no_such_folder/arm.c"): ""})
    Traceback (most recent call last):
    linkwise.errors.WriteError: 'no_such_folder/arm.c' cannot be written: No such file or directory.
      A file in a folder that exists and can be written to was expected.
      Hint: make the folder, or name another.
    """
    parts = {path: path.with_name(f".{token_hex(8)}.part") for path in texts}
    at = next(iter(texts))
    try:
        for at, text in texts.items():
            if at.exists() and not at.is_file():
                raise WriteError(
                    f"{shown(at, 200)} is a folder or a device.", "The name of a file was expected.", "give another."
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
            "make the folder, or name another.",
        ) from None
    finally:
        for part in parts.values():
            _forget(part)
    return tuple(texts)


def _forget(part: Path) -> None:
    """Remove what is left of a file that did not get to its place."""
    try:
        part.unlink(missing_ok=True)
    except (OSError, ValueError):
        return

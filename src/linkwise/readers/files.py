"""The bytes of a file, or a ReadError that says why not: one way for every format."""

import os
import stat

from ..errors import Fault, ReadError, label

MOST = 64 * 2**20
"""The most bytes of a file that are read."""


def name_of(path: str | os.PathLike[str]) -> str:
    """The name of a file as text.

    >>> name_of(3)
    Traceback (most recent call last):
    linkwise.errors.ReadError: '3' was refused: 1 fault.
      path: '3': not the path of a file (give a str or a Path)
    """
    try:
        name = os.fspath(path)
    except TypeError:
        name = ""
    if not isinstance(name, str) or not name:
        raise ReadError(str(path), [Fault("path", str(path), "not the path of a file", "give a str or a Path")])
    return name


def check_text(text: object, source: object) -> None:
    """Refuse what is no text to read, and a name for it that is none.

    >>> check_text(None, "arm.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.urdf' was refused: 1 fault.
      text: 'None': neither text nor bytes (read takes a path)
    """
    if not isinstance(source, str):
        hint = "give a str, or leave it out"
        fault = Fault("source", repr(source), "a name for the text was expected, to be used in messages", hint)
        raise ReadError("read_text(source=…)", [fault])
    if not isinstance(text, str | bytes | bytearray):
        raise ReadError(source, [Fault("text", repr(text), "neither text nor bytes", "read takes a path")])


def content(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file; one that is too large, or no plain file, is refused unread.

    >>> content("no/such/arm.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no/such/arm.urdf' was refused: 1 fault.
      arm.urdf: cannot be read: No such file or directory
    """
    name = name_of(path)
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode):
            raise _refusal(name, "cannot be read: a folder or device, not a file")
        if status.st_size > MOST:
            raise _refusal(name, f"{status.st_size} bytes, more than the {MOST} allowed")
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise _refusal(name, f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, ReadError):
            raise
        raise _refusal(name, f"cannot be read: {error}") from None  # a NUL in the name


def _refusal(name: str, rule: str) -> ReadError:
    hint = "read_text takes the text itself" if "<" in name else ""
    return ReadError(name, [Fault(label(name), "", rule, hint)])

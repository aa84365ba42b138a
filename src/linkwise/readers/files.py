"""The bytes of a file, or a ReadError that says why they cannot be read. The same for every format."""

import os
import stat
from importlib.resources.abc import Traversable

from ..errors import Fault, ReadError, label, nearest, shown

MOST = 64 * 2**20
"""The largest file that is read, in bytes."""


LINKS = 20_000
"""The most links of a robot, and joints, frames and so on of one kind: as many as are read in a few seconds."""


def name_of(path: str | os.PathLike[str] | Traversable) -> str:
    """A path as text; a file within an archive has one too, below that of the archive.

    >>> name_of(3)
    Traceback (most recent call last):
    linkwise.errors.ReadError: '3' was refused: 1 fault.
      path: '3': not the path of a file (give a str or a Path)
    """
    try:
        name = os.fspath(path)  # type: ignore[arg-type]
    except TypeError:
        name = str(path) if isinstance(path, Traversable) else ""
    if not isinstance(name, str) or not name:
        raise ReadError(str(path), [Fault("path", str(path), "not the path of a file", "give a str or a Path")])
    return name


def check_text(text: object, source: object) -> None:
    """Refuse a text that is neither str nor bytes, and a name for it that is not a str.

    >>> check_text(None, "arm.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.urdf' was refused: 1 fault.
      text: 'None': neither text nor bytes (to read a file, call read with its path)
    """
    if not isinstance(source, str):
        rule = "a name for the text was expected, to be used in messages"
        fault = Fault("source", repr(source), rule, "give a str, or leave it out")
        raise ReadError("read_text(source=…)", [fault])
    if not isinstance(text, str | bytes | bytearray):
        hint = "to read a file, call read with its path"
        raise ReadError(source, [Fault("text", repr(text), "neither text nor bytes", hint)])


def content(path: str | os.PathLike[str] | Traversable) -> bytes:
    """The bytes of a file; one that is too large, or not a regular file, is refused unread.

    >>> content("no/such/arm.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no/such/arm.urdf' was refused: 1 fault.
      arm.urdf: cannot be read: No such file or directory
    """
    name = name_of(path)
    if not isinstance(path, str | os.PathLike):  # within an archive: one of ours
        return path.read_bytes()
    try:
        status = os.stat(name)
        if not stat.S_ISREG(status.st_mode):
            raise _refusal(name, "cannot be read: a folder or device, not a file")
        if status.st_size > MOST:
            raise _refusal(name, f"{status.st_size} bytes, more than the {MOST} allowed")
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        meant = _near(name) if isinstance(error, FileNotFoundError) else ""
        raise _refusal(name, f"cannot be read: {error.strerror or error}", meant) from None
    except ValueError as error:  # a NUL in the name
        if isinstance(error, ReadError):
            raise
        raise _refusal(name, f"cannot be read: {error}") from None


def _near(name: str) -> str:
    """The file of the same folder that was probably meant, as a question."""
    folder, own = os.path.split(name)
    try:
        close = nearest(own, os.listdir(folder or "."))
    except OSError:
        return ""
    return f"did you mean {shown(close)}?" if close else ""


def _refusal(name: str, rule: str, hint: str = "") -> ReadError:
    hint = "to read a text, call read_text with it" if "<" in name else hint
    return ReadError(name, [Fault(label(name), "", rule, hint)])

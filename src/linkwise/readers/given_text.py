"""Robot descriptions given as text, as bytes or as an open file, instead of a path."""

import os
from typing import IO, Any, NamedTuple

from ..errors import Fault, ReadError
from .files import MOST

NAME = "<text>"
"""What messages call a text, and an open file without a name."""

_BLANK = "\ufeff \t\r\n"
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # byte-order marks of UTF-8 and UTF-16


class GivenText(NamedTuple):
    """A robot description, and what messages call it."""

    content: str | bytes
    name: str = NAME


def given_text(source: object) -> GivenText | None:
    """The text that a caller gave in place of a path; None if it is a path or a name.

    Text is what begins with "<" or has several lines. (A file whose name is like that is loaded by its Path.)

    >>> import io
    >>> given_text('<robot name="arm"/>'), given_text(io.StringIO("<mujoco/>")).name
    (GivenText(content='<robot name="arm"/>', name='<text>'), '<text>')
    >>> given_text("panda"), given_text("robots/arm.urdf")
    (None, None)
    """
    if isinstance(source, str):
        begins = source[:1000].lstrip(_BLANK).startswith("<")
        return GivenText(source) if begins or ("\n" in source and not os.path.lexists(source)) else None
    if isinstance(source, bytes | bytearray):
        start = bytes(source[:1000])
        begins = start.startswith(_MARKS) or start.lstrip().startswith(b"<") or b"\n" in source
        return GivenText(bytes(source)) if begins else None
    if not isinstance(source, os.PathLike) and callable(getattr(source, "read", None)):
        return _read(source)
    return None


def _read(file: Any) -> GivenText:
    """What is left to read of an open file."""
    name = getattr(file, "name", None)
    name = name if isinstance(name, str) and name else NAME
    try:
        content = file.read(MOST + 1)
    except UnicodeDecodeError:
        raise _refusal(name, "not UTF-8 text", 'open it with open(…, "rb"), so that its own encoding counts') from None
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refusal(name, f"cannot be read: {reason}", "give a file that is open for reading") from None
    if not isinstance(content, str | bytes | bytearray):
        rule = f"reading it gives {type(content).__name__}, not text or bytes"
        raise _refusal(name, rule, "give a file opened with open, or io.StringIO")
    if len(content) > MOST:
        raise _refusal(name, f"more than the {MOST} characters allowed", "is this the right file?")
    if not content.strip():
        raise _refusal(name, "nothing is left to read", "file.seek(0) goes back to its beginning")
    return GivenText(content if isinstance(content, str) else bytes(content), name)


def _refusal(name: str, rule: str, hint: str) -> ReadError:
    return ReadError(name, [Fault(name, "", rule, hint)])


Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
"""What a robot is loaded from: a path or a name, a text, an open file."""

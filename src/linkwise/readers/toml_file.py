"""TOML files: from bytes to characters to tables, and the line of each key."""

import re
import tomllib
from typing import Any

from ..errors import Fault, ReadError
from .files import check_text
from .toml_values import decimal

MOST_BYTES = 3 << 20
"""The largest file that is read; five thousand links take about two million bytes."""

MOST_DIGITS = 4000
"""The most digits of a number and parts of a dotted key: the time of Python's TOML reader grows with their square."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+)\s*[.=]")
_DIGITS = re.compile(r"[0-9_]+")
_PARTS = re.compile(r"[^=\n,{}\[\]#]+")
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")


def decode(text: str | bytes, source: str) -> str:
    """The characters of a file, without a byte-order mark.

    >>> decode(b"a = 1", "arm.toml")
    'a = 1'
    """
    check_text(text, source)
    if len(text) > MOST_BYTES:
        raise ReadError(
            source, [Fault("file", "", f"larger than the {MOST_BYTES} bytes allowed", "is this the right file?")]
        )
    try:
        if isinstance(text, str):
            text.encode()
            return text.removeprefix("\ufeff")
        return text.decode("utf-8-sig")
    except UnicodeEncodeError as error:
        line = str(text).count("\n", 0, error.start) + 1
        fault = Fault(f"line {line}", "", "a lone surrogate, which no encoding can represent", "save the file as UTF-8")
        raise ReadError(source, [fault]) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        fault = Fault(f"line {line}", "", "the file is not UTF-8 text", "save the file as UTF-8")
        raise ReadError(source, [fault]) from error


def parse(text: str, source: str) -> dict[str, Any]:
    """The tables of a TOML text.

    >>> parse("a = 1", "arm.toml")
    {'a': 1}
    """
    for pattern, size, what in ((_DIGITS, len, "digits in a number"), (_PARTS, _dots, "parts in a key")):
        for run in pattern.finditer(text):
            if size(run[0]) > MOST_DIGITS:
                where = f"line {text.count(chr(10), 0, run.start()) + 1}"
                rule = f"more than {MOST_DIGITS} {what}"
                raise ReadError(source, [Fault(where, "", rule, "is this the right file?")])
    try:
        return tomllib.loads(text, parse_float=decimal)
    except RecursionError as error:
        raise ReadError(source, [Fault("file", "", "lists or tables are nested too deeply", "flatten them")]) from error
    except ValueError as error:  # TOMLDecodeError, and Python's own limit on the digits of an integer
        message = str(error)
        line = _AT_LINE.search(message)
        where = f"line {line[1]}" if line else "end of file" if "end of document" in message else "file"
        fault = Fault(where, "", f"this is not TOML: {_AT_LINE.sub('', message)}")
        raise ReadError(source, [fault], "see https://toml.io for the grammar of TOML.") from error


def _dots(text: str) -> int:
    return text.count(".")


def lines_of(text: str) -> dict[str, int]:
    """The line of each key path, for the simple layouts people write; empty if a text spans lines and could mislead.

    >>> lines_of("[[link]]\\nmass = 1")
    {'link[1]': 1, 'link[1].mass': 2}
    """
    if '"""' in text or "'''" in text:
        return {}
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = ""
    for at, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            name = header[2]
            if header[1] == "[[":
                counts[name] = counts.get(name, 0) + 1
                name = f"{name}[{counts[name]}]"
            prefix = name
            lines.setdefault(prefix, at)
        elif key := _KEY.match(line):
            lines.setdefault(f"{prefix}.{key[1]}" if prefix else key[1], at)
    return lines

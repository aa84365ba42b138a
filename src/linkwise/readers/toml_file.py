"""TOML files before their meaning: bytes, characters, tables, and on which line each key stands."""

import re
import tomllib
from typing import Any

from ..errors import Fault, ReadError
from .files import check_text
from .toml_values import decimal

MOST_BYTES = 8 << 20
"""Larger files are refused; five thousand links take about two million bytes."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+)\s*[.=]")
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)$")


def _too_large() -> Fault:
    return Fault("file", "", f"at most {MOST_BYTES} bytes are read")


def decode(text: str | bytes, source: str) -> str:
    """The characters of a file; a byte-order mark at its head is let pass.

    >>> decode(b"a = 1", "arm.toml")
    'a = 1'
    """
    check_text(text, source)
    if len(text) > MOST_BYTES:
        raise ReadError(source, [_too_large()])
    try:
        if isinstance(text, str):
            text.encode()
            return text.removeprefix("\ufeff")
        return text.decode("utf-8-sig")
    except UnicodeEncodeError as error:
        line = str(text).count("\n", 0, error.start) + 1
        fault = Fault(f"line {line}", "", "a lone surrogate, which no encoding can hold", "save the file as UTF-8")
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
    try:
        return tomllib.loads(text, parse_float=decimal)
    except RecursionError as error:
        raise ReadError(source, [Fault("file", "", "lists or tables are nested too deeply")]) from error
    except ValueError as error:  # TOMLDecodeError, and Python's own limit on the digits of an integer
        said = str(error)
        found = _AT_LINE.search(said)
        where = f"line {found[1]}" if found else "end of file" if "end of document" in said else "file"
        fault = Fault(where, "", f"this is not TOML: {_AT_LINE.sub('', said)}")
        raise ReadError(source, [fault], "see https://toml.io for the grammar of TOML.") from error


def lines_of(text: str) -> dict[str, int]:
    """Key path → line, for the plain layouts people write; none at all where a text spans lines and could mislead.

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

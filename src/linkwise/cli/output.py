"""Output: results on stdout, remarks on stderr, and control characters in names escaped."""

import io
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from ..errors import plain
from ..plain_text import without_rounding
from ..readers import LoadReport
from .flags import as_flags

WIDE = 100_000
"""The width of a stream that is not a terminal: the next program gets lines that are neither cut nor wrapped."""

DIGITS, MATRIX_DIGITS = 6, 5
"""Significant digits of numbers that are read by people, and of those in a matrix."""

ALL_DIGITS = 15
"""With this many digits or more, rounding errors are printed as they are."""

_asked: ContextVar[int | None] = ContextVar("digits", default=None)
"""The digits of --digits."""


def console(stream: TextIO | None = None) -> Console:
    """A console on a stream, stdout by default; without markup, so that a name is never read as a colour."""
    stream = stream or sys.stdout or io.StringIO()  # Python has no stdout if it was closed before the start
    terminal = stream.isatty()
    return Console(
        file=stream,
        force_terminal=terminal,
        width=None if terminal else WIDE,
        markup=False,
        emoji=False,
        highlight=False,
    )


def remark(text: str, style: str = "") -> None:
    """Print a line on stderr: what was noticed, how long it took."""
    console(sys.stderr).print(Text(printable(text), style=style), soft_wrap=True)


def print_error(kind: str, text: str) -> None:
    """Print an error on stderr."""
    console(sys.stderr).print(Text.assemble((kind, "bold red"), ": ", printable(text)), soft_wrap=True)


def printable(text: str) -> str:
    r"""A text with everything but line breaks and printable characters escaped.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "\n".join("".join(c if c.isprintable() else repr(c)[1:-1] for c in line) for line in text.split("\n"))


def not_used(names: Sequence[str]) -> None:
    """Name on stderr what a file holds and the question does not need."""
    if names:
        remark(f"not used: {', '.join(plain(name) for name in names)}")


def print_warnings(load_report: LoadReport) -> None:
    """Print on stderr what a user should know before trusting the numbers: the reader's warnings."""
    for note in load_report.warnings:
        remark(as_flags(str(note)), "yellow")


# ---- numbers --------------------------------------------------------------------------------------------------------


def use_digits(digits: int | None) -> None:
    """Print numbers with this many digits from here on; the command line forgets it when the command ends."""
    _asked.set(digits)


def format_number(x: float, digits: int = DIGITS, rounding: float = 0.0) -> str:
    """A number for people: with `digits` significant digits, or with as many as --digits asks for.

    What is no larger than `rounding` is 0, unless --digits asks for rounding errors, too.

    >>> format_number(-0.0), format_number(1 / 3), format_number(float("inf")), format_number(1e-17, rounding=1e-13)
    ('0', '0.333333', 'inf', '0')
    """
    if abs(x) <= rounding and not _shows_rounding():
        return "0"
    return f"{x + 0.0:.{_asked.get() or digits}g}"


def _shows_rounding() -> bool:
    return (_asked.get() or 0) >= ALL_DIGITS


def format_numbers(numbers: Iterable[float], digits: int = DIGITS) -> list[str]:
    """Numbers that are read together: what is only rounding next to the largest of them is 0.

    >>> format_numbers([32.7, -1.3e-17, 1e-9])
    ['32.7', '0', '1e-09']
    """
    every = list(numbers)
    return [format_number(x, digits) for x in (every if _shows_rounding() else without_rounding(every))]


# ---- JSON -----------------------------------------------------------------------------------------------------------


def print_json(data: Mapping[str, Any]) -> None:
    """Print one JSON document on stdout, with a line for each key."""
    lines = [f" {json.dumps(key)}: {json.dumps(value, allow_nan=False)}" for key, value in jsonable(data).items()]
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


def jsonable(data: Any) -> Any:
    """Data that JSON can hold: arrays become lists, and infinite numbers and nan become strings.

    >>> jsonable({"upper": (1.0, math.inf)})
    {'upper': [1.0, 'inf']}
    """
    if isinstance(data, Mapping):
        return {str(key): jsonable(value) for key, value in data.items()}
    if hasattr(data, "tolist"):
        data = data.tolist()
    if isinstance(data, list | tuple):
        return [jsonable(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data


__all__ = [
    "console",
    "format_number",
    "format_numbers",
    "jsonable",
    "not_used",
    "plain",
    "print_error",
    "print_json",
    "print_warnings",
    "printable",
    "remark",
    "use_digits",
]

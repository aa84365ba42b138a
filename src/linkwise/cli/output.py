"""Output: results on stdout, remarks on stderr, and control characters in names escaped."""

import io
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..errors import plain
from ..readers import LoadReport
from .flags import as_flags

WIDE = 100_000
"""The width of a stream that is not a terminal: the next program gets lines that are neither cut nor wrapped."""


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


def print_table(
    screen: Console, title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numeric: Sequence[str] = ()
) -> None:
    """Print a table of short texts; the columns named in `numeric` are aligned to the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    if title:
        screen.print(Text(title, style="bold"), soft_wrap=True)
    screen.print(table)
    screen.print()


def format_number(x: float, digits: int = 6) -> str:
    """A number for a table.

    >>> format_number(-0.0), format_number(1 / 3), format_number(float("inf"))
    ('0', '0.333333', 'inf')
    """
    return f"{x + 0.0:.{digits}g}"


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
    "jsonable",
    "not_used",
    "plain",
    "print_error",
    "print_json",
    "print_table",
    "print_warnings",
    "printable",
    "remark",
]

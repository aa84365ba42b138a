"""What reaches the screen: results on stdout, remarks on stderr, names made harmless."""

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

WIDE = 100_000
"""Columns of a stream that is not a terminal: nothing is cut or wrapped for the next program."""


def console(stream: TextIO | None = None) -> Console:
    """A console on a stream, stdout unless told; no markup, so that a name is never taken for a colour."""
    stream = stream or sys.stdout or io.StringIO()  # a stream that was closed for us takes nothing
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
    """A line on stderr: what was noticed, how long it took."""
    console(sys.stderr).print(Text(harmless(text), style=style), soft_wrap=True)


def complain(kind: str, text: str) -> None:
    """An error on stderr."""
    console(sys.stderr).print(Text.assemble((kind, "bold red"), ": ", harmless(text)), soft_wrap=True)


def harmless(text: str) -> str:
    r"""A message whose lines hold only printable characters.

    >>> harmless("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "\n".join("".join(c if c.isprintable() else repr(c)[1:-1] for c in line) for line in text.split("\n"))


def not_used(names: Sequence[str]) -> None:
    """Say on stderr what a file holds beside what is needed."""
    if names:
        remark(f"not used: {', '.join(plain(name) for name in names)}")


def report(read: LoadReport) -> None:
    """What a user should look at before trusting the numbers, on stderr; nothing where there is nothing."""
    for note in read.loud:
        remark(str(note), "yellow")


def lay_out(
    screen: Console, title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numeric: Sequence[str] = ()
) -> None:
    """Print a table of short texts; the columns named numeric are aligned to the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    if title:
        screen.print(Text(title, style="bold"), soft_wrap=True)
    screen.print(table)
    screen.print()


def figure(x: float, digits: int = 6) -> str:
    """A number for a table.

    >>> figure(-0.0), figure(1 / 3), figure(float("inf"))
    ('0', '0.333333', 'inf')
    """
    return f"{x + 0.0:.{digits}g}"


def document(data: Mapping[str, Any]) -> None:
    """One JSON document on stdout, a line for each key."""
    lines = [f" {json.dumps(key)}: {json.dumps(value, allow_nan=False)}" for key, value in jsonable(data).items()]
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


def jsonable(data: Any) -> Any:
    """Data as JSON can hold them: numbers that are not finite become the strings "nan", "inf" and "-inf".

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
    "complain",
    "console",
    "document",
    "figure",
    "harmless",
    "jsonable",
    "lay_out",
    "not_used",
    "plain",
    "remark",
    "report",
]

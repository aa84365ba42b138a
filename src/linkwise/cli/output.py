"""Output: results on stdout, remarks on stderr, and control characters in names escaped."""

import io
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from ..errors import plain
from ..plain_text import without_rounding
from ..readers import LoadReport
from .flags import as_flags

WIDE = 100_000
"""The width of a stream that is not a terminal: the next program gets lines that are neither cut nor wrapped."""

READABLE, GAP = 100, 2
"""The width of a matrix where there is no terminal, and the spaces between its columns."""

DIGITS, MATRIX_DIGITS = 6, 5
"""Significant digits of numbers that are read by people, and of those in a matrix."""

ALL_DIGITS = 15
"""With this many digits or more, rounding errors are printed as they are."""

_WORDS, _PIECES = re.compile(r"[^ ]+ *| +"), re.compile(r"[^ ._]+[ ._]*|[ ._]+")
"""What a text is made of between places where a line may end; the second for names that are longer than a line."""

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


# ---- tables ---------------------------------------------------------------------------------------------------------


def print_table(
    screen: Console, title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numeric: Sequence[str] = ()
) -> None:
    """Print a table of short texts; the columns named in `numeric` are aligned to the right and never broken."""
    body = [tuple(row) for row in rows]
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    each = [[row[k] for row in body] for k in range(len(columns))]
    widths = _widths(screen.width, columns, each, numeric)
    for column, width in zip(columns, widths, strict=True):
        justify: JustifyMethod = "right" if column in numeric else "left"
        table.add_column(_broken(column, width), justify=justify, overflow="fold", width=width)
    for row in body:
        table.add_row(*(_broken(cell, width) for cell, width in zip(row, widths, strict=True)))
    if title:
        screen.print(Text(title, style="bold"), soft_wrap=True)
    screen.print(table)
    screen.print()


def _widths(total: int, heads: Sequence[str], columns: Sequence[Sequence[str]], numeric: Sequence[str]) -> list[int]:
    """The widths of the columns: heads and texts are broken between words until the table fits, numbers never are."""
    widths, least = [], []
    for head, cells in zip(heads, columns, strict=True):
        whole = max(map(cell_len, cells), default=0)
        pieces = max((cell_len(piece) for cell in cells for piece in _PIECES.findall(cell)), default=0)
        word = max(map(cell_len, _PIECES.findall(head)), default=0)
        widths.append(max(whole, cell_len(head)))
        least.append(max(whole if head in numeric else pieces, word))
    while sum(widths) + GAP * (len(widths) - 1) > total:
        k = max(range(len(widths)), key=lambda k: (widths[k] - least[k]) * (2 if heads[k] in numeric else 1))
        if widths[k] <= least[k]:  # rich breaks words
            break
        widths[k] -= 1
    return [max(width, 1) for width in widths]


def _broken(text: str, width: int) -> str:
    """A text in lines of at most this width, broken after spaces; long names after a point or an underscore.

    >>> _broken("newton_euler.balafoutis_patel_56", 30)
    'newton_euler.balafoutis_patel_\\n56'
    """
    if cell_len(text) <= width:
        return text
    lines = [""]
    for word in _WORDS.findall(text):
        for piece in [word] if cell_len(word.rstrip()) <= width else _PIECES.findall(word):
            if lines[-1] and cell_len((lines[-1] + piece).rstrip()) > width:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def print_matrix(
    screen: Console,
    title: str,
    corner: str,
    down: Sequence[str],
    across: Sequence[str],
    matrix: Iterable[Iterable[float]],
) -> None:
    """Print a matrix with the names of its rows and columns, within the width of the screen or 100 characters.

    If the names above the columns do not fit, they are numbered; if that is not enough, the columns come in blocks.
    """
    lines = [[float(x) for x in line] for line in matrix]
    texts = iter(format_numbers((x for line in lines for x in line), MATRIX_DIGITS))
    cells = [[next(texts) for _ in line] for line in lines]
    widths = [max((len(line[k]) for line in cells), default=0) for k in range(len(across))]
    most = READABLE if screen.width == WIDE else screen.width
    if _width(down, across, widths) > most:
        down = [f"{short} {name.rpartition(':')[2]}" for short, name in zip(numbered(down), down, strict=True)]
        across = numbered(across)
    blocks = next(
        (n for n in range(1, len(across)) if all(_width(down, across, widths, k) <= most for k in _parts(across, n))),
        max(len(across), 1),
    )
    for part in _parts(across, blocks):
        heads = across[part]
        print_table(
            screen, title, (corner, *heads), [(n, *line[part]) for n, line in zip(down, cells, strict=True)], heads
        )
        title = ""


def numbered(names: Sequence[str]) -> list[str]:
    """Short names: the kind before a colon, and a number.

    >>> numbered(["q:hip", "q:knee", "qd:hip", "qd:knee"]), numbered(["hip", "knee"])
    (['q1', 'q2', 'qd1', 'qd2'], ['1', '2'])
    """
    seen = Counter[str]()
    short = []
    for name in names:
        kind = name.rpartition(":")[0]
        seen[kind] += 1
        short.append(f"{kind}{seen[kind]}")
    return short


def _parts(names: Sequence[str], blocks: int) -> list[slice]:
    """The columns of each block, as evenly as it goes."""
    size = -(-len(names) // blocks)
    return [slice(k, k + size) for k in range(0, len(names), max(size, 1))]


def _width(down: Sequence[str], across: Sequence[str], widths: Sequence[int], part: slice = slice(None)) -> int:
    """The width of a table with these columns, two spaces between them."""
    first = max(map(len, down), default=0)
    return first + sum(max(len(name), width) + GAP for name, width in zip(across[part], widths[part], strict=True))


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
    "print_matrix",
    "print_table",
    "print_warnings",
    "printable",
    "remark",
    "use_digits",
]

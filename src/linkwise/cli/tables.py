"""Tables and matrices for people: on a terminal as wide as it is, matrices in blocks that can be read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from .output import MATRIX_DIGITS, WIDE, format_numbers

READABLE, GAP = 100, 2
"""The width of a matrix where there is no terminal, and the spaces between its columns."""

_WORDS, _PIECES = re.compile(r"[^ ]+ *| +"), re.compile(r"[^ ._]+[ ._]*|[ ._]+")
"""What a text is made of between places where a line may end; the second for names that are longer than a line."""


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

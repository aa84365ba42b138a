"""Tables as a notebook shows them."""

from collections.abc import Iterable, Sequence
from html import escape

MOST = 60
"""Rows that are shown; of longer tables the rest is only counted."""


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table in HTML, of plain texts.

    >>> html_table(("name", "value"), [("M1", "2 < 3")])
    '<table><tr><th>name</th><th>value</th></tr><tr><td>M1</td><td>2 &lt; 3</td></tr></table>'
    """
    every = list(rows)
    lines = [_row("th", heads), *(_row("td", row) for row in every[:MOST])]
    if len(every) > MOST:
        lines.append(f'<tr><td colspan="{len(heads)}">… and {len(every) - MOST} more</td></tr>')
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}{''.join(lines)}</table>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

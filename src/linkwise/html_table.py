"""Results as small HTML tables: what a notebook shows instead of a `repr`."""

from collections.abc import Iterable, Sequence

from .errors import plain

MOST_ROWS = 60
"""The most rows shown; the rest of a longer table is only counted."""

MOST_CHARACTERS = 300
"""The most characters in a cell; longer text is cut."""


def html_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]], most: int = MOST_ROWS) -> str:
    """A table of at most so many rows with a title above it; all text is escaped.

    >>> print(html_table("robot <arm>", ["joint", "rad"], [["elbow", 0.5]]))
    <p>robot &lt;arm&gt;</p>
    <table>
    <tr><th>joint</th><th>rad</th></tr>
    <tr><td>elbow</td><td>0.5</td></tr>
    </table>
    """
    every = list(rows)
    lines = [_row("th", heads), *(_row("td", row) for row in every[:most])]
    if len(every) > most:
        lines.append(f'<tr><td colspan="{len(heads)}">… and {len(every) - most} more</td></tr>')
    return "\n".join([f"<p>{_text(title)}</p>", "<table>", *lines, "</table>"])


def _row(tag: str, cells: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{_text(cell)}</{tag}>' for cell in cells)}</tr>"


def _text(value: object) -> str:
    from html import escape

    return escape(plain(str(value), MOST_CHARACTERS))

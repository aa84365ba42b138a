"""What `linkwise count --ledger` prints: our counts question by question, then the printed ones table by table."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.console import Console

from ..costs.ledger.page import pair, remarks_on, verdict_on
from .output import console, lay_out

KINDS = ("written", "needed", "program")
"""The counts that are shown; the document has them all."""

MEANS = (
    "written: the equations as they stand, constants worked out before, x0, x1 and +0 dropped. needed: of that, what "
    "the answer needs. program: the same number never computed twice. Where two numbers stand together: "
    "multiplications; additions. A formula holds for every n counted, or from the n it names; a dash: none does. "
    "Sines, cosines and changes of sign are not counted. reproduced, beaten: the count named has as many operations as "
    "printed, or no more, for every n counted from 3 on; ~: by the formulation nearest to the printed one. "
    "docs/ledger.md tells the rest."
)
"""What the numbers are."""


def tables(found: dict[str, Any]) -> None:
    """Print the ledger's document."""
    screen, sizes = console(), found["sizes"]
    for question, lines in groupby(sorted(found["lines"], key=lambda line: line["question"]), lambda x: x["question"]):
        _ours(screen, question, list(lines), sizes)
    for (source, table), rows in groupby(found["printed"], lambda row: (row["source"], row["table"])):
        _printed(screen, f"printed in {source}, {_named(table)}", list(rows), 6 in sizes)
    screen.print(MEANS, soft_wrap=True)


def _named(table: str) -> str:
    return table if table.startswith("text") else f"Table {table}"


def _ours(screen: Console, question: str, lines: list[dict[str, Any]], sizes: Sequence[int]) -> None:
    """Three rows for each formulation and arm, one for each way to count."""
    n = 6 if 6 in sizes else sizes[-1]
    numbers = (f"x, n = {n}", f"+, n = {n}")
    rows = [cells for line in lines if "refused" not in line for cells in _three(line, sizes.index(n))]
    if rows:
        lay_out(screen, question, ("formulation", "arm", "count", *numbers, "x", "+"), rows, numbers)
    for line in lines:
        if "refused" in line:
            screen.print(f"{question} by {line['formulation']}, {line['arm']}: {line['refused']}", soft_wrap=True)


def _three(line: dict[str, Any], at: int) -> list[list[str]]:
    start = [line["formulation"], line["arm"]]
    return [
        [
            *(start if kind == KINDS[0] else ["", ""]),
            kind,
            *map(str, line["counts"][kind][at][:2]),
            *("–" if formula is None else formula for formula in line["formulas"][kind]),
        ]
        for kind in KINDS
    ]


def _printed(screen: Console, title: str, rows: list[dict[str, Any]], six: bool) -> None:
    """A printed table beside ours; what is to be said of its rows stands below it."""
    notes: list[str] = []
    cells = []
    for row in rows:
        marks = []
        for text in remarks_on(row):
            if text not in notes:
                notes.append(text)
            marks.append(f"{notes.index(text) + 1}")
        by = ("~" if row["nearest"] else "") + (row["by"] if row["question"] != "primitive" else "")
        ours = pair((row.get("ours") or [])[:2])
        cells.append(
            [
                row["row"],
                row["arm"],
                pair(row["formula"]),
                pair(row["quoted"]),
                pair(row.get("ours_formula")),
                ours,
                by,
                verdict_on(row),
                ", ".join(marks),
            ]
        )
    heads = ["row", "arm", "printed", "n = 6", "ours", "n = 6" if six else "count", "by", "verdict", "notes"]
    if len(rows) > 1 and len({each[6] for each in cells}) == 1 and cells[0][6]:
        title, heads[6] = f"{title}; ours is {cells[0][6]}", ""
    used = [k for k, head in enumerate(heads) if head and any(each[k] not in ("", "–", "–; –") for each in cells)]
    lay_out(screen, title, [heads[k] for k in used], [[each[k] for k in used] for each in cells])
    for k, text in enumerate(notes, 1):
        screen.print(f"{k}. {text}", soft_wrap=True)
    if notes:
        screen.print()

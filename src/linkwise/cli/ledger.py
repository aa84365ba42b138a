"""`linkwise count --ledger`: what every formulation costs on the sources' arms, next to what they print."""

import re
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import typer
from rich.console import Console

from ..costs.ledger import full_ledger, text
from ..costs.ledger.book import SIZES
from ..costs.ledger.page import pair, remarks_on, verdict_on
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import FORMULATIONS, QUESTIONS
from .output import console
from .tables import print_table

KINDS = ("written", "needed", "program")
"""The counts that are printed; the JSON document has them all."""

LEGEND = (
    "written: the equations as they stand, with constants worked out beforehand and x0, x1 and +0 dropped. needed: the "
    "part of it that the answer needs. program: with no number computed twice. Two numbers together are "
    "multiplications; additions. A formula holds for every n counted, or from the n it names; a dash: none does. "
    "Sines, cosines and changes of sign are not counted. reproduced, beaten: the count named has as many operations as "
    "printed, or no more, for every n counted from 3 on; ~: by the formulation nearest to the printed one. "
    "docs/ledger.md explains the rest."
)
"""What the columns mean."""


def check_alone(robot_options: bool) -> None:
    """Refuse a robot and its options."""
    if robot_options:
        raise typer.BadParameter("--ledger uses its own arms: do not give a ROBOT or its options.")


def show_ledger(formulation: str | None, questions: list[str], n: str | None, json: bool) -> None:
    """Count, and print tables or one JSON document."""
    sizes = sizes_of(n)
    if formulation not in (None, "all") and formulation not in FORMULATIONS:
        raise UnknownName("formulation", formulation, "linkwise", FORMULATIONS)
    for question in questions:
        if question not in (*QUESTIONS, "all"):
            raise UnknownName("question", question, "linkwise", QUESTIONS)
    formulations = [] if formulation in (None, "all") else [str(formulation)]
    ledger = full_ledger(sizes, formulations, [] if "all" in questions else questions, progress=True)
    if not ledger["lines"] and not ledger["printed"]:
        raise LinkwiseError(
            "there is nothing to count.",
            f"A formulation with equations of its own for {', '.join(questions)} was expected.",
            "`linkwise count ROBOT --formulation all` counts the others, too.",
        )
    if json:
        sys.stdout.write(text(ledger) + "\n")
    else:
        _tables(ledger)


def sizes_of(option: str | None) -> list[int]:
    """The numbers of joints meant by "2-10" or "6".

    >>> sizes_of("3-5"), sizes_of("6"), sizes_of(None)[-1]
    ([3, 4, 5], [6], 10)
    """
    if option is None:
        return list(SIZES)
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", option.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= first <= last:
        raise typer.BadParameter(
            f"--n {shown(option)}: a number of joints such as 6, or a range such as 2-10, was expected, none below 2."
        )
    return list(range(first, last + 1))


def _tables(ledger: dict[str, Any]) -> None:
    """Our counts question by question, then the printed ones table by table."""
    screen, sizes = console(), ledger["sizes"]
    by_question = sorted(ledger["lines"], key=lambda line: line["question"])
    for question, lines in groupby(by_question, lambda line: line["question"]):
        _our_counts(screen, question, list(lines), sizes)
    for (source, table), rows in groupby(ledger["printed"], lambda row: (row["source"], row["table"])):
        name = table if table.startswith("text") else f"Table {table}"
        _printed_counts(screen, f"printed in {source}, {name}", list(rows), 6 in sizes)
    screen.print(LEGEND, soft_wrap=True)


def _our_counts(screen: Console, question: str, lines: list[dict[str, Any]], sizes: Sequence[int]) -> None:
    """Three rows for each formulation and arm, one for each way to count."""
    n = 6 if 6 in sizes else sizes[-1]
    numbers = (f"x, n = {n}", f"+, n = {n}")
    rows = [cells for line in lines if "refused" not in line for cells in _three_rows(line, sizes.index(n))]
    if rows:
        print_table(screen, question, ("formulation", "arm", "count", *numbers, "x", "+"), rows, numbers)
    for line in lines:
        if "refused" in line:
            screen.print(f"{question} by {line['formulation']}, {line['arm']}: {line['refused']}", soft_wrap=True)


def _three_rows(line: dict[str, Any], at: int) -> list[list[str]]:
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


def _printed_counts(screen: Console, title: str, rows: list[dict[str, Any]], six: bool) -> None:
    """A printed table next to our counts, with numbered notes on its rows below."""
    notes: list[str] = []
    cells = []
    for row in rows:
        marks = []
        for note in remarks_on(row):
            if note not in notes:
                notes.append(note)
            marks.append(f"{notes.index(note) + 1}")
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
    if len(rows) > 1 and len({each[6] for each in cells}) == 1 and cells[0][6]:  # one formulation: name it once, above
        title, heads[6] = f"{title}; ours is {cells[0][6]}", ""
    used = [k for k, head in enumerate(heads) if head and any(each[k] not in ("", "–", "–; –") for each in cells)]
    print_table(screen, title, [heads[k] for k in used], [[each[k] for k in used] for each in cells])
    for k, note in enumerate(notes, 1):
        screen.print(f"{k}. {note}", soft_wrap=True)
    if notes:
        screen.print()

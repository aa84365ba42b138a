"""`linkwise count --ledger`: what every formulation costs on the sources' arms, beside what they print."""

import re
import sys
from collections.abc import Iterable
from typing import Any

import typer
from rich.progress import track

from ..errors import UnknownName
from ..formulations import FORMULATIONS, QUESTIONS
from ..ledger import tasks, text
from ..ledger.book import SIZES
from ..ledger.page import pair
from .output import console, lay_out

MEANS = (
    "written: the equations as they stand, constants worked out before, x0, x1 and +0 dropped. needed: of that, what "
    "the answer needs. program: the same number never computed twice. Multiplications; additions. Formulas hold for "
    "every n counted from 2 on, or from the n they name; a dash: none does. Sines, cosines and changes of sign "
    "are not counted. docs/ledger.md tells the rest."
)
"""What the numbers are."""


def check_alone(of_a_robot: bool) -> None:
    """Refuse what belongs to a robot."""
    if of_a_robot:
        raise typer.BadParameter("--ledger counts on arms of its own: no ROBOT, and none of the options of a robot.")


def show_ledger(formulation: str | None, questions: list[str], n: str | None, json: bool) -> None:
    """Count, and print tables or one JSON document."""
    sizes = sizes_of(n)
    if formulation not in (None, "all") and formulation not in FORMULATIONS:
        raise UnknownName("formulation", formulation, "linkwise", FORMULATIONS)
    for question in questions:
        if question not in (*QUESTIONS, "all"):
            raise UnknownName("question", question, "linkwise", QUESTIONS)
    whose = [] if formulation in (None, "all") else [str(formulation)]
    to_do = list(tasks(sizes, whose, [] if "all" in questions else questions))
    found: dict[str, Any] = {"sizes": list(sizes), "lines": [], "printed": []}
    for part, _, do in track(to_do, "Counting", console=console(sys.stderr), transient=True):
        found[part].append(do())
    if json:
        sys.stdout.write(text(found) + "\n")
    else:
        _print(found)


def sizes_of(given: str | None) -> list[int]:
    """The numbers of joints meant by "2-10" or "6".

    >>> sizes_of("3-5"), sizes_of("6"), sizes_of(None)[-1]
    ([3, 4, 5], [6], 10)
    """
    if given is None:
        return list(SIZES)
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", given.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= first <= last:
        raise typer.BadParameter(f"--n {given}: numbers of joints such as 2-10 were expected, none below 2.")
    return list(range(first, last + 1))


def _print(found: dict[str, Any]) -> None:
    screen = console()
    n = 6 if 6 in found["sizes"] else found["sizes"][-1]
    at = found["sizes"].index(n)
    kinds = ("written", "needed", "program")
    lay_out(
        screen, f"Formulations; numbers for n = {n}", ("formulation", "question", "arm", *_twice(kinds)),
        [_of_line(line, kinds, at) for line in found["lines"]],
    )  # fmt: skip
    if found["printed"]:
        heads = ("table", "row", "arm", "printed", "n = 6", "ours", "", "by", "verdict", "")
        lay_out(screen, "Printed counts", heads, [_of_row(row) for row in found["printed"]])
    screen.print(MEANS, soft_wrap=True)


def _twice(kinds: Iterable[str]) -> list[str]:
    return [head for kind in kinds for head in (kind, "")]


def _of_line(line: dict[str, Any], kinds: Iterable[str], at: int) -> list[str]:
    start = [line["formulation"], line["question"], line["arm"]]
    if "refused" in line:
        return [*start, line["refused"]]
    return [*start, *(cell for kind in kinds for cell in _cells(line, kind, at))]


def _cells(line: dict[str, Any], kind: str, at: int) -> tuple[str, str]:
    return pair(line["formulas"][kind]), pair(line["counts"][kind][at][:2])


def _of_row(row: dict[str, Any]) -> list[str]:
    kind = f" ({row['kind']})" if row.get("kind") else ""
    by = ("~" if row["nearest"] else "") + (row.get("ours_by") or row["by"])
    ours = pair((row.get("ours") or [])[:2])
    says = " ".join(part for part in (row["says"], row.get("erratum", "")) if part)
    return [
        row["table"], row["row"], row["arm"], pair(row["formula"]), pair(row["quoted"]), pair(row.get("ours_formula")),
        ours, by, row["verdict"] + kind, says,
    ]  # fmt: skip

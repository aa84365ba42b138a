"""`linkwise count --ledger`: what every formulation costs on the sources' arms, beside what they print."""

import re
import sys
from typing import Any

import typer
from rich.progress import track

from ..costs.ledger import tasks, text
from ..costs.ledger.book import SIZES
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import FORMULATIONS, QUESTIONS
from .ledger_tables import tables
from .output import console


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
    if not to_do:
        raise LinkwiseError(
            "there is nothing to count.",
            f"A formulation with equations of its own for {', '.join(questions)} was expected.",
            "`linkwise count ROBOT --formulation all` counts those, too.",
        )
    screen = console(sys.stderr)
    for part, _, do in track(to_do, "Counting", console=screen, transient=True, disable=not screen.is_terminal):
        found[part].append(do())
    if json:
        sys.stdout.write(text(found) + "\n")
    else:
        tables(found)


def sizes_of(given: str | None) -> list[int]:
    """The numbers of joints meant by "2-10" or "6".

    >>> sizes_of("3-5"), sizes_of("6"), sizes_of(None)[-1]
    ([3, 4, 5], [6], 10)
    """
    if given is None:
        return list(SIZES)
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", given.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= first <= last:
        raise typer.BadParameter(
            f"--n {shown(given)}: numbers of joints such as 2-10 or 6 were expected, none below 2."
        )
    return list(range(first, last + 1))

"""`linkwise compare`."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ..compare import MAIN, Comparison, compare
from ..compare.chart import chart, require
from ..compare.page import page
from ..errors import WriteError, shown
from ..formulations import FORMULATIONS, QUESTIONS
from ..load import load
from .compare_tables import disagreements, tables
from .named import names
from .options import Allow, Json, Source, Strict
from .output import console, document, plain, remark, report
from .target import check_target, write

Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help=f"What to ask; may be repeated; all for every question. [default: {', '.join(MAIN)}]",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="Whom to ask, such as newton_euler.featherstone; may be repeated. [default: everybody who answers]",
    ),
]
States = Annotated[int, typer.Option("--states", metavar="N", min=1, max=100_000, help="How many random states.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another number gives other states.")]
NoTime = Annotated[bool, typer.Option("--no-time", help="Compare and count only: compile and time nothing.")]
Budget = Annotated[
    float,
    typer.Option("--budget", metavar="SECONDS", help="Time to spend; what does not fit is left out, and named."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        show_default=False,
        help="A bar chart: .html (with all tables), .png or .svg; replaced if it exists.",
    ),
]

Matrix = Annotated[bool, typer.Option("--matrix", help="Print the difference of every two formulations, too.")]

KINDS = (".html", ".png", ".svg")
"""What a chart can be."""


def compare_formulations(
    robot: Source,
    question: Questions = None,
    formulation: By = None,
    states: States = 64,
    seed: Seed = 0,
    no_time: NoTime = False,
    budget: Budget = 60.0,
    matrix: Matrix = False,
    out: Out = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Put a robot's questions to all formulations: do they agree, how many operations, how many nanoseconds?

    Each is asked at the same random states. The exit status is 1 where two formulations disagree.
    """
    _check(out)
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    asked, by = names(question) or list(MAIN), names(formulation)
    with _progress() as told:
        found = compare(
            arm,
            _unless_all(asked, QUESTIONS),
            _unless_all(by, FORMULATIONS) or None,
            states=states,
            seed=seed,
            time=not no_time,
            budget=budget,
            told=told,
        )
    if out is not None:
        _write(found, out)
    if json:
        document({**found.data, "out": None if out is None else str(out)})
    else:
        tables(found, matrix)
    disagreements(found)
    if not found.agree:
        raise typer.Exit(1)


def _unless_all(given: list[str], every: Iterable[str]) -> list[str]:
    """The names, "all" among them standing for every one."""
    return [name for word in given for name in (every if word == "all" else (word,))]


def _check(out: Path | None) -> None:
    """Find out before the work whether its result can be written."""
    if out is None:
        return
    if out.suffix.lower() not in KINDS:
        raise WriteError(f"{shown(out, 200)} is no name for a chart.", f"A name ending in {', '.join(KINDS)}.")
    check_target(out)
    if out.suffix.lower() != ".html":
        require()


def _write(found: Comparison, out: Path) -> None:
    if out.suffix.lower() == ".html":
        write(out, page(found))
    else:
        chart(found, out)
        remark(f"wrote {plain(str(out), 200)}")


@contextmanager
def _progress() -> Iterator[Callable[[str, str], None]]:
    """What is in work, on stderr where somebody looks."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # no other command needs it

    screen = console(sys.stderr)
    words = TextColumn("{task.description}", markup=False)
    with Progress(
        BarColumn(pulse_style="blue"),
        TimeElapsedColumn(),
        words,
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda question, formulation: bar.update(task, description=f"{question}: {formulation}")

"""`linkwise compare`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..compare import MAIN, Answered, Comparison, compare
from ..compare.chart import chart, require
from ..compare.meaning import MEANS, UNTIMED, figure, verdict
from ..compare.page import page
from ..errors import WriteError, shown
from ..formulations import QUESTIONS
from ..load import load
from .named import names
from .options import Allow, Json, Source, Strict
from .output import console, document, lay_out, plain, remark, report
from .target import check_target

Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question", metavar="QUESTION", show_default=False,
        help="What to ask; may be repeated; all for every question. The main ones where none is named.",
    ),
]  # fmt: skip
By = Annotated[
    list[str] | None,
    typer.Option(
        "--formulation", "--by", metavar="FORMULATION", show_default=False,
        help="Whom to ask, such as newton_euler.featherstone; may be repeated. Everybody where nobody is named.",
    ),
]  # fmt: skip
States = Annotated[int, typer.Option("--states", metavar="N", min=1, max=100_000, help="How many random states.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Other states.")]
NoTime = Annotated[bool, typer.Option("--no-time", help="Compile and time nothing.")]
Budget = Annotated[
    float,
    typer.Option("--budget", metavar="SECONDS", help="For writing programs down (half of it at most) and compiling."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", show_default=False,
        help="A bar chart: .html (with all tables), .png or .svg; replaced if it exists.",
    ),
]  # fmt: skip

KINDS = (".html", ".png", ".svg")
"""What a chart can be."""


def compare_formulations(
    robot: Source, question: Questions = None, formulation: By = None, states: States = 64, seed: Seed = 0,
    no_time: NoTime = False, budget: Budget = 60.0, out: Out = None,
    json: Json = False, strict: Strict = False, allow: Allow = None,
) -> None:  # fmt: skip
    """Put a robot's questions to all formulations: do they agree, how many operations, how many nanoseconds?

    The exit status is 1 where two formulations disagree.
    """
    _check(out)
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    wanted = names(question) or list(MAIN)
    everybody = names(formulation) or None
    with _progress() as told:
        found = compare(
            arm, list(QUESTIONS) if wanted == ["all"] else wanted, None if everybody == ["all"] else everybody,
            states=states, seed=seed, time=not no_time, budget=budget, told=told,
        )  # fmt: skip
    if out is not None:
        _write(found, out)
    if json:
        document({**found.data, "out": None if out is None else str(out)})
    else:
        _print(found)
    for answered in found.questions:
        for one, other, difference in answered.disagreeing:
            remark(f"{answered.question}: {one} and {other} disagree by {difference:.1e}", "bold red")
    if not found.agree:
        raise typer.Exit(1)


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
        try:
            out.write_text(page(found), encoding="utf-8")
        except OSError as error:
            raise WriteError(f"{shown(out, 200)} cannot be written: {error.strerror or error}.") from None
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
        BarColumn(pulse_style="blue"), TimeElapsedColumn(), words,
        console=screen, transient=True, disable=not screen.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task("", total=None)
        yield lambda question, formulation: bar.update(task, description=f"{question}: {formulation}")


def _print(found: Comparison) -> None:
    screen = console()
    for answered in found.questions:
        _costs(screen, f"{plain(found.robot)}: {answered.question}", answered)
        _differences(screen, answered)
        for row in answered.rows:
            if row.untimed:
                screen.print(UNTIMED.format(row.formulation, row.untimed), soft_wrap=True)
        for each in answered.left_out:
            screen.print(f"left out: {each.formulation}: {plain(each.why, 200)}", soft_wrap=True)
        screen.print()
    screen.print(MEANS, soft_wrap=True)
    screen.print(f"{verdict(found.agree, len(found.formulations), len(found.questions))}.", soft_wrap=True)


def _costs(screen: Console, title: str, answered: Answered) -> None:
    timed = any(row.nanoseconds is not None for row in answered.rows)
    heads = ("#", "x", "+", *(("ns", "least") if timed else ()), "difference")
    rows = [
        (
            str(k), row.formulation, str(row.count.multiplications), str(row.count.additions),
            *((_time(row.nanoseconds), _time(row.least)) if timed else ()), f"{worst:.1e}",
        )
        for k, (row, worst) in enumerate(zip(answered.rows, answered.worst, strict=True), 1)
    ]  # fmt: skip
    if rows:
        lay_out(screen, title, ("#", "formulation", *heads[1:]), rows, heads)
    else:
        screen.print(f"{title}: nobody answers")


def _time(nanoseconds: float | None) -> str:
    return "-" if nanoseconds is None else f"{nanoseconds:.1f}"


def _differences(screen: Console, answered: Answered) -> None:
    """The largest difference of every two, in blocks of columns that fit the screen."""
    count, each = len(answered.rows), 7
    if count < 2:
        return
    widest = max(len(row.formulation) for row in answered.rows)
    fitting = max(1, (screen.width - widest - 6) // each)
    title = f"largest relative difference of every two, allowed {answered.allowed:.0e}"
    for first in range(0, count, fitting):
        some = range(first, min(first + fitting, count))
        heads = [str(k + 1) for k in some]
        rows = [
            (str(i + 1), row.formulation, *("." if i == k else figure(answered.difference[i, k]) for k in some))
            for i, row in enumerate(answered.rows)
        ]
        lay_out(screen, title, ("#", "formulation", *heads), rows, ("#", *heads))
        title = ""

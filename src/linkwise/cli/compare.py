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
from .compare_tables import print_tables, remark_disagreements
from .options import Allow, Arg, Json, RandomStates, Seed, Source, Strict, arguments, defaults, names
from .output import console, print_json, print_warnings
from .output_file import check_writable, write_text, writing

DEFAULT = defaults(compare)

Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help=f"A question such as mass_matrix, or all; may be repeated. [default: {', '.join(MAIN)}]",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="A formulation such as newton_euler.featherstone; may be repeated. [default: all that answer]",
    ),
]
NoTime = Annotated[bool, typer.Option("--no-time", help="Only compare and count: compile and time nothing.")]
Budget = Annotated[
    float,
    typer.Option("--budget", metavar="SECONDS", help="Time to spend; what does not fit is left out and named."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        show_default=False,
        help="Write a bar chart: .html (with all tables), .png or .svg, replacing the file.",
    ),
]
Matrix = Annotated[bool, typer.Option("--matrix", help="Also print the difference between each pair of formulations.")]

KINDS = (".html", ".png", ".svg")
"""The files a chart can be written to."""


def compare_formulations(
    robot: Source,
    question: Questions = None,
    formulation: By = None,
    states: RandomStates = DEFAULT.states,
    seed: Seed = DEFAULT.seed,
    no_time: NoTime = False,
    budget: Budget = DEFAULT.budget,
    matrix: Matrix = False,
    out: Out = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Compare all formulations: agreement, operations, speed.

    All answer the same questions at the same random states. The exit status is 1 if two formulations disagree.
    """
    _check_chart(out)
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    with _progress() as progress:
        comparison = compare(
            arm,
            _expanded(names(question) or list(MAIN), QUESTIONS),
            _expanded(names(formulation), FORMULATIONS) or None,
            states=states,
            seed=seed,
            time=not no_time,
            budget=budget,
            progress=progress,
        )
    if out is not None:
        _write(comparison, out)
    if json:
        print_json({**comparison.data, "out": None if out is None else str(out)})
    else:
        print_tables(comparison, matrix)
    remark_disagreements(comparison)
    if not comparison.agree:
        raise typer.Exit(1)


def _expanded(words: list[str], every: Iterable[str]) -> list[str]:
    """The names, with "all" replaced by every name."""
    return [name for word in words for name in (every if word == "all" else (word,))]


def _check_chart(out: Path | None) -> None:
    """Refuse a chart that cannot be written, before any work is done."""
    if out is None:
        return
    if out.suffix.lower() not in KINDS:
        raise WriteError(
            f"a chart cannot be written to {shown(out, 200)}.", f"A name ending in {', '.join(KINDS)} was expected."
        )
    check_writable(out)
    if out.suffix.lower() != ".html":
        require()


def _write(comparison: Comparison, out: Path) -> None:
    if out.suffix.lower() == ".html":
        write_text(out, page(comparison))
    else:
        with writing(out):
            chart(comparison, out)


@contextmanager
def _progress() -> Iterator[Callable[[str, str], None]]:
    """A progress callback, shown as a bar if stderr is a terminal."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # loaded by this command only

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

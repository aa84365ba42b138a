"""`linkwise count --parallel`: what several processors could gain on each program."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..calls.progress import progress_bar
from ..errors import shown
from ..program import Program
from ..program.schedule import CYCLES, Schedule, parallelism, schedules
from ..view import picture
from ..view.speedups import draw_speedups
from .output import console, plain, print_json
from .output_file import check_writable, writing
from .tables import print_table

Parallel = Annotated[
    bool,
    typer.Option(
        "--parallel", help="Instead of operations: the longest chain of them, and the speed-up on several processors."
    ),
]
Processors = Annotated[
    str | None,
    typer.Option(
        "--processors",
        metavar="NUMBERS",
        help='With --parallel: numbers of processors, such as "2 6 36". [default: 1 2 4 … 64]',
        show_default=False,
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="With --parallel: draw speed-up against processors as .png, .svg or .pdf.",
        show_default=False,
    ),
]

PROCESSORS = (1, 2, 4, 8, 16, 32, 64)
"""The numbers of processors by default."""

PATIENCE = 2.0
"""Seconds before a progress bar is drawn."""

MOST = 1_000_000
"""The most processors: more than any program has steps."""

LEGEND = (
    "work: operations in all, sines and cosines among them; depth: the longest chain of operations each of which needs "
    "the one before; cycles: the same with 4 for a sum or product, 13 for a division, 18 for a square root, 40 for a "
    "sine or cosine. mean: work over depth, the most that any number of processors can gain; widest: the most "
    "operations at a time. p = N: the speed-up of a list schedule on N processors, each operation one step and every "
    "result known everywhere at once. *: no schedule is shorter."
)
"""What the columns mean."""


def processors_of(option: str | None) -> list[int]:
    """The numbers of processors meant by "1 2 4" or "1,2,4".

    >>> processors_of("1, 8 64"), processors_of(None)[:3]
    ([1, 8, 64], [1, 2, 4])
    """
    if option is None:
        return list(PROCESSORS)
    words = option.replace(",", " ").split()
    if not words or not all(w.isascii() and w.isdigit() and len(w) < 9 and 1 <= int(w) <= MOST for w in words):
        raise typer.BadParameter(
            f'--processors {shown(option)}: whole numbers from 1 to {MOST} were expected, such as "1 2 4 8".'
        )
    return sorted({int(word) for word in words})


def check_plot(plot: Path | None) -> None:
    """Refuse a picture that cannot be written, before any work is done."""
    if plot is not None:
        check_writable(picture.require(plot))


def show_parallel(
    robot: str,
    rows: list[dict[str, Any]],
    programs: list[Program | None],
    processors: list[int],
    plot: Path | None,
    json: bool,
) -> None:
    """Print a table or one JSON document, and draw the picture; `rows` name the programs."""
    found: list[list[Schedule] | None] = []
    with progress_bar(True, len(programs), "programs", delay=PATIENCE) as advance:
        for program in programs:
            found.append(None if program is None else schedules(program, processors))
            advance(1)
    curves = {
        f"{row['question']}, {row['formulation']}": each
        for row, each in zip(rows, found, strict=True)
        if each is not None
    }
    if plot is not None:
        with writing(plot):
            picture.save(draw_speedups(curves, f"{plain(robot)}: speed-up of one state"), plot)
    data = [_data(row, program, each) for row, program, each in zip(rows, programs, found, strict=True)]
    if json:
        print_json({"robot": robot, "processors": processors, "programs": data})
        return
    several = [k for k, p in enumerate(processors) if p > 1]  # one processor gains nothing
    numbers = ("work", "depth", "cycles", "mean", "widest", *(f"p = {processors[k]}" for k in several))
    screen = console()
    cells = [_cells(row, [each[k] for k in several]) for row, each in zip(data, found, strict=True) if each is not None]
    print_table(
        screen, f"{plain(robot)}: operations in parallel", ("question", "formulation", *numbers), cells, numbers
    )
    for row in rows:
        if "refused" in row:
            screen.print(f"{row['question']} by {row['formulation']}: {plain(row['refused'], 200)}", soft_wrap=True)
    screen.print(LEGEND, soft_wrap=True)


def _data(row: dict[str, Any], program: Program | None, found: list[Schedule] | None) -> dict[str, Any]:
    head = {key: row[key] for key in ("question", "formulation", "model")}
    if program is None or found is None:
        return {**head, "refused": row["refused"]}
    offers = parallelism(program)
    return {
        **head,
        "work": offers.work,
        "depth": offers.depth,
        "cycles": parallelism(program, CYCLES).depth,
        "average": offers.average,
        "widest": offers.widest,
        "widths": offers.widths,
        "length": [each.length for each in found],
        "bound": [each.bound for each in found],
        "speedup": [each.speedup for each in found],
        "efficiency": [each.efficiency for each in found],
    }


def _cells(row: dict[str, Any], found: list[Schedule]) -> list[str]:
    start = [row["question"], row["formulation"], *(str(row[key]) for key in ("work", "depth", "cycles"))]
    gains = [f"{each.speedup:.3g}{'*' if each.length == each.bound else ' '}" for each in found]
    return [*start, f"{row['average']:.3g}", str(row["widest"]), *gains]

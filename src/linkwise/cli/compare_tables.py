"""What `linkwise compare` prints: a table for each question, and at the end all of them in short."""

from collections.abc import Iterable

from rich.console import Console

from ..compare import Answered, Comparison, LeftOut
from ..compare.meaning import MEANS, UNTIMED, figure, furthest, verdict
from .output import console, lay_out, plain, remark

MANY = 10
"""So many disagreements of a question are named."""


def tables(found: Comparison, matrix: bool) -> None:
    """Print everything that was found out, the differences of every two only where they are wanted."""
    screen = console()
    for answered in found.questions:
        _costs(screen, f"{plain(found.robot)}: {answered.question}, {found.states} random states", answered)
        if matrix:
            _differences(screen, answered)
        for row in answered.rows:
            if row.untimed:
                screen.print(UNTIMED.format(row.formulation, row.untimed), soft_wrap=True)
        for names, why in _by_reason(answered.left_out):
            screen.print(f"left out: {', '.join(names)}: {plain(why, 200)}", soft_wrap=True)
        screen.print()
    _in_short(screen, found)
    screen.print(MEANS, soft_wrap=True)
    screen.print(f"{verdict(found)}.", soft_wrap=True)


def disagreements(found: Comparison) -> None:
    """Say on stderr who disagrees."""
    for answered in found.questions:
        pairs = sorted(answered.disagreeing, key=lambda pair: -pair[2])
        for one, other, difference in pairs[:MANY]:
            remark(f"{answered.question}: {one} and {other} disagree by {difference:.1e}", "bold red")
        if len(pairs) > MANY:
            remark(f"{answered.question}: and {len(pairs) - MANY} more pairs; --json names them all", "bold red")


def _costs(screen: Console, title: str, answered: Answered) -> None:
    timed = any(row.nanoseconds is not None for row in answered.rows)
    divided = any(row.others for row in answered.rows)
    heads = ("#", "x", "+", *(("/",) if divided else ()), *(("ns", "least") if timed else ()), "difference")
    rows = [
        (
            str(k),
            row.formulation,
            str(row.count.multiplications),
            str(row.count.additions),
            *((str(row.others),) if divided else ()),
            *((_time(row.nanoseconds), _time(row.least)) if timed else ()),
            figure(worst, 1),
        )
        for k, (row, worst) in enumerate(zip(answered.rows, answered.worst, strict=True), 1)
    ]
    if rows:
        lay_out(screen, title, ("#", "formulation", *heads[1:]), rows, heads)
    else:
        screen.print(f"{title}: nobody answers")
    if len(rows) > 1:
        screen.print(f"{furthest(answered)}.", soft_wrap=True)


def _time(nanoseconds: float | None) -> str:
    return "-" if nanoseconds is None else f"{nanoseconds:.1f}"


def _by_reason(left_out: Iterable[LeftOut]) -> list[tuple[list[str], str]]:
    """Who was left out, those for the same reason together."""
    found: dict[str, list[str]] = {}
    for each in left_out:
        found.setdefault(each.why, []).append(each.formulation)
    return [(names, why) for why, names in found.items()]


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


def _in_short(screen: Console, found: Comparison) -> None:
    """One line for each question: what a screen holds."""
    numbers = ("agree within", "compared", "left out")
    best = 2 if any(row.least is not None for each in found.questions for row in each.rows) else 1
    rows = [
        (
            each.question,
            figure(max(each.worst, default=0.0), 1) if len(each.rows) > 1 else "-",
            str(len(each.rows)),
            str(len(each.left_out)),
            *_best(each)[:best],
        )
        for each in found.questions
    ]
    lay_out(
        screen,
        f"{plain(found.robot)} in short",
        ("question", *numbers, *("fewest operations", "fastest")[:best]),
        rows,
        numbers,
    )


def _best(answered: Answered) -> tuple[str, str]:
    fewest = min(answered.rows, key=lambda row: row.arithmetic, default=None)
    fastest = min(
        (row for row in answered.rows if row.least is not None), key=lambda row: row.least or 0.0, default=None
    )
    return (
        "-" if fewest is None else f"{fewest.arithmetic} {fewest.formulation}",
        "-" if fastest is None else f"{fastest.least:.1f} ns {fastest.formulation}",
    )

"""What `linkwise compare` prints: a table for each question, and a summary at the end."""

from collections.abc import Iterable

from rich.console import Console

from ..compare import Comparison, LeftOut, QuestionComparison
from ..compare.meaning import MEANS, WHY_UNTIMED, format_difference, furthest, untimed, verdict
from .output import console, plain, print_table, remark

MOST_PAIRS = 10
"""Disagreements of a question that are named; the others are counted."""


def print_tables(comparison: Comparison, matrix: bool) -> None:
    """Print all tables; the differences between every two formulations only with `matrix`."""
    screen = console()
    for answered in comparison.questions:
        _costs(screen, f"{plain(comparison.robot)}: {answered.question}, {comparison.states} random states", answered)
        if matrix:
            _differences(screen, answered)
        for names, why in _by_reason(answered.left_out):
            screen.print(f"left out: {', '.join(names)}: {plain(why, 200)}", soft_wrap=True)
        screen.print()
    _summary(screen, comparison)
    missing = "; ".join(f"{each.question}: {untimed(each)}" for each in comparison.questions if untimed(each))
    if missing:
        screen.print(f"Not timed, since {WHY_UNTIMED} (--budget): {missing}.\n", soft_wrap=True)
    screen.print(MEANS, soft_wrap=True)
    screen.print(f"{verdict(comparison)}.", soft_wrap=True)


def remark_disagreements(comparison: Comparison) -> None:
    """Name on stderr the formulations that disagree."""
    for answered in comparison.questions:
        pairs = sorted(answered.disagreeing, key=lambda pair: -pair[2])
        for one, other, difference in pairs[:MOST_PAIRS]:
            remark(f"{answered.question}: {one} and {other} disagree by {difference:.1e}", "bold red")
        if len(pairs) > MOST_PAIRS:
            remark(f"{answered.question}: and {len(pairs) - MOST_PAIRS} more pairs; --json names them all", "bold red")


def _costs(screen: Console, title: str, answered: QuestionComparison) -> None:
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
            format_difference(worst, 1),
        )
        for k, (row, worst) in enumerate(zip(answered.rows, answered.worst, strict=True), 1)
    ]
    if rows:
        print_table(screen, title, ("#", "formulation", *heads[1:]), rows, heads)
    else:
        screen.print(f"{title}: no formulation answers")
    if len(rows) > 1:
        screen.print(f"{furthest(answered)}.", soft_wrap=True)


def _time(nanoseconds: float | None) -> str:
    return "-" if nanoseconds is None else f"{nanoseconds:.1f}"


def _by_reason(left_out: Iterable[LeftOut]) -> list[tuple[list[str], str]]:
    """The formulations left out, grouped by reason."""
    formulations: dict[str, list[str]] = {}
    for each in left_out:
        formulations.setdefault(each.why, []).append(each.formulation)
    return [(names, why) for why, names in formulations.items()]


def _differences(screen: Console, answered: QuestionComparison) -> None:
    """The largest difference between every two, in blocks of columns that fit the screen."""
    count, width = len(answered.rows), 7
    if count < 2:
        return
    widest = max(len(row.formulation) for row in answered.rows)
    fitting = max(1, (screen.width - widest - 6) // width)
    title = f"largest relative difference between every two, allowed {answered.allowed:.0e}"
    for first in range(0, count, fitting):
        some = range(first, min(first + fitting, count))
        heads = [str(k + 1) for k in some]
        rows = [
            (
                str(i + 1),
                row.formulation,
                *("." if i == k else format_difference(answered.difference[i, k]) for k in some),
            )
            for i, row in enumerate(answered.rows)
        ]
        print_table(screen, title, ("#", "formulation", *heads), rows, ("#", *heads))
        title = ""


def _summary(screen: Console, comparison: Comparison) -> None:
    """One line for each question."""
    numbers = ("agree within", "compared", "left out")
    best = 2 if any(row.least is not None for each in comparison.questions for row in each.rows) else 1
    rows = [
        (
            each.question,
            format_difference(max(each.worst, default=0.0), 1) if len(each.rows) > 1 else "-",
            str(len(each.rows)),
            str(len(each.left_out)),
            *_best(each)[:best],
        )
        for each in comparison.questions
    ]
    print_table(
        screen,
        f"{plain(comparison.robot)} in short",
        ("question", *numbers, *("fewest operations", "fastest")[:best]),
        rows,
        numbers,
    )


def _best(answered: QuestionComparison) -> tuple[str, str]:
    fewest = min(answered.rows, key=lambda row: row.arithmetic, default=None)
    fastest = min(
        (row for row in answered.rows if row.least is not None), key=lambda row: row.least or 0.0, default=None
    )
    return (
        "-" if fewest is None else f"{fewest.arithmetic} {fewest.formulation}",
        "-" if fastest is None else f"{fastest.least:.1f} ns {fastest.formulation}",
    )

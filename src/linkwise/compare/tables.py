"""A comparison as tables for notebooks."""

from ..errors import plain
from ..html_table import html_table
from .comparison import Comparison, QuestionComparison
from .meaning import format_difference, verdict


def comparison_tables(comparison: Comparison) -> str:
    """A summary with one row per question, then a table for each question.

    >>> "0 questions" in comparison_tables(Comparison("arm", 6, 10, 0, ()))
    True
    """
    title = f"{plain(comparison.robot)}, {comparison.states} random states: {verdict(comparison)}"
    heads = ("question", "compared", "left out", "largest difference", "allowed", "fewest operations", "fastest")
    rows = [_summary(answered) for answered in comparison.questions]
    return "\n".join([html_table(title, heads, rows), *map(question_table, comparison.questions)])


def question_table(answered: QuestionComparison) -> str:
    """One row per formulation: operations, time and largest difference; then those left out, with the reason.

    >>> from linkwise.compare import LeftOut
    >>> import numpy as np
    >>> empty = np.zeros((0, 0))
    >>> left_out = (LeftOut("a", "a joint slides"),)
    >>> "slides" in question_table(QuestionComparison("mass_matrix", (), empty, empty, 0.0, left_out))
    True
    """
    heads = ("formulation", "×", "+", "/, √", "ns", "least ns", "largest difference")
    rows: list[tuple[object, ...]] = [
        (
            row.formulation,
            row.count.multiplications,
            row.count.additions,
            row.others,
            _time(row.nanoseconds),
            _time(row.least),
            format_difference(worst, 1),
        )
        for row, worst in zip(answered.rows, answered.worst, strict=True)
    ]
    table = html_table(answered.question, heads, rows)
    if not answered.left_out:
        return table
    left_out = [(each.formulation, each.why) for each in answered.left_out]
    return f"{table}\n{html_table(f'{answered.question}: left out', ('formulation', 'reason'), left_out)}"


def _summary(answered: QuestionComparison) -> tuple[object, ...]:
    rows = answered.rows
    fewest = min(rows, key=lambda row: row.arithmetic, default=None)
    fastest = min((row for row in rows if row.least is not None), key=lambda row: row.least or 0.0, default=None)
    several = len(rows) > 1
    return (
        answered.question,
        len(rows),
        len(answered.left_out),
        format_difference(max(answered.worst), 1) if several else "-",
        format_difference(answered.allowed) if several else "-",
        f"{fewest.arithmetic} {fewest.formulation}" if fewest else "-",
        f"{fastest.least:.1f} ns {fastest.formulation}" if fastest else "-",
    )


def _time(nanoseconds: float | None) -> str:
    return "-" if nanoseconds is None else f"{nanoseconds:.1f}"

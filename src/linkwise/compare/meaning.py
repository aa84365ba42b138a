"""The numbers of a comparison explained in words."""

from .comparison import Comparison, QuestionComparison

MEANS = (
    "Every program is a source's method customised to this robot as it was loaded, with friction and rotors. "
    "x, +, /: multiplications, additions (a change of sign counts as one), divisions and square roots, not counting "
    "sines and cosines. "
    "ns: nanoseconds per state in a compiled batch that stays in the cache, on one core, the median of many runs; "
    "least: the shortest of them. Difference: the largest over the random states, relative to the largest entry of the "
    "answer. For accelerations the bound grows with the condition number of the inertia matrix."
)
"""What the columns mean."""

WHY_UNTIMED = "compiling them takes longer than the rest of the budget"
"""Why formulations have no time."""


def format_difference(difference: float, digits: int = 0) -> str:
    """A difference, with this many digits after the first.

    >>> format_difference(0.0), format_difference(3.14e-16), format_difference(3.14e-16, 1)
    ('0', '3e-16', '3.1e-16')
    """
    return "0" if difference == 0.0 else f"{difference:.{digits}e}"


def untimed(answered: QuestionComparison) -> str:
    """Which formulations of a question were to be timed and are not; nothing if there is none."""
    return ", ".join(row.formulation for row in answered.rows if row.untimed)


def furthest(answered: QuestionComparison) -> str:
    """The two answers that are furthest apart, in one sentence."""
    one, other, difference = answered.furthest
    allowed = f"{answered.allowed:.0e} is allowed"
    if difference == 0.0:
        return f"All {len(answered.rows)} answers are equal to the last digit; {allowed}"
    return f"{len(answered.rows)} answers, furthest apart: {one} and {other}, by {difference:.1e}; {allowed}"


def verdict(comparison: Comparison) -> str:
    """How many formulations and questions were compared, and whether all agree.

    >>> verdict(Comparison("arm", 6, 10, 0, ()))
    '0 formulations, 0 questions: no two were compared'
    """
    by, of = len(comparison.formulations), len(comparison.questions)
    count = f"{by} formulation{'s' * (by != 1)}, {of} question{'s' * (of != 1)}"
    if not any(len(answered.rows) > 1 for answered in comparison.questions):
        return f"{count}: no two were compared"
    return f"{count}: {'all agree' if comparison.agree else 'some disagree'}"

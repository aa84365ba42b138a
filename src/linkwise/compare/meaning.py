"""What the numbers of a comparison are, in words."""

from .comparison import Answered, Comparison

MEANS = (
    "Every program is a source's method customised to this robot as it was loaded, friction and rotors included. "
    "x, +, /: its multiplications, its additions (a change of sign is one), its divisions and square roots; sines and "
    "cosines aside. "
    "ns: nanoseconds of one state in a compiled batch that stays in the cache, on one core, the median of many runs; "
    "least: the shortest of them. Difference: the largest over the random states, relative to the largest entry of the "
    "answer. Accelerations are allowed what the condition of the inertia matrix leaves undetermined."
)
"""What the columns are."""

UNTIMED = "{} is not timed: {}."
"""A formulation without a time, and the reason."""


def figure(difference: float, digits: int = 0) -> str:
    """A difference with so many digits after the first.

    >>> figure(0.0), figure(3.14e-16), figure(3.14e-16, 1)
    ('0', '3e-16', '3.1e-16')
    """
    return "0" if difference == 0.0 else f"{difference:.{digits}e}"


def furthest(answered: Answered) -> str:
    """Which two answers are furthest apart, in a line."""
    one, other, difference = answered.furthest
    allowed = f"{answered.allowed:.0e} is allowed"
    if difference == 0.0:
        return f"All {len(answered.rows)} answers are the same to the last digit; {allowed}"
    return f"Of {len(answered.rows)} furthest apart: {one} and {other}, by {difference:.1e}; {allowed}"


def verdict(found: Comparison) -> str:
    """What came out, in a line.

    >>> verdict(Comparison("arm", 6, 10, 0, ()))
    '0 formulations, 0 questions: no two were compared'
    """
    who, what = len(found.formulations), len(found.questions)
    count = f"{who} formulation{'s' * (who != 1)}, {what} question{'s' * (what != 1)}"
    if not any(len(answered.rows) > 1 for answered in found.questions):
        return f"{count}: no two were compared"
    return f"{count}: {'every two agree' if found.agree else 'some disagree'}"

"""What the numbers of a comparison are, in words."""

MEANS = (
    "Every program is a source's method customised to this robot as it was loaded, friction and rotors included. "
    "x and +: its multiplications and additions (a change of sign is an addition), sines and cosines aside. "
    "ns: nanoseconds of one state in a compiled batch that stays in the cache, on one core, the median of many runs; "
    "least: the shortest of them. Difference: the largest over the random states, relative to the largest entry of the "
    "answer. Accelerations are allowed what the condition of the inertia matrix leaves undetermined."
)
"""What the columns are."""

UNTIMED = "{} is not timed: {}."
"""A formulation without a time, and the reason."""


def figure(difference: float) -> str:
    """A difference in a matrix of many.

    >>> figure(0.0), figure(3.14e-16)
    ('0', '3e-16')
    """
    return "0" if difference == 0.0 else f"{difference:.0e}"


def verdict(agree: bool, formulations: int, questions: int) -> str:
    """What came out, in a line.

    >>> verdict(True, 3, 1)
    '3 formulations, 1 question: every two agree'
    """
    count = f"{formulations} formulation{'s' * (formulations != 1)}, {questions} question{'s' * (questions != 1)}"
    return f"{count}: {'every two agree' if agree else 'some disagree'}"

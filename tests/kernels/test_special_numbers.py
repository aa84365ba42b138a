"""NaN, infinities, the largest and the smallest numbers: defined answers, the interpreter's, and never a crash."""

import numpy as np
import pytest

from linkwise.formulations import QUESTIONS

from .cases import asked, framed, parts, robot

EXACT = (np.nan, np.inf, -np.inf, 5e-324, 1e-310, 0.0, -0.0)
"""Of these the machine makes what the interpreter makes."""

HUGE = (1e200, -1e300, 1.7976931348623157e308)
"""Products of these overflow, and where they do depends on the order of the steps: the same however it is run."""


def with_each(given, values):
    """The first state with each entry in turn replaced by each value."""
    rows = []
    for p, state in enumerate(given):
        for k in range(state.shape[1]):
            for value in values:
                row = [s[0].copy() for s in given]
                row[p][k] = value
                rows.append(row)
    return [np.array(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", ["planar2r", pytest.param("stanford", marks=pytest.mark.slow), 4, 14])
def test_in_every_input(name, question):
    arm = robot(name)
    frame = framed(arm, question)
    kernel, interpreter = arm.compile(question, **frame), arm.compile(question, backend="interpreter", **frame)
    given = with_each(asked(arm, question, 1), EXACT)
    found, expected = parts(kernel(*given)), parts(interpreter(*given))
    for p, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        assert np.array_equal(np.isnan(ours), np.isnan(theirs)) and np.array_equal(np.isinf(ours), np.isinf(theirs))
        singles = np.stack([parts(kernel(*(state[k] for state in given)))[p] for k in range(len(given[0]))])
        assert np.array_equal(singles, ours, equal_nan=True)
    for k in (0, 1):
        one = parts(interpreter(*(state[k] for state in given)))
        assert all(np.array_equal(np.isnan(a), np.isnan(b[k])) for a, b in zip(one, expected, strict=True))
    given = with_each(asked(arm, question, 1), HUGE)
    for p, ours in enumerate(parts(kernel(*given))):
        singles = np.stack([parts(kernel(*(state[k] for state in given)))[p] for k in range(len(given[0]))])
        assert np.array_equal(singles, ours, equal_nan=True)


def test_a_lane_does_not_hurt_its_neighbours():
    arm = robot("panda")
    kernel = arm.compile("forward_dynamics")
    given = asked(arm, "forward_dynamics", 40)
    expected = kernel(*given)
    for value in (np.nan, np.inf, 1e9, 1e300):
        spoilt = [state.copy() for state in given]
        spoilt[0][11] = value
        found = kernel(*spoilt)
        assert np.array_equal(np.delete(found, 11, 0), np.delete(expected, 11, 0))

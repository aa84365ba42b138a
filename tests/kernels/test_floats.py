"""Kernels that take a single number beside arrays, such as the time: a float goes straight to machine code."""

import numpy as np
import pytest

import linkwise
from linkwise.calls.function_program import FunctionProgram
from linkwise.errors import BadArray

TREE = linkwise.load("planar2r").tree


def kernel(first):
    """t + 2 x − q, with the time first or last."""
    takes = {"t": (), "q": (2,), "x": ()} if first else {"q": (2,), "x": (), "t": ()}

    def function(eq, *groups):
        at = dict(zip(takes, groups, strict=True))
        return [at["t"][0] + 2.0 * at["x"][0] - y for y in at["q"]]

    made = FunctionProgram(TREE, function, takes, {"y": (2,)}, "shifted").kernel()
    return lambda t, q, x, **more: made(*((t, q, x) if first else (q, x, t)), **more)


@pytest.mark.parametrize("first", [True, False])
def test_every_form_of_a_number(first):
    run, q = kernel(first), np.array([1.0, 2.0])
    want = np.array([0.5 + 6.0 - 1.0, 0.5 + 6.0 - 2.0])
    for t in (0.5, np.float64(0.5), np.array(0.5), np.float32(0.5), np.array(0.5, np.float32)):
        for x in (3.0, 3, np.array(3.0), np.float64(3.0)):
            for state in (q, [1.0, 2.0], (1, 2), np.array([1.0, 9.0, 2.0])[::2]):
                for _ in range(2):  # the first call may compile
                    answer = run(t, state, x)
                    assert answer.dtype == np.float64 and np.array_equal(answer, want)


def test_floats_beside_batches_and_floats_beside_singles():
    run = kernel(True)
    q = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    want = 0.5 + 6.0 - q
    for _ in range(2):
        assert np.array_equal(run(0.5, q, 3.0), want)
        assert np.array_equal(run(np.full(3, 0.5), q, 3.0), want)
        assert np.array_equal(run(np.full(3, 0.5), q[0], 3.0), np.tile(want[0], (3, 1)))
        single = run(np.float32(0.5), q[0].astype(np.float32), np.float32(3.0))
        assert single.dtype == np.float32 and np.array_equal(single, want[0])
        mixed = run(0.5, q[0].astype(np.float32), 3.0)
        assert np.array_equal(mixed, want[0])
    out = np.empty(2)
    assert run(0.5, q[0], 3.0, out=out) is out and np.array_equal(out, want[0])


@pytest.mark.parametrize("bad", ["soon", None, 1j, object(), float])
def test_what_is_no_number(bad):
    run, q = kernel(False), np.array([1.0, 2.0])
    run(0.5, q, 3.0)
    with pytest.raises((BadArray, TypeError)):
        run(bad, q, 3.0)
    with pytest.raises((BadArray, TypeError)):
        run(0.5, 2.0, 3.0)


def test_not_a_number_goes_through():
    assert np.isnan(kernel(True)(float("nan"), np.zeros(2), 1.0)).all()

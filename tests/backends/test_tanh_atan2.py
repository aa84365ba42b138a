"""Hyperbolic tangent, arctangent, absolute value and choices in machine code, against many digits and NumPy."""

import math

import mpmath
import numpy as np
import pytest

from linkwise.algebra import atan2, tanh, where
from linkwise.program import trace
from tests.backends.test_explog import DTYPES, ONE, TWO, of_one
from tests.backends.test_llvm import WIDTHS, called, compiled
from tests.tolerances import TANH_ATAN2_ULP


def of_two(f, y, x, dtype="float64", lanes=8):
    made = compiled(trace(lambda x: [f(x[0], x[1]), x[1]], {"x": 2}, "of_two"), TWO, lanes, dtype)
    return called(made, [np.stack([y, x], axis=1)], len(x))[0][:, 0]


def apart(found, truths, kind):
    """The largest distance from the truth, in units of the last place."""
    worst = 0.0
    with mpmath.workdps(40):
        for y, truth in zip(found, truths, strict=True):
            near = np.abs(kind(float(truth)))
            unit = mpmath.mpf(float(max(np.spacing(near), np.finfo(kind).smallest_subnormal)))
            worst = max(worst, float(abs(mpmath.mpf(float(y)) - truth) / unit))
    return worst


@pytest.mark.parametrize("dtype", DTYPES)
def test_tanh(dtype):
    kind, rng = getattr(np, dtype), np.random.default_rng(3)
    x = np.concatenate(
        [
            rng.uniform(-25, 25, 2000),
            rng.uniform(-1, 1, 2000),
            rng.choice([-1, 1], 1000) * 10.0 ** rng.uniform(-30, 1, 1000),
            np.arange(-40, 41) * math.log(2) / 4,
            [0.0, 19.9, 20.1, 9.4, 9.6],
        ]
    ).astype(kind)
    with mpmath.workdps(40):
        truths = [mpmath.tanh(mpmath.mpf(float(v))) for v in x]
    assert apart(of_one(tanh, x, dtype), truths, kind) <= TANH_ATAN2_ULP
    odd = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1e5], kind)
    np.testing.assert_array_equal(of_one(tanh, odd, dtype), np.tanh(odd))
    assert np.signbit(of_one(tanh, np.array([-0.0], kind), dtype)[0])


@pytest.mark.parametrize("dtype", DTYPES)
def test_atan2(dtype):
    kind, rng = getattr(np, dtype), np.random.default_rng(4)
    angle = np.concatenate([rng.uniform(-math.pi, math.pi, 3000), np.arange(-16, 17) * math.pi / 16])
    size = 10.0 ** rng.uniform(-12, 12, len(angle))
    y, x = (size * np.sin(angle)).astype(kind), (size * np.cos(angle)).astype(kind)
    wide = 10.0 ** rng.uniform(-18, 18, (2, 1000)) * rng.choice([-1, 1], (2, 1000))
    y, x = np.concatenate([y, wide[0].astype(kind)]), np.concatenate([x, wide[1].astype(kind)])
    with mpmath.workdps(40):
        truths = [mpmath.atan2(mpmath.mpf(float(a)), mpmath.mpf(float(b))) for a, b in zip(y, x, strict=True)]
    assert apart(of_two(atan2, y, x, dtype), truths, kind) <= TANH_ATAN2_ULP
    odd = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan], kind)
    y, x = (a.ravel() for a in np.meshgrid(odd, odd))
    found, truth = of_two(atan2, y, x, dtype), np.arctan2(y, x)
    np.testing.assert_allclose(found, truth, rtol=4 * np.finfo(kind).eps)
    assert (np.signbit(found) == np.signbit(truth))[~np.isnan(truth)].all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lanes", WIDTHS)
def test_choices_and_sizes(lanes, dtype):
    """Exactly what NumPy chooses, NaN, infinities and both zeros among the numbers."""
    odd = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan], dtype)
    a, b = (x.ravel() for x in np.meshgrid(odd, odd))
    for f, truth in (
        (lambda x, y: where(x < y, x, y), np.where(a < b, a, b)),
        (lambda x, y: where(x <= y, 1.0, y), np.where(a <= b, 1.0, b)),
        (lambda x, y: where(x > y, x, 2.0), np.where(a > b, a, 2.0)),
        (lambda x, y: where((x >= y) & (x < 1.0), x, y), np.where((a >= b) & (a < 1.0), a, b)),
        (lambda x, y: where(~(x < y) | (y < 0.0), x, y), np.where(~(a < b) | (b < 0.0), a, b)),
        (lambda x, y: where(x != 0.0, x, y), np.where(a != 0.0, a, b)),
        (lambda x, y: where(x == 0.0, x, y), np.where(a == 0.0, a, b)),
        (lambda x, y: abs(x), np.abs(a)),
    ):
        np.testing.assert_array_equal(of_two(f, a, b, dtype, lanes), truth)


@pytest.mark.parametrize("f", [tanh, abs])
def test_the_same_bits_at_every_width(f):
    x = np.random.default_rng(1).normal(0.0, 5.0, 100)
    expected = of_one(f, x, lanes=1).tobytes()
    assert all(of_one(f, x, lanes=lanes).tobytes() == expected for lanes in WIDTHS)
    assert ONE.gufunc == "(1)->(1)"

"""Exponential function and logarithm in machine code, against many digits; the smaller and larger of two numbers."""

import math

import mpmath
import numpy as np
import pytest

from linkwise.algebra import exp, log, maximum, minimum
from linkwise.program import Port, Signature, trace
from tests.backends.test_llvm import WIDTHS, called, compiled
from tests.tolerances import EXPLOG_ULP

DTYPES = ("float64", "float32")


def of_one(f, x, dtype="float64", lanes=8):
    """f of each number, by machine code."""
    made = compiled(trace(lambda x: [f(x[0])], {"x": 1}, f.__name__), ONE, lanes, dtype)
    return called(made, [x[:, None]], len(x))[0][:, 0]


ONE = Signature((Port("x", (1,)),), (Port("y", (1,)),))
TWO = Signature((Port("x", (2,)),), (Port("y", (2,)),))


def arguments(f, kind, rng):
    """Numbers over the whole range, dense where results leave the normal ones, and next to where a power changes."""
    about = np.finfo(kind)
    if f is exp:
        least, most = math.log(about.smallest_subnormal), math.log(about.max)
        k = np.arange(-60, 61) * (math.log(2) / 2)  # where the reduced argument is 0, or changes its sign
        x = [
            rng.uniform(least, most, 3000),
            rng.uniform(-1, 1, 2000),
            most - 10.0 ** rng.uniform(-12, 0, 300),
            rng.uniform(least - 2, math.log(about.tiny), 1500),
            k,
            [0.0, -0.0, 1e-300, -1e-20, most, least],
            rng.choice([-1, 1], 500) * 10.0 ** rng.uniform(-20, 2, 500),
        ]
    else:
        powers = 2.0 ** np.arange(math.log2(about.smallest_subnormal), math.log2(about.max))
        x = [
            np.exp(rng.uniform(math.log(about.tiny), math.log(about.max), 2500)),
            rng.uniform(0.4, 2.5, 2500),
            1 + rng.choice([-1, 1], 1000) * 10.0 ** rng.uniform(-16, -1, 1000),
            powers,
            powers * math.sqrt(0.5),
            rng.uniform(0, 1, 1000) * about.tiny,
            [1.0, about.max, about.tiny, about.smallest_subnormal],
        ]
    with np.errstate(all="ignore"):
        x = np.concatenate(x).astype(kind)
        return np.concatenate([x, np.nextafter(x, kind(np.inf)), np.nextafter(x, kind(-np.inf))])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("f", [exp, log])
def test_right_to_a_unit_in_the_last_place_over_the_whole_range(f, dtype):
    kind = getattr(np, dtype)
    x = arguments(f, kind, np.random.default_rng(5))
    x = x[x > 0] if f is log else x
    found = of_one(f, x, dtype)
    largest = mpmath.mpf(float(np.finfo(kind).max))
    with mpmath.workdps(40):
        for y, v in zip(found, x, strict=True):
            truth = getattr(mpmath, f.__name__)(mpmath.mpf(float(v)))
            if abs(truth) > largest:
                assert math.isinf(y) or y == np.finfo(kind).max, v
                continue
            unit = max(float(np.spacing(kind(abs(float(truth))))), float(np.finfo(kind).smallest_subnormal))
            assert abs(mpmath.mpf(float(y)) - truth) <= EXPLOG_ULP * mpmath.mpf(unit), (float(v), float(y))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lanes", WIDTHS)
def test_where_they_end(lanes, dtype):
    inf, nan, about = math.inf, math.nan, np.finfo(dtype)
    known = {
        exp: [
            (0.0, 1.0),
            (-0.0, 1.0),
            (inf, inf),
            (-inf, 0.0),
            (nan, nan),
            (1e6, inf),
            (-1e6, 0.0),
            (about.max, inf),
            (about.min, 0.0),
            (about.smallest_subnormal, 1.0),
        ],
        log: [
            (1.0, 0.0),
            (0.0, -inf),
            (-0.0, -inf),
            (inf, inf),
            (-inf, nan),
            (nan, nan),
            (-1.0, nan),
            (about.min, nan),
            (-about.smallest_subnormal, nan),
        ],
    }
    for f, pairs in known.items():
        x, expected = np.array(pairs, dtype=dtype).T
        assert np.array_equal(of_one(f, x, dtype, lanes), expected, equal_nan=True), f


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_width_gives_the_same_bits(dtype):
    rng = np.random.default_rng(8)
    for f in (exp, log):
        x = arguments(f, getattr(np, dtype), rng)[:3001]
        first, *others = (of_one(f, x, dtype, lanes).tobytes() for lanes in WIDTHS)
        assert all(first == other for other in others)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lanes", WIDTHS)
def test_the_smaller_and_the_larger_of_two(lanes, dtype):
    """As NumPy's, which answers NaN where either is NaN."""
    values = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, 1e-40, 3e38, 7.0], dtype=dtype)
    pairs = np.array(np.meshgrid(values, values)).reshape(2, -1).T
    program = trace(lambda x: [minimum(x[0], x[1]), maximum(x[0], x[1])], {"x": 2}, "two")
    (found,) = called(compiled(program, TWO, lanes, dtype), [pairs], len(pairs))
    assert np.array_equal(found[:, 0], np.minimum(*pairs.T), equal_nan=True)
    assert np.array_equal(found[:, 1], np.maximum(*pairs.T), equal_nan=True)

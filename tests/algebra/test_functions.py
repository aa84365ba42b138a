"""exp, log, minimum and maximum of every kind of number, alone and mixed with another."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

from linkwise import LinkwiseError
from linkwise.algebra import Functions, Jet, along, cos, exp, gradient, log, maximum, minimum, register, sin, sqrt
from linkwise.backends.interpreter import run
from linkwise.errors import KindMismatch, NoClosedForm, NotTraceable
from linkwise.formulas import Harmonics
from linkwise.program import count, jacobian, trace
from linkwise.program.tracer import Tape
from tests.tolerances import ROUNDING

inf, nan = math.inf, math.nan
VALUES = [0.0, -0.0, 1.5, -2.5, inf, -inf, nan, 1e-310, 800.0, -800.0]


def same(a, b):
    return np.array_equal(np.asarray(a, dtype=float), np.asarray(b, dtype=float), equal_nan=True)


def test_floats_are_quiet_and_columns_agree():
    """A warning would be an error here: NumPy is only asked for its own opinion behind a closed door."""
    column = np.array(VALUES)
    for f, known in ((exp, np.exp), (log, np.log), (sin, np.sin), (cos, np.cos), (sqrt, np.sqrt)):
        with np.errstate(all="ignore"):
            expected = known(column)
        assert same(f(column), expected)
        assert same(np.isfinite([f(x) for x in VALUES]), np.isfinite(expected))
        assert np.allclose([f(x) for x in VALUES], expected, rtol=1e-15, atol=0, equal_nan=True)
    assert (exp(1000.0), exp(-inf), log(0.0), log(inf)) == (inf, 0.0, -inf, inf)
    assert math.isnan(log(-1.0)) and math.isnan(exp(nan)) and math.isnan(log(nan)) and log(1) == 0.0


def test_the_smaller_and_the_larger_keep_nan():
    for b in VALUES:
        for f, known in ((minimum, np.minimum), (maximum, np.maximum)):
            expected = known(np.array(VALUES), b)
            assert same([f(a, b) for a in VALUES], expected)
            assert same(f(np.array(VALUES), b), expected) and same(f(b, np.array(VALUES)), expected)
            assert same(f(np.array(VALUES), np.full(len(VALUES), b)), expected)
    assert minimum(2, 3.0) == 2 and maximum(np.float64(2.0), 3) == 3


def test_many_digits_and_symbols():
    with mpmath.workdps(50):
        x = mpmath.mpf("0.3")
        assert exp(x) == mpmath.exp(x) and log(x) == mpmath.log(x)
        assert minimum(x, 2.0) == x and maximum(2, x) == 2 and maximum(x, x + 1) == x + 1
        assert mpmath.isnan(minimum(mpmath.mpf("nan"), x)) and mpmath.isnan(minimum(x, mpmath.mpf("nan")))
    a, b = sympy.symbols("a b", real=True)
    assert minimum(a, b) == sympy.Min(a, b) and maximum(0, a) == sympy.Max(0, a)
    assert exp(log(sympy.Symbol("p", positive=True))) == sympy.Symbol("p", positive=True)


def test_what_has_none_is_refused():
    class Plain(Fraction):
        """A number registered with the four old functions only."""

    register(Plain, Functions(*[lambda x: x] * 4))
    for ask in (
        lambda: exp(Plain(1)),
        lambda: log(Plain(1)),
        lambda: minimum(2.0, Plain(1)),
        lambda: maximum(Plain(1), 0),
    ):
        with pytest.raises(KindMismatch, match="was asked of a Plain") as error:
            ask()
        assert "Hint:" in str(error.value)
    with pytest.raises(LinkwiseError, match="minimum of a ndarray and a mpf"):
        minimum(np.zeros(2), mpmath.mpf(1))
    with pytest.raises(TypeError, match="str is not a scalar"):
        minimum(1.0, "2")


def test_trigonometric_polynomials_have_none_of_them():
    from linkwise.formulas.alphabet import Alphabet

    q = Harmonics.letter("q", Alphabet())
    for ask in (lambda: exp(q), lambda: log(q), lambda: minimum(q, 1.0), lambda: maximum(0.0, q)):
        with pytest.raises(NoClosedForm):
            ask()


def test_programs_on_columns_are_as_quiet_as_on_floats():
    program = trace(lambda x: [log(x[0]), exp(x[0]), 1.0 / x[0], x[0] * x[0] * x[0], sqrt(x[0])], {"x": 1})
    odd = [0.0, -1.0, 800.0, 1e200, inf, nan]
    columns = run(program, [np.array(odd)])
    for k, x in enumerate(odd):
        assert same([column[k] for column in columns], run(program, [x]))


# ---- derivatives ----------------------------------------------------------------------------------------------------


def test_slopes_are_those_of_the_one_chosen():
    for x, y in ((0.7, 1.3), (1.3, 0.7), (0.2, 0.1)):
        for f, first in ((minimum, x * x * x < y), (maximum, x * x * x > y)):
            value, slopes = gradient(lambda v, f=f: f(v[0] * v[0] * v[0], v[1]), [x, y])
            assert value == pytest.approx(x**3 if first else y, rel=ROUNDING)
            assert slopes == pytest.approx([3 * x * x, 0.0] if first else [0.0, 1.0], rel=ROUNDING)
    assert gradient(lambda v: [log(v[0]), sqrt(v[0])], [0.0]) == ([-inf, 0.0], [[inf, inf]])
    for f in (minimum, maximum):
        assert gradient(lambda v, f=f: f(v[0], v[1]), [2.0, 2.0]) == (2.0, [0.5, 0.5])
    assert gradient(lambda v: maximum(v[0], 1.0), [2.0]) == (2.0, [1.0])
    assert gradient(lambda v: minimum(v[0], 1.0), [2.0]) == (1.0, [0.0])
    nested = gradient(lambda v: gradient(lambda w: minimum(w[0] * w[0] * v[0], w[1]), v)[1], [0.5, 2.0])[1]
    assert nested == [[pytest.approx(2.0), 0.0], [0.0, 0.0]]  # of w² v by w, and that by both at w = v


def test_a_jet_beside_columns_symbols_and_traced_values():
    column = np.array([0.5, 2.0])
    value, rate = along(lambda v: minimum(column, v[0]), [np.array([1.0, 1.0])], [np.array([3.0, 3.0])])
    assert same(value, [0.5, 1.0]) and same(rate, [0.0, 3.0])
    a = sympy.Symbol("a", real=True)
    ((slope,),) = gradient(lambda v: [minimum(a, v[0])], [0.5])[1]
    assert [float(slope.subs({a: x})) for x in (1.0, 0.0)] == [1.0, 0.0]
    program = trace(lambda x: gradient(lambda v: maximum(x[0], v[0] * v[0]), [x[1]])[1], {"x": 2})
    assert run(program, [1.0, 3.0]) == [6.0] and run(program, [10.0, 3.0]) == [0.0]


def smooth(x):
    """What a friction law and a limited controller are made of: tanh, a Stribeck curve, a saturation."""
    e = exp(-2.0 * x[0])
    stribeck = exp(-x[0] * x[0] / (0.1 + x[1] * x[1]))
    return [
        (1.0 - e) / (1.0 + e),
        stribeck * x[1],
        maximum(-0.5, minimum(x[0] * x[1], 0.5)),
        log(1.0 + exp(x[1])) * cos(x[0]),
    ]


@pytest.mark.parametrize("mode", ["forward", "reverse", "vertex"])
@pytest.mark.parametrize("at", [(0.3, -0.7), (-0.2, 1.9), (2.0, 3.0)])
def test_derivatives_of_programs(mode, at):
    """Against differences taken with 50 digits."""
    program = trace(smooth, {"x": 2})
    found = run(jacobian(program, program.inputs, mode), list(at))
    with mpmath.workdps(50):
        h = mpmath.mpf(10) ** -15
        for k in range(2):
            up, down = ([mpmath.mpf(x) + (s * h if i == k else 0) for i, x in enumerate(at)] for s in (1, -1))
            slopes = [float((a - b) / (2 * h)) for a, b in zip(smooth(up), smooth(down), strict=True)]
            assert found[k::2] == pytest.approx(slopes, rel=ROUNDING, abs=ROUNDING)


# ---- tracing --------------------------------------------------------------------------------------------------------


def test_constants_fold_and_equal_steps_are_one():
    x, y = Tape(2).values
    assert minimum(x, y) is minimum(y, x) and maximum(x, x) is x
    assert minimum(x, inf) is x and maximum(-inf, x) is x, "a limit that is none"
    assert exp(x) is exp(x) and log(exp(0.0)) == 0.0
    for ask in (lambda: minimum(x, nan), lambda: minimum(x, -inf), lambda: maximum(x, inf), lambda: exp(800.0) * x):
        with pytest.raises(NotTraceable):
            ask()
    with pytest.raises(NotTraceable):
        minimum(x, Tape(1).values[0])


def test_counts():
    found = count(trace(smooth, {"x": 2}))
    assert (found.exponentials, found.extrema, found.sincos) == (4, 2, 1)
    assert isinstance(gradient(lambda v: exp(v[0]), [0.0])[0], float) and not isinstance(exp(0.0), Jet)

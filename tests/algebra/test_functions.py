"""The functions of every type of number, alone and mixed with another, and choices between two of them."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy

from linkwise import LinkwiseError
from linkwise.algebra import (
    Functions,
    Jet,
    along,
    atan2,
    cos,
    exp,
    gradient,
    holds_anywhere,
    is_nonzero,
    log,
    maximum,
    minimum,
    register,
    register_choice,
    sin,
    sqrt,
    tanh,
    where,
)
from linkwise.backends.interpreter import run
from linkwise.errors import KindMismatch, NoClosedForm, NotTraceable
from linkwise.formulas import Harmonics
from linkwise.program import count, jacobian, trace
from linkwise.program.tracer import Tape
from tests.tolerances import ONE_ROUNDING, ROUNDING

inf, nan = math.inf, math.nan
VALUES = [0.0, -0.0, 1.5, -2.5, inf, -inf, nan, 1e-310, 800.0, -800.0]


def same(a, b):
    return np.array_equal(np.asarray(a, dtype=float), np.asarray(b, dtype=float), equal_nan=True)


def test_floats_are_quiet_and_columns_agree():
    """A warning would be an error here: NumPy is only asked for its own opinion behind a closed door."""
    column = np.array(VALUES)
    functions = ((exp, np.exp), (log, np.log), (sin, np.sin), (cos, np.cos), (sqrt, np.sqrt), (tanh, np.tanh))
    for f, known in (*functions, (abs, np.abs)):
        with np.errstate(all="ignore"):
            expected = known(column)
        assert same(f(column), expected)
        assert same(np.isfinite([f(x) for x in VALUES]), np.isfinite(expected))
        assert np.allclose([f(x) for x in VALUES], expected, rtol=ONE_ROUNDING, atol=0, equal_nan=True)
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


def test_the_angle_of_a_point():
    """In all four quadrants, on the axes with their signed zeros, at infinity and beside NaN."""
    for x in VALUES:
        expected = np.arctan2(np.array(VALUES), x)
        assert np.allclose([atan2(y, x) for y in VALUES], expected, rtol=ONE_ROUNDING, atol=0, equal_nan=True)
        assert same(atan2(np.array(VALUES), x), expected)
        assert same(atan2(np.array(VALUES), np.full(len(VALUES), x)), expected)
        assert same(atan2(x, np.array(VALUES)), np.arctan2(x, np.array(VALUES)))
    assert atan2(1, 0) == math.pi / 2 and atan2(-0.0, -1.0) == -math.pi and atan2(np.float64(0.0), -1) == math.pi


def test_many_digits_and_symbols():
    with mpmath.workdps(50):
        x = mpmath.mpf("0.3")
        assert exp(x) == mpmath.exp(x) and log(x) == mpmath.log(x) and tanh(x) == mpmath.tanh(x) and abs(-x) == x
        assert atan2(x, -1) == mpmath.atan2(x, -1) and atan2(1.0, x) == mpmath.atan2(1, x)
        assert minimum(x, 2.0) == x and maximum(2, x) == 2 and maximum(x, x + 1) == x + 1
        assert mpmath.isnan(minimum(mpmath.mpf("nan"), x)) and mpmath.isnan(minimum(x, mpmath.mpf("nan")))
    a, b = sympy.symbols("a b", real=True)
    assert minimum(a, b) == sympy.Min(a, b) and maximum(0, a) == sympy.Max(0, a)
    assert exp(log(sympy.Symbol("p", positive=True))) == sympy.Symbol("p", positive=True)
    assert tanh(a) == sympy.tanh(a) and abs(a) == sympy.Abs(a)
    assert atan2(a, b) == sympy.atan2(a, b) and atan2(1.0, b) == sympy.atan2(1.0, b)


def test_what_has_none_is_refused():
    class Plain(Fraction):
        """A number registered with the four old functions only."""

    register(Plain, Functions(*[lambda x: x] * 4))
    for ask in (
        lambda: exp(Plain(1)),
        lambda: log(Plain(1)),
        lambda: minimum(2.0, Plain(1)),
        lambda: maximum(Plain(1), 0),
        lambda: tanh(Plain(1)),
        lambda: atan2(Plain(1), 2.0),
    ):
        with pytest.raises(KindMismatch, match="a Plain has no function") as error:
            ask()
        assert "Hint:" in str(error.value)
    with pytest.raises(LinkwiseError, match="minimum of a ndarray and a mpf"):
        minimum(np.zeros(2), mpmath.mpf(1))
    with pytest.raises(LinkwiseError, match="no atan2 of a mpf and a ndarray"):
        atan2(mpmath.mpf(1), np.zeros(2))
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


# ---- choices --------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # Python 3.12 and later
def test_a_choice_between_numbers():
    assert where(2.0 > 1.0, 5.0, 6.0) == 5.0 and where(np.float64(2.0) < 1.0, 5.0, 6.0) == 6.0
    assert where(nan > 0.0, 5.0, 6.0) == 6.0, "nothing compares with NaN"
    for a in (True, False):
        assert where(~a, 1.0, 0.0) == float(not a) == where(~~~a, 1.0, 0.0)
        for b in (True, False):
            assert where(~a & b, 1.0, 0.0) == float(not a and b) and where(~a | b, 1.0, 0.0) == float(not a or b)
            assert where(~a & ~b, 1.0, 0.0) == float(not (a or b)) and where(~(a | b) | ~b, 1.0, 0.0) == float(not b)
    with mpmath.workdps(50):
        x = mpmath.mpf("0.3")
        assert where(x > 0.0, x, -x) is x and where(x > 1, 2.0, x) is x
    assert is_nonzero(-0.0) is False and is_nonzero(3) is True and is_nonzero(nan) is True
    assert is_nonzero(mpmath.mpf(0)) is False and is_nonzero(mpmath.mpf("1e-400")) is True


def test_a_choice_in_each_state_of_a_batch():
    x, y = np.array([-2.0, -0.0, 0.5, nan]), np.array([1.0, 2.0, 3.0, 4.0])
    assert same(where(x > 0.0, x, y), [1.0, 2.0, 0.5, 4.0])
    assert same(where((x > -1.0) & (y < 3.0) | ~(x <= 0.5), 1.0, 0.0), [0.0, 1.0, 0.0, 1.0])
    assert same(where(x[0] < 0.0, y, 0.0), y), "one condition for all states"
    assert same(where(is_nonzero(x), 1.0, 0.0), [1.0, 0.0, 1.0, 1.0])
    assert same(where(x != x, 0.0, x), [-2.0, -0.0, 0.5, 0.0])
    assert holds_anywhere(x < -1.0) and not holds_anywhere(x > 1.0) and not holds_anywhere(sympy.Symbol("a") > 0)


def test_a_choice_of_symbols_is_piecewise():
    a, b = sympy.symbols("a b", real=True)
    law = where(a > 0, tanh(a), b)
    assert law == sympy.Piecewise((sympy.tanh(a), a > 0), (b, True))
    assert law.subs({a: -1, b: 7}) == 7 and law.subs({a: 1}) == sympy.tanh(1)
    between = where((a > 0) & (a < 1) | (b > 5), 1.0, 2.0)
    assert [between.subs({a: x, b: y}) for x, y in ((0.5, 0), (2, 0), (2, 6))] == [1.0, 2.0, 1.0]
    assert where(~(a > 0), 1.0, 2.0).subs(a, 3) == 2.0
    assert is_nonzero(a) == sympy.Ne(a, 0) and where(is_nonzero(a), 1 / a, 0).subs(a, 0) == 0
    assert where(is_nonzero(sympy.Integer(0)), a, b) == b and where(sympy.Integer(2) > 1, a, b) == a


def test_types_that_choose_in_their_own_way():
    class Fuzzy:
        """A condition that holds to a degree."""

        def __init__(self, degree):
            self.degree = degree

    register_choice(Fuzzy, lambda condition, a, b: condition.degree * a + (1.0 - condition.degree) * b)
    assert where(Fuzzy(0.25), 4.0, 8.0) == 7.0
    assert gradient(lambda x: where(Fuzzy(0.25), x[0], 3.0 * x[0]), [2.0]) == (5.0, [2.5])


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


def chosen(x):
    """Angles, sizes and choices."""
    return [
        tanh(x[0] * x[1]) + atan2(x[1], x[0] - 0.5) * abs(x[1]),
        where((x[0] > 0.0) & (x[1] < 2.0), x[0] * x[1], exp(x[0])),
        where(is_nonzero(x[1]), abs(x[0]) / x[1], 0.0),
    ]


@pytest.mark.parametrize("mode", ["forward", "reverse", "vertex"])
@pytest.mark.parametrize("at", [(0.3, -0.7), (-0.2, 1.9), (2.0, 3.0)])
@pytest.mark.parametrize("f", [smooth, chosen])
def test_derivatives_of_programs(f, mode, at):
    """Against differences taken with 50 digits."""
    program = trace(f, {"x": 2})
    found = run(jacobian(program, program.inputs, mode), list(at))
    with mpmath.workdps(50):
        h = mpmath.mpf(10) ** -15
        for k in range(2):
            up, down = ([mpmath.mpf(x) + (s * h if i == k else 0) for i, x in enumerate(at)] for s in (1, -1))
            slopes = [float((a - b) / (2 * h)) for a, b in zip(f(up), f(down), strict=True)]
            assert found[k::2] == pytest.approx(slopes, rel=ROUNDING, abs=ROUNDING)


def test_traced_comparisons_are_those_of_floats():
    """For numbers of every kind, infinities and NaN among them, with each other and with constants."""
    odd = [0.0, -0.0, 1.0, -2.5, inf, -inf, nan]

    def compared(x, y):
        found = (x < y, x <= y, x > y, x >= y, x == y, x != y, x == 1.0, x != 1.0, x == 0.0, x != 0.0)
        return [where(condition, 1.0, 2.0) for condition in found]

    program = trace(lambda x: compared(*x), {"x": 2})
    for x in odd:
        for y in odd:
            assert run(program, [x, y]) == compared(x, y), (x, y)


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

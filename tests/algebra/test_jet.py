"""Jets against derivatives that sympy takes of the same functions, and against finite differences."""

import math

import mpmath
import numpy as np
import pytest
import sympy

from linkwise.algebra import (
    Jet,
    Vec3,
    along,
    atan2,
    cos,
    exp,
    gradient,
    is_nonzero,
    is_zero,
    log,
    sign,
    sin,
    sqrt,
    tanh,
    where,
)
from linkwise.backends.interpreter import run
from linkwise.program import jacobian, trace
from linkwise.program.derive.jacobian import MODES
from tests.tolerances import ROUNDING

pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # ~ of a bool, Python 3.12 on
AT = [0.7, 1.3]

FUNCTIONS = [
    lambda x, y: x + y + 2.0,
    lambda x, y: 3.0 - x - (y - x),
    lambda x, y: x * y * 2.0,
    lambda x, y: x / y + 1.0 / x + y / 4.0,
    lambda x, y: -(x**3) * y**-2,
    lambda x, y: sin(x * y) * cos(x) + sin(2.0),
    lambda x, y: sqrt(x * x + y * y),
    lambda x, y: exp(-x * y) * log(x + 2.0 * y) + exp(1.0) * log(2.0),
    lambda x, y: tanh(x * y - 1.0) + tanh(0.3),
    lambda x, y: atan2(y, x) * atan2(x, 2.0) + atan2(-1.0, y),
    lambda x, y: abs(x - y) * abs(x),
    lambda x, y: 5.0 + 0.0 * x,
    lambda x, y: (x**0) * y,
]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_first_and_second_derivatives(f):
    x, y = sympy.symbols("x y", positive=True)
    formula = sympy.sympify(f(x, y))
    at = {x: AT[0], y: AT[1]}
    value, slopes = gradient(lambda v: f(*v), AT)
    assert value == pytest.approx(float(formula.subs(at)), rel=ROUNDING)
    assert slopes == pytest.approx([float(formula.diff(s).subs(at)) for s in (x, y)], rel=ROUNDING, abs=ROUNDING)
    second = gradient(lambda v: gradient(lambda w: f(*w), v)[1], AT)[1]
    expected = [[float(formula.diff(s, r).subs(at)) for r in (x, y)] for s in (x, y)]
    assert np.array(second) == pytest.approx(np.array(expected), rel=ROUNDING, abs=ROUNDING)
    moved = along(lambda v: f(*v), AT, [0.3, -2.0])[1]
    assert moved == pytest.approx(0.3 * slopes[0] - 2.0 * slopes[1], rel=ROUNDING, abs=ROUNDING)


@pytest.mark.parametrize("f", FUNCTIONS)
def test_symbols_columns_and_programs(f):
    x, y = sympy.symbols("x y", positive=True)
    symbolic = gradient(lambda v: f(*v), [x, y])[1]
    formula = sympy.sympify(f(x, y))
    assert all(sympy.simplify(s - formula.diff(v)) == 0 for s, v in zip(symbolic, (x, y), strict=True))

    columns = [np.array([AT[0], 2.0]), np.array([AT[1], 0.25])]
    batch = gradient(lambda v: f(*v), columns)[1]
    singly = [gradient(lambda v: f(*v), [c[b] for c in columns])[1] for b in range(2)]
    found = np.array([np.broadcast_to(s, 2) for s in batch]).T
    assert found == pytest.approx(np.array(singly), rel=ROUNDING)

    if f is not FUNCTIONS[4]:  # a program has no negative powers
        program = trace(lambda v: gradient(lambda w: f(*w), v)[1], {"x": 2})
        assert run(program, AT) == pytest.approx(gradient(lambda v: f(*v), AT)[1], rel=ROUNDING)


def test_an_inner_derivative_takes_the_outer_variable_for_a_constant():
    """d/dx [x · d/dy (x + y)] = 1, where slopes that are mixed up give 2."""
    assert gradient(lambda x: x[0] * gradient(lambda y: x[0] + y[0], [1.0])[1][0], [3.0]) == (3.0, [1.0])
    assert gradient(lambda x: gradient(lambda y: y[0] / x[0] - x[0], [1.0])[1][0], [2.0]) == (0.5, [-0.25])


def test_what_has_no_slope_stays_plain():
    program = trace(lambda v: gradient(lambda w: [sin(w[0]), w[1] * 0.0, 7.0], v), {"x": 2})
    assert len(program.steps) == 2  # sin and cos; everything else is constant
    x = Jet(2.0, {0: 1.0}, 0)
    assert sign(x) == 1.0 and x * 0.0 == 0.0 and not is_zero(x - x) and not isinstance(x**0, Jet)


def test_a_jet_times_a_vector_is_a_vector():
    x = Jet(2.0, {0: 1.0}, 0)
    assert isinstance(x * Vec3(1.0, 2.0, 3.0), Vec3) and isinstance(np.float64(2.0) * x, Jet)


def test_jets_compare_by_value_and_have_a_size():
    x, y = Jet(-2.0, {0: 1.0}, 0), Jet(3.0, {1: 1.0}, 0)
    assert x < y and y > x and x <= -2.0 and y <= 3.0 and y >= 2.0
    assert abs(x).value == 2.0 and abs(x).slopes == {0: -1.0}
    assert x != y and x != -3.0 and [x != -2.0, x != None] == [False, True]  # noqa: E711 - as any object
    assert is_nonzero(x) and not is_nonzero(Jet(0.0, {0: 1.0}, 0)) and not is_zero(Jet(0.0, {0: 1.0}, 0))


# ---- choices, corners and infinite slopes ---------------------------------------------------------------------------

PIECES = [
    lambda x, y: tanh(3.0 * x) * abs(y),
    lambda x, y: atan2(x * y, x - y),
    lambda x, y: atan2(x, 0.5) + atan2(-1.0, y),
    lambda x, y: where(x > y, x * x, y) * where(is_nonzero(x), 1.0, 2.0),
    lambda x, y: where((x > 0.0) & (y > 0.0), log(abs(x) + 1.0), where(~(x < y), x * y, exp(x))),
    lambda x, y: abs(where(x < 0.0, x, x * y)) / (1.0 + abs(y)),
]
QUADRANTS = [(0.7, 1.3), (-0.7, 1.9), (-1.1, -0.4), (0.6, -1.7)]


def differences(f, at):
    """The slopes of f by central differences with 50 digits: off by about 1e-30."""
    with mpmath.workdps(50):
        h, slopes = mpmath.mpf(10) ** -15, []
        for k in range(len(at)):
            up, down = ([mpmath.mpf(x) + (s * h if i == k else 0) for i, x in enumerate(at)] for s in (1, -1))
            slopes.append(float((f(*up) - f(*down)) / (2 * h)))
        return slopes


@pytest.mark.parametrize("f", PIECES)
def test_slopes_in_all_quadrants_against_differences(f):
    columns = [np.array(column) for column in zip(*QUADRANTS, strict=True)]
    batch = [np.broadcast_to(s, len(QUADRANTS)) for s in gradient(lambda v: f(*v), columns)[1]]
    for k, at in enumerate(QUADRANTS):
        expected = differences(f, at)
        assert gradient(lambda v: f(*v), at)[1] == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING)
        assert [s[k] for s in batch] == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING)
        with mpmath.workdps(50):
            digits = gradient(lambda v: f(*v), [mpmath.mpf(x) for x in at])[1]
        assert [float(s) for s in digits] == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING)
        second = np.array(gradient(lambda v: gradient(lambda w: f(*w), v)[1], at)[1]).T
        slopes = [differences(lambda *v, i=i: gradient(lambda w: f(*w), v)[1][i], at) for i in range(2)]
        assert second == pytest.approx(np.array(slopes), rel=ROUNDING, abs=ROUNDING)


@pytest.mark.parametrize("f", PIECES)
def test_slopes_of_symbols_are_piecewise_too(f):
    symbols = sympy.symbols("x y", real=True)
    slopes = gradient(lambda v: f(*v), symbols)[1]
    for at in QUADRANTS:
        values = dict(zip(symbols, at, strict=True))
        found = [float(sympy.sympify(slope).subs(values)) for slope in slopes]
        assert found == pytest.approx(gradient(lambda v: f(*v), at)[1], rel=ROUNDING, abs=ROUNDING)


GUARDED = [
    (lambda x: where(x > 0.0, sqrt(x), 0.0), [0.0, -1.0]),
    (lambda x: where(x <= 0.0, 0.0, sqrt(x)), [0.0, -1.0]),
    (lambda x: where(x > 0.0, x * log(x), x), [0.0, -1.0]),
    (lambda x: where(is_nonzero(x), atan2(x, x), 0.0 * x), [0.0]),
    (lambda x: where(x > 0.0, sqrt(sqrt(x)), where(x < -1.0, log(x + 1.0), 0.0)), [0.0, -1.0]),
    (lambda x: where(x > 0.0, sqrt(x) * x + sqrt(x), 0.0), [0.0, -1.0]),
    (lambda x: where(x > 0.0, sqrt(x), 0.0) + where(x > 1.0, sqrt(x), 0.0), [0.0, -1.0]),
    (lambda x: where(x > 0.0, exp(0.5 * log(x)), x), [0.0, -1.0]),
]
"""Functions that guard a root, a logarithm or an angle where it has an infinite slope or no value, and such places."""


@pytest.mark.parametrize(("f", "places"), GUARDED)
def test_the_branch_not_taken_leaves_nothing_behind(f, places):
    """Neither an infinite slope times 0 nor a NaN: not in floats, batches, symbols, programs or second derivatives."""
    program = trace(lambda v: gradient(lambda w: f(w[0]), v)[1], {"x": 1})
    derived = [jacobian(trace(lambda v: f(v[0]), {"x": 1}), "x1", mode) for mode in MODES]
    twice = [jacobian(each, "x1", mode) for each in derived for mode in MODES]
    symbol = sympy.Symbol("x", real=True)
    (formula,) = gradient(lambda v: f(v[0]), [symbol])[1]
    with np.errstate(invalid="ignore"):  # 0 · ∞ in the branch not taken, of which NumPy would warn
        (batch,) = gradient(lambda v: f(v[0]), [np.array([*places, 4.0])])[1]
    for k, x in enumerate(places):
        value, (slope,) = gradient(lambda v: f(v[0]), [x])
        assert math.isfinite(value) and slope in (0.0, 1.0)
        assert batch[k] == slope and run(program, [x]) == [slope]
        assert float(sympy.sympify(formula).subs(symbol, x)) == slope
        assert [run(each, [x]) for each in derived] == [[slope]] * len(derived)
        assert [run(each, [x]) for each in twice] == [[0.0]] * len(twice)
        assert gradient(lambda v: gradient(lambda w: f(w[0]), v)[1], [x])[1] == [[0.0]]
    (expected,) = differences(f, [4.0])
    assert batch[-1] == pytest.approx(expected, rel=ROUNDING)
    assert [run(each, [4.0])[0] for each in derived] == pytest.approx([expected] * len(derived), rel=ROUNDING)


def test_at_a_corner_and_beside_the_origin():
    assert gradient(lambda v: abs(v[0]), [0.0]) == (0.0, [0.0])
    assert gradient(lambda v: where(v[0] > 0.0, v[0], 2.0 * v[0]), [0.0]) == (0.0, [2.0]), "the branch that is chosen"
    value, slopes = gradient(lambda v: atan2(v[0], v[1]), [0.0, 0.0])
    assert value == 0.0 and all(map(math.isnan, slopes)), "the origin has no angle"
    assert gradient(lambda v: where(v[0] > 1.0, v[0], 5.0), [0.0]) == (5.0, [0.0])

"""Jets against derivatives that sympy takes of the same functions."""

import numpy as np
import pytest
import sympy

from linkwise.algebra import Jet, Vec3, along, cos, exp, gradient, is_zero, log, sign, sin, sqrt
from linkwise.backends.interpreter import run
from linkwise.program import trace
from tests.tolerances import ROUNDING

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

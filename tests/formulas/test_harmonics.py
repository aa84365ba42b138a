"""Trigonometric polynomials: arithmetic against plain numbers, one form for what is equal, refusals for the rest."""

import math
from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwise.algebra import (
    Inertia,
    Jet,
    Rotation,
    Sym3,
    Vec3,
    atan2,
    cos,
    is_zero,
    minimum,
    sign,
    sin,
    sqrt,
    tanh,
)
from linkwise.errors import LinkwiseError, NoClosedForm
from linkwise.formulas import Harmonics, rational_rotations, textbook
from linkwise.formulas.alphabet import Alphabet
from linkwise.formulas.from_sympy import as_harmonics
from tests.tolerances import AGREEMENT, ROUNDING

NAMES = sympy.symbols("q1 q2 q3 L m", real=True)
VALUES = dict(zip(NAMES, (0.7, -1.9, 2.3, 1.7, -0.6), strict=True))


def letters():
    alphabet = Alphabet()
    return [Harmonics.letter(name, alphabet) for name in NAMES]


ANGLES = st.tuples(*[st.integers(-3, 3)] * 3)
LEAVES = st.one_of(
    st.tuples(st.sampled_from(["sin", "cos"]), ANGLES),
    st.tuples(st.just("letter"), st.integers(3, 4)),
    st.tuples(st.just("number"), st.sampled_from([0.45, -2.0, 1.0, 0.0, 0.125, 3])),
)
TREES = st.recursive(LEAVES, lambda t: st.tuples(st.sampled_from(["add", "sub", "mul"]), t, t), max_leaves=12)


def grown(tree, x, f):
    """A tree as a value, from letters x, with functions f."""
    kind, *parts = tree
    if kind in ("sin", "cos"):
        return f[kind](sum((k * x[i] for i, k in enumerate(parts[0])), 0 * x[0]))
    if kind in ("letter", "number"):
        return x[parts[0]] if kind == "letter" else parts[0] + 0 * x[3]
    a, b = (grown(part, x, f) for part in parts)
    return a + b if kind == "add" else a - b if kind == "sub" else a * b


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_every_form_has_the_value_of_what_it_was_made_of(tree):
    """Held to 40 digits: the waves as they are, and the same written as a book would."""
    with mpmath.workdps(40):
        truth = grown(tree, [mpmath.mpf(str(k)) for k in VALUES.values()], {"sin": mpmath.sin, "cos": mpmath.cos})
        found = textbook(grown(tree, letters(), {"sin": sin, "cos": cos})).subs(
            {name: sympy.Rational(str(k)) for name, k in VALUES.items()}
        )
        assert abs(mpmath.mpf(str(found.evalf(40))) - truth) <= AGREEMENT * (1 + abs(truth))


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_what_is_equal_has_one_form(one, other):
    f = {"sin": sin, "cos": cos}
    x = letters()
    a, b = grown(one, x, f), grown(other, x, f)
    for left, right in (((a + b) * (a - b), a * a - b * b), ((a - b) + b, a), (a * b, b * a)):
        assert left == right and hash(left) == hash(right) and left - right == 0
    assert is_zero(a - a) and (a - b == 0) == (a == b)


def test_zero_is_zero():
    q, _, _, L, m = letters()
    assert is_zero(sin(q) * sin(q) + cos(q) * cos(q) - 1.0)
    assert is_zero(0.45 * L - L * Fraction(9, 20)) and is_zero(0.1 * L + 0.2 * L - 0.3 * L)
    assert not is_zero(L) and is_zero(L * 0.0) and L + 0.0 == L and L * 1.0 == L and (L == 0) is False
    assert L - m != 0 and not bool(L - L) and 2.0 * L / 4.0 == 0.5 * L


def test_angles():
    q, p, *_ = letters()
    assert sin(q + p) == sin(q) * cos(p) + cos(q) * sin(p)
    assert cos(q - p) == cos(p - q) and sin(q - p) == -sin(p - q)
    assert sin(q + math.pi / 2) == cos(q) and cos(q - math.pi) == -cos(q)
    assert cos(3 * q) == 4 * cos(q) ** 3 - 3 * cos(q)
    turned = cos(q + 0.3)
    assert turned * turned + sin(q + 0.3) * sin(q + 0.3) == 1
    assert abs(float(textbook(turned).subs(NAMES[0], 0.2)) - math.cos(0.5)) <= ROUNDING


def test_rotations_and_inertias_over_them():
    """Turned forth and back, a tensor is itself: no rounding, nothing left over."""
    q, p, r, L, m = letters()
    x, z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0)
    R = Rotation.about(z, cos(q), sin(q)) @ Rotation.about(x, cos(p), sin(p)) @ Rotation.about(z, cos(r), sin(r))
    assert (R @ R.T).rows == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    I = Inertia.of_parameters([L, 0.5, m, 2.0 * L, -m, L, m, L, 0.0, m]).I
    assert R.T.turn_symmetric(R.turn_symmetric(I)).components == I.components
    assert isinstance(I, Sym3)


@pytest.mark.parametrize("angle", [0.1, -2.9, 1.0, 3.0, math.pi / 3, -math.pi / 4, 1e-9])
def test_constant_turns_are_points_of_the_circle(angle):
    c, s = rational_rotations.cos_sin(Fraction(repr(angle)))
    assert c * c + s * s == 1
    assert abs(float(c) - math.cos(angle)) <= ROUNDING and abs(float(s) - math.sin(angle)) <= ROUNDING
    R = rational_rotations.rotation(Rotation.rpy(angle, 0.4, -angle).rows)
    for i in range(3):
        for j in range(3):
            assert sum(R[i][k] * R[j][k] for k in range(3)) == (i == j)
            assert abs(float(R[i][j]) - Rotation.rpy(angle, 0.4, -angle).rows[i][j]) <= ROUNDING
    axis = rational_rotations.unit([math.sin(angle), 0.0, math.cos(angle)])
    assert sum(k * k for k in axis) == 1 and abs(float(axis[2]) - math.cos(angle)) <= ROUNDING


def test_derivatives_of_them():
    """Jets over waves: d/dq of sin² q is sin 2q."""
    q, *_ = letters()
    x = Jet(q, {0: 1}, 0)
    assert (sin(x) * sin(x)).slopes[0] == sin(2 * q)


@pytest.mark.parametrize(
    ("formula", "form"),
    [
        (lambda a, b: cos(a) * cos(a), "cos(q1)**2"),
        (lambda a, b: 1 - cos(a) * cos(a), "sin(q1)**2"),
        (lambda a, b: sin(2 * a), "2*sin(q1)*cos(q1)"),
        (lambda a, b: 2 * cos(a) * cos(a + b), "2*cos(q1)*cos(q1 + q2)"),
        (lambda a, b: cos(a) * sin(b) * sin(b) * cos(a), "sin(q2)**2*cos(q1)**2"),
        (lambda a, b: cos(a) * cos(b) - sin(a) * sin(b), "cos(q1 + q2)"),
        (lambda a, b: cos(2 * a) + 3.0, "cos(2*q1) + 3"),
        (lambda a, b: sin(a) * sin(b) * cos(a + b), "sin(q1)*sin(q2)*cos(q1 + q2)"),
    ],
)
def test_products_are_found_again(formula, form):
    a, b, *_ = letters()
    assert str(textbook(formula(a, b))) == form


def test_what_terms_share_is_taken_out():
    q, p, _, L, m = letters()
    n = Harmonics.letter(sympy.Symbol("n"), L.alphabet)
    assert str(textbook(L * L * m + L * L * n)) == "L**2*(m + n)"
    assert str(textbook(0.45 * L * cos(q) - 0.9 * L * cos(p))) == "L*(0.45*cos(q1) - 0.9*cos(q2))"


def test_refusals():
    q, _, _, L, m = letters()
    for step in (
        lambda: L / m,
        lambda: 1.0 / L,
        lambda: sqrt(L),
        lambda: sin(q * q),
        lambda: cos(sin(q)),
        lambda: sign(L * m),
        lambda: L**-1,
        lambda: m > L,
        lambda: L / 0.0,
        lambda: L * math.nan,
        lambda: as_harmonics("L", L.alphabet),
        lambda: as_harmonics(sympy.I, L.alphabet),
    ):
        with pytest.raises(LinkwiseError):
            step()
    for function, step in (
        ("square root", lambda: sqrt(L)),
        ("hyperbolic tangent", lambda: tanh(L)),
        ("arctangent", lambda: atan2(L, 2.0)),
        ("minimum", lambda: minimum(1.0, L)),
    ):
        with pytest.raises(NoClosedForm, match=f"the formula has the {function} of "):
            step()
    assert sign(-2.0 * L) == -sign(L) and sign(m - L) == -sign(L - m) and sign(L * 0.0 - 3.0) == -1


def test_expressions_are_taken_apart():
    x, y = sympy.symbols("x y")
    alphabet = Alphabet()
    one = as_harmonics((x + y) ** 2 - x**2 - y**2 - 2 * x * y + sympy.sin(x) ** 2 + sympy.cos(x) ** 2, alphabet)
    assert one == 1
    assert as_harmonics(x / y, alphabet) == as_harmonics(x, alphabet) * as_harmonics(1 / y, alphabet)
    assert as_harmonics(sympy.pi, alphabet) == as_harmonics(math.pi, alphabet)
    assert as_harmonics(sympy.Float(0.45) * x, alphabet) == as_harmonics(sympy.Rational(9, 20) * x, alphabet)


# ---- numbers too large for their digits -----------------------------------------------------------------------------


@pytest.mark.parametrize("k", [15, 16, 255, 511, 512, 600, 1024, 70_000])
def test_large_multiples_of_an_angle(k):
    """A joint that follows another through a gear of 600: once 600 q was taken for −424 q."""
    q = Harmonics.letter("q", Alphabet())
    assert str(cos(k * q)) == f"cos({k}*q)" and str(sin(-k * q)) == f"-sin({k}*q)"
    assert cos(k * q) * cos(k * q) + sin(k * q) * sin(k * q) == 1


def test_powers_that_would_run_into_the_next_letter():
    letters = Alphabet()
    L, _ = (Harmonics.letter(name, letters) for name in ("L", "M"))
    with pytest.raises(NoClosedForm, match="power of 32768 or more"):
        ((L**64) ** 64) ** 64
    assert str((L**64) ** 64) == "L^4096"


def test_products_that_would_run_into_the_next_angle():
    letters = Alphabet()
    q, _ = (cos(Harmonics.letter(name, letters)) for name in ("q", "p"))
    with pytest.raises(NoClosedForm, match="more than 255 times an angle"):
        (q**64) ** 9
    at = mpmath.cos(mpmath.mpf("0.3")) ** 128
    wave = (q**64) ** 2
    total = sum(c * mpmath.cos((w >> 1) * mpmath.mpf("0.3")) for w, p in wave.waves.items() for c in p.values())
    assert mpmath.almosteq(total / wave.over, at, 1e-12)

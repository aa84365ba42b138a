"""Friction laws one by one: as printed, their limits, the shapes of Figure 9.2, slopes, and what is refused."""

import itertools
import math

import mpmath
import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.algebra import Jet, cos, sign
from linkwise.errors import InvalidModel, NotTraceable
from linkwise.model import FREE, Friction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven
from linkwise.program import trace
from tests.tolerances import (
    AGREEMENT,
    CENTRAL_DIFFERENCES,
    CONDITIONED,
    FEW_ROUNDINGS,
    HALF_THE_DIGITS,
    NINE_DIGITS,
    ONE_ROUNDING,
    ROUNDING,
)

from .laws import LAWS

SPEEDS = np.array([-7.3, -2.0, -1.1, -0.83, -0.31, -0.07, -1e-3, 1e-3, 0.07, 0.31, 0.83, 1.1, 2.2, 7.3])


def printed(qd, F_v, F_c, F_st, k, B):
    """[9.26], read off the page."""
    return np.sign(qd) * (F_c + (F_st - F_c) * np.exp(-k * np.abs(qd) ** B)) + F_v * qd


@pytest.mark.parametrize("B", [0.5, 0.7, 1.0, 1.5, 2.0, 3.0])
def test_stribeck_as_printed(B):
    law, numbers = Stribeck(0.4, 1.1, 1.9, k=7.0, exponent=B), (0.4, 1.1, 1.9, 7.0, B)
    np.testing.assert_allclose([law.force(v) for v in SPEEDS.tolist()], printed(SPEEDS, *numbers), rtol=ROUNDING)
    np.testing.assert_allclose(law.force(SPEEDS), printed(SPEEDS, *numbers), rtol=ROUNDING)
    assert law.force(0.0) == 0.0 and law.force(-0.0) == 0.0


@pytest.mark.parametrize("B", [0.5, 1.0, 2.0, 2.5])
def test_limits_of_stribeck(B):
    """F_st next to rest, F_c + F_v q̇ far from it."""
    law = Stribeck(0.4, 1.1, 1.9, k=7.0, exponent=B)
    for side in (1.0, -1.0):
        assert law.force(side * 1e-25) == pytest.approx(side * 1.9, abs=CONDITIONED)
        assert law.force(0.0, direction=side) == pytest.approx(side * 1.9, abs=FEW_ROUNDINGS)
        assert law.force(side * 1e4) == side * (1.1 + 0.4 * 1e4)
    assert law.holding() == (1.9, 1.9)


def test_figure_9_2():
    """a, b: friction falls as motion begins, and rises again; c: a jump and a line; d: one curve without a jump."""
    v = np.linspace(1e-9, 2.0, 4001)
    b = np.diff(Stribeck(0.5, 1.0, 1.6, k=20.0, exponent=1.0).force(v))
    turn = int(np.argmax(b > 0.0))
    assert 0 < turn < 4000 and (b[:turn] <= 0.0).all() and (b[turn:] > 0.0).all()
    a = Stribeck(0.0, 1.0, 1.6, k=20.0).force(v)
    assert a[0] == 1.6 and a[-1] == pytest.approx(1.0) and (np.diff(a) <= 0.0).all()
    c = Friction(0.5, 1.0)
    assert c.force(1e-12) - c.force(-1e-12) == pytest.approx(2.0)
    d = PiecewiseLinear([(0.1, 1.05), (2.0, 2.0)])
    whole = np.linspace(-3.0, 3.0, 6001)
    np.testing.assert_allclose(
        np.max(np.abs(np.diff(d.force(whole)))), 10.5 * 1e-3, rtol=NINE_DIGITS
    )  # the steepest piece
    np.testing.assert_array_equal(d.force(whole), -d.force(-whole))
    np.testing.assert_allclose(d.force(v[v > 0.1]), c.force(v[v > 0.1]), rtol=ROUNDING)  # it approximates c


@pytest.mark.parametrize("name", ["odd lines", "lines"])
def test_lines_pass_through_their_points(name):
    law = LAWS[name]
    corners = np.array(law.corners)
    inside = np.linspace(*corners[[0, -1], 0], 257)
    np.testing.assert_allclose(law.force(inside), np.interp(inside, *corners.T), atol=FEW_ROUNDINGS)
    slope = (corners[-1, 1] - corners[-2, 1]) / (corners[-1, 0] - corners[-2, 0])
    assert law.force(12.0) == pytest.approx(corners[-1, 1] + slope * (12.0 - corners[-1, 0]), rel=FEW_ROUNDINGS)
    assert math.isnan(law.force(math.nan))


def test_steep_lines_lose_no_digits():
    law = PiecewiseLinear([(1e-9, 1.0), (1.0, 1.0 + 1e-3)])
    assert law.force(1e6) == pytest.approx(1.0 + 1e3, rel=HALF_THE_DIGITS)
    assert PiecewiseLinear([(1e-12, 1.0), (1.0, 1.0)]).force(1e12) == 1.0


@pytest.mark.parametrize("name", LAWS)
def test_friction_resists(name):
    """It takes power at every speed, is 0 at rest, and one-sided laws are its limits there."""
    law = LAWS[name]
    for q, load in ((0.0, 0.0), (1.3, -4.0)):
        assert all(v * law.force(v, q, load) > 0.0 for v in SPEEDS.tolist())
        assert law.force(0.0, q, load) == 0.0
        ahead, back = law.holding(q, load)
        for v in SPEEDS.tolist():
            aside = law.force(v, q, load, direction=math.copysign(1.0, v))
            assert aside == pytest.approx(law.force(v, q, load), rel=ROUNDING)
        least = min(law.force(1e-25, q, load), -law.force(-1e-25, q, load))
        assert ahead >= 0.0 and back >= 0.0 and (ahead > 0.1) == (back > 0.1) == (least > 0.1)
        if ahead > 0.0:
            assert law.force(0.0, q, load, direction=1.0) == pytest.approx(ahead, rel=NINE_DIGITS)
            assert law.force(0.0, q, load, direction=-1.0) == pytest.approx(-back, rel=NINE_DIGITS)


def test_uneven_is_either_law():
    one, two = LAWS["stribeck 1"], LAWS["plain"]
    law = Uneven(one, two)
    for v in SPEEDS.tolist():
        assert law.force(v) == (one if v > 0.0 else two).force(v)
    assert law.holding() == (1.6, 1.0)
    assert Uneven(Friction(0.0, 1.0, backward=2.0), Friction(0.0, 3.0, backward=4.0)).holding() == (1.0, 4.0)


def test_smooth_is_tanh():
    """The law itself beyond twenty widths, 2 e^(−2x) off at x widths, and no corner at rest."""
    law = Smooth(Friction(0.0, 2.0), width=0.01)
    x = np.array([-30.0, -3.0, -0.5, 0.0, 0.1, 1.0, 5.0, 10.0, 25.0])
    np.testing.assert_allclose(law.force(0.01 * x), 2.0 * np.tanh(x), atol=ONE_ROUNDING)
    assert law.force(0.2) == 2.0 and law.force(-0.2) == -2.0 and law.force(1e300) == 2.0
    assert 2.0 - law.force(0.05) < 2.02 * (1.0 - np.tanh(5.0)) and 2.0 - law.force(0.1) < 2.02 * (1.0 - np.tanh(10.0))
    assert law.slopes(0.0)[0] == pytest.approx(200.0, rel=FEW_ROUNDINGS)
    assert law.slopes(1e3)[0] == 0.0 and law.holding() == (0.0, 0.0)


@pytest.mark.parametrize("name", LAWS)
def test_slopes(name):
    """∂/∂q̇, ∂/∂q and ∂/∂load against central differences; a law is smooth at these states."""
    law, h = LAWS[name], 1e-6
    for v, q, load in itertools.product(SPEEDS[np.abs(SPEEDS) > 0.01].tolist(), (0.4, -2.0), (3.0, -5.0)):
        at = np.array([v, q, load])
        for k, slope in enumerate(law.slopes(*at.tolist())):
            step = h * np.eye(3)[k]
            central = (law.force(*(at + step).tolist()) - law.force(*(at - step).tolist())) / (2.0 * h)
            assert slope == pytest.approx(central, abs=20 * CENTRAL_DIFFERENCES)


@pytest.mark.parametrize("name", [name for name in LAWS if name != "load"])
def test_slopes_in_fifty_digits(name):
    """The same in mpmath, where a difference is as good as a derivative; laws are written over any number."""
    law = LAWS[name]
    with mpmath.workdps(50):
        h = mpmath.mpf(10) ** -20
        for v in (-1.3, -0.02, 0.05, 0.77):
            x = mpmath.mpf(v)
            central = (law.force(x + h, mpmath.mpf(0.4)) - law.force(x - h, mpmath.mpf(0.4))) / (2 * h)
            assert float(law.slopes(v, 0.4)[0]) == pytest.approx(float(central), rel=CONDITIONED, abs=AGREEMENT)


def test_rest_is_a_corner():
    """There a slope is the mean of both sides, and 0 of what jumps."""
    assert Uneven(Friction(1.0), Friction(2.0)).slopes(0.0)[0] == 1.5
    assert PiecewiseLinear([(-1.0, -3.0), (1.0, 2.0)]).slopes(0.0)[0] == 2.5
    assert PiecewiseLinear([(1.0, 2.0)]).slopes(0.0)[0] == 2.0
    for name, law in LAWS.items():
        assert all(math.isfinite(slope) for slope in law.slopes(0.0)), name


def test_holding_of_functions():
    assert LAWS["load"].holding(0.0, 10.0) == pytest.approx((1.0, 1.0))
    assert FrictionFunction(lambda qd: 3.0 * qd).holding() == (0.0, 0.0)
    assert FrictionFunction(lambda qd: 3.0 * qd + sign(qd), holding=1.5).holding() == (1.5, 1.5)
    assert FrictionFunction(lambda qd: 3.0 * qd + sign(qd), holding=(1.5, 2)).holding() == (1.5, 2.0)
    grip = FrictionFunction(lambda qd: sign(qd), holding=lambda q, load: (1.0 + abs(load), 2.0 + q * q))
    assert grip.holding(2.0, -3.0) == (4.0, 6.0) and grip.needs == ("q", "load")
    assert LAWS["position"].needs == ("q",) and LAWS["load"].needs == ("q", "load") and Smooth(FREE, 1.0).needs == ()


def test_functions_say_what_is_wrong():
    """A function for numbers alone runs on numbers; a program cannot be made of it, and that is said."""
    branching = FrictionFunction(lambda qd: 1.0 if qd > 0.0 else -1.0)
    assert branching.force(2.0) == 1.0
    with pytest.raises(NotTraceable):
        trace(lambda v: [branching.force(v[0])], {"v": 1})
    assert branching.force(np.array([[1.0], [-1.0]])).tolist() == [[1.0], [-1.0]]  # state by state
    arrays = FrictionFunction(lambda qd: np.sign(qd), name="np")
    assert arrays.force(np.array([1.0, -1.0])).tolist() == [1.0, -1.0]
    with pytest.raises(NotTraceable, match="'np' failed"):
        arrays.force(Jet(1.0, {0: 1.0}, 0))
    for wrong in (None, "2", [1.0], True, 1j):
        with pytest.raises(InvalidModel, match="A force was expected"):
            FrictionFunction(lambda qd, wrong=wrong: wrong).force(1.0)
    for wrong in (lambda qd: missing * qd, lambda qd: [qd][2], lambda qd: 1.0 / 0.0, lambda qd: {}[qd]):  # noqa: F821
        for v in (1.0, np.array([1.0, 2.0])):
            with pytest.raises(InvalidModel, match="failed"):
                FrictionFunction(wrong).force(v)
    for v in (1.0, np.array([1.0, 2.0])):
        with pytest.raises(InvalidModel, match="A force was expected"):
            FrictionFunction(lambda qd: np.array([1.0, 2.0, 3.0])).force(v)
    assert FrictionFunction(lambda qd, q: qd + q).force(np.zeros((3, 1)), np.zeros(5)).shape == (3, 5)
    grip = FrictionFunction(lambda qd: qd, holding=lambda q, load: 1.0 + q * q)
    assert grip.holding(np.array([1.0, 2.0]))[1].tolist() == [2.0, 5.0]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda q, load: (1.0, 2.0, 3.0),
        lambda q, load: -1.0,
        lambda q, load: math.nan,
        lambda q, load: None,
        lambda q: 1.0,
        lambda q, load: 1.0 / load,
    ],
)
def test_holding_says_what_is_wrong(wrong):
    with pytest.raises(InvalidModel, match="holding force of friction function 'grip'"):
        FrictionFunction(lambda qd: qd, holding=wrong, name="grip").holding()


def test_a_default_is_no_argument():
    """What a function takes is what it must be given: a number bound by a default stays."""
    assert FrictionFunction(lambda qd, gain=2.0: gain * qd).force(1.5, 7.0) == 3.0
    assert FrictionFunction(lambda qd, q, load, gain=2.0: gain * qd).force(1.5, 7.0, 9.0) == 3.0
    assert FrictionFunction(lambda *given: given[2] * given[0]).force(2.0, 0.0, 5.0) == 10.0
    assert FrictionFunction(lambda qd, q: cos(q) * qd).needs == ("q",)


NAN, INF = math.nan, math.inf
REFUSED = [
    (lambda: Stribeck(-0.1, 1.0, 2.0, 1.0), "the viscous of a Stribeck law is -0.1"),
    (lambda: Stribeck(0.1, NAN, 2.0, 1.0), "the coulomb of a Stribeck law is nan"),
    (lambda: Stribeck(0.1, 1.0, INF, 1.0), "the static of a Stribeck law is inf"),
    (lambda: Stribeck(0.1, 1.0, 2.0, 0.0), "the k of a Stribeck law is 0.0"),
    (lambda: Stribeck(0.1, 1.0, 2.0, 1.0, 0), "the exponent of a Stribeck law is 0"),
    (lambda: Stribeck(0.1, 1.0, 2.0, 1.0, "2"), "the exponent of a Stribeck law is '2'"),
    (lambda: Stribeck("a", 1.0, 2.0, 1.0), "the viscous of a Stribeck law is 'a'"),
    (lambda: Stribeck([0.1], 1.0, 2.0, 1.0), r"the viscous of a Stribeck law is \[0.1\]"),
    (lambda: Stribeck(0.1, 1.0, 10**400, 1.0), "the static of a Stribeck law is 1000"),
    (lambda: Stribeck(0.1, 2.0, 1.0, 1.0), "static friction 1.0 of a Stribeck law is below its Coulomb friction 2.0"),
    (lambda: Smooth(FREE, 0.0), "the width of a smooth friction law is 0.0"),
    (lambda: Smooth(FREE, 1e-320), "the width of a smooth friction law is 1e-320"),
    (lambda: Smooth(FREE, -1.0), "the width of a smooth friction law is -1.0"),
    (lambda: Smooth(3.0, 1.0), "the law of a smooth friction law is '3.0'"),
    (lambda: Smooth(PiecewiseLinear([(1.0, 1.0)]), 1.0), "cannot be made smooth"),
    (lambda: Smooth(Smooth(FREE, 1.0), 1.0), "cannot be made smooth"),
    (lambda: Smooth(FrictionFunction(lambda qd: qd), 1.0), "cannot be made smooth"),
    (lambda: Smooth(Uneven(FREE, PiecewiseLinear([(1.0, 1.0)])), 1.0), "cannot be made smooth"),
    (lambda: Uneven(FREE, None), "the backward law of an uneven friction law is 'None'"),
    (lambda: Uneven(1.0, FREE), "the forward law of an uneven friction law is '1.0'"),
    (lambda: PiecewiseLinear([]), "no point other than rest"),
    (lambda: PiecewiseLinear([(0.0, 0.0)]), "no point other than rest"),
    (lambda: PiecewiseLinear([(1.0, 2.0), (1.0, 3.0)]), "velocity 1.0 after 1.0"),
    (lambda: PiecewiseLinear([(1e-320, 1.0), (1.0, 3.0)]), "jumps between"),
    (lambda: PiecewiseLinear([(1.0, 1.0), (1.0 + 1e-15, 1e300)]), "jumps between"),
    (lambda: PiecewiseLinear([(2.0, 2.0), (1.0, 3.0)]), "velocity 1.0 after 2.0"),
    (lambda: PiecewiseLinear([(1.0, -2.0)]), r"the point \(1.0, -2.0\)"),
    (lambda: PiecewiseLinear([(0.0, 1.0), (1.0, 2.0)]), r"the point \(0.0, 1.0\)"),
    (lambda: PiecewiseLinear([(1.0, NAN)]), r"the point \(1.0, nan\)"),
    (lambda: PiecewiseLinear([(INF, 1.0)]), r"the point \(inf, 1.0\)"),
    (lambda: PiecewiseLinear([(1.0, 2.0), (2.0, 1.5)]), r"falls towards its last point \(2.0, 1.5\)"),
    (lambda: PiecewiseLinear([(-2.0, -1.5), (-1.0, -2.0), (1.0, 2.0)]), r"falls towards its last point \(-2.0, -1.5\)"),
    (lambda: PiecewiseLinear([(1.0, 2.0, 3.0)]), "has the points"),
    (lambda: PiecewiseLinear(7.0), "has the points"),
    (lambda: FrictionFunction(3.0), "a friction function is '3.0'"),
    (lambda: FrictionFunction(lambda: 1.0), "a friction function takes nothing"),
    (lambda: FrictionFunction(lambda a, b, c, d: a), "a friction function takes a, b, c, d"),
    (lambda: FrictionFunction(lambda qd: qd, holding=-1.0), "the holding force of friction function"),
    (lambda: FrictionFunction(lambda qd: qd, holding=(1.0, NAN)), "the holding force of friction function"),
    (lambda: FrictionFunction(lambda qd: qd, holding=(1.0, 1.0, 1.0)), "the holding force of friction function"),
    (lambda: FrictionFunction(lambda qd: qd, holding=np.array([1.0, 2.0])), "the holding force of friction function"),
    (lambda: FrictionFunction(lambda qd: qd, holding="much"), "the holding force of friction function"),
    (lambda: FrictionFunction(lambda qd: qd, name=3), "the name of a friction function is '3'"),
]


@pytest.mark.parametrize(("make", "said"), REFUSED)
def test_refused(make, said):
    with pytest.raises(InvalidModel, match=said) as refused:
        make()
    assert isinstance(refused.value, LinkwiseError) and refused.value.expected

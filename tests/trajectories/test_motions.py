"""Trajectories: ends, closed forms, smoothness, and derivatives that are derivatives."""

import pickle

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from linkwise import LinkwiseError
from linkwise.errors import BeyondLimits
from linkwise.trajectories import (
    Fourier,
    FourierAtRest,
    Joined,
    MotionLimits,
    Quintic,
    Sampled,
    SCurve,
    Spline,
    Stretched,
    Trapezoidal,
)
from tests.tolerances import (
    AGREEMENT,
    BETWEEN_SAMPLES,
    CONDITIONED,
    FEW_ROUNDINGS,
    FIVE_POINTS,
    FLAT_PEAK,
    HALF_THE_DIGITS,
    ILL_CONDITIONED,
    ON_THE_LIMIT,
    ONE_ROUNDING,
    ROUNDING,
)

rng = np.random.default_rng(7)
POINTS = rng.normal(size=(6, 3))
TIMES = np.array([0.0, 0.4, 1.1, 1.5, 2.6, 3.0])
RATES = {"qd0": [0.3, -0.2, 0.1], "qd1": [0.0, 1.0, -0.5], "qdd0": [1.0, 0.0, 2.0], "qdd1": [-1.0, 0.5, 0.0]}
MANY = {
    "quintic": Quintic(POINTS[0], POINTS[1], 1.7),
    "quintic with ends": Quintic(POINTS[0], POINTS[1], 1.7, **RATES),
    "trapezoidal": Trapezoidal(POINTS[0], POINTS[1], 1.0, 3.0),
    "triangular": Trapezoidal(POINTS[0], POINTS[1], 9.0, 3.0),
    "scurve": SCurve(POINTS[0], POINTS[1], 1.0, 3.0, 20.0),
    "cubic": Spline(POINTS, TIMES),
    "cubic natural": Spline(POINTS, TIMES, ends="natural"),
    "cubic free": Spline(POINTS, TIMES, ends="free"),
    "quintic spline": Spline(POINTS, TIMES, 5),
    "quintic spline clamped": Spline(POINTS, TIMES, 5, "clamped", **RATES),
    "quintic spline natural": Spline(POINTS, TIMES, 5, "natural"),
    "quintic spline periodic": Spline(np.vstack([POINTS[:5], POINTS[:1]]), TIMES, 5, "periodic"),
    "fourier": Fourier(POINTS[0], POINTS[:4], POINTS[2:], 0.3),
    "fourier at rest": Fourier(POINTS[0], POINTS[:4], POINTS[2:], 0.3, rest=True),
    "fourier with a polynomial": FourierAtRest(POINTS[0], POINTS[:4], POINTS[2:], 0.3, periods=2),
    "sampled": Sampled(TIMES + 5.0, POINTS),
    "stretched": Spline(POINTS, TIMES, 5).stretched(0.7),
    "joined": Quintic(POINTS[0], POINTS[1], 1.0).then(Trapezoidal(POINTS[1], POINTS[2], 1.0, 3.0)),
}


@pytest.mark.parametrize("name", MANY)
def test_each_derivative_is_that_of_the_one_before(name):
    """Central differences of fourth order, at times away from breaks."""
    each, h = MANY[name], 1e-3
    t = np.linspace(0.0, each.duration, 203)[1:-1]
    t = t[np.min(np.abs(t[:, None] - each.breaks), axis=1) > 2.5 * h]
    at = each.derivatives(t[:, None] + h * np.array([-2, -1, 0, 1, 2]), 5)
    for k in range(5):
        slope = np.einsum("tkn,k->tn", at[k], np.array([1, -8, 0, 8, -1]) / (12 * h))
        scale = max(np.abs(at[k + 1]).max(), 1.0) + 1e-4 * np.abs(at[k]).max()
        sixth = h**4 * np.abs(each.derivatives(t, 9)[k + 5]).max()  # what fourth order leaves
        assert np.abs(slope - at[k + 1, :, 2]).max() <= FIVE_POINTS * scale + sixth
        assert k > 1 or np.abs(slope).max() > 0.1


@pytest.mark.parametrize("name", MANY)
def test_shapes_and_rest_outside(name):
    each, n = MANY[name], 3
    assert each.n == n
    assert each(0.3).q.shape == (n,) and each(np.zeros((2, 4))).qdd.shape == (2, 4, n)
    assert each.derivatives([0.1, 0.2], 4).shape == (5, 2, n)
    outside = each.derivatives([-1.0, -np.inf, each.duration + 1e-6, np.inf], 3)
    ends = each.derivatives([0.0, 0.0, each.duration, each.duration], 0)[0]
    np.testing.assert_array_equal(outside[0], ends)
    assert not outside[1:].any()


def test_quintic_meets_its_ends_and_the_printed_peaks():
    each = MANY["quintic with ends"]
    found = each.derivatives([0.0, each.duration], 2)
    expected = [[POINTS[0], POINTS[1]], [RATES["qd0"], RATES["qd1"]], [RATES["qdd0"], RATES["qdd1"]]]
    np.testing.assert_allclose(found, expected, atol=1e2 * ROUNDING)
    rest = Quintic([1.0], [3.0], 4.0)
    s = np.linspace(0.0, 1.0, 101)
    np.testing.assert_allclose(rest(4.0 * s).q[:, 0], 1.0 + 2.0 * (10 * s**3 - 15 * s**4 + 6 * s**5), atol=ROUNDING)
    dense = rest(np.linspace(0.0, 4.0, 40001))
    np.testing.assert_allclose(np.abs(dense.qd).max(), 15 / 8 * 2 / 4, rtol=ON_THE_LIMIT)
    np.testing.assert_allclose(np.abs(dense.qdd).max(), 10 / np.sqrt(3) * 2 / 16, rtol=FLAT_PEAK)


def test_a_quintic_without_duration_reaches_a_limit():
    limits = MotionLimits(velocity=[1.0, 2.0], acceleration=[np.inf, 1.5])
    each = Quintic([0.0, 0.0], [1.0, -2.0], limits=limits)
    assert each.duration == pytest.approx(
        np.sqrt(10 / np.sqrt(3) * 2 / 1.5), rel=FEW_ROUNDINGS
    )  # the second's acceleration
    dense = each(np.linspace(0.0, each.duration, 40001))
    assert (
        np.abs(dense.qdd[:, 1]).max() == pytest.approx(1.5, rel=BETWEEN_SAMPLES)
        and (np.abs(dense.qd) < [1.0, 2.0]).all()
    )


def test_trapezoids_by_hand():
    each = Trapezoidal([1.0, 0.0], [3.0, -1.0], velocity=[1.0, 1.0], acceleration=[4.0, 4.0])  # s: v = 1/2, a = 2
    assert each.duration == pytest.approx(2.25) and each.breaks == pytest.approx([0.0, 0.25, 2.0, 2.25])
    at = each([0.125, 0.25, 1.0, 2.125, 2.25])
    np.testing.assert_allclose(at.q[:, 0], [1.03125, 1.125, 1.875, 2.96875, 3.0], rtol=FEW_ROUNDINGS)
    np.testing.assert_allclose(at.qd[:, 1], [-0.25, -0.5, -0.5, -0.25, 0.0], atol=ONE_ROUNDING)
    np.testing.assert_allclose(at.qdd[:, 0], [4.0, 0.0, 0.0, -4.0, -4.0], atol=ROUNDING)
    triangle = Trapezoidal([0.0], [1.0], velocity=100.0, acceleration=4.0)
    assert triangle.duration == 1.0 and triangle.breaks.tolist() == [0.0, 0.5, 1.0]
    assert triangle(0.5).qd == pytest.approx(2.0) and triangle(0.25).q == pytest.approx(0.125)


def test_a_longer_trapezoid_cruises_more_slowly():
    each = Trapezoidal([0.0, 1.0], [2.0, 0.0], velocity=1.0, acceleration=2.0, duration=10.0)
    t = np.linspace(0.0, 10.0, 20001)
    at = each(t)
    assert np.abs(at.qdd).max() == pytest.approx(2.0) and np.abs(at.qd).max() < 0.25
    np.testing.assert_allclose(at.q[-1], [2.0, 0.0], atol=FEW_ROUNDINGS)
    way = 0.5 * (at.qd[1:] + at.qd[:-1]) * np.diff(t)[:, None]
    np.testing.assert_allclose(way.sum(axis=0), [2.0, -1.0], rtol=BETWEEN_SAMPLES)


@pytest.mark.parametrize(
    ("ends", "scipys"), [("rest", "clamped"), ("natural", "natural"), ("free", "not-a-knot"), ("periodic", "periodic")]
)
def test_cubic_splines_are_scipys_other_ones(ends, scipys):
    """CubicSpline solves for slopes, ours for B-spline coefficients."""
    points = np.vstack([POINTS[:5], POINTS[:1]]) if ends == "periodic" else POINTS
    ours, theirs = Spline(points, TIMES, ends=ends), CubicSpline(TIMES, points, bc_type=scipys)
    t = np.linspace(0.0, 3.0, 301)
    for k in range(3):
        np.testing.assert_allclose(ours.derivatives(t, 3)[k], theirs(t, k), atol=CONDITIONED)


@pytest.mark.parametrize(
    ("name", "smooth"), [(name, 2 if "cubic" in name else 4) for name in MANY if "cubic" in name or "spline" in name]
)
def test_splines_go_through_their_points_smoothly(name, smooth):
    each = MANY[name]
    np.testing.assert_allclose(each(each.times).q, each.waypoints, atol=1e2 * ROUNDING)
    b, h = each.pieces.breaks[1:-1], np.diff(each.pieces.breaks)
    c = each.pieces.coefficients
    before = [np.polynomial.polynomial.polyval(1.0, _derived(c, h, k)[:-1].swapaxes(0, 1)) for k in range(smooth + 2)]
    after = each.derivatives(b, smooth + 1)
    for k in range(smooth + 1):
        np.testing.assert_allclose(before[k], after[k], atol=ON_THE_LIMIT * np.abs(after[k]).max())
    assert np.abs(before[smooth + 1] - after[smooth + 1]).max() > 1e-3  # and no further: the check can fail


def _derived(c, h, k):
    """The coefficients of the k-th derivative of each piece in time."""
    for _ in range(k):
        c = c[:, 1:] * np.arange(1.0, c.shape[1])[:, None] / h[:, None, None]
    return c


def test_ends_of_splines():
    ends = [0.0, TIMES[-1]]
    clamped = MANY["quintic spline clamped"].derivatives(ends, 2)
    np.testing.assert_allclose(clamped[1], [RATES["qd0"], RATES["qd1"]], atol=CONDITIONED)
    np.testing.assert_allclose(clamped[2], [RATES["qdd0"], RATES["qdd1"]], atol=CONDITIONED)
    assert np.abs(MANY["quintic spline"].derivatives(ends, 2)[1:]).max() < ILL_CONDITIONED
    assert np.abs(MANY["cubic"](ends).qd).max() < AGREEMENT < np.abs(MANY["cubic"](ends).qdd).max()
    assert np.abs(MANY["cubic natural"](ends).qdd).max() < ILL_CONDITIONED
    natural = MANY["quintic spline natural"].derivatives(ends, 4)
    assert (
        np.abs(natural[3:]).max()
        < HALF_THE_DIGITS * np.abs(MANY["quintic spline natural"].derivatives(TIMES, 4)[3:]).max()
    )
    start, end = np.moveaxis(MANY["quintic spline periodic"].derivatives(ends, 4), 1, 0)
    np.testing.assert_allclose(start, end, atol=ON_THE_LIMIT * np.abs(start).max())


def test_a_spline_without_times_is_as_short_as_limits_allow():
    limits = MotionLimits(velocity=[1.0, 2.0, 3.0], acceleration=[5.0, 6.0, 7.0])
    each = Spline(POINTS, degree=5, limits=limits)
    at = each(np.linspace(0.0, each.duration, 40001))
    most = max((np.abs(at.qd) / limits.velocity).max(), (np.abs(at.qdd) / limits.acceleration).max())
    assert most == pytest.approx(1.0, rel=BETWEEN_SAMPLES) and most <= 1.0 + ON_THE_LIMIT
    assert Spline(POINTS, duration=4.0).duration == 4.0


def test_fourier_is_its_formula():
    each, ω = MANY["fourier"], 2 * np.pi * 0.3
    for t in (0.0, 0.37, 2.9):
        terms = [
            POINTS[k] / (ω * (k + 1)) * np.sin(ω * (k + 1) * t)
            - POINTS[k + 2] / (ω * (k + 1)) * np.cos(ω * (k + 1) * t)
            for k in range(4)
        ]
        np.testing.assert_allclose(each(t).q, POINTS[0] + sum(terms), rtol=AGREEMENT)
    rest = MANY["fourier at rest"]
    assert np.abs(np.array(rest([0.0, rest.duration])[1:])).max() < CONDITIONED < np.abs(rest(0.4).qd).min()
    again = Fourier(rest.q0, rest.a, rest.b, 0.3, rest=True)  # nothing left to change
    np.testing.assert_allclose([again.a, again.b], [rest.a, rest.b], atol=FEW_ROUNDINGS)


def test_sampled_data_come_back_with_their_derivatives():
    errors = []
    for count in (21, 41, 81):
        t = np.linspace(2.0, 5.0, count)
        each = Sampled(t, np.stack([np.sin(t), np.exp(-t)], axis=1), degree=5)
        s = np.linspace(0.0, 3.0, 500)
        exact = np.stack([np.stack([np.sin(s + 2), np.exp(-s - 2)], 1), np.stack([np.cos(s + 2), -np.exp(-s - 2)], 1)])
        errors.append(np.abs(each.derivatives(s, 1) - exact).max(axis=(1, 2)))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (orders[-1] > [5.0, 4.0]).all() and errors[-1].max() < FLAT_PEAK  # degree five: orders six and five


def test_stretching_and_joining():
    one = MANY["quintic spline"]
    slow = one.stretched(2.5)
    t = np.linspace(0.0, one.duration, 57)
    for k in range(5):
        np.testing.assert_allclose(
            slow.derivatives(2.5 * t, 4)[k], one.derivatives(t, 4)[k] / 2.5**k, atol=ON_THE_LIMIT
        )
    both = MANY["joined"]
    first, second = both.parts
    np.testing.assert_array_equal(both(0.4).qd, first(0.4).qd)
    np.testing.assert_allclose(both(1.3).qd, second(0.3).qd, atol=ROUNDING)
    assert both.duration == 1.0 + second.duration
    bounce = Quintic([0.0], [1.0], 0.5, qd1=[2.0]).then(Quintic([1.0], [0.0], 0.5, qd0=[-3.0]))
    assert bounce(0.5).qd == -3.0 and bounce(np.nextafter(0.5, 0.0)).qd == pytest.approx(2.0)  # the part that begins


def test_sampling_ends_at_the_end():
    samples = Quintic([0.0], [1.0], 1.0).sampled(0.1)
    np.testing.assert_allclose(samples.t, np.linspace(0.0, 1.0, 11), atol=ONE_ROUNDING)
    assert Quintic([0.0], [1.0], 1.0).sampled(0.3).t.tolist() == pytest.approx([0.0, 0.3, 0.6, 0.9, 1.0])
    assert samples.q[-1] == 1.0 and Quintic([0.0], [1.0], 1.0).sampled(5.0).t.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("T", [1e-200, 1e200])
def test_durations_of_any_size(T):
    """Velocities and accelerations that are no doubles are infinite or 0; a warning would be an error here."""
    for each in (
        Quintic([0.0], [1.0], T),
        Spline([[0.0], [0.3], [1.0]], duration=T),
        Quintic([0.0], [1.0], 1.0).stretched(T),
    ):
        q, qd, qdd = each(0.5 * T)
        assert 0.2 < q < 0.8 and 0.1 < qd * T < 3.0 and not np.isnan(qdd)
    assert Quintic([0.0], [1.0], T)(0.5 * T).qdd == pytest.approx(0.0)
    assert np.isinf(Quintic([0.0], [1.0], 1e-200)(1e-201).qdd)


def test_motions_travel():
    for each in MANY.values():
        back = pickle.loads(pickle.dumps(each))
        np.testing.assert_array_equal(back.derivatives([0.1, 0.7], 3), each.derivatives([0.1, 0.7], 3))


def test_what_was_given_can_change_and_the_motion_does_not():
    start = np.zeros(1)
    each = Quintic(start, [1.0], 1.0)
    start[0] = 9.0
    assert each(0.0).q == 0.0
    with pytest.raises(ValueError, match="read-only"):
        each.q0[0] = 1.0


ONE = Quintic([0.0], [1.0], 1.0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Quintic([0.0], [1.0, 2.0], 1.0), ["q1", "shape"]),
        (lambda: Quintic(0.0, 1.0, 1.0), ["q0 has shape ()", "one entry per joint"]),
        (lambda: Quintic([], [], 1.0), ["q0"]),
        (lambda: Quintic([np.nan], [1.0], 1.0), ["q0 is nan at [0]", "Finite"]),
        (lambda: Quintic(["a"], [1.0], 1.0), ["q0", "real numbers"]),
        (lambda: Quintic([0.0], [1.0], -1.0), ["duration is -1.0", "above 0"]),
        (lambda: Quintic([0.0], [1.0], np.inf), ["duration is inf"]),
        (lambda: Quintic([0.0], [1.0], "2"), ["duration is '2'"]),
        (lambda: Quintic([0.0], [1.0]), ["no velocity or acceleration limit", "duration=1.0"]),
        (lambda: Quintic([0.0], [1.0], qd0=[1.0], limits=MotionLimits(velocity=1.0)), ["no duration"]),
        (lambda: Quintic([0.0], [1.0], limits=MotionLimits(velocity=0.0)), ["joint 1", "0"]),
        (
            lambda: Quintic([0.0], [1.0], 1.0, limits=MotionLimits(velocity=1.0)),
            ["velocity of joint 'joint1' is 1.875"],
        ),
        (lambda: Quintic([0.0], [1.0], limits=MotionLimits(velocity=1.0, upper=0.5)), ["position", "upper limit 0.5"]),
        (lambda: Quintic([0.0], [1.0], limits=3.0), ["type 'float' has no limits"]),
        (lambda: Quintic([0.0], [1.0], limits=MotionLimits(velocity=-1.0)), ["velocity limits", "≥ 0"]),
        (lambda: Quintic([0.0], [1.0], limits=MotionLimits(velocity=[1.0, 2.0])), ["velocity", "shape"]),
        (lambda: MotionLimits(lower=[2.0], upper=[1.0]).of(1), ["joint 1", "above its upper limit"]),
        (lambda: MotionLimits(velocity=np.nan).of(1), ["the velocity limit is nan"]),
        (lambda: Trapezoidal([0.0], [1.0], 1.0, 1.0, duration=1.0), ["cannot be done in 1 s", "at least 2 s"]),
        (lambda: Trapezoidal([0.0], [1.0], 1.0, np.inf), ["no moving joint", "acceleration limit"]),
        (lambda: Trapezoidal([0.0], [1.0], 0.0, 1.0), ["joint 1", "velocity limit is 0"]),
        (lambda: Trapezoidal([0.0], [0.0], 1.0, 1.0), ["the same"]),
        (lambda: Spline([[0.0]]), ["one row"]),
        (lambda: Spline([0.0, 1.0]), ["waypoints has shape (2,)"]),
        (lambda: Spline([[0.0], [np.nan]], [0.0, 1.0]), ["waypoints is nan at [1, 0]"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 0.0]), ["times does not increase"]),
        (lambda: Spline([[0.0], [1.0]], [1.0, 2.0]), ["times begins with 1"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0, 2.0]), ["times", "shape"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], duration=2.0), ["times ends with 1", "give one"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], 4), ["degree is 4", "(3, 5)"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], ends="soft"), ["'soft'", "'natural'"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], ends="periodic"), ["last waypoint"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], qd0=[1.0]), ["qd0 is given", "clamped"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], ends="clamped", qdd0=[1.0]), ["qdd0 is given", "degree=5"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], ends="free"), ["2 points", "At least 4"]),
        (lambda: Spline([[0.0], [0.0], [1.0]], duration=1.0), ["waypoints 1 and 2 are the same"]),
        (lambda: Spline([[0.0], [1.0]]), ["no velocity or acceleration limit"]),
        (lambda: Fourier([0.0], [[1.0]], [[1.0], [2.0]], 1.0), ["1 harmonics, b has 2"]),
        (lambda: Fourier([0.0], [[1.0]], [[1.0]], 0.0), ["frequency is 0.0"]),
        (lambda: Fourier([0.0], [[1.0]], [[1.0]], 1.0, rest=True), ["one harmonic"]),
        (lambda: Fourier([0.0], [[1.0]] * 2, [[1.0]] * 2, 1.0, 1.5, rest=True), ["1.5 periods", "duration=2"]),
        (lambda: Sampled([0.0, 1.0], [[0.0], [1.0]]), ["2 rows", "At least 4"]),
        (lambda: Sampled([0.0, 2.0, 1.0, 3.0], [[0.0]] * 4), ["1 comes after 2"]),
        (lambda: ONE(np.nan), ["t is nan", "times in seconds"]),
        (lambda: ONE(["x"]), ["t is an array of str"]),
        (lambda: ONE.derivatives(0.0, -1), ["order is -1"]),
        (lambda: ONE.derivatives(0.0, 1.5), ["order is 1.5"]),
        (lambda: ONE.sampled(0.0), ["step is 0.0"]),
        (lambda: ONE.sampled(1e-12), ["samples"]),
        (lambda: ONE.stretched(0.0), ["factor is 0.0"]),
        (lambda: ONE.then(ONE), ["motion 2 does not begin where motion 1 ends", "joint 1"]),
        (lambda: ONE.then(Quintic([1.0, 0.0], [0.0, 0.0], 1.0)), ["motion 1 has 1 joints, motion 2 has 2"]),
        (lambda: ONE.then(3), ["['Quintic', 'int']"]),
        (lambda: Joined(()), ["[]"]),
        (lambda: Joined(3), ["['int']"]),
        (lambda: Stretched(ONE, np.nan), ["factor is nan"]),
        (lambda: Stretched(3, 2.0), ["type 'int' is not a trajectory"]),
        (lambda: Quintic([[0.0], [1.0, 2.0]], [0.0], 1.0), ["q0 cannot be read"]),
        (lambda: Spline([[0.0], [1.0, 2.0]], duration=1.0), ["waypoints cannot be read"]),
        (lambda: Quintic([0.0], [1.0], limits=MotionLimits(velocity=[[1.0], [1.0, 2.0]])), ["velocity cannot be read"]),
        (lambda: Quintic([-1e308], [1e308], 1.0), ["too large for floating point"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], degree=3.0), ["degree is 3.0"]),
        (lambda: Spline([[0.0], [1.0]], [0.0, 1.0], degree=5, ends="natural"), ["2 points", "degree 5", "'natural'"]),
        (lambda: Spline([[0.0], [1.0], [0.0]], [0.0, 5e-324, 1.0]), ["times farther apart"]),
        (lambda: Sampled([[0.0, 1.0, 2.0, 3.0]], [[0.0]] * 4), ["t has shape (1, 4)", "point"]),
        (lambda: Trapezoidal([0.0], [1e300], 1e-300, 1.0), ["duration is inf"]),
        (lambda: ONE.derivatives(0.0, 10**9), ["order is 1000000000"]),
        (lambda: ONE.instants(10**13), ["samples is"]),
    ],
)
def test_bad_input_is_named(make, words):
    with pytest.raises(LinkwiseError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_limits_of_every_motion():
    """They stand for velocities that are not given, and what is beyond them is refused."""
    limits = MotionLimits(lower=-1.0, upper=1.5, velocity=1.0, acceleration=2.0)
    same = Trapezoidal([0.0], [1.0], limits=limits), Trapezoidal([0.0], [1.0], velocity=1.0, acceleration=2.0)
    assert same[0].duration == same[1].duration == 1.5
    assert Trapezoidal([0.0], [1.0], acceleration=1.0, limits=limits).duration == 2.0
    for beyond in (
        lambda: Trapezoidal([0.0], [2.0], limits=limits),
        lambda: Fourier([1.0], a=[[0.0]], b=[[2.0]], frequency=0.5, limits=limits),
    ):
        with pytest.raises(BeyondLimits):
            beyond()
    assert Fourier([0.0], a=[[0.4]], b=[[0.4]], frequency=0.5, limits=limits).n == 1
    with pytest.raises(LinkwiseError, match="ends where it begins"):
        Quintic([0.3], [0.3], limits=limits)

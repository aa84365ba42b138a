"""Motions by compiled code: held to their definition in NumPy, to fractions, and to themselves in any form."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import linkwise
from linkwise.control import computed_torque
from linkwise.errors import BadArray
from linkwise.trajectories import AbstractTrajectory, Fourier, Joined, Motion, Quintic, Sampled, Spline, Trapezoidal
from linkwise.trajectories import evaluation as evaluations
from linkwise.trajectories.arc_length import path_of
from linkwise.trajectories.retimed import Retimed

from ..tolerances import FEW_ROUNDINGS, ROUNDING

RANDOM = np.random.default_rng(5)
Q0, Q1, FAR = RANDOM.normal(size=(3, 3))
REACH = Quintic(Q0, Q1, duration=1.7)
TRAPEZE = Trapezoidal(Q1, FAR, velocity=1.0, acceleration=3.0)
WAVE = Fourier(Q0, RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 3)), 0.3)
PATH, _ = path_of(Quintic(Q0, Q1, duration=1.0), 30)
NODES = np.linspace(0.0, PATH.breaks[-1], 12)

MOTIONS = {
    "quintic": REACH,
    "rates at the ends": Quintic(Q0, Q1, 0.3, qd0=Q1, qd1=Q0, qdd0=FAR, qdd1=Q0),
    "trapeze": TRAPEZE,
    "rest": Trapezoidal(Q0, Q0, velocity=1.0, acceleration=1.0, duration=2.0),
    "spline": Spline([Q0, Q1, FAR, Q0], duration=3.0),
    "quintic spline": Spline([Q0, Q1, FAR, Q0], times=[0.0, 0.1, 5.0, 5.5], degree=5, ends="periodic"),
    "samples": Sampled(np.linspace(2.0, 3.0, 40), np.sin(np.linspace(0, 3, 120)).reshape(40, 3)),
    "wave": WAVE,
    "one joint": Quintic([0.1], [2.0], 1.0),
    "joined": Joined((REACH, TRAPEZE, Quintic(FAR, Q0, 0.7))),
    "joined to a wave": Quintic(Q1, WAVE(0.0).q, 0.5).then(WAVE).then(Quintic(WAVE(WAVE.duration).q, Q1, 0.5)),
    "stretched": REACH.then(TRAPEZE).stretched(0.37),
    "stretched wave": WAVE.stretched(2.5),
    "pace": Retimed(PATH, NODES, np.array([0.0, *(1.0 + 0.5 * np.sin(np.arange(10.0))), 0.0])),
}


def times(motion):
    T = motion.duration
    grid = np.linspace(-0.1 * T, 1.1 * T, 241)
    beside = motion.breaks[1:-1, None] + 1e-12 * T * np.array([-1.0, 1.0])  # at a jump a rounding decides for a side
    return np.unique(np.concatenate([grid, beside.ravel(), [T], [-np.inf, 0.0, np.nextafter(T, 2 * T), 1e300, np.inf]]))


@pytest.mark.parametrize("name", MOTIONS)
def test_compiled_motions_are_those_of_the_definition(name):
    motion = MOTIONS[name]
    t = times(motion)
    want, got = motion.derivatives(t, 2), motion(t)
    for x, y, what in zip(got, want, Motion._fields, strict=True):
        assert np.abs(x - y).max() <= FEW_ROUNDINGS * np.abs(y).max(), what


@pytest.mark.parametrize("name", MOTIONS)
def test_the_form_of_the_call_changes_no_bit(name):
    motion = MOTIONS[name]
    t = times(motion)
    together, turned = motion(t), motion(t[::-1])
    block = motion(t[: len(t) // 2 * 2].reshape(2, -1))
    for k in range(3):
        singles = np.array([motion(x)[k] for x in t.tolist()])
        assert np.array_equal(singles, together[k])
        assert np.array_equal(turned[k][::-1], together[k])
        assert np.array_equal(block[k].reshape(-1, motion.n), together[k][: len(t) // 2 * 2])
    x = 0.25 * motion.duration
    for same in (np.float64(x), np.array(x), [x]):
        assert np.array_equal(np.ravel(motion(same)), np.ravel(motion(x)))
    assert np.array_equal(motion(0).q, motion(0.0).q) and motion([]).q.shape == (0, motion.n)


@pytest.mark.parametrize("name", MOTIONS)
def test_before_and_after_it_rests(name):
    motion = MOTIONS[name]
    for t, end in (
        (-1.0, 0.0),
        (-math.inf, 0.0),
        (motion.duration + 1.0, motion.duration),
        (math.inf, motion.duration),
    ):
        q, qd, qdd = motion(t)
        assert np.array_equal(q, motion(end).q) and not qd.any() and not qdd.any()
        assert np.array_equal(motion(np.float64(t)).q, q)
        q += 1.0  # the caller's own
        assert np.array_equal(motion(t).q, motion(end).q)


def test_a_quintic_in_fractions():
    T, exact = Fraction(REACH.duration), lambda x: [Fraction(float(v)) for v in x]
    for t in np.linspace(0.0, REACH.duration, 29).tolist():
        s = Fraction(t) / T
        r = 10 * s**3 - 15 * s**4 + 6 * s**5
        rd, rdd = (30 * s**2 - 60 * s**3 + 30 * s**4) / T, (60 * s - 180 * s**2 + 120 * s**3) / T**2
        way = [b - a for a, b in zip(exact(Q0), exact(Q1), strict=True)]
        want = [[a + r * d for a, d in zip(exact(Q0), way, strict=True)], [rd * d for d in way], [rdd * d for d in way]]
        for x, y, size in zip(REACH(t), want, (1.0, 2.0, 6.0), strict=True):
            apart = max(abs(Fraction(float(a)) - b) for a, b in zip(x, y, strict=True))
            assert float(apart) < FEW_ROUNDINGS * size * max(map(abs, map(float, way)))


@pytest.mark.parametrize("name", [name for name in MOTIONS if "wave" not in name])
def test_polynomials_are_the_motion(name):
    motion = MOTIONS[name]
    pieces = motion.polynomials
    assert pieces.breaks[0] == 0.0 and pieces.breaks[-1] == motion.duration
    for start, end, c in zip(pieces.breaks[:-1], pieces.breaks[1:], pieces.coefficients, strict=True):
        for t in np.linspace(start, end, 5)[1:-1]:
            q = np.polynomial.polynomial.polyval((t - start) / (end - start), c)
            assert np.abs(q - motion.derivatives(t, 0)[0]).max() < ROUNDING
    assert WAVE.polynomials is None and MOTIONS["joined to a wave"].polynomials is None


@pytest.mark.parametrize("bad", [math.nan, [0.0, math.nan], "soon", None, 1j, True])
def test_bad_times(bad):
    with pytest.raises(BadArray, match="t is"):
        REACH(bad)


def test_pickles_and_copies_hold_no_machine_code():
    for motion in MOTIONS.values():
        want = motion(0.1).q
        for other in (pickle.loads(pickle.dumps(motion)), copy.deepcopy(motion), copy.copy(motion)):
            assert np.array_equal(other(0.1).q, want)


def test_many_joints_and_no_compiler(monkeypatch):
    """What has no program is evaluated by NumPy, and so is everything where there is no compiler."""
    wide = Quintic(np.zeros(400), np.ones(400), 1.0)
    assert np.array_equal(wide(0.3), wide.derivatives(0.3, 2))
    monkeypatch.setattr(evaluations, "default_backend", lambda: "interpreter")
    evaluations._compiled.cache_clear()
    slow = pickle.loads(pickle.dumps(REACH))
    assert np.array_equal(slow(0.3), REACH.derivatives(0.3, 2)) and slow([0.1, 9.0]).qd.shape == (2, 3)
    evaluations._compiled.cache_clear()


class Own(AbstractTrajectory):
    """A caller's class."""

    n, duration, breaks = 1, 2.0, np.array([0.0, 2.0])

    def inside(self, t, order):
        return np.array([np.exp(t)[..., None]] * (order + 1))


def test_a_trajectory_of_one_s_own():
    assert Own()(1.0).qdd == math.e and Own()(3.0).qd == 0.0 and Own()([0.0, 1.0]).q.shape == (2, 1)


def test_a_controller_along_a_motion():
    """The same torques at a time, at times, and as written out by hand."""
    arm = linkwise.load("ur5")
    motion = Quintic([0.1] * 6, [0.7] * 6, 1.0)
    controller = computed_torque(arm, motion, 80.0, 18.0)
    q, qd = RANDOM.normal(size=(2, 5, 6))
    t = np.array([-0.5, 0.0, 0.3, 0.9, 4.0])
    together = controller(t, q, qd)
    for k, x in enumerate(t.tolist()):
        assert np.array_equal(controller(x, q[k], qd[k]), together[k])
        want = motion.derivatives(x, 2)
        by_hand = arm.inverse_dynamics(q[k], qd[k], want[2] + 18.0 * (want[1] - qd[k]) + 80.0 * (want[0] - q[k]))
        assert np.abs(together[k] - by_hand).max() < ROUNDING * np.abs(by_hand).max()


@pytest.mark.parametrize("name", ["trapeze", "spline", "pace"])
def test_many_times_are_those_of_few(name):
    """Long runs of a piece are evaluated together, short ones by turns: no bit differs."""
    motion = MOTIONS[name]
    t = np.linspace(0.0, motion.duration, 20_000)
    together = motion(t)
    for some in (slice(0, 50), slice(6_000, 6_050), slice(19_950, 20_000)):
        for x, y in zip(motion(t[some]), together, strict=True):
            assert np.array_equal(x, y[some])
    shuffled = RANDOM.permutation(len(t))
    assert np.array_equal(motion(t[shuffled]).qdd, together.qdd[shuffled])

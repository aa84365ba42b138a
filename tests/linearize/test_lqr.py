"""Gains of regulators: the Riccati equations' residuals, python-control, and motions that are kept to."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.errors import BadArray, LinkwiseError
from linkwise.linearize import DiscreteModel, lqr, tvlqr
from linkwise.linearize.riccati import backwards
from linkwise.trajectories import Quintic
from tests.robots import states
from tests.tolerances import (
    AGREEMENT,
    BROUGHT_HOME,
    DEFAULT_STEP,
    LONG_RUN,
    NINE_DIGITS,
    OTHER_RICCATI,
    RICCATI,
)


def model_of(name, seed=1):
    robot = linkwise.load(name)
    return robot.linearize(*(x[0] for x in states(robot.n, 1, seed)))


@pytest.mark.parametrize("name", ["planar2r", "ur5", "panda"])
def test_residual_and_poles(name):
    model = model_of(name)
    A, B, n = model.A, model.B, len(model.A)
    Q, R = np.diag(np.linspace(1, 10, n)), np.diag(np.linspace(0.1, 1, n // 2))
    K, S, poles = lqr(model, Q, R)
    quadratic = S @ B @ np.linalg.solve(R, B.T @ S)
    assert np.abs(A.T @ S + S @ A - quadratic + Q).max() < RICCATI * np.abs(quadratic).max()
    assert np.abs(K - np.linalg.solve(R, B.T @ S)).max() < RICCATI * np.abs(K).max()
    assert (poles.real < 0).all() and (np.linalg.eigvalsh(S) > 0).all()
    sampled = model.discrete(0.005)
    A, B = sampled.A, sampled.B
    K, S, poles = lqr(sampled, Q, R)
    rest = A.T @ S @ A - S - A.T @ S @ B @ np.linalg.solve(R + B.T @ S @ B, B.T @ S @ A) + Q
    assert np.abs(rest).max() < RICCATI * np.abs(S).max()
    assert (np.abs(poles) < 1).all()


def test_python_control():
    control = pytest.importorskip("control", reason="python-control is not installed: pip install 'linkwise[control]'")
    model = model_of("ur5")
    for ours, theirs, solve in (
        (model, model.to_control(), control.lqr),
        (model.discrete(0.01), model.discrete(0.01).to_control(), control.dlqr),
    ):
        K, S, poles = solve(theirs, np.eye(12), 0.1 * np.eye(6))
        found = lqr(ours, 1.0, 0.1)
        assert np.abs(found.K - K).max() < OTHER_RICCATI * np.abs(K).max()
        assert np.abs(found.S - S).max() < OTHER_RICCATI * np.abs(S).max()
        assert (
            np.abs(np.sort(np.abs(found.poles)) - np.sort(np.abs(poles))).max()
            < 10 * OTHER_RICCATI * np.abs(poles).max()
        )


def test_a_double_integrator_by_hand():
    """q̈ = u with Q = diag(1, 0), R = 1: K = (1, √2)."""
    A, B = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1.0]])
    assert np.abs(lqr((A, B), [1.0, 0.0], 1.0).K - [1.0, np.sqrt(2)]).max() < AGREEMENT


def test_batches():
    robot = linkwise.load("planar2r")
    model = robot.linearize(*states(2, 4, seed=2))
    every = lqr(model, 1.0, 1.0)
    assert every.K.shape == (4, 2, 4) and every.poles.shape == (4, 4)
    assert np.abs(every.K[2] - lqr(model[2], np.eye(4), np.eye(2)).K).max() < AGREEMENT


@pytest.mark.parametrize(
    ("model", "Q", "R", "words"),
    [
        (None, np.eye(3), 1.0, "Q has shape"),
        (None, [[1.0, 2, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], 1.0, "not symmetric"),
        (None, -1.0, 1.0, "no eigenvalue may be negative"),
        (None, 1.0, 0.0, "must be positive"),
        (None, 1.0, [1.0, -1.0], "must be positive"),
        (None, np.nan, 1.0, "Q is nan"),
        (None, "all", 1.0, "Q is an array of"),
        ((np.eye(2),), 1.0, 1.0, "not a linear model"),
        ((np.eye(2), np.ones(2)), 1.0, 1.0, "shapes"),
        ((np.full((2, 2), np.nan), np.ones((2, 1))), 1.0, 1.0, "finite"),
        ((np.zeros((2, 2)), np.zeros((2, 0))), 1.0, 1.0, "shapes"),
        (([[0.0, 1.0], [-4.0, 0.0]], [[0.0], [1.0]]), 0.0, 1.0, "does not decay"),  # it swings for ever, for nothing
        (None, 1e300, 1e-300, "no stabilising gain"),
        ((np.diag([1.0, 1.0]), np.zeros((2, 1))), 1.0, 1.0, "no stabilising gain"),
        (DiscreteModel(2 * np.eye(2), np.zeros((2, 1)), 0.1, ("a", "b"), ("u",)), 1.0, 1.0, "no stabilising gain"),
    ],
)
def test_errors(model, Q, R, words):
    with pytest.raises(BadArray, match=f"(?i){words}"):
        lqr(linkwise.load("planar2r").linearize([0.1, 0.2]) if model is None else model, Q, R)


# ---- along a trajectory ---------------------------------------------------------------------------------------------


class Still:
    def __init__(self, q, duration=3.0):
        self.q, self.n, self.duration = np.asarray(q), len(q), duration

    def __call__(self, t):
        q = np.broadcast_to(self.q, (*np.shape(t), self.n))
        return q, 0 * q, 0 * q


def test_a_posture_has_the_gain_of_the_regulator():
    robot = linkwise.load("puma560")
    q = [0.3, -0.7, 0.4, 0.2, 0.9, -0.1]
    single = lqr(robot.linearize(q), 10.0, 0.1)
    kept = tvlqr(robot, Still(q), 10.0, 0.1, step=0.1)
    assert np.abs(kept.K - single.K).max() < RICCATI * np.abs(single.K).max()
    forgotten = tvlqr(robot, Still(q, 12.0), 10.0, 0.1, 0.0, step=0.1)  # no cost at the end: far from it the same
    assert np.abs(forgotten.K[0] - single.K).max() < LONG_RUN * np.abs(single.K).max()
    assert not forgotten.S[-1].any() and np.abs(forgotten.K[-1]).max() == 0.0


def test_the_riccati_equation_integrated_otherwise():
    """SciPy's integration of −Ṡ = AᵀS + SA − SBR⁻¹BᵀS + Q; our error falls with the square of the step."""
    robot, way = linkwise.load("planar2r"), Quintic([0.0, 0.5], [1.0, -0.6], duration=0.8)
    Q, R, Qf = np.diag([10.0, 5.0, 1.0, 1.0]), np.diag([0.5, 0.2]), np.diag([3.0, 3.0, 0.2, 0.2])

    def rate(s, S):
        S = S.reshape(4, 4)
        m = robot.linearize(way, t=0.8 - s)
        return (m.A.T @ S + S @ m.A - S @ m.B @ np.linalg.solve(R, m.B.T @ S) + Q).ravel()

    exact = solve_ivp(rate, (0, 0.8), Qf.ravel(), rtol=1e-10, atol=1e-10, method="DOP853").y[:, -1].reshape(4, 4)
    error = [np.abs(tvlqr(robot, way, Q, R, Qf, step=h).S[0] - exact).max() for h in (0.04, 0.02)]
    assert error[1] < 1e-2 * np.abs(exact).max() and 3.5 < error[0] / error[1] < 4.5


def test_stiff_weights_stay_right():
    """A fast regulator in one long step: tanh of the scalar equation, the algebraic solution after a while."""
    one = np.eye(1)
    S = backwards(np.zeros((20, 1, 1)), np.ones((20, 1, 1)), 1e6 * one, one, 0 * one, 0.01)[:, 0, 0]
    t = 0.2 - 0.01 * np.arange(21)
    assert np.abs(S - 1e3 * np.tanh(1e3 * t)).max() < LONG_RUN
    with pytest.raises(BadArray, match="fastest pole"):
        backwards(np.zeros((2, 1, 1)), np.ones((2, 1, 1)), 1e20 * one, one, one, 1.0)


def follow(robot, way, tau, x0, t):
    n = robot.n
    rate = lambda t, x: np.concatenate([x[n:], robot.forward_dynamics(x[:n], x[n:], tau(t, x[:n], x[n:]))])  # noqa: E731
    return solve_ivp(rate, (0, t[-1]), x0, t_eval=t, rtol=1e-9, atol=1e-10, method="DOP853").y.T


def test_a_reaching_motion_is_kept_to():
    robot = linkwise.load("ur5")
    way = Quintic([0.2, -1.2, 0.8, -0.4, 1.0, 0.1], [1.1, -0.6, 1.4, 0.5, 0.3, -0.8], duration=1.2)
    controller = tvlqr(robot, way, [300.0] * 6 + [1.0] * 6, np.diag([0.1, 0.1, 0.1, 10, 10, 100]), step=0.02)
    t = np.linspace(0.0, 1.8, 30)
    x0, motion = np.concatenate([way(0.0).q, np.zeros(6)]), way(t)
    wanted = np.concatenate([motion.q, motion.qd], axis=1)
    exact = follow(robot, way, controller, x0, t)  # nothing perturbs: feedforward alone would do
    assert np.abs(exact - wanted).max() < LONG_RUN  # steps held to 1e-9
    kick = np.concatenate([np.random.default_rng(3).normal(0, 0.02, 6), np.random.default_rng(4).normal(0, 0.05, 6)])
    held = np.abs(follow(robot, way, controller, x0 + kick, t) - wanted).max(axis=1)
    open_loop = lambda s, q, qd: robot.inverse_dynamics(*way(s))  # noqa: E731
    lost = np.abs(follow(robot, way, open_loop, x0 + kick, t) - wanted).max(axis=1)
    assert held[-1] < 0.02 * held[0] and lost[-1] > 5 * lost[0]


def test_a_pendulum_swings_up_and_stays():
    robot = linkwise.load("pendulum")
    way = Quintic([0.0], [np.pi], duration=1.0)
    controller = tvlqr(robot, way, [10.0, 1.0], 0.1)
    t = np.linspace(0.0, 3.0, 31)
    x = follow(robot, way, controller, np.array([0.3, -0.5]), t)
    assert abs(x[-1] - [np.pi, 0.0]).max() < BROUGHT_HOME
    assert np.abs(controller.gain(7.0) - controller.K[-1]).max() == 0.0
    assert np.abs(controller.gain(0.005) - 0.5 * (controller.K[0] + controller.K[1])).max() < AGREEMENT


def test_a_motion_under_a_wrench_is_kept_to():
    """What presses is in the feedforward and in the gains: the motion stays exact, and the last gain is lqr's there."""
    robot, way = linkwise.load("planar2r"), Quintic([0.2, 0.5], [0.9, -0.4], duration=0.5)
    wrenches = {"tip": np.array([0.0, 0.0, 2.0, 30.0, -20.0, 0.0])}
    controller = tvlqr(robot, way, 10.0, 0.1, wrenches=wrenches)
    run = robot.simulate(way(0.0).q, controller=controller, wrenches=wrenches, t=0.5, rtol=1e-10)
    assert np.abs(run.q - way(run.t).q).max() < DEFAULT_STEP
    last = lqr(robot.linearize(way(0.5).q, wrenches=wrenches), 10.0, 0.1)
    without = lqr(robot.linearize(way(0.5).q), 10.0, 0.1)
    assert np.abs(controller.K[-1] - last.K).max() < RICCATI * np.abs(last.K).max()
    assert np.abs(last.K - without.K).max() > 1e-2


def test_weights_of_a_few_digits_are_symmetric_enough():
    model = linkwise.load("planar2r").linearize([0.1, 0.2])
    Q = np.eye(4) + 0.1
    Q[0, 1] += 1e-11
    assert np.abs(lqr(model, Q, 1.0).K - lqr(model, np.eye(4) + 0.1, 1.0).K).max() < NINE_DIGITS


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"trajectory": [0.0]}, LinkwiseError, "not a trajectory"),
        ({"step": 0.0}, BadArray, "the step is 0.0"),
        ({"step": 1e-9}, BadArray, "too short for a motion"),
        ({"Q": -1.0}, BadArray, "Q has the eigenvalue"),
        ({"R": 0.0}, BadArray, "R has the eigenvalue"),
        ({"Qf": np.eye(3)}, BadArray, "Qf has shape"),
        ({"Q": 1e16, "R": 1e-16}, BadArray, "fastest pole"),
        ({"trajectory": Still([0.1], duration=0.0)}, BadArray, "duration of the trajectory is 0.0"),
    ],
)
def test_errors_of_tracking(arguments, error, words):
    given = {"trajectory": Still([0.1]), "Q": 1.0, "R": 1.0, "Qf": 1.0} | arguments
    with pytest.raises(error, match=words):
        tvlqr(linkwise.load("pendulum"), **given)


def test_errors_of_a_controller_in_use():
    controller = tvlqr(linkwise.load("planar2r"), Still([0.1, 0.2]), 1.0, 1.0)
    assert controller(0.1, np.zeros((3, 2)), np.zeros(2)).shape == (3, 2)
    for bad in ((0.1, [0.0], [0.0, 0.0]), (0.1, "ab", [0.0, 0.0]), (0.1, np.zeros((3, 2)), np.zeros((2, 2)))):
        with pytest.raises(BadArray):
            controller(*bad)
    for bad in (np.nan, "soon", [0.1, 0.2]):
        with pytest.raises(BadArray, match="t "):
            controller.gain(bad)

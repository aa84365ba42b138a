"""Each method converges with its order to what SciPy finds with tight tolerances."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.model import Friction, Rotor, Smooth
from linkwise.rollouts import InLoop
from linkwise.trajectories import Quintic
from tests.tolerances import AGREEMENT, DEFAULT_STEP, ONE_ROUNDING, ROUGH_RUN, ROUNDING

ORDERS = {"euler": 1, "semi_implicit_euler": 1, "rk4": 4, "implicit_midpoint": 2, "gauss_legendre_4": 4}
STEPS = {1: (2e-3, 1e-3), 2: (4e-3, 2e-3), 4: (2e-2, 1e-2)}
"""Where errors are neither rounding nor far from their leading term."""


def follow(eq, t, q, qd, wanted, gain):
    """Computed torque along a trajectory that is slow to correct, and something that depends on time itself."""
    a = [c + 5.0 * (b - v) + gain[0] * (x0 - x) for x0, b, c, x, v in zip(*wanted, q, qd, strict=True)]
    return [f + t * t for f in eq.inverse_dynamics(q, qd, a)]


@pytest.fixture(scope="module")
def driven():
    """An arm along a trajectory under a wrench that varies, and where SciPy says it is after 0.6 s."""
    robot = linkwise.load("puma560").lock({f"joint{k}": 0.0 for k in (4, 5, 6)}).without_friction()
    path = Quintic([0.1, -0.4, 0.3], [0.9, 0.2, -0.4], duration=0.8)
    frame = robot.frames[-1]

    def wrench(t):
        return [0.3, 0.0, 0.0, 0.0, 20.0 * np.cos(4.0 * t), 5.0]

    def rate(t, x):
        q, qd = x[:3], x[3:]
        p = path(t)
        tau = robot.inverse_dynamics(q, qd, p.qdd + 5.0 * (p.qd - qd) + 20.0 * (p.q - q)) + t * t
        return np.concatenate([qd, robot.forward_dynamics(q, qd, tau, wrenches={frame: wrench(t)})])

    start = np.array([0.2, -0.5, 0.4, 0.3, 0.0, -0.6])
    end = solve_ivp(rate, (0.0, 0.6), start, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    controller = InLoop(follow, {"wanted": path, "gain": 20.0})
    return robot, start, end, {"controller": controller, "wrenches": {frame: wrench}}


@pytest.mark.parametrize("method", ORDERS)
def test_order(method, driven):
    robot, start, end, given = driven
    errors = []
    for step in STEPS[ORDERS[method]]:
        found = robot.rollouts(start[:3], start[3:], **given, method=method, step=step, duration=0.6)
        errors.append(np.abs(np.concatenate([found.q[-1], found.qd[-1]]) - end).max())
    assert errors[1] < 1e-2
    assert np.log2(errors[0] / errors[1]) == pytest.approx(ORDERS[method], abs=0.2)


@pytest.mark.parametrize("method", ["euler", "semi_implicit_euler", "rk4"])
def test_as_simulate(method):
    """The same steps as `robot.simulate` takes."""
    robot = linkwise.load("planar2r")
    run = robot.simulate([0.3, 0.4], [1.0, -2.0], t=np.linspace(0.0, 0.1, 6), method=method, step=2e-3)
    found = robot.rollouts([0.3, 0.4], [1.0, -2.0], duration=0.1, step=2e-3, every=10, method=method)
    assert np.abs(run.t - found.t).max() < ONE_ROUNDING and np.abs(run.q - found.q).max() < ROUNDING


@pytest.mark.parametrize("method", ["implicit_midpoint", "gauss_legendre_4"])
def test_as_simulate_in_canonical_coordinates(method):
    robot = linkwise.load("planar2r")
    run = robot.simulate([0.3, 0.4], [1.0, -2.0], t=np.linspace(0.0, 0.1, 6), method=method, step=2e-3)
    found = robot.rollouts([0.3, 0.4], [1.0, -2.0], duration=0.1, step=2e-3, every=10, method=method)
    assert np.abs(run.q - found.q).max() < ROUNDING and np.abs(run.qd - found.qd).max() < AGREEMENT


ARM = linkwise.load("planar2r").with_friction(Smooth(Friction(0.8, 0.5), width=0.1))
WRIST = linkwise.load("puma560").lock({f"joint{k}": 0.1 for k in (1, 2, 3)})
ROTOR = Rotor(2e-3, 20.0)
BODIES = {
    "friction": ARM,
    "a drive of two joints": ARM.with_drive(
        "belt", {"joint1": 3.0, "joint2": 2.0}, rotor=ROTOR, friction=Smooth(Friction(0.02, 0.01), width=0.3)
    ),
    "motors": ARM.with_motors([[1.0, 0.0], [0.5, 1.0]]),
    "rotors that spin": WRIST.without_friction().with_spinning_rotors(),
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("method", ["rk4", "implicit_midpoint", "gauss_legendre_4"])
def test_all_that_acts_on_a_robot(name, method):
    """Friction, drives and rotors do to q̇, or to p, what they do to the accelerations that SciPy integrates."""
    robot = BODIES[name]
    start = np.linspace(0.4, 1.5, 2 * robot.n)

    def rate(t, x):
        q, qd = x[: robot.n], x[robot.n :]
        return np.concatenate([qd, robot.forward_dynamics(q, qd, np.ones(robot.n))])

    end = solve_ivp(rate, (0.0, 0.2), start, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    found = robot.rollouts(
        start[: robot.n], start[robot.n :], tau=np.ones(robot.n), method=method, step=5e-4, duration=0.2
    )
    apart = np.abs(np.concatenate([found.q[-1], found.qd[-1]]) - end).max()
    assert apart < (ROUGH_RUN if method == "implicit_midpoint" else DEFAULT_STEP)


def test_exact_steps():
    """One Euler step by hand: the pendulum m l²/3 q̈ = τ − ½ m g l sin q."""
    robot = linkwise.load("pendulum")
    qdd = 3.0 * (2.0 - 4.905 * np.sin(0.7))
    found = robot.rollouts([0.7], [0.5], tau=[2.0], step=0.1, steps=1, method="euler")
    assert found.q[-1, 0] == pytest.approx(0.75, rel=ONE_ROUNDING) and found.qd[-1, 0] == pytest.approx(0.5 + 0.1 * qdd)
    found = robot.rollouts([0.7], [0.5], tau=[2.0], step=0.1, steps=1, method="semi_implicit_euler")
    assert found.q[-1, 0] == pytest.approx(0.7 + 0.1 * (0.5 + 0.1 * qdd))

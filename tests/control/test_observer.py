"""The momentum observer: its residual is the external force behind a filter of the first order, exactly."""

from itertools import pairwise

import numpy as np
import pytest

import linkwise
from linkwise.calls.equations import Equations
from linkwise.control import MomentumObserver, gravity_compensation
from linkwise.control.momentum import momentum
from linkwise.model import Friction
from tests.robots import states
from tests.tolerances import AGREEMENT, DEFAULT_RUN, DEFAULT_STEP, TRACKED

GAIN = 20.0


def filtered(run, external, gain):
    """∫ K e^(−K (t − s)) τ_ext(s) ds at the last time, by Gauss's rule on short pieces of the dense output."""
    x, weights = np.polynomial.legendre.leggauss(8)
    edges = np.linspace(0.0, run.t[-1], 81)
    total = np.zeros(run.q.shape[1])
    for a, b in pairwise(edges):
        s = 0.5 * (a + b) + 0.5 * (b - a) * x
        decay = gain * np.exp(-gain * (run.t[-1] - s))
        total += 0.5 * (b - a) * (weights * decay) @ external(s, run.at(s).q)
    return total


@pytest.mark.parametrize("name", ["panda", "stanford", "rx90"])
def test_momentum_by_its_definition(name):
    """p = M q̇ and β = Cᵀ q̇ − g − friction, with C of Christoffel symbols."""
    robot = linkwise.load(name)
    q, qd, _ = (x[0] for x in states(robot.n, 1, 4))
    p, β = momentum(Equations(robot.tree), q.tolist(), qd.tolist())
    true = robot.coriolis_matrix(q, qd).T @ qd - robot.gravity_forces(q) - robot.friction_forces(qd)
    np.testing.assert_allclose(p, robot.mass_matrix(q) @ qd, rtol=0, atol=AGREEMENT * 10)
    np.testing.assert_allclose(β, true, rtol=0, atol=AGREEMENT * max(10.0, np.abs(true).max()))


def test_a_constant_torque_rises_as_an_exponential():
    """A moment about a pendulum's axis is a constant external torque: r = τ_ext (1 − e^(−K t))."""
    robot = linkwise.load("pendulum").with_friction(Friction(viscous=0.3))
    axis = robot.jacobian([0.0])[:3, 0]
    observer = MomentumObserver(robot, GAIN)
    t = np.linspace(0.0, 0.5, 26)
    wrench = {robot.tree.frame_or_tip(None).name: [*(2.0 * axis), 0.0, 0.0, 0.0]}
    run = robot.simulate([0.4], [0.5], tau=[1.0], wrenches=wrench, companions={"observer": observer}, t=t, rtol=1e-11)
    expected = 2.0 * (1.0 - np.exp(-GAIN * t))
    np.testing.assert_allclose(observer.residual(run)[:, 0], expected, rtol=0, atol=TRACKED)


@pytest.mark.parametrize("varying", [False, True])
def test_residual_is_the_filtered_external_torque(varying):
    robot = linkwise.load("ur5")
    frame = robot.tree.frame_or_tip(None).name
    shape = np.array([1.0, -0.5, 0.3, 20.0, -10.0, 15.0])

    def wrench(t, q=None, qd=None):
        return shape * (np.sin(7.0 * t) if varying else 1.0)

    gains = np.linspace(10.0, 30.0, 6)
    observer, q0 = MomentumObserver(robot, gains), np.array([0.2, -1.2, 1.8, -0.6, 1.2, 0.3])
    run = robot.simulate(
        q0,
        controller=gravity_compensation(robot, kd=2.0),
        wrenches={frame: wrench},
        companions={"r": observer},
        t=0.6,
        rtol=1e-11,
    )

    def external(s, q):
        return np.array([robot.jacobian(x).T @ wrench(at) for at, x in zip(s, q, strict=True)])

    true = np.array([filtered(run, external, k)[j] for j, k in enumerate(gains)])
    assert np.abs(true).max() > 1.0
    np.testing.assert_allclose(observer.residual(run, "r")[-1], true, rtol=0, atol=DEFAULT_STEP)


def test_nothing_is_found_where_nothing_acts():
    """Rotors, viscous friction and fast motion are the arm's own."""
    robot = linkwise.load("scara").with_friction(Friction(viscous=0.5))
    observer = MomentumObserver(robot, 50.0)
    run = robot.simulate(
        [0.3, 0.5, 0.1, 0.2],
        [1.0, -2.0, 0.3, 2.0],
        tau=lambda t, q, qd: np.sin([3 * t, 5 * t, t, 2 * t]),
        companions={"observer": observer},
        t=1.0,
        rtol=1e-11,
    )
    assert np.abs(observer.residual(run)).max() < DEFAULT_RUN


def test_dry_friction_is_the_arm_s_own_while_it_slides():
    """Sliding, nothing is found; held still by friction under a torque of 0.5, what holds is external: −0.5."""
    robot = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction(Friction(viscous=0.1, coulomb=1.0))
    observer = MomentumObserver(robot, GAIN)
    run = robot.simulate([0.0], [3.0], tau=[0.5], companions={"observer": observer}, t=3.0, rtol=1e-11)
    (event,) = run.events
    assert event.name == "joint1 sticks" and 0.5 < event.t < 2.0
    r, sliding = observer.residual(run)[:, 0], run.t <= event.t
    assert np.abs(r[sliding]).max() < DEFAULT_RUN
    held = run.t >= event.t
    np.testing.assert_allclose(
        r[held], -0.5 * (1.0 - np.exp(-GAIN * (run.t[held] - event.t))), rtol=0, atol=DEFAULT_RUN
    )


def test_steps_are_right_to_the_second_order():
    """Forces held over the samples, the arm simulated exactly in between: errors fall as dt²."""
    robot = linkwise.load("planar2r")
    push = np.array([0.0, 0.0, 0.0, 3.0, -2.0, 0.0])
    observer, errors = MomentumObserver(robot, GAIN), []
    for dt in (0.02, 0.01, 0.005):
        t = np.linspace(0.0, 0.4, round(0.4 / dt) + 1)

        def held(s, q, qd, dt=dt):
            return np.array([20.0, 6.0]) + np.array([3.0, 1.0]) * s

        q, qd = np.array([0.4, 0.6]), np.zeros(2)
        watching, exact, z = observer.begin(q, qd), None, observer.start(q, qd)
        for k in range(len(t) - 1):
            tau = held(t[k], q, qd)
            run = robot.simulate(
                q, qd, tau=tau, wrenches={"tip": push}, companions={"observer": _From(observer, z)}, t=dt, rtol=1e-11
            )
            q, qd, z = run.q[-1], run.qd[-1], run.companions["observer"][-1]
            found, exact = watching.update(q, qd, tau, dt), observer.residual(run)[-1]
        errors.append(np.abs(found - exact).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(orders - 2.0) < 0.3).all(), (errors, orders)
    np.testing.assert_array_equal(watching.residual, found)


class _From:
    """An observer that goes on from a state."""

    def __init__(self, observer, z):
        self.observer, self.z, self.size, self.rate = observer, z, observer.size, observer.rate

    def start(self, q0, qd0):
        return self.z


def test_any_step_is_stable():
    robot = linkwise.load("pendulum")
    watching = MomentumObserver(robot, 1000.0).begin([0.0], [0.0])
    for _ in range(200):  # K dt = 100
        r = watching.update([0.0], [0.0], [2.0], 0.1)
    assert abs(r[0] + 2.0) < 0.1

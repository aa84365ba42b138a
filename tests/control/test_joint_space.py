"""Joint-space controllers: forces by Pinocchio's numbers, errors by closed forms, poles by linearization."""

import numpy as np
import pytest

import linkwise
from linkwise.control import (
    computed_torque,
    feedforward,
    gravity_compensation,
    linear_feedback,
    pd,
    pd_gravity,
    saturated,
)
from linkwise.linearize import lqr, tvlqr
from linkwise.trajectories import Quintic
from tests.robots import states
from tests.tolerances import AGREEMENT, LONG_RUN, NUDGED, ROUGH_RUN, ROUNDING, TRACKED

SPEED = 6.0
"""ω of critically damped gains kp = ω², kd = 2ω."""


def reach(robot, duration=1.0):
    way = np.linspace(0.8, -0.5, robot.n)
    return Quintic(0.3 * way, way, duration=duration)


def brought_back(e0, t):
    """The error of a critically damped oscillator let go at rest: e0 (1 + ωt) e^(−ωt)."""
    return np.outer((1.0 + SPEED * t) * np.exp(-SPEED * t), e0)


def close(found, true, tolerance):
    np.testing.assert_allclose(found, true, rtol=0, atol=tolerance * max(1.0, np.abs(true).max()))


def test_forces_by_pinocchio():
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    robot = linkwise.load("ur5")
    peer, moving = Pinocchio.of_model(robot.model), reach(robot)
    q, qd, _ = states(6, 4, 3)
    t = np.linspace(0.1, 0.9, 4)
    q_d, qd_d, qdd_d = moving(t)
    kp, kd = np.diag([30.0, 20.0, 10.0, 5.0, 4.0, 3.0]), np.linspace(5.0, 1.0, 6)
    kp[0, 1] = kp[1, 0] = 2.0  # a gain that couples two joints
    feedback = (q_d - q) @ kp.T + (qd_d - qd) * kd
    still = np.zeros(6)
    weights = np.array([peer.inverse_dynamics(x, still, still) for x in q])
    there = np.array([peer.inverse_dynamics(x, still, still) for x in q_d])
    computed = np.array([peer.inverse_dynamics(*state) for state in zip(q, qd, qdd_d + feedback, strict=True)])
    forward = np.array([peer.inverse_dynamics(*state) for state in zip(q_d, qd_d, qdd_d, strict=True)])
    close(gravity_compensation(robot, kd=2.0)(t, q, qd), weights - 2.0 * qd, AGREEMENT)
    close(pd(robot, moving, kp, kd)(t, q, qd), feedback, ROUNDING)
    close(pd_gravity(robot, moving, kp, kd)(t, q, qd), weights + feedback, AGREEMENT)
    close(pd_gravity(robot, moving, kp, kd, at="desired")(t, q, qd), there + feedback, AGREEMENT)
    close(computed_torque(robot, moving, kp, kd)(t, q, qd), computed, AGREEMENT)
    close(feedforward(robot, moving, kp, kd)(t, q, qd), forward + feedback, AGREEMENT)
    K = np.random.default_rng(2).normal(size=(6, 12))
    off = np.concatenate([q - q_d, qd - qd_d], axis=1)
    close(linear_feedback(robot, moving, K)(t, q, qd), forward - off @ K.T, AGREEMENT)
    one = computed_torque(robot, moving, kp, kd)
    close(one(t[1], q[1], qd[1]), one(t, q, qd)[1], ROUNDING)  # one state as in a batch


def test_computed_torque_tracks_to_the_integrators_error():
    """On the exact model errors are those of a linear oscillator, and zero where they begin at zero."""
    robot = linkwise.load("rx90").without_friction()  # with rotors
    moving = reach(robot)
    controller = computed_torque(robot, moving, SPEED**2, 2.0 * SPEED)
    t = np.linspace(0.0, 1.0, 21)
    start = moving(0.0).q
    run = robot.simulate(start, controller=controller, t=t, rtol=1e-11)
    close(run.q, moving(t).q, TRACKED)
    off = np.linspace(0.1, -0.1, robot.n)
    run = robot.simulate(start + off, controller=controller, t=t, rtol=1e-11)
    close(run.q - moving(t).q, brought_back(off, t), TRACKED)


def test_computed_torque_in_fixed_steps_has_their_order():
    robot = linkwise.load("planar2r")
    moving, off = reach(robot), np.array([0.2, -0.3])
    controller = computed_torque(robot, moving, SPEED**2, 2.0 * SPEED)
    errors = []
    for step in (0.02, 0.01, 0.005):
        run = robot.simulate(moving(0.0).q + off, controller=controller, t=1.0, method="rk4", step=step)
        errors.append(np.abs(run.q - moving(run.t).q - brought_back(off, run.t)).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(orders - 4.0) < 0.3).all(), (errors, orders)


def test_friction_is_compensated():
    law = linkwise.model.Friction(viscous=2.0)
    robot = linkwise.load("planar2r").with_friction(law)
    moving = reach(robot)
    run = robot.simulate(moving(0.0).q, controller=computed_torque(robot, moving, 36.0, 12.0), t=1.0, rtol=1e-11)
    close(run.q, moving(run.t).q, TRACKED)
    blind = computed_torque(robot.without_friction(), moving, 36.0, 12.0)  # and one that does not know of it is off
    run = robot.simulate(moving(0.0).q, controller=blind, t=1.0)
    assert np.abs(run.q - moving(run.t).q).max() > 1e-3


@pytest.mark.parametrize("at", ["measured", "desired"])
def test_pd_with_gravity_reaches_its_posture_at_the_poles_of_the_linearization(at):
    robot = linkwise.load("panda").without_friction()
    rest = np.array([0.2, -0.6, 0.1, -2.0, 0.3, 1.5, 0.4])
    # What is asked of a joint is in proportion to what it moves: no mode is much faster than the others.
    kp, kd = np.diag(robot.mass_matrix(rest)) * 60.0, np.diag(robot.mass_matrix(rest)) * 15.0
    controller = pd_gravity(robot, rest, kp, kd, at=at)
    run = robot.simulate(rest + 0.2, controller=controller, t=12.0)
    assert run.status == "finished"
    close(run.q[-1], rest, LONG_RUN)  # e^(−2·12) of the slowest mode

    def slope(x):
        return np.concatenate([x[7:], robot.forward_dynamics(x[:7], x[7:], controller(0.0, x[:7], x[7:]))])

    x0, h = np.concatenate([rest, np.zeros(7)]), 1e-6
    A = np.array([(slope(x0 + d) - slope(x0 - d)) / (2 * h) for d in h * np.eye(14)]).T
    model, M = robot.linearize(rest), robot.mass_matrix(rest)
    K = np.hstack([np.diag(kp), np.diag(kd)])
    expected = model.A - model.B @ K
    if at == "measured":  # gravity is gone everywhere: M ë + K_d ė + K_p e = 0
        expected = np.block(
            [[np.zeros((7, 7)), np.eye(7)], [-np.linalg.solve(M, np.diag(kp)), -np.linalg.solve(M, np.diag(kd))]]
        )
    close(A, expected, NUDGED)
    poles = np.linalg.eigvals(expected)
    assert poles.real.max() < -1.0
    for pole in np.linalg.eigvals(A):
        assert np.abs(poles - pole).min() < ROUGH_RUN * np.abs(poles).max()


def test_gains_of_the_linearized_model():
    """lqr's gain turns a pendulum back upright; along a motion the controller agrees with tvlqr's own."""
    robot, upright = linkwise.load("pendulum"), [np.pi]
    controller = linear_feedback(robot, upright, lqr(robot.linearize(upright), Q=[10.0, 1.0], R=1.0))
    run = robot.simulate([np.pi - 0.4], controller=controller, t=8.0)
    close(run.q[-1], np.array([np.pi]), LONG_RUN)
    arm = linkwise.load("planar2r")
    moving = reach(arm)
    tracking = tvlqr(arm, moving, Q=[50.0, 50.0, 1.0, 1.0], R=0.1)
    controller = linear_feedback(arm, tracking)
    for t in (0.0, 0.31, 0.9):
        q, qd = moving(t).q + 0.1, moving(t).qd - 0.2
        close(controller(t, q, qd), tracking(t, q, qd), AGREEMENT)


def test_saturated():
    robot = linkwise.load("planar2r")
    controller = pd(robot, [1.0, 1.0], 100.0, 0.0)
    cut = saturated(controller, effort=[30.0, np.inf])
    np.testing.assert_array_equal(cut(0.0, [0.0, 0.0], [0.0, 0.0]), [30.0, 100.0])
    np.testing.assert_array_equal(cut(0.0, [2.0, 2.0], [0.0, 0.0]), [-30.0, -100.0])
    np.testing.assert_array_equal(cut(0.0, [0.9, 0.9], [0.0, 0.0]), controller(0.0, [0.9, 0.9], [0.0, 0.0]))


def test_other_inputs():
    controller = pd(linkwise.load("planar2r"), [1.0, 1.0], 1.0, 0.0)
    here = (0.0, [0.0, 0.0], [0.0, 0.0])
    np.testing.assert_array_equal(controller.with_inputs(kp=5.0)(*here), [5.0, 5.0])
    np.testing.assert_array_equal(controller.with_inputs(kp=[[1.0, 1.0], [0.0, 2.0]])(*here), [2.0, 2.0])


def test_each_state_its_own_gain():
    robot = linkwise.load("planar2r")
    controller = pd(robot, [1.0, 1.0], 1.0, 0.0).with_inputs(kp=("each", [[1.0, 2.0], [3.0, 4.0]]))
    np.testing.assert_array_equal(controller(0.0, np.zeros((2, 2)), np.zeros((2, 2))), [[1.0, 2.0], [3.0, 4.0]])

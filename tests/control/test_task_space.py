"""Resolved acceleration and impedance: lines followed, deflections and responses as springs and masses have them."""

import numpy as np
import pytest

import linkwise
from linkwise.control import PoseLine, impedance, resolved_acceleration
from linkwise.taskspace import orientation
from tests.tolerances import CENTRAL_DIFFERENCES, LONG_RUN, ROUNDING, TRACKED

Q0 = {
    "ur5": np.array([0.2, -1.2, 1.8, -0.6, 1.2, 0.3]),
    "panda": np.array([0.1, -0.4, 0.2, -2.0, 0.1, 1.8, 0.7]),
}
SPEED = 8.0


def arm(name):
    return linkwise.load(name).without_friction()


def line(robot, q0, way=(0.05, -0.08, 0.06), turn=(0.2, -0.3, 0.25), duration=1.0):
    start = robot.forward_kinematics(q0)
    end = start.copy()
    end[:3, 3] += way
    end[:3, :3] = end[:3, :3] @ orientation("rotation_vector").rotation(turn)
    return PoseLine(start, end, duration)


def test_pose_line():
    moving = line(arm("ur5"), Q0["ur5"])
    np.testing.assert_allclose(moving([0.0, 2.0]).pose, [moving.start, moving.end], atol=ROUNDING)
    assert not moving([-1.0, 0.0, 1.0, 3.0]).twist.any()
    h, t = 1e-5, np.linspace(0.1, 0.9, 5)
    before, now, after = moving(t - h), moving(t), moving(t + h)
    np.testing.assert_allclose(now.acceleration, (after.twist - before.twist) / (2 * h), atol=CENTRAL_DIFFERENCES)
    slope = (after.pose - before.pose) / (2 * h)
    np.testing.assert_allclose(now.twist[:, 3:], slope[:, :3, 3], atol=CENTRAL_DIFFERENCES)
    spin = slope[:, :3, :3] @ np.swapaxes(now.pose[:, :3, :3], 1, 2)  # Ṙ Rᵀ = ω̃
    np.testing.assert_allclose(
        now.twist[:, :3], np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1), atol=CENTRAL_DIFFERENCES
    )


GAINS = {
    resolved_acceleration: (SPEED**2, 2.0 * SPEED),
    impedance: ([2.0] * 3 + [100.0] * 3, [0.3] * 3 + [30.0] * 3),
}


@pytest.mark.parametrize("make", GAINS)
def test_a_line_is_followed(make):
    """Untouched and on the exact model, an impedance follows its motion as a resolved acceleration does."""
    robot, q0 = arm("ur5"), Q0["ur5"]
    moving = line(robot, q0)
    controller = make(robot, moving, *GAINS[make])
    run = robot.simulate(q0, controller=controller, t=np.linspace(0.0, 1.2, 13), rtol=1e-11, breaks=[1.0])
    assert run.status == "finished"
    np.testing.assert_allclose(robot.forward_kinematics(run.q), moving(run.t).pose, rtol=0, atol=TRACKED)


def test_errors_of_position_are_those_of_oscillators():
    """Beside the line by a step of 3 cm: e0 (1 + ωt) e^(−ωt), with a redundant arm whose free motion comes to rest."""
    robot, q0 = arm("panda"), Q0["panda"]
    moving = line(robot, q0, turn=(0.0, 0.0, 0.0))
    off = np.array([0.03, 0.0, -0.02])
    shifted = PoseLine(
        moving.start + np.pad(off[:, None], ((0, 1), (3, 0))), moving.end + np.pad(off[:, None], ((0, 1), (3, 0))), 1.0
    )
    controller = resolved_acceleration(robot, shifted, SPEED**2, 2.0 * SPEED, rows="position", posture_kd=4.0)
    t = np.linspace(0.0, 1.0, 11)
    run = robot.simulate(q0, controller=controller, t=t, rtol=1e-11)
    error = shifted(t).pose[:, :3, 3] - robot.forward_kinematics(run.q)[:, :3, 3]
    np.testing.assert_allclose(error, np.outer((1 + SPEED * t) * np.exp(-SPEED * t), off), rtol=0, atol=TRACKED)


def test_what_a_task_leaves_free_goes_to_a_posture():
    robot, q0 = arm("panda"), Q0["panda"]
    here = robot.forward_kinematics(q0)
    where = {"rows": "position", "posture_kp": 9.0, "posture_kd": 6.0}
    controller = resolved_acceleration(
        robot, here, 64.0, 16.0, posture=q0 + np.array([0.0, 0.0, 0.3, 0.0, 0.2, 0.0, 0.4]), **where
    )
    run = robot.simulate(q0, controller=controller, t=3.0)
    assert np.abs(run.q[-1] - q0).max() > 0.2  # the arm has moved, and its hand has not
    np.testing.assert_allclose(run.path(), np.tile(here[:3, 3], (len(run.t), 1)), atol=LONG_RUN)


def test_damping_keeps_accelerations_bounded_at_a_singularity():
    robot, stretched = linkwise.load("planar2r"), np.array([0.3, 0.0])
    away = robot.forward_kinematics(stretched)
    away[:2, 3] *= 1.2  # out of reach
    damped = resolved_acceleration(robot, away, 64.0, 16.0, rows=["x", "y"], singularity_damping=0.2)
    tau = damped(0.0, stretched, np.zeros(2))
    assert np.isfinite(tau).all() and np.abs(tau).max() < 1e4
    run = robot.simulate([0.3, 0.4], controller=damped, t=3.0)
    assert run.status == "finished" and np.linalg.norm(run.path()[-1]) > 1.5  # of 1.6: nearly stretched


def test_impedance_yields_as_its_springs_do():
    """Under a constant wrench the frame rests where K e = −w: rotations by e_o = sin θ."""
    robot, q0 = arm("ur5"), Q0["ur5"]
    here = robot.forward_kinematics(q0)
    K = np.diag([30.0, 30.0, 30.0, 400.0, 300.0, 500.0])
    K[3, 4] = K[4, 3] = 100.0
    w = np.array([1.5, -1.0, 0.8, 6.0, -4.0, 5.0])
    controller = impedance(robot, here, K, np.array([8.0, 8.0, 8.0, 150.0, 150.0, 150.0]))
    run = robot.simulate(q0, controller=controller, wrenches={robot.tree.frame_or_tip(None).name: w}, t=12.0, rtol=1e-5)
    now = robot.forward_kinematics(run.q[-1])
    expected = np.linalg.solve(K, w)
    np.testing.assert_allclose(now[:3, 3] - here[:3, 3], expected[3:], rtol=0, atol=LONG_RUN)
    turned = orientation("rotation_vector").angles(now[:3, :3] @ here[:3, :3].T)
    angle = np.linalg.norm(turned)
    np.testing.assert_allclose(np.sin(angle) * turned / angle, expected[:3], rtol=0, atol=LONG_RUN)


def test_a_chosen_inertia_answers_as_a_mass_on_a_spring():
    """Λ_d = m 1, critically damped: x̃ = w/K (1 − (1 + ωt) e^(−ωt)) under a force that begins at t = 0."""
    robot, q0 = arm("panda"), Q0["panda"]
    here, frame = robot.forward_kinematics(q0), robot.tree.frame_or_tip(None).name
    m, ω = 4.0, 5.0
    w = np.array([0.0, 0.0, 0.0, 6.0, -3.0, 4.0])
    controller = impedance(robot, here, m * ω**2, 2.0 * m * ω, inertia=m, wrench=lambda t: w, rows="position")
    t = np.linspace(0.0, 1.0, 11)
    run = robot.simulate(q0, controller=controller, wrenches={frame: w}, t=t, rtol=1e-11)
    x = robot.forward_kinematics(run.q)[:, :3, 3] - here[:3, 3]
    expected = np.outer(1.0 - (1.0 + ω * t) * np.exp(-ω * t), w[3:] / (m * ω**2))
    np.testing.assert_allclose(x, expected, rtol=0, atol=TRACKED)


def test_own_inertia_is_that_of_the_task():
    """Let go from rest, the hand accelerates by Λ⁻¹ w, Λ being the task space's."""
    robot, q0 = arm("panda"), Q0["panda"]
    frame = robot.tree.frame_or_tip(None).name
    controller = impedance(robot, robot.forward_kinematics(q0), 100.0, 10.0)
    w, still = np.array([0.3, -0.2, 0.1, 5.0, 3.0, -4.0]), np.zeros(7)
    qdd = robot.forward_dynamics(q0, still, controller(0.0, q0, still), wrenches={frame: w})
    space = robot.task_space(q0)
    np.testing.assert_allclose(robot.jacobian(q0) @ qdd, np.linalg.solve(space.inertia, w), rtol=TRACKED)

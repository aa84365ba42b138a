"""The motion of a pose in SE(3) against the motion of the joints."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, LinkwiseError, NotForThisRobot, Singular
from linkwise.model import Friction
from tests.tolerances import DEFAULT_RUN, LONG_RUN, STRICT_RUN

START = [0.1, -0.5, 0.3, 0.2, 0.7, 0.1]
PUSH = np.array([0.2, -0.1, 0.3, 4.0, -3.0, 50.0])


@pytest.mark.parametrize("friction", [None, Friction(viscous=0.5)])
def test_against_the_motion_of_the_joints(friction):
    robot = linkwise.load("puma560").without_friction()
    if friction:
        robot = robot.with_friction(dict.fromkeys(robot.joint_names, friction))
    qd0 = np.array([0.3, -0.2, 0.1, 0.2, 0.3, -0.4])
    t = np.linspace(0.0, 0.3, 4)
    moved = robot.pose_motion(START, robot.jacobian(START) @ qd0, wrench=PUSH, t=t)
    same = robot.simulate(START, qd0, t=t, wrenches={"link6": PUSH}, rtol=STRICT_RUN)
    assert np.abs(moved.q - same.q).max() < LONG_RUN
    assert np.abs(moved.poses - robot.forward_kinematics(same.q)).max() < LONG_RUN
    R = moved.poses[:, :3, :3]
    assert np.abs(R @ R.swapaxes(1, 2) - np.eye(3)).max() < DEFAULT_RUN


def test_energy_of_a_body_that_coasts():
    """Without gravity and wrench the kinetic energy, half of Vᵀ Λ V, stays what it was."""
    robot = linkwise.load("puma560").without_friction().with_gravity([0.0, 0.0, 0.0])
    moved = robot.pose_motion(START, [0.1, 0.2, -0.3, 0.1, 0.2, 0.1], t=np.linspace(0.0, 0.4, 5))
    Λ = robot.task_space(moved.q).inertia
    energy = 0.5 * np.einsum("ti,tij,tj->t", moved.velocities, Λ, moved.velocities)
    assert energy == pytest.approx(energy[0], rel=DEFAULT_RUN)


def test_bad_input():
    robot = linkwise.load("puma560")
    with pytest.raises(NotForThisRobot, match="7 joints"):
        linkwise.load("panda").pose_motion([0.0] * 7)
    with pytest.raises(BadArray):
        robot.pose_motion([START, START])
    with pytest.raises(BadArray):
        robot.pose_motion(START, wrench=[1.0, 2.0])
    with pytest.raises(LinkwiseError, match="the wrench"):
        robot.pose_motion(START, wrench=lambda t: PUSH)
    with pytest.raises(LinkwiseError, match="increase"):
        robot.pose_motion(START, t=[1.0, 0.0])
    straight = robot.without_friction().with_gravity([0.0, 0.0, 0.0])
    with pytest.raises(Singular):  # pulled out to its full reach
        straight.pose_motion(
            [0.0, -0.2, 1.4, 0.0, 0.5, 0.0], wrench=lambda t, X, V: [0, 0, 0, *(400.0 * X[:3, 3])], t=3.0
        )

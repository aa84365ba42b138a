"""`robot.with_elastic_joints`: the robot with springs in its joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from .robot import ElasticRobot
from .springs import MotorFriction, Springs

if TYPE_CHECKING:
    from ..robot import Robot


def with_elastic_joints(
    robot: Robot,
    stiffness: ArrayLike,
    *,
    damping: ArrayLike = 0.0,
    rotors: ArrayLike | None = None,
    friction: str | None = None,
    motor_friction: MotorFriction = None,
) -> ElasticRobot:
    """The robot with a spring between each joint and its motor: 2n coordinates x = (q, q_M), n motor torques.

    stiffness       of the springs, N m/rad (N/m for sliding joints), above 0.
    damping         of the springs, N m s/rad; none by default.
    rotors          the motors' inertias as seen through the gears, kg m²; the model's own by default.
    friction        the side on which the model's friction acts: "motor" by default, or "joint".
    motor_friction  the motors' own laws, on their velocities as seen through the gears: one for all, a dict by joint,
                    or a list; the model's friction then acts on the joints.

    Each of the first three is one number for all joints, n numbers, or a symmetric n×n matrix. Motor positions and
    torques are those reflected through the gears. To keep a joint rigid, give a robot of the elastic joints only, with
    the others locked.

    Returns an `ElasticRobot`, with the questions of a robot (`forward_dynamics`, `mass_matrix`, `simulate` …) for x in
    place of q, and its own `equilibrium(q)`, `natural_frequencies(q)`, `linearize(x)`, `along(trajectory, t)`.

    >>> import linkwise
    >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
    >>> arm
    ElasticRobot('puma560', 6 joints, 6 motors)
    >>> arm.equilibrium([0.0] * 6).tau.shape, arm.n
    ((6,), 12)
    """
    return ElasticRobot(robot, Springs.of(robot.tree, stiffness, damping, rotors, friction, motor_friction))

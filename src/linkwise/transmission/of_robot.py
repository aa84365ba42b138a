"""`robot.with_transmission`: the robot in the coordinates of motors that move its joints through q = h(q_m)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..errors import NotForThisRobot, shown
from ..model import Limits
from .coupling import Coupling, motor_names
from .drive import MotorDrive, MotorLaws
from .robot import TransmissionRobot

if TYPE_CHECKING:
    from ..robot import Robot


def with_transmission(
    robot: Robot,
    function: Callable[..., Any],
    names: Sequence[str] | None = None,
    *,
    inertia: ArrayLike = 0.0,
    friction: MotorLaws = None,
    limits: Mapping[str, Limits] | None = None,
) -> TransmissionRobot:
    """The robot in the coordinates of its motors, whose ratio to the joints changes with position: q = h(q_m).

    function  h: takes the list of the motors' positions, returns the list of the robot's coordinates. It is written
              over scalars, with + − × ÷ and sin, cos, sqrt, atan2, where … of `linkwise.algebra`, and runs once, on a
              tracer.
    names     the motors' names; motor1, motor2, … for each coordinate unless given. There may be fewer motors.
    inertia   of the motors, at their own speed: one number, one for each, or a symmetric matrix; none by default.
    friction  of the motors, at their own speed: a law, a dict by motor, or a list; none by default.
    limits    {motor: Limits}.

    The model's own rotors, friction and springs stay at the joints. Returns a `TransmissionRobot`, with the questions
    of a robot (`inverse_dynamics`, `forward_dynamics`, `simulate` …) for q_m in place of q, and its own
    `joints(q_m)`, `transmission_jacobian(q_m)`, `motor_torques(q_m, tau)` and `motors_for(q, start)`. For a constant
    ratio, `robot.with_motors` gives a robot like any other.

    >>> import linkwise
    >>> from linkwise.algebra import sin
    >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * sin(m[0])], names=["lever"])
    >>> arm
    TransmissionRobot('pendulum', 1 motor, 1 joint)
    """
    if robot.n == 0:
        raise NotForThisRobot(f"no joint of robot {shown(robot.name)} moves.", "A transmission moves joints.")
    motors = motor_names(names, robot.n)
    coupling = Coupling.of(function, motors, robot.joint_names)
    return TransmissionRobot(robot, coupling, MotorDrive.of(motors, inertia, friction, limits))

"""Feedforward with feedback beside it: τ = ID(q_d, q̇_d, q̈_d) + K_p e + K_d ė.

Balafoutis & Patel (1991) §7.1: nominal forces drive the arm, feedback corrects. The forces of the motion do not depend
on the state: they can be found beforehand, and dry friction does not make them jump to and fro.     [balafoutis1991]
"""

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import plus
from ..robot import Robot
from .controller import Controller
from .given import controlled, gain, motion, motion_input
from .pd import feedback


def feedforward(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """The forces of the desired motion, and springs and dampers along it.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> arm, reach = linkwise.load("planar2r"), Quintic([0.0, 0.0], [1.0, -0.5], duration=1.0)
    >>> controller = feedforward(arm, reach, kp=100.0, kd=20.0)
    >>> q, qd, qdd = reach(0.3)
    >>> bool(abs(controller(0.3, q, qd) - arm.inverse_dynamics(q, qd, qdd)).max() < 1e-12)
    True
    """
    robot = controlled(robot)
    n = robot.n
    inputs = {"desired": motion_input(desired, n), "kp": gain("kp", kp, n), "kd": gain("kd", kd, n)}
    return Controller(robot, _law, inputs, "feedforward")


def _law(eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    return plus(eq.inverse_dynamics(*motion(desired, eq.n)), feedback(eq, t, q, qd, desired, kp, kd))

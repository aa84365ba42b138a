"""The arm made weightless: τ = g(q) − K_d q̇."""

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import minus
from ..robot import Robot
from .controller import Controller
from .gains import gained
from .given import controlled, gain


def gravity_compensation(robot: Robot, kd: ArrayLike = 0.0) -> Controller:
    """Joint forces that carry the arm's weight, and damp its motion where kd is given: for guiding it by hand.

    >>> import linkwise
    >>> gravity_compensation(linkwise.load("pendulum"))(0.0, [1.5707963267948966], [0.0])
    array([4.905])
    """
    robot = controlled(robot)
    return Controller(robot, _law, {"kd": gain("kd", kd, robot.n)}, "gravity_compensation")


def _law(eq: Any, t: Any, q: Any, qd: Any, kd: Any) -> Any:
    return minus(eq.gravity_forces(q), gained(kd, qd))

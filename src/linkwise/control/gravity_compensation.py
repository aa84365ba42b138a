"""The arm made weightless: τ = g(q) − K_d q̇."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import minus
from ..robot import Robot
from .controller import Controller
from .gains import GAINS, gain, gain_times
from .own_model import expect_robot


def gravity_compensation(robot: Robot, kd: ArrayLike = 0.0) -> Controller:
    """Carry the arm's weight, and damp its motion by `kd`: for guiding the arm by hand.

    >>> import linkwise
    >>> gravity_compensation(linkwise.load("pendulum"))(0.0, [1.5707963267948966], [0.0])
    array([4.905])
    """
    robot = expect_robot(robot)
    return Controller(robot, _forces, {"kd": gain("kd", kd, robot.n)}, "gravity_compensation", GAINS)


def _forces(eq: Any, t: Any, q: Any, qd: Any, kd: Any) -> Any:
    return minus(eq.gravity_forces(q), gain_times(kd, qd))

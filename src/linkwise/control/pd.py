"""Proportional and derivative feedback, alone and with gravity compensation.

    τ = K_p e + K_d ė,    τ = g(q) + K_p e + K_d ė,    τ = g(q_d) + K_p e + K_d ė,    e = q_d − q:

with gravity compensated, q_d at rest is reached from any state (with g(q_d), if K_p is steeper than g): Takegaki &
Arimoto (1981).                                                                                     [takegaki1981]
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import minus, plus
from ..errors import UnknownName
from ..robot import Robot
from .controller import Controller
from .desired_motion import desired_motion, motion_input
from .gains import GAINS, gain, gain_times
from .own_model import expect_robot

AT = ("measured", "desired")
"""The positions at which gravity may be compensated."""


def pd(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """Springs and dampers to a posture or along a trajectory; gains are one number, n, or n×n.

    >>> import linkwise
    >>> pd(linkwise.load("planar2r"), [0.0, 1.0], kp=[50.0, 20.0], kd=2.0)(0.0, [0.0, 0.5], [1.0, 0.0])
    array([-2., 10.])
    """
    robot = expect_robot(robot, dynamics=False)
    return Controller(robot, feedback, pd_inputs(robot, desired, kp, kd), "pd", GAINS)


def pd_gravity(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike, *, at: str = "measured") -> Controller:
    """Like `pd`, with gravity compensated at the "measured" or at the "desired" position.

    >>> import linkwise
    >>> pd_gravity(linkwise.load("pendulum"), [1.5707963267948966], kp=10.0, kd=1.0, at="desired")(0.0, [0.0], [0.0])
    array([20.61296327])
    """
    if not isinstance(at, str) or at not in AT:
        raise UnknownName("position", at, "pd_gravity", AT)
    robot = expect_robot(robot)
    forces = _gravity_measured if at == "measured" else _gravity_desired
    return Controller(robot, forces, pd_inputs(robot, desired, kp, kd), "pd_gravity", GAINS)


def pd_inputs(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> dict[str, Any]:
    """The inputs of `feedback`, checked.

    >>> import linkwise
    >>> pd_inputs(linkwise.load("pendulum"), [0.0], 10.0, 1.0)["kp"]
    array([10.])
    """
    n = robot.n
    return {"desired": motion_input(desired, n), "kp": gain("kp", kp, n), "kd": gain("kd", kd, n)}


def feedback(eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    """K_p e + K_d ė, over scalars."""
    q_d, qd_d, _ = desired_motion(desired, eq.n)
    return plus(gain_times(kp, minus(q_d, q)), gain_times(kd, minus(qd_d, qd)))


def _gravity_measured(eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
    return plus(eq.gravity_forces(q), feedback(eq, t, q, qd, *inputs))


def _gravity_desired(eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
    q_d = desired_motion(inputs[0], eq.n)[0]
    return plus(eq.gravity_forces(q_d), feedback(eq, t, q, qd, *inputs))

"""Proportional and derivative feedback, alone and with the arm's weight carried.

    τ = K_p e + K_d ė,    τ = g(q) + K_p e + K_d ė,    τ = g(q_d) + K_p e + K_d ė,    e = q_d − q:

with the weight carried, q_d at rest is reached from anywhere (with g(q_d), where K_p is steeper than g): Takegaki &
Arimoto (1981).                                                                                     [takegaki1981]
"""

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import minus, plus
from ..errors import UnknownName
from ..robot import Robot
from .controller import Controller
from .gains import gained
from .given import controlled, gain, motion, motion_input

AT = ("measured", "desired")
"""Where gravity is asked for: at the position that is, or at the one that should be."""


def pd(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """Springs and dampers to a posture or along a trajectory; gains are one number, n, or n×n.

    >>> import linkwise
    >>> pd(linkwise.load("planar2r"), [0.0, 1.0], kp=[50.0, 20.0], kd=2.0)(0.0, [0.0, 0.5], [1.0, 0.0])
    array([-2., 10.])
    """
    robot = controlled(robot, dynamics=False)
    return Controller(robot, feedback, _inputs(robot, desired, kp, kd), "pd")


def pd_gravity(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike, *, at: str = "measured") -> Controller:
    """The same with the arm's weight carried, that at the "measured" or at the "desired" position.

    >>> import linkwise
    >>> pd_gravity(linkwise.load("pendulum"), [1.5707963267948966], kp=10.0, kd=1.0, at="desired")(0.0, [0.0], [0.0])
    array([20.61296327])
    """
    if not isinstance(at, str) or at not in AT:
        raise UnknownName("position", at, "pd_gravity", AT)
    robot = controlled(robot)
    law = _carried if at == "measured" else _carried_there
    return Controller(robot, law, _inputs(robot, desired, kp, kd), "pd_gravity")


def _inputs(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> dict[str, Any]:
    return {
        "desired": motion_input(desired, robot.n),
        "kp": gain("kp", kp, robot.n),
        "kd": gain("kd", kd, robot.n),
    }


def feedback(eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    """K_p e + K_d ė, over scalars."""
    q_d, qd_d, _ = motion(desired, eq.n)
    return plus(gained(kp, minus(q_d, q)), gained(kd, minus(qd_d, qd)))


def _carried(eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
    return plus(eq.gravity_forces(q), feedback(eq, t, q, qd, *inputs))


def _carried_there(eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
    return plus(eq.gravity_forces(motion(inputs[0], eq.n)[0]), feedback(eq, t, q, qd, *inputs))

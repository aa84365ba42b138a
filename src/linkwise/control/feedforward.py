"""Feedforward with feedback added: τ = ID(q_d, q̇_d, q̈_d) + K_p e + K_d ė.

Balafoutis & Patel (1991) §7.1: nominal forces drive the arm, feedback corrects. The nominal forces do not depend on the
state: they can be computed beforehand, and dry friction does not make them switch back and forth.   [balafoutis1991]
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import plus
from ..robot import Robot
from .controller import Controller
from .desired_motion import desired_motion
from .gains import GAINS
from .own_model import expect_robot
from .pd import feedback, pd_inputs


def feedforward(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """The inverse dynamics of the desired motion, with springs and dampers along it.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> arm, reach = linkwise.load("planar2r"), Quintic([0.0, 0.0], [1.0, -0.5], duration=1.0)
    >>> controller = feedforward(arm, reach, kp=100.0, kd=20.0)
    >>> q, qd, qdd = reach(0.3)
    >>> bool(abs(controller(0.3, q, qd) - arm.inverse_dynamics(q, qd, qdd)).max() < 1e-12)
    True
    """
    robot = expect_robot(robot)
    return Controller(robot, _forces, pd_inputs(robot, desired, kp, kd), "feedforward", GAINS)


def _forces(eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    nominal = eq.inverse_dynamics(*desired_motion(desired, eq.n))
    return plus(nominal, feedback(eq, t, q, qd, desired, kp, kd))

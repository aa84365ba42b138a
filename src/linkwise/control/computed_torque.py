"""Computed torque: inverse dynamics in the feedback path, which makes the error that of n linear oscillators.

    τ = ID(q, q̇, q̈_d + K_d ė + K_p e),    e = q_d − q:    ë + K_d ė + K_p e = 0 on the exact model.

Balafoutis & Patel (1991) §7.2.1 names it: global linearization by feedback.                         [balafoutis1991]
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


def computed_torque(robot: Robot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """Inverse dynamics of the desired acceleration corrected by feedback; kp = ω², kd = 2ω let errors decay in ~1/ω.

    The robot's friction is compensated at the measured velocity. Dry friction switches with the sign of the velocity:
    give the controller a robot with `Smooth` friction instead, or `robot.without_friction()`.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> arm, reach = linkwise.load("planar2r"), Quintic([0.0, 0.0], [1.0, -0.5], duration=1.0)
    >>> controller = computed_torque(arm, reach, kp=100.0, kd=20.0)
    >>> run = arm.simulate([0.0, 0.0], controller=controller, t=1.0)
    >>> bool(abs(run.q - reach(run.t).q).max() < 1e-7)
    True
    """
    robot = expect_robot(robot)
    return Controller(robot, _forces, pd_inputs(robot, desired, kp, kd), "computed_torque", GAINS)


def _forces(eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    qdd_d = desired_motion(desired, eq.n)[2]
    return eq.inverse_dynamics(q, qd, plus(qdd_d, feedback(eq, t, q, qd, desired, kp, kd)))

"""Feedforward and the feedback of a linearized model: τ = τ°(t) − K(t) (x − x°(t)), x = [q; q̇].

Balafoutis & Patel (1991) §7.1; K comes from `linkwise.linearize`: lqr around a posture, tvlqr along a trajectory.
                                                                                                    [balafoutis1991]
"""

from __future__ import annotations

from typing import Any

from ..algebra.matrices import minus, times
from ..errors import LinkwiseError
from ..linearize.weights import feedback_gain
from ..robot import Robot
from .controller import Controller
from .desired_motion import desired_motion, motion_input
from .gains import rows_of
from .own_model import expect_robot


def linear_feedback(robot: Robot, desired: Any = None, gain: Any = None) -> Controller:
    """The forces of the desired motion, corrected by a gain K (n, 2n) on the deviation of the state from it.

    `gain` is a matrix, the result of `linkwise.linearize.lqr`, or a function of t. The result of `tvlqr` serves as both
    arguments: `linear_feedback(robot, tvlqr(…))`.

    >>> import linkwise
    >>> from linkwise.linearize import lqr
    >>> robot, upright = linkwise.load("pendulum"), [3.141592653589793]
    >>> controller = linear_feedback(robot, upright, lqr(robot.linearize(upright), Q=[10.0, 1.0], R=1.0))
    >>> controller(0.0, [3.241592653589793], [0.0]).round(3)
    array([-1.074])
    """
    robot = expect_robot(robot)
    if gain is None and callable(getattr(desired, "gain", None)):
        if getattr(desired, "wrenches", None):
            raise LinkwiseError(
                "these gains were designed under wrenches.",
                "Gains for a motion without wrenches were expected.",
                "use the result of tvlqr itself: it is a controller.",
            )
        desired, gain = desired.trajectory, desired.gain
    inputs = {"desired": motion_input(desired, robot.n), "gain": _gain_input(gain, robot.n)}
    return Controller(robot, _forces, inputs, "linear_feedback")


def _gain_input(gain: Any, n: int) -> Any:
    K = getattr(gain, "K", gain)
    if not callable(K):
        return feedback_gain("the gain", K, n)
    feedback_gain("the gain at t = 0", K(0.0), n)
    return ("timed", K)


def _forces(eq: Any, t: Any, q: Any, qd: Any, desired: Any, gain: Any) -> Any:
    q_d, qd_d, qdd_d = desired_motion(desired, eq.n)
    deviation = [*minus(q, q_d), *minus(qd, qd_d)]
    return minus(eq.inverse_dynamics(q_d, qd_d, qdd_d), times(rows_of(gain, 2 * eq.n), deviation))

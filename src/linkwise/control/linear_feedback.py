"""Feedforward and the feedback of a linearized model: τ = τ°(t) − K(t) (x − x°(t)), x = [q; q̇].

Balafoutis & Patel (1991) §7.1; K comes from `linkwise.linearize`: lqr around a posture, tvlqr along a trajectory.
                                                                                                    [balafoutis1991]
"""

from typing import Any

import numpy as np

from ..algebra.matrices import minus, times
from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError
from ..robot import Robot
from .controller import Controller
from .gains import rows_of
from .given import controlled, fixed, motion, motion_input


def linear_feedback(robot: Robot, desired: Any = None, gain: Any = None) -> Controller:
    """The forces of the desired motion and a gain K (n, 2n) on what the state is off it.

    `gain` is a matrix, what `linkwise.linearize.lqr` gives, or a function of t. What `tvlqr` gives stands for both
    arguments: `linear_feedback(robot, tvlqr(…))`.

    >>> import linkwise
    >>> from linkwise.linearize import lqr
    >>> robot, upright = linkwise.load("pendulum"), [3.141592653589793]
    >>> controller = linear_feedback(robot, upright, lqr(robot.linearize(upright), Q=[10.0, 1.0], R=1.0))
    >>> controller(0.0, [3.241592653589793], [0.0]).round(3)
    array([-1.074])
    """
    robot = controlled(robot)
    if gain is None and callable(getattr(desired, "gain", None)):
        if getattr(desired, "wrenches", None):
            raise LinkwiseError(
                "these gains were found under wrenches.",
                "The forces of a motion without wrenches were expected.",
                "call what tvlqr gave: it is a controller itself.",
            )
        desired, gain = desired.trajectory, desired.gain
    inputs = {"desired": motion_input(desired, robot.n), "gain": _gain(gain, robot.n)}
    return Controller(robot, _law, inputs, "linear_feedback")


def _gain(given: Any, n: int) -> Any:
    given = getattr(given, "K", given)
    return ("timed", given) if callable(given) and _matrix(given(0.0), n) is not None else _matrix(given, n)


def _matrix(given: Any, n: int) -> Array:
    found = numbers("the gain", given, (), "a matrix (n, 2n)").astype(float)
    if found.shape != (n, 2 * n) or not np.isfinite(found).all():
        raise BadArray(
            f"the gain has shape {found.shape}, or is not finite.",
            f"Finite numbers of shape ({n}, {2 * n}): [K_q, K_qd].",
            "linkwise.linearize.lqr(robot.linearize(q), Q, R) gives one.",
        )
    return fixed(found)


def _law(eq: Any, t: Any, q: Any, qd: Any, desired: Any, gain: Any) -> Any:
    q_d, qd_d, qdd_d = motion(desired, eq.n)
    off = [*minus(q, q_d), *minus(qd, qd_d)]
    return minus(eq.inverse_dynamics(q_d, qd_d, qdd_d), times(rows_of(gain, 2 * eq.n), off))

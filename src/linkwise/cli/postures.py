"""Where a motion begins and ends if the command line does not say."""

import numpy as np

from ..calls.arrays import Array
from ..robot import Robot
from .output import format_number, remark

MARGIN = 0.1
"""A joint this share of its range from a limit is near it."""

FARTHEST, SHARE_OF_ROOM, SHARE_OF_EFFORT = 0.5, 0.25, 0.8
"""The longest way to go, rad or m; the most of the room to a limit; the most of a torque limit at the beginning."""

ROUND = 0.01
"""The way is a multiple of this, which reads better."""


def comfortable(arm: Robot) -> Array:
    """A posture away from the limits: each joint at 0, or midway between its limits if 0 is outside or near one.

    >>> import linkwise
    >>> comfortable(linkwise.load("panda")).round(3).tolist()
    [0.0, 0.0, 0.0, -1.571, 0.0, 1.868, 0.0]
    """
    lower, upper = arm.limits.lower, arm.limits.upper
    both = np.isfinite(lower) & np.isfinite(upper)
    low, high = np.where(both, lower, 0.0), np.where(both, upper, 0.0)
    margin = MARGIN * (high - low)
    inside = (low + margin <= 0.0) & (high - margin >= 0.0)
    return np.clip(np.where(inside, 0.0, 0.5 * (low + high)), lower, upper)


def elsewhere(arm: Robot, start: Array, stiffness: float) -> Array:
    """A posture not far from `start`, within the limits, that a spring of this stiffness reaches within torque limits.

    >>> import linkwise
    >>> elsewhere(linkwise.load("planar2r"), np.zeros(2), 100.0)
    array([ 0.5, -0.5])
    """
    up, down = arm.limits.upper - start, start - arm.limits.lower
    sign = np.where(np.arange(arm.n) % 2, -1.0, 1.0)
    sign = np.where(up > 2.0 * down, 1.0, np.where(down > 2.0 * up, -1.0, sign))
    way = np.minimum(FARTHEST, SHARE_OF_ROOM * np.where(sign > 0.0, up, down))
    if stiffness > 0.0:
        left = SHARE_OF_EFFORT * arm.limits.effort - np.abs(arm.gravity_forces(start))
        way = np.minimum(way, left / stiffness)
    return start + sign * np.floor(np.maximum(way, 0.0) / ROUND) * ROUND


def say(word: str, posture: Array) -> None:
    """Name on stderr a posture that the command line did not give."""
    remark(f"{word}: {' '.join(format_number(float(x)) for x in posture)}")

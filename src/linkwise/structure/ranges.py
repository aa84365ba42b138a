"""Over which positions bounds are asked: the robot's limits, a whole turn where a joint has none, or what is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import not_nan
from ..errors import BadArray, UnknownName, shown

if TYPE_CHECKING:
    from ..robot import Robot

Ranges = Mapping[str, Any] | None
"""Lower and upper position by joint; None for the robot's own limits."""


def ranges_of(robot: Robot, ranges: Ranges) -> tuple[Array, Array]:
    """The lowest and highest position of each coordinate; infinite for one that slides without limits.

    >>> import linkwise
    >>> [x.round(3).tolist() for x in ranges_of(linkwise.load("planar2r"), {"joint1": [0.0, 1.0]})]
    [[0.0, -3.142], [1.0, 3.142]]
    """
    lower, upper = robot.limits.lower.copy(), robot.limits.upper.copy()
    if ranges is not None and not isinstance(ranges, Mapping):
        raise BadArray(
            f"ranges are {shown(repr(ranges))}.",
            "A dict of joints with their lowest and highest position was expected.",
            'ranges={"joint1": [-1.0, 1.0]}, say.',
        )
    for name, pair in (ranges or {}).items():
        if name not in robot.joint_names:
            raise UnknownName("joint", name, f"robot {shown(robot.name)}", robot.joint_names)
        low, high = not_nan(f"the range of {shown(name)}", pair, (2,), "lowest, highest position")
        if not low <= high:
            raise BadArray(f"the range of joint {shown(name)} is from {low:g} to {high:g}.", "The lowest comes first.")
        k = robot.joint_names.index(name)
        lower[k], upper[k] = low, high
    turns = ~_slides(robot)
    whole = turns & ~(upper - lower < 2.0 * np.pi)  # more than a turn is a turn
    lower[whole], upper[whole] = -np.pi, np.pi
    return lower, upper


def _slides(robot: Robot) -> NDArray[np.bool_]:
    """Which coordinates move a joint that slides: a turn of theirs does not bring the robot back."""
    moved = np.zeros(robot.n, dtype=bool)
    for body, row in zip(robot.tree.bodies, robot.tree.coordinates.rows, strict=True):
        whole = body.joint.slides or any(c != round(c) for _, c in row)
        for k, _ in row if whole else ():
            moved[k] = True
    return moved

"""The states an approximation is made for: a box of positions, velocities and accelerations."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array
from ..calls.checks import positive, vector
from ..errors import BadArray, shown
from ..html_table import html_table
from ..robot import Robot

TURN, SLIDE = math.pi, 1.0
"""How far a joint without limits is assumed to move from 0, in radians or metres."""

TURNING, SLIDING = 2.0, 1.0
"""How fast a joint without a velocity limit is assumed to move, in rad/s or m/s."""

PER_SPEED_SQUARED = 10.0 / math.sqrt(3.0) / 1.875**2
"""Largest acceleration over squared largest velocity, for a quintic motion over one radian or metre."""


@dataclass(frozen=True, eq=False, init=False)
class Box:
    """Positions from `lower` to `upper`, velocities and accelerations up to a magnitude; one entry for each joint.

    `periodic` says for which joints a full turn changes nothing.

    >>> box = Box([0.0], [1.0], [2.0], [3.0])
    >>> box
    <Box of 1 joint, velocities up to 2, accelerations up to 3>
    >>> box.periodic
    (False,)
    """

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    periodic: tuple[bool, ...]

    def __init__(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        velocity: ArrayLike,
        acceleration: ArrayLike,
        periodic: tuple[bool, ...] = (),
    ) -> None:
        n = np.size(lower)
        sides = {"lower": lower, "upper": upper, "velocity": velocity, "acceleration": acceleration}
        for name, value in sides.items():
            object.__setattr__(self, name, vector(f"{name} of a box", value, n, "one entry per joint"))
        if (self.lower > self.upper).any() or (self.velocity < 0).any() or (self.acceleration < 0).any():
            raise BadArray(
                "a side of the box is negative.",
                "lower ≤ upper, velocity ≥ 0 and acceleration ≥ 0 were expected.",
                "swap lower and upper; give velocity and acceleration as magnitudes.",
            )
        object.__setattr__(self, "periodic", periodic or (False,) * n)

    @staticmethod
    def of(robot: Robot, speed: float | None = None) -> Box:
        """The limits of a robot, with `speed` as the velocity limit of every joint if it is given.

        Accelerations are those of a smooth motion over one radian. A joint without limits is assumed to move half a
        turn or a metre either way, at 2 rad/s or 1 m/s.

        >>> import linkwise
        >>> box = Box.of(linkwise.load("scara"), speed=1.0)
        >>> box.upper, box.velocity, box.acceleration.round(3)
        (array([2.2, 2.5, 0. , 6.3]), array([1., 1., 1., 1.]), array([1.642, 1.642, 1.642, 1.642]))
        """
        if speed is not None:
            speed = positive("speed", speed, "speed=1.0, say.")
        slides, limits = _slides(robot), robot.limits
        reach = np.where(slides, SLIDE, TURN)
        known = limits.velocity if speed is None else np.full(robot.n, speed)
        velocity = np.where(np.isfinite(known), known, np.where(slides, SLIDING, TURNING))
        lower = np.where(np.isfinite(limits.lower), limits.lower, np.minimum(-reach, limits.upper))
        upper = np.where(np.isfinite(limits.upper), limits.upper, np.maximum(reach, lower))
        return Box(lower, upper, velocity, PER_SPEED_SQUARED * velocity**2, _periodic(robot))

    def __repr__(self) -> str:
        fastest, hardest = (float(np.max(x, initial=0.0)) for x in (self.velocity, self.acceleration))
        return f"<Box of {_joints(len(self.lower))}, velocities up to {fastest:.4g}, accelerations up to {hardest:.4g}>"

    def _repr_html_(self) -> str:
        columns = (self.lower, self.upper, self.velocity, self.acceleration)
        rows = [(j, *(f"{x[j]:.6g}" for x in columns), self.periodic[j]) for j in range(len(self.lower))]
        return html_table(repr(self), ("joint", "lower", "upper", "velocity", "acceleration", "periodic"), rows)

    def require(self, robot: Robot) -> None:
        """Raise `BadArray` unless the box has as many joints as the robot."""
        if len(self.lower) != robot.n:
            raise BadArray(
                f"a box of {_joints(len(self.lower))} does not fit robot {shown(robot.name)}.",
                f"A box of {_joints(robot.n)} was expected.",
                "Box.of(robot) makes one.",
            )


def _joints(n: int) -> str:
    return f"{n} joint{'s' * (n != 1)}"


def _slides(robot: Robot) -> NDArray[np.bool_]:
    """For each coordinate, whether a joint that it moves slides."""
    moved = zip(robot.tree.bodies, robot.tree.coordinates.rows, strict=True)
    sliding = {k for body, row in moved if body.joint.slides for k, _ in row}
    return np.array([k in sliding for k in range(robot.n)], dtype=bool)


def _periodic(robot: Robot) -> tuple[bool, ...]:
    """For each coordinate, whether a full turn of it is a whole number of turns of every joint that it moves."""
    moved = zip(robot.tree.bodies, robot.tree.coordinates.rows, strict=True)
    not_periodic = {k for body, row in moved for k, c in row if body.joint.slides or c != round(c)}
    return tuple(k not in not_periodic for k in range(robot.n))

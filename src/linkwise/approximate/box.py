"""The states an approximation is made for: a box of positions, velocities and accelerations."""

import math
from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import BadArray, LinkwiseError, shown
from ..robot import Robot

TURN, SLIDE = math.pi, 1.0
"""How far a joint without limits is taken to go from 0, in radians or metres."""

TURNING, SLIDING = 2.0, 1.0
"""How fast a joint without a limit is taken to go, in rad/s or m/s."""

PER_SPEED_SQUARED = 10.0 / math.sqrt(3.0) / 1.875**2
"""The largest acceleration of a motion of degree five over one radian or metre, over its largest velocity squared."""


@dataclass(frozen=True, eq=False)
class Box:
    """Positions between `lower` and `upper`, velocities and accelerations up to a size; one entry for each joint.

    `periodic` tells for which joints a full turn changes nothing.

    >>> Box([0.0], [1.0], [2.0], [3.0]).periodic
    (False,)
    """

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    periodic: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        n = np.size(self.lower)
        for name in ("lower", "upper", "velocity", "acceleration"):
            array = real(f"{name} of a box", getattr(self, name), n, "one entry per joint")
            if array.shape != (n,) or not np.isfinite(array).all():
                raise BadArray(f"{name} of a box is {array.tolist()}.", f"{n} finite numbers were expected.")
            object.__setattr__(self, name, array)
        if (self.lower > self.upper).any() or (self.velocity < 0).any() or (self.acceleration < 0).any():
            raise BadArray("a box has a side below 0.", "lower ≤ upper and sizes not below 0 were expected.")
        object.__setattr__(self, "periodic", self.periodic or (False,) * n)

    @staticmethod
    def of(robot: Robot, speed: float | None = None) -> "Box":
        """The robot's limits, or `speed` for every joint; accelerations are those of a smooth motion over one radian.

        A joint without limits is taken to go half a turn or a metre either way, at 2 rad/s or 1 m/s.

        >>> import linkwise
        >>> box = Box.of(linkwise.load("scara"), speed=1.0)
        >>> box.upper, box.velocity, box.acceleration.round(3)
        (array([2.2, 2.5, 0. , 6.3]), array([1., 1., 1., 1.]), array([1.642, 1.642, 1.642, 1.642]))
        """
        if speed is not None and not (isinstance(speed, int | float) and math.isfinite(speed) and speed > 0):
            raise LinkwiseError(f"the speed is {speed!r}.", "A number above 0 was expected.", "speed=1.0, say.")
        slides, limits = _slides(robot), robot.limits
        reach = np.where(slides, SLIDE, TURN)
        known = limits.velocity if speed is None else np.full(robot.n, float(speed))
        velocity = np.where(np.isfinite(known), known, np.where(slides, SLIDING, TURNING))
        lower = np.where(np.isfinite(limits.lower), limits.lower, np.minimum(-reach, limits.upper))
        upper = np.where(np.isfinite(limits.upper), limits.upper, np.maximum(reach, lower))
        return Box(lower, upper, velocity, PER_SPEED_SQUARED * velocity**2, _periodic(robot))

    def require(self, robot: Robot) -> None:
        """Refuse a box of another number of joints than the robot's."""
        if len(self.lower) != robot.n:
            raise BadArray(
                f"a box of {len(self.lower)} joints was given for robot {shown(robot.name)}.",
                f"{robot.n} joints were expected.",
                "Box.of(robot) makes one.",
            )


def _slides(robot: Robot) -> Array:
    """For each coordinate, whether some joint that it moves slides."""
    moved = zip(robot.tree.bodies, robot.tree.coordinates.rows, strict=True)
    sliding = {k for body, row in moved if body.joint.slides for k, _ in row}
    return np.array([k in sliding for k in range(robot.n)], dtype=bool)


def _periodic(robot: Robot) -> tuple[bool, ...]:
    """For each coordinate, whether a full turn of it is a number of full turns of each joint that it moves."""
    moved = zip(robot.tree.bodies, robot.tree.coordinates.rows, strict=True)
    bound = {k for body, row in moved for k, c in row if body.joint.slides or c != round(c)}
    return tuple(k not in bound for k in range(robot.n))

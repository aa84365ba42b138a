"""The grid of a table: the same number of equidistant positions for each joint."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import whole
from ..errors import BadArray, shown
from .box import Box

ROUNDING = 1e-9
"""How far outside a joint's range a position may lie, as a fraction of it: it was meant to be on the border."""


@dataclass(frozen=True, eq=False)
class Grid:
    """`points` positions of each joint over a box; a joint whose range is a full turn wraps around.

    >>> Grid(Box([0.0], [1.0], [1.0], [1.0]), ("elbow",), 5).nodes(0)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """

    box: Box
    joints: tuple[str, ...]
    points: int

    def __post_init__(self) -> None:
        whole("points", self.points, 2, hint="points=5, say.")

    @property
    def wraps(self) -> NDArray[np.bool_]:
        """Which joints make full turns."""
        return np.array(self.box.periodic) & (self.box.upper - self.box.lower >= 2.0 * math.pi * (1.0 - ROUNDING))

    @property
    def lower(self) -> Array:
        """The first position of each joint."""
        return np.where(self.wraps, -math.pi, self.box.lower)

    @property
    def step(self) -> Array:
        """The distance between two positions of each joint."""
        return (np.where(self.wraps, math.pi, self.box.upper) - self.lower) / (self.points - 1)

    def nodes(self, joint: int) -> Array:
        """The positions of a joint."""
        return np.asarray(self.lower[joint] + self.step[joint] * np.arange(self.points))

    def place(self, q: Array) -> tuple[NDArray[np.int64], Array]:
        """The cell of each state (states, joints): index of its lower side, and the fraction of its width from there.

        >>> cell, fraction = Grid(Box([0.0], [1.0], [1.0], [1.0]), ("elbow",), 5).place(np.array([[0.3]]))
        >>> int(cell[0, 0]), round(float(fraction[0, 0]), 9)
        (1, 0.2)
        """
        turned = np.where(self.wraps, np.mod(q + math.pi, 2.0 * math.pi) - math.pi, q)
        width = self.step * (self.points - 1)
        inside = (turned >= self.lower - ROUNDING * width) & (turned <= self.lower + (1.0 + ROUNDING) * width)
        if not inside.all():
            state, joint = np.argwhere(~inside)[0]
            raise BadArray(
                f"joint {shown(self.joints[joint])} is at {q[state, joint]:g}, outside the table.",
                f"The table goes from {self.box.lower[joint]:g} to {self.box.upper[joint]:g}.",
                "make the table with a larger box: box=Box(lower, upper, velocity, acceleration).",
            )
        x = (turned - self.lower) / np.where(self.step > 0.0, self.step, 1.0)
        cell = np.clip(np.floor(x), 0, self.points - 2).astype(np.int64)
        return cell, np.clip(x - cell, 0.0, 1.0)

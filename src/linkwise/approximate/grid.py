"""The grid a table is made on: equally many positions of each joint, equally far apart."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError, shown
from .box import Box

ROUNDING = 1e-9
"""So much of a joint's range may a position lie outside it: it was meant to lie on the border."""


@dataclass(frozen=True, eq=False)
class Grid:
    """`points` positions of each joint over a box; where its range is a full turn, it closes upon itself.

    >>> Grid(Box([0.0], [1.0], [1.0], [1.0]), ("elbow",), 5).nodes(0)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """

    box: Box
    joints: tuple[str, ...]
    points: int

    def __post_init__(self) -> None:
        if not isinstance(self.points, int) or isinstance(self.points, bool) or self.points < 2:
            raise LinkwiseError(
                f"a table cannot have {self.points!r} points for each joint.",
                "A whole number not below 2 was expected.",
                "points=5, say.",
            )

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which joints make full turns."""
        return np.array(self.box.periodic) & (self.box.upper - self.box.lower >= 2.0 * math.pi * (1.0 - ROUNDING))

    @property
    def lower(self) -> Array:
        """The first position of each joint."""
        return np.where(self.whole, -math.pi, self.box.lower)

    @property
    def step(self) -> Array:
        """How far apart its positions are."""
        return (np.where(self.whole, math.pi, self.box.upper) - self.lower) / (self.points - 1)

    def nodes(self, joint: int) -> Array:
        """The positions of a joint."""
        return np.asarray(self.lower[joint] + self.step[joint] * np.arange(self.points))

    def place(self, q: Array) -> tuple[NDArray[np.int64], Array]:
        """The cell of each state (states, joints): the number of its lower side, and the share of its width from there.

        >>> cell, share = Grid(Box([0.0], [1.0], [1.0], [1.0]), ("elbow",), 5).place(np.array([[0.3]]))
        >>> int(cell[0, 0]), round(float(share[0, 0]), 9)
        (1, 0.2)
        """
        turned = np.where(self.whole, np.mod(q + math.pi, 2.0 * math.pi) - math.pi, q)
        width = self.step * (self.points - 1)
        inside = (turned >= self.lower - ROUNDING * width) & (turned <= self.lower + (1.0 + ROUNDING) * width)
        if not inside.all():
            state, joint = np.argwhere(~inside)[0]
            raise BadArray(
                f"joint {shown(self.joints[joint])} stands at {q[state, joint]:g}, outside the table.",
                f"It reaches from {self.box.lower[joint]:g} to {self.box.upper[joint]:g}.",
                "make a table over a larger box.",
            )
        x = (turned - self.lower) / np.where(self.step > 0.0, self.step, 1.0)
        cell = np.clip(np.floor(x), 0, self.points - 2).astype(np.int64)
        return cell, np.clip(x - cell, 0.0, 1.0)

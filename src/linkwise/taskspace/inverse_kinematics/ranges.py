"""Within which limits a search moves the joints, and how its answers are turned by whole turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ...calls.sampling import size
from ...model import Model
from ...model.coordinate_limits import coordinate_limits

TURN = 2.0 * np.pi
"""A whole turn, after which a pose is the same."""


@dataclass(frozen=True, eq=False)
class Ranges:
    """The limits of each coordinate, infinite where there are none; which coordinates repeat after a turn, and which
    turn joints only.

    A joint that can go all the way round is not stopped at its limits: any angle can be turned into them afterwards.
    """

    lower: Array
    upper: Array
    repeats: NDArray[np.bool_]
    turning: NDArray[np.bool_]
    size: float

    @staticmethod
    def of(tree: Model, limits: bool) -> Ranges:
        """Those of a robot without fixed joints, or of the same robot without limits."""
        lower, upper = (np.array(column, dtype=float) for column in coordinate_limits(tree)[:2])
        if not limits:
            lower, upper = np.full(tree.n, -np.inf), np.full(tree.n, np.inf)
        return Ranges(np.minimum(lower, upper), np.maximum(lower, upper), *_repeating(tree), size(tree))

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Which coordinates can go all the way round."""
        return np.asarray(self.repeats & (self.upper - self.lower >= TURN))

    @cached_property
    def turns(self) -> bool:
        """Whether any can."""
        return bool(self.free.any())

    @cached_property
    def turning_round(self) -> list[tuple[int, float, float]]:
        """The coordinates that can go all the way round, with their limits."""
        return [(k, float(self.lower[k]), float(self.upper[k])) for k in np.flatnonzero(self.free).tolist()]

    @cached_property
    def stops(self) -> tuple[Array, Array]:
        """The limits at which steps end."""
        return np.where(self.free, -np.inf, self.lower), np.where(self.free, np.inf, self.upper)

    @cached_property
    def middle(self) -> Array:
        """The middle of the limits; where there is none, the value nearest to 0."""
        both = np.isfinite(self.lower) & np.isfinite(self.upper)
        with np.errstate(invalid="ignore"):
            return np.where(both, 0.5 * (self.lower + self.upper), np.clip(0.0, self.lower, self.upper))

    @cached_property
    def box(self) -> tuple[Array, Array]:
        """Where searches start, as a corner and the lengths from it: a whole turn, or within the limits; where a
        slide has none that end, as far as the robot is long."""
        reach = np.where(self.turning, np.pi, 2.0 * self.size)
        low = np.where(np.isfinite(self.lower) & ~self.free, self.lower, np.maximum(self.lower, self.middle - reach))
        high = np.where(np.isfinite(self.upper) & ~self.free, self.upper, self.middle + reach)
        low = np.where(self.free, self.middle - np.pi, low)
        return low, np.where(self.free, TURN, high - low)

    def turned(self, q: Array, near: Array) -> Array:
        """The same pose, each joint turned by whole turns: within the limits, and as near to `near` as they allow."""
        if not self.turns:
            return q
        within = np.minimum(np.maximum(near, self.lower), self.upper)
        nearest = q - TURN * np.rint((q - within) / TURN)  # half a turn from there at most, and as much beyond a limit
        inside = nearest + TURN * ((nearest < self.lower) * 1.0 - (nearest > self.upper))
        return np.where(self.free, inside, q)


def _repeating(tree: Model) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which coordinates give every pose again after a turn: all joints that they move then turn whole turns; and which
    move no slides, whole turns or not."""
    turning, whole = np.ones((2, tree.n), dtype=bool)
    for i, row in zip(tree.moving, tree.coordinates.rows, strict=True):
        for k, times in row:
            turning[k] &= not tree.bodies[i].joint.slides
            whole[k] &= float(times).is_integer()
    return turning & whole, turning

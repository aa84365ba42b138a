"""One pose, without the arrays of a batch of one: the same numbers, in a third of the time.

What is not found at once here is left to the way that batches take, which also finds the words for what is wrong.
"""

from __future__ import annotations

from functools import cached_property
from math import fabs, isfinite, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...calls.arrays import Array
from ..abstract_orientation import ROUNDED
from ..closed_form import ClosedForm
from ..closed_form.solutions import Shifted, nearest_to, wanted
from .in_closed_form import CLOSE
from .kernel import STEPS
from .programs import GOAL, SOLVED
from .ranges import TURN
from .searching import Search

DOUBLE = np.dtype(np.float64)
"""NumPy's one object for doubles."""


def goal_of(pose: ArrayLike) -> list[float] | None:
    """The rotation of one pose, row by row, and its position; None for whatever is not a 4×4 array of doubles that ends
    in 0, 0, 0, 1 and has a rotation.

    >>> goal_of(np.eye(4)), goal_of(np.ones((4, 4)))
    ([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], None)
    """
    if type(pose) is not np.ndarray or pose.shape != (4, 4) or pose.dtype is not DOUBLE:
        return None
    a, b, c, x, d, e, f, y, g, h, i, z, *last = pose.ravel().tolist()
    if last != [0.0, 0.0, 0.0, 1.0] or not isfinite(x + y + z):
        return None
    apart = (
        fabs(a * a + b * b + c * c - 1.0),
        fabs(d * d + e * e + f * f - 1.0),
        fabs(g * g + h * h + i * i - 1.0),
        fabs(a * d + b * e + c * f),
        fabs(d * g + e * h + f * i),
        fabs(g * a + h * b + i * c),
    )
    volume = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    if not (apart[0] <= ROUNDED and apart[1] <= ROUNDED and apart[2] <= ROUNDED):  # nor if one is not a number
        return None
    return [a, b, c, d, e, f, g, h, i, x, y, z] if max(apart) <= ROUNDED and volume > 0.0 else None


class FoundOne:
    """The answer for one pose: what `Found` has, without the axis of a batch. Arrays are made when they are asked for;
    to make them all takes as long as half of the search."""

    code = np.zeros((), np.int8)
    code.flags.writeable = False

    def __init__(self, q: Array, chord: float, distance: float, steps: int = 0, restarts: int = 0):
        self._q, self._missing, self._taken = q, (chord, distance), (steps, restarts)

    @cached_property
    def q(self) -> Array:
        """The positions."""
        return self._q.copy()

    @cached_property
    def angle(self) -> Array:
        """In rad."""
        half = min(0.5 * self._missing[0], 1.0)
        return np.array(2.0 * np.arcsin(half))  # NumPy's, as for a batch: the C library's last bit may differ

    @cached_property
    def distance(self) -> Array:
        """In m."""
        return np.array(self._missing[1])

    @cached_property
    def solutions(self) -> Array:
        """The positions themselves."""
        return self._q[None].copy()

    @cached_property
    def number(self) -> NDArray[np.int64]:
        """1."""
        return np.ones((), np.int64)

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """In all."""
        return np.array(self._taken[0])

    @cached_property
    def restarts(self) -> NDArray[np.int64]:
        """How often the search began again."""
        return np.array(self._taken[1])


def searched(search: Search, goal: list[float], start: Array | None) -> FoundOne | None:
    """The answer of a search, from the middle of the limits without a start; None if it is not found at once."""
    kernel, place = search.kernel, search.kernel.row
    if start is None:
        rows = search.first.copy()
        rows[0, -GOAL:] = goal
    else:
        rows = search.rows(np.array([goal]), start[None])
    kernel.searching.run(rows, search.same, STEPS)
    row = rows[0]
    rad, metres, steps, _, left, end = row[place.missing].tolist()
    if end != SOLVED:
        return None
    q = row[place.best]
    if search.ranges.turns:
        near = search.middle if start is None else start.tolist()
        _turn(q, search.ranges.turning_round, near)
    return FoundOne(q, sqrt(rad), sqrt(metres), int(steps), search.restarts - max(int(left), 0))


def wanted_near(form: ClosedForm, search: Search, start: Array) -> Shifted:
    """What a closed form wants to know besides the pose: where to begin, limits and tolerance."""
    tolerance = (min(search.tolerance[0], CLOSE), min(search.tolerance[1], CLOSE))
    return wanted(form, start, search.ranges.lower, search.ranges.upper, tolerance)


def in_closed_form(form: ClosedForm, goal: list[float], near: Shifted) -> FoundOne | None:
    """The nearest solution of an exact closed form; None if there is none."""
    q, chord, distance, solved = nearest_to(form, np.array(goal), near)
    return FoundOne(q, float(chord), float(distance)) if solved else None


def _turn(q: Array, free: list[tuple[int, float, float]], near: list[float]) -> None:
    """`Ranges.turned` for one posture, in place: of the joints that can go all the way round."""
    for k, low, high in free:
        x = q.item(k)
        away = x - min(max(near[k], low), high)
        if not (low <= x <= high and -3.14 < away < 3.14):
            x -= TURN * round(away / TURN)
            q[k] = x + TURN * ((x < low) * 1.0 - (x > high))

"""One pose, without the arrays of a batch of one: the same numbers, in a third of the time.

What is not found at once here is left to the way that batches take, which also finds the words for what is wrong.
"""

from __future__ import annotations

from math import fabs, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ..abstract_orientation import ROUNDED
from ..closed_form import ClosedForm
from ..closed_form.solutions import Shifted, nearest_to, wanted
from .in_closed_form import CLOSE
from .kernel import STEPS
from .programs import GOAL, SOLVED
from .ranges import TURN, Ranges
from .searching import Found, Search

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


def searched(search: Search, goal: list[float], start: Array | None) -> Found | None:
    """The answer of a search, from the middle of the limits without a start; None if it is not found at once."""
    kernel, place = search.kernel, search.kernel.search_places
    if start is None:
        rows = search.first.copy()
        rows[0, -GOAL:] = goal
    else:
        rows = search.rows(np.array([goal]), start[None])
    kernel.searching.run(rows, search.same, STEPS)
    row = rows[0]
    numbers: list[float] = row.tolist()
    if numbers[place["end"].start] != SOLVED:
        return None
    q = row[place["best"]].copy()
    if search.ranges.turns:
        q[:] = _turned(
            search.ranges, numbers[place["best"]], (search.ranges.middle if start is None else start).tolist()
        )
    rad, metres = numbers[place["missing"]]
    steps, _, left = numbers[place["steps"].start : place["end"].start]
    again = search.restarts - max(int(left), 0)
    return _found(q, sqrt(rad), sqrt(metres), int(steps), again)


def wanted_near(form: ClosedForm, search: Search, start: Array) -> Shifted:
    """What a closed form wants to know besides the pose: where to begin, limits and tolerance."""
    tolerance = (min(search.tolerance[0], CLOSE), min(search.tolerance[1], CLOSE))
    return wanted(form, start, search.ranges.lower, search.ranges.upper, tolerance)


def in_closed_form(form: ClosedForm, goal: list[float], near: Shifted) -> Found | None:
    """The nearest solution of an exact closed form; None if there is none."""
    q, chord, distance, solved = nearest_to(form, np.array(goal), near)
    return _found(q, float(chord), float(distance), 0, 0) if solved else None


def _found(q: Array, chord: float, distance: float, steps: int, restarts: int) -> Found:
    """One solution, as `Search.nearest` gives it for a batch of one, without the axis of the batch."""
    angle = 2.0 * np.arcsin(
        min(0.5 * chord, 1.0)
    )  # NumPy's, as for a batch: its last bit may differ from the C library's
    one: Any = np.array
    return Found(
        q,
        np.zeros((), np.int8),
        one(angle),
        one(distance),
        q[None].copy(),
        np.ones((), np.int64),
        one(steps),
        one(restarts),
    )


def _turned(ranges: Ranges, q: list[float], near: list[float]) -> list[float]:
    """`Ranges.turned` in floats."""
    turned = []
    for x, at, low, high, free in zip(q, near, *ranges.lists, strict=True):
        if free:
            x -= TURN * round((x - min(max(at, low), high)) / TURN)
            x += TURN * ((x < low) * 1.0 - (x > high))
        turned.append(x)
    return turned

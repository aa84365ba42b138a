"""A bound for a whole box from bounds of its parts: the part with the largest bound is halved, again and again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array

AT_ONCE = 128
"""Cells halved at a time: enough for arrays to be worth their overhead."""

ENOUGH = 1.01
"""The bound over what is attained at which halving stops."""


def largest_over(
    bound: Callable[[Array, Array], tuple[Array, Array]],
    lower: Array,
    upper: Array,
    weights: Array,
    cells: int,
    attained: float,
    advance: Callable[[float], None] = lambda done: None,
) -> tuple[float, float, Array | None]:
    """A bound that holds over the box, and the largest value at a cell's centre, with that centre if it exceeds
    `attained`.

    `bound` takes centres and half widths (N, n) and gives a bound of each cell and the value at its centre; coordinates
    are halved where width times weight is largest, until there are so many cells.

    >>> def parabola(at, half):  # 1 − x², on cells
    ...     return 1.0 - np.maximum(np.abs(at) - half, 0.0)[:, 0] ** 2, 1.0 - at[:, 0] ** 2
    >>> most, found, where = largest_over(parabola, np.array([-1.0]), np.array([2.0]), np.ones(1), 64, 0.0)
    >>> most, found > 0.9
    (1.0, True)
    """
    centers, half = 0.5 * (lower + upper)[None], 0.5 * (upper - lower)[None]
    bounds, values = bound(centers, half)
    best, where = attained, None
    if values[0] > best:
        best, where = float(values[0]), centers[0]
    while len(bounds) < cells and bounds.max() > ENOUGH * best and (half.max(axis=0) * weights).max() > 0.0:
        worst = np.argsort(-bounds, kind="stable")[: min(AT_ONCE, cells - len(bounds))]
        worst = worst[bounds[worst] > ENOUGH * best]
        wide = half[worst].copy()
        along = np.argmax(wide * weights, axis=1)
        rows = np.arange(len(worst))
        wide[rows, along] *= 0.5
        left, right = centers[worst].copy(), centers[worst].copy()
        left[rows, along] -= wide[rows, along]
        right[rows, along] += wide[rows, along]
        new, halves = np.concatenate([left, right]), np.concatenate([wide, wide])
        found, values = bound(new, halves)
        found = np.minimum(found, np.tile(bounds[worst], 2))  # a part's bound is no larger than the whole's
        k = int(np.argmax(values))
        if values[k] > best:
            best, where = float(values[k]), new[k]
        kept = np.ones(len(bounds), bool)
        kept[worst] = False
        centers, half = np.concatenate([centers[kept], new]), np.concatenate([half[kept], halves])
        bounds = np.concatenate([bounds[kept], found])
        advance(len(worst))
    return float(bounds.max()), best, where

"""The limited-memory quasi-Newton method: Nocedal & Wright (2006), Algorithms 7.4 and 7.5.              [nocedal2006]

Steps end where the function has fallen enough and its slope has flattened (weak Wolfe conditions), found by doubling
and bisection as Lewis and Overton do, who have kinks in mind.                                            [lewis2013]

SciPy's has a linear algebra behind it that waits for threads, on a busy machine longer than everything else takes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...calls.arrays import Array

MEMORY = 30
"""Pairs of steps and changes of slope that are remembered."""

ENOUGH, FLATTER = 1e-4, 0.9
"""The share of the fall that the slope promises, and of the slope that may be left."""

TRIALS = 25
"""Lengths that are tried for a step."""

SETTLED = 1e-10
"""The relative fall of the function over `PATIENCE` steps below which it has settled."""

PATIENCE = 8


def minimized(
    f: Callable[[Array], tuple[float, Array]], x: Array, steps: int, seen: Callable[[Array], None]
) -> tuple[Array, float]:
    """Where so many steps lead from x, and f there; f returns value and slope, `seen` gets every point on the way.

    >>> x, value = minimized(lambda x: (float(x @ x), 2.0 * x), np.array([3.0, -4.0]), 10, lambda x: None)
    >>> bool(value < 1e-12)
    True
    """
    value, slope = f(x)
    pairs: list[tuple[Array, Array]] = []
    history = [value]
    for _ in range(steps):
        way = -_scaled(slope, pairs)
        if slope @ way >= 0.0:
            pairs.clear()
            way = -slope
        found = _step(f, x, value, slope, way, first=not pairs)
        if found is None:
            if not pairs:
                break
            pairs.clear()  # forget, and try along the slope itself
            continue
        new, value, steeper = found
        s, y = new - x, steeper - slope
        if s @ y > 1e-12 * np.sqrt((s @ s) * (y @ y)):
            pairs = [*pairs[-MEMORY + 1 :], (s, y)]
        x, slope = new, steeper
        seen(x)
        history.append(value)
        if len(history) > PATIENCE and history[-PATIENCE - 1] - value <= SETTLED * max(1.0, abs(value)):
            break
    return x, value


def _scaled(slope: Array, pairs: list[tuple[Array, Array]]) -> Array:
    """H · slope by the two loops of Algorithm 7.4."""
    q, weights = slope.copy(), []
    for s, y in reversed(pairs):
        weights.append((s @ q) / (s @ y))
        q = q - weights[-1] * y
    if pairs:
        s, y = pairs[-1]
        q = q * ((s @ y) / (y @ y))
    for (s, y), weight in zip(pairs, reversed(weights), strict=True):
        q = q + (weight - (y @ q) / (s @ y)) * s
    return q


def _step(
    f: Callable[[Array], tuple[float, Array]], x: Array, value: float, slope: Array, way: Array, first: bool
) -> tuple[Array, float, Array] | None:
    """A point along the way that meets both conditions, or at least the first; None if there is none."""
    low, high = 0.0, np.inf
    length = min(1.0, 0.1 / max(float(np.abs(way).max()), 1e-300)) if first else 1.0
    fall, best = float(slope @ way), None
    for _ in range(TRIALS):
        new = x + length * way
        there, steepness = f(new)
        if not there <= value + ENOUGH * length * fall:
            high = length
        else:
            best = (new, there, steepness)
            if steepness @ way >= FLATTER * fall:
                return best
            low = length
        length = 0.5 * (low + high) if np.isfinite(high) else 2.0 * length
    return best

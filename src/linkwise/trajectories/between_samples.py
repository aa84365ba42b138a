"""Looking between the samples of a motion: finer times around those that matter."""

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array

POINTS = 33
"""The number of times in a finer grid."""

REFINEMENTS = 6
"""How many grids `peaks` uses, each a sixteenth as wide as the one before."""

NARROWING = 2.0 / (POINTS - 1)
"""How far apart the times of a finer grid are, in half-widths of it: the half-width of the next one."""


def peaks(f: Callable[[Array], Array], t: Array) -> tuple[Array, Array]:
    """The greatest value of each column of f(t) (times, n), and when it is reached.

    >>> value, when = peaks(lambda t: np.sin(t)[:, None], np.linspace(0.0, 3.0, 8))
    >>> value, when.round(6)
    (array([1.]), array([1.570796]))
    """
    sampled = f(t)
    n, k = sampled.shape[1], np.argmax(sampled, axis=0)
    column = np.arange(n)
    value, when = sampled[k, column], t[k]
    low, high = t[np.maximum(k - 1, 0)], t[np.minimum(k + 1, len(t) - 1)]
    for _ in range(REFINEMENTS):
        grid: Array = np.linspace(low, high, POINTS)  # (points, n): one grid for each column
        finer = f(grid.ravel()).reshape(POINTS, n, n)[:, column, column]
        k = np.argmax(finer, axis=0)
        better = finer[k, column] > value
        value, when = np.where(better, finer[k, column], value), np.where(better, grid[k, column], when)
        low, high = grid[np.maximum(k - 1, 0), column], grid[np.minimum(k + 1, POINTS - 1), column]
    return value, when


def times_around(centres: Array, half_width: float, duration: float) -> Array:
    """A finer grid around each of several times, within the motion.

    >>> times_around(np.array([0.0, 0.5]), 0.1, 1.0).shape
    (66,)
    """
    return np.clip(centres[:, None] + half_width * np.linspace(-1.0, 1.0, POINTS), 0.0, duration).ravel()

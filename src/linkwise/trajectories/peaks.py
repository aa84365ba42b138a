"""The greatest values along a motion, looked for between samples too."""

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array

CLOSER, POINTS = 6, 33
"""How often it is looked closer, and at how many times: each look narrows the time to a sixteenth."""


def peaks(f: Callable[[Array], Array], t: Array) -> tuple[Array, Array]:
    """The greatest value of each column of f(t) (times, n), and when it is met.

    >>> value, when = peaks(lambda t: np.sin(t)[:, None], np.linspace(0.0, 3.0, 8))
    >>> value, when.round(6)
    (array([1.]), array([1.570796]))
    """
    found = f(t)
    n, k = found.shape[1], np.argmax(found, axis=0)
    column = np.arange(n)
    value, when = found[k, column], t[k]
    low, high = t[np.maximum(k - 1, 0)], t[np.minimum(k + 1, len(t) - 1)]
    for _ in range(CLOSER):
        near = np.linspace(low, high, POINTS)  # (points, n): a grid of its own for each column
        there = f(near.ravel()).reshape(POINTS, n, n)[:, column, column]
        k = np.argmax(there, axis=0)
        better = there[k, column] > value
        value, when = np.where(better, there[k, column], value), np.where(better, near[k, column], when)
        low, high = near[np.maximum(k - 1, 0), column], near[np.minimum(k + 1, POINTS - 1), column]
    return value, when

"""What is known of many numbers without keeping them: count, mean, variance, ends, bins.

Two tallies become one by the formulas of Chan, Golub & LeVeque (1983):                                      [chan1983]

    n = nₐ + n_b,   δ = mean_b − meanₐ,   mean = meanₐ + δ n_b / n,   S = Sₐ + S_b + δ² nₐ n_b / n

S is the sum of squares about the mean. They are merged in the order of the rollouts, block after block, so that their
roundings do not depend on who did which block when.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from .bins import AbstractBins

Whole = NDArray[np.int64]
"""Counts and indices."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Of m numbers a rollout: arrays (m,); `bins` has rows (which of the m, bin, count), in rising order."""

    count: Whole
    missing: Whole
    mean: Array
    squares: Array
    low: Array
    low_at: Whole
    high: Array
    high_at: Whole
    bins: Whole

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it by name: what a file keeps."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def tally(values: Array, indices: Whole, bins: AbstractBins) -> Tally:
    """Of values (N, m) of the rollouts with these indices; numbers that are not finite are missing.

    >>> from .bins import Edges
    >>> tally(np.array([[1.0], [5.0], [np.nan]]), np.array([7, 8, 9]), Edges(np.array([0.0, 9.0]))).high_at
    array([8])
    """
    m = values.shape[1]
    whole, real = np.zeros((4, m), np.int64), np.full((4, m), np.nan)
    rows = [np.empty((0, 3), np.int64)]
    whole[2:] = -1
    for j in range(m):
        column = np.ascontiguousarray(values[:, j])
        good = np.isfinite(column)
        x, where = column[good], indices[good]
        whole[:2, j] = len(x), len(column) - len(x)
        if not len(x):
            continue
        with np.errstate(over="ignore", invalid="ignore"):  # squares beyond all doubles: the variance says so
            mean = x.sum() / len(x)
            apart = x - mean
            real[:, j] = mean, (apart * apart).sum(), x.min(), x.max()
        whole[2:, j] = where[x.argmin()], where[x.argmax()]
        keys, counts = np.unique(bins.keys(x), return_counts=True)
        rows.append(np.stack([np.full(len(keys), j), keys, counts], axis=1))
    return Tally(whole[0], whole[1], real[0], real[1], real[2], whole[2], real[3], whole[3], np.concatenate(rows))


def merged(a: Tally, b: Tally) -> Tally:
    """One of two; `b` is of later rollouts, and of equal ends the earlier one stays."""
    n = a.count + b.count
    some = np.maximum(n, 1)
    zero_a, zero_b = a.count == 0, b.count == 0
    with np.errstate(all="ignore"):
        apart = b.mean - a.mean
        mean = a.mean + apart * (b.count / some)
        squares = a.squares + b.squares + apart * apart * (a.count * (b.count / some))
    low, high = ~zero_b & (zero_a | (b.low < a.low)), ~zero_b & (zero_a | (b.high > a.high))

    def either(both: Array, one: Array, other: Array) -> Array:
        return np.where(zero_a, other, np.where(zero_b, one, both))

    return Tally(
        n,
        a.missing + b.missing,
        either(mean, a.mean, b.mean),
        either(squares, a.squares, b.squares),
        np.where(low, b.low, a.low),
        np.where(low, b.low_at, a.low_at),
        np.where(high, b.high, a.high),
        np.where(high, b.high_at, a.high_at),
        _added(a.bins, b.bins),
    )


def _added(a: Whole, b: Whole) -> Whole:
    """Counts of the same bin of the same number, added."""
    rows = np.concatenate([a, b])
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    if not len(rows):
        return rows
    starts = np.flatnonzero(np.append(True, (rows[1:, :2] != rows[:-1, :2]).any(axis=1)))
    return np.concatenate([rows[starts, :2], np.add.reduceat(rows[:, 2], starts)[:, None]], axis=1)

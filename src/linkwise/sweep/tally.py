"""Statistics of many numbers without keeping them: count, mean, variance, extremes, counts in bins.

Two tallies become one by the formulas of Chan, Golub & LeVeque (1983):                                      [chan1983]

    n = nₐ + n_b,   δ = mean_b − meanₐ,   mean = meanₐ + δ n_b / n,   S = Sₐ + S_b + δ² nₐ n_b / n

S is the sum of squares about the mean. Tallies are merged in the order of the rollouts, block after block, so that
roundings do not depend on which block was done where and when.
"""

import numpy as np

from ..backends.tallies import Tally, Whole
from ..calls.arrays import Array
from .bins import AbstractBins, counted, counted_keys


def tally(values: Array, indices: Whole, bins: AbstractBins) -> Tally:
    """The tally of values (N, m) of the rollouts with these indices; values that are not finite count as missing.

    >>> from .bins import Edges
    >>> tally(np.array([[1.0], [5.0], [np.nan]]), np.array([7, 8, 9]), Edges(np.array([0.0, 9.0]))).high_at
    array([8])
    """
    m = values.shape[1]
    counts, real = np.zeros((4, m), np.int64), np.full((4, m), np.nan)
    rows = [np.empty((0, 4), np.int64)]
    counts[2:] = -1
    for j in range(m):
        column = np.ascontiguousarray(values[:, j])
        good = np.isfinite(column)
        x, rollouts = column[good], indices[good]
        counts[:2, j] = len(x), len(column) - len(x)
        if not len(x):
            continue
        with np.errstate(over="ignore", invalid="ignore"):  # squares beyond all doubles give an infinite variance
            x_mean = x.sum() / len(x)
            apart = x - x_mean
            moments = x_mean, (apart * apart).sum()
        at = [x.argmin(), x.argmax()]
        real[:, j] = *moments, *x[at]
        counts[2:, j] = rollouts[at]
        rows.append(counted_keys(j, bins.keys(x), bins.level))
    (count, missing, low_at, high_at), (mean, squares, low, high) = counts, real
    return Tally(count, missing, mean, squares, low, low_at, high, high_at, np.concatenate(rows))


def merged(a: Tally, b: Tally) -> Tally:
    """Two tallies as one; `b` is of later rollouts, and among equal extremes the earlier one stays."""
    n = a.count + b.count
    some = np.maximum(n, 1)
    empty_a, empty_b = a.count == 0, b.count == 0
    with np.errstate(all="ignore"):
        apart = b.mean - a.mean
        mean = a.mean + apart * (b.count / some)
        squares = a.squares + b.squares + apart * apart * (a.count * (b.count / some))
    lower, higher = ~empty_b & (empty_a | (b.low < a.low)), ~empty_b & (empty_a | (b.high > a.high))

    def either(both: Array, only_a: Array, only_b: Array) -> Array:
        return np.where(empty_a, only_b, np.where(empty_b, only_a, both))

    return Tally(
        n,
        a.missing + b.missing,
        either(mean, a.mean, b.mean),
        either(squares, a.squares, b.squares),
        np.where(lower, b.low, a.low),
        np.where(lower, b.low_at, a.low_at),
        np.where(higher, b.high, a.high),
        np.where(higher, b.high_at, a.high_at),
        counted(np.concatenate([a.bins, b.bins])),
    )

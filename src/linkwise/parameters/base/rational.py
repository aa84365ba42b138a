"""Grouping coefficients that are small fractions, made exact.

Most entries of β are 0, ±1 or ±2 whatever the robot: Khalil & Dombre (2002) [9.53], [9.56]. Least squares finds them
with some rounding, which hides the structure.                                                          [khalil2002]
"""

from dataclasses import replace

import numpy as np

from ...calls.arrays import Array
from .numeric import grouping, triangle
from .reduction import Reduction

LARGEST_DENOMINATOR = 12
"""Fractions with larger denominators come from lengths of the robot, not from its structure."""

ROUNDINGS = 2.0**-44
"""The error allowed in a coefficient between columns of length 1, per unit of their condition number: 256 roundings.
Least squares leaves a few dozen; two fractions p/q with q ≤ 12 are at least 1/132 apart."""

COARSEST = 1e-6
"""A coefficient that is known less accurately than this is left as it is."""


def nearest(x: Array) -> Array:
    """The nearest fractions with denominators up to 12, entry by entry.

    >>> nearest(np.array([0.333, 2.01, -0.49]))
    array([ 0.33333333,  2.        , -0.5       ])
    """
    best = np.round(x)
    for q in range(2, LARGEST_DENOMINATOR + 1):
        other = np.round(x * q) / q
        best = np.where(np.abs(other - x) < np.abs(best - x), other, best)
    return best


def with_exact_fractions(reduction: Reduction, W: Array) -> Reduction:
    """The same reduction with the small fractions in β exact, and its other entries fitted once more.

    An entry is taken to be a fraction p/q with q ≤ 12 if it differs from that by no more than rounding explains: 256
    roundings times the condition number, times the ratio of the two columns' lengths. A column of β is left as it was
    if the fractions would fit W less well than rounding allows.

    >>> from linkwise.parameters.base import independent_columns
    >>> a, b = np.random.default_rng(0).normal(size=(2, 30))
    >>> W = np.column_stack([a, b, a / 3.0 + 0.123 * b])
    >>> with_exact_fractions(independent_columns(W, "abc"), W).beta[:, 2].tolist()[0] == 1 / 3
    True
    """
    W = triangle(np.asarray(W, dtype=float))
    kept, beta = list(reduction.kept), reduction.beta.copy()
    size = np.linalg.norm(W, axis=0)
    error = ROUNDINGS * max(1.0, reduction.scaled_condition)
    for k in reduction.grouped:
        bound = error * size[k] / size[kept]
        fraction = nearest(beta[:, k])
        exact = (np.abs(fraction - beta[:, k]) <= bound) & (bound <= COARSEST)
        column, loose = np.where(exact, fraction, beta[:, k]), np.flatnonzero(~exact)
        if len(loose):
            rest = W[:, k] - W[:, kept] @ np.where(exact, fraction, 0.0)
            column[loose] = grouping(W[:, [kept[i] for i in loose]], rest[:, None])[:, 0]
        if np.linalg.norm(W[:, k] - W[:, kept] @ column) <= _allowed(W[:, kept], beta[:, k], W[:, k]):
            beta[:, k] = column + 0.0  # no negative zeros
    return replace(reduction, beta=beta)


def _allowed(W1: Array, fitted: Array, column: Array) -> float:
    """The largest residual allowed in a column: twice that of the fit, or the rounding of the sums in it."""
    left = float(np.linalg.norm(column - W1 @ fitted))
    terms = float(np.linalg.norm(np.abs(W1) @ np.abs(fitted)) + np.linalg.norm(column))
    return max(2.0 * left, ROUNDINGS * terms)

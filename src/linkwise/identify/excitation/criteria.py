"""What makes a motion good: criteria of the information matrix G = WᵀW / samples of the stacked regressor W.

    "D"      det G as large as can be: the volume of the parameters' confidence region as small as can be
    "cond"   the condition number of W as small as can be, σ_max / σ_min

Each is a function f(G) to be made small, with S = ∂f/∂G; then ∂f/∂W = 2 W S / samples. The condition number has kinks
where singular values meet; in its place stand power means of the eigenvalues λ of G, which are smooth and tend to it:

    f_k = 1/(2k) log Σ λᵏ + 1/(2k) log Σ λ⁻ᵏ  →  log cond W,        Σ λᵏ = tr Gᵏ
                                                                                  [swevers1997] [gautier1992]
Powers, an inverse and a determinant are found by products so small that BLAS makes them on one thread: on a machine
that is busy, waiting for further threads takes a hundred times as long as the product.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...calls.arrays import Array

SMALL = 2**16
"""Multiplications of a matrix product that BLAS does on one thread."""

RIDGE = 1e-14
"""Of the mean eigenvalue, added to all: a motion that does not show a parameter has a finite value."""

Criterion = Callable[[Array], tuple[float, Array]]
"""f and ∂f/∂G of G."""


def determinant(G: Array) -> tuple[float, Array]:
    """−½ log det G for each parameter.

    >>> value, slope = determinant(np.diag([4.0, 1.0]))
    >>> round(value, 6), slope.diagonal().round(9)
    (-0.346574, array([-0.0625, -0.25  ]))
    """
    share, G = 0.5 / len(G), _with_ridge(G)
    return float(-share * np.linalg.slogdet(G)[1]), -share * _inverse(G)


def power_means(doublings: int) -> Criterion:
    """The smooth logarithm of the condition number with k = 2 to the power of `doublings`.

    >>> value, _ = power_means(4)(np.diag([4.0, 1.0]))
    >>> round(float(np.exp(value)), 3)
    2.0
    """
    k = 2.0**doublings

    def f(G: Array) -> tuple[float, Array]:
        G = _with_ridge(G)
        inverse = _inverse(G)
        more, up = _power(G, doublings)
        less, down = _power(inverse, doublings)
        slope = 0.5 * (product(more, inverse) - product(less, inverse))
        return 0.5 / k * (up + down), 0.5 * (slope + slope.T)

    return f


def _power(G: Array, doublings: int) -> tuple[Array, float]:
    """Gᵏ over its trace, and the logarithm of the trace, k = 2 to the power of `doublings`."""
    trace = float(np.trace(G))
    P, log = G / trace, float(np.log(trace))
    for _ in range(doublings):
        P = product(P, P)
        trace = float(np.trace(P))
        P, log = P / trace, 2.0 * log + float(np.log(trace))
    return P, log


def _inverse(G: Array) -> Array:
    inverse: Array = np.asarray(np.linalg.inv(G), dtype=np.float64)
    return inverse


def _with_ridge(G: Array) -> Array:
    return G + RIDGE * max(float(np.trace(G)) / len(G), 1e-300) * np.eye(len(G))


def in_small_parts(W: Array) -> Array:
    """The rows of W (…, p) as a stack of short matrices (parts, rows, p), filled up with rows of 0.

    >>> in_small_parts(np.ones((10, 7, 64))).shape
    (5, 16, 64)
    """
    p = W.shape[-1]
    rows = W.reshape(-1, p)
    height = min(max(1, SMALL // (p * p)), len(rows))
    missing = -len(rows) % height
    if missing:
        rows = np.vstack([rows, np.zeros((missing, p))])
    return rows.reshape(-1, height, p)


def product(A: Array, B: Array) -> Array:
    """A @ B for rows of A (…, p) and a square matrix B, a few rows at a time.

    >>> product(np.eye(3), np.ones((3, 3)))[0]
    array([1., 1., 1.])
    """
    found: Array = (in_small_parts(A) @ B).reshape(-1, A.shape[-1])[: A.size // A.shape[-1]].reshape(A.shape)
    return found


def gram(W: Array) -> Array:
    """WᵀW over all rows of W (…, p).

    >>> gram(np.ones((5, 2, 2)))
    array([[10., 10.],
           [10., 10.]])
    """
    rows = in_small_parts(W)
    G: Array = (rows.transpose(0, 2, 1) @ rows).sum(axis=0)
    return G


CRITERIA: dict[str, tuple[Criterion, ...]] = {
    "D": (determinant,),
    "cond": (determinant, power_means(2), power_means(4)),
}
"""By name, what is made small, stage after stage."""

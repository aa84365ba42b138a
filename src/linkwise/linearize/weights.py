"""Matrices that regulators take: weights and feedback gains, checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite, fixed
from ..errors import BadArray

ASYMMETRY = 1e-9
"""How far a weight may be from symmetric, relative to its largest entry: numbers that were printed or rotated."""

NEGATIVE = 1e-12
"""How far below 0 an eigenvalue may be, relative to the largest: what rounding leaves of a zero."""


def weight(name: str, value: ArrayLike, n: int, *, positive: bool = False) -> Array:
    """A symmetric matrix (n, n) without negative eigenvalues: from one number, n numbers of a diagonal, or itself.

    >>> weight("Q", [1.0, 4.0], 2)
    array([[1., 0.],
           [0., 4.]])
    """
    expected = f"One number, {n} of a diagonal, or a symmetric {n}×{n} matrix was expected."
    matrix = finite(name, value, (), "a weight")
    if matrix.shape == () or matrix.shape == (n,):
        matrix = np.eye(n) * matrix
    if matrix.shape != (n, n):
        raise BadArray(f"{name} has shape {matrix.shape}.", expected)
    if np.abs(matrix - matrix.T).max() > ASYMMETRY * np.abs(matrix).max():
        raise BadArray(f"{name} is not symmetric.", expected, "average it with its transpose.")
    matrix = 0.5 * (matrix + matrix.T)
    λ = np.linalg.eigvalsh(matrix)
    if positive and not λ[0] > NEGATIVE * abs(λ[-1]):
        raise BadArray(f"{name} has the eigenvalue {λ[0]:.3g}.", "All eigenvalues must be positive.")
    if λ[0] < -NEGATIVE * max(abs(λ[-1]), abs(λ[0])):
        raise BadArray(f"{name} has the eigenvalue {λ[0]:.3g}.", "No eigenvalue may be negative.")
    return matrix


def feedback_gain(name: str, value: ArrayLike, n: int) -> Array:
    """A read-only matrix (n, 2n) of gains [K_q, K_qd] on positions and velocities.

    >>> feedback_gain("the gain", [[1.0, 2.0]], 1)
    array([[1., 2.]])
    """
    K = finite(name, value, (), "gains on positions and velocities")
    if K.shape != (n, 2 * n):
        raise BadArray(
            f"{name} has shape {K.shape}.",
            f"({n}, {2 * n}) was expected: [K_q, K_qd].",
            "linkwise.linearize.lqr(robot.linearize(q), Q, R).K is one.",
        )
    return fixed(K)

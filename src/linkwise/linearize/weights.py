"""The matrices a regulator is given: weights and gains, checked."""

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray

ASYMMETRY = 1e-9
"""What a weight may be off being symmetric, relative to its largest entry: numbers that were printed or turned."""

NEGATIVE = 1e-12
"""How far below 0 an eigenvalue may be, relative to the largest: what rounding leaves of a zero."""


def weight(name: str, value: ArrayLike, n: int, *, positive: bool = False) -> Array:
    """A symmetric matrix (n, n) that is not negative: from one number, n numbers of a diagonal, or all.

    >>> weight("Q", [1.0, 4.0], 2)
    array([[1., 0.],
           [0., 4.]])
    """
    expected = f"One number, {n} of a diagonal, or a symmetric {n}×{n} matrix was expected."
    given = numbers(name, value, (), "a weight").astype(float, copy=False)
    if not np.isfinite(given).all():
        raise BadArray(f"{name} is not finite.", expected)
    if given.shape == () or given.shape == (n,):
        given = np.eye(n) * given
    if given.shape != (n, n):
        raise BadArray(f"{name} has shape {given.shape}.", expected)
    if np.abs(given - given.T).max() > ASYMMETRY * np.abs(given).max():
        raise BadArray(f"{name} is not symmetric.", expected, "take the mean with the transpose.")
    given = 0.5 * (given + given.T)
    λ = np.linalg.eigvalsh(given)
    if positive and not λ[0] > NEGATIVE * abs(λ[-1]):
        raise BadArray(f"{name} has the eigenvalue {λ[0]:.3g}.", "All eigenvalues must be positive.")
    if λ[0] < -NEGATIVE * max(abs(λ[-1]), abs(λ[0])):
        raise BadArray(f"{name} has the eigenvalue {λ[0]:.3g}.", "No eigenvalue may be negative.")
    return given


def gain(value: ArrayLike, n: int) -> Array:
    """A matrix (n, 2n) of gains on positions and velocities.

    >>> gain([[1.0, 2.0]], 1)
    array([[1., 2.]])
    """
    K = numbers("feedback", value, (n, 2 * n), "gains on positions and velocities").astype(float, copy=False)
    if K.ndim != 2 or not np.isfinite(K).all():
        raise BadArray(f"feedback has shape {K.shape} or is not finite.", f"A matrix ({n}, {2 * n}) was expected.")
    return K

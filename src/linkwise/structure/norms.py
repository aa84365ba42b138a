"""Spectral norms, of matrices and of the three-way array of Christoffel symbols."""

import numpy as np

from ..calls.arrays import Array

SWEEPS = 12
"""Rounds of the search for the largest value of a trilinear form: some digits are enough, what is found is attained."""


def spectral(M: Array) -> Array:
    """The largest singular value of matrices (…, n, n).

    >>> float(spectral(np.diag([3.0, -4.0])))
    4.0
    """
    return np.linalg.norm(M, 2, axis=(-2, -1))


def of_all_speeds(c: Array) -> Array:
    """A bound of ‖C‖ over all velocities of norm 1, C_jk = Σ_l c_jkl q̇_l, of arrays (N, n, n, n): the smallest norm of
    the three matrices into which the array unfolds.

    >>> c = np.zeros((1, 2, 2, 2))
    >>> c[0, 0, 0, 1] = c[0, 0, 1, 0] = c[0, 0, 1, 1] = 1.0
    >>> c[0, 1, 0, 0] = -1.0  # a planar arm of two links
    >>> of_all_speeds(c).round(6)
    array([1.732051])
    """
    n = c.shape[-1]
    return np.min([spectral(np.moveaxis(c, k, 1).reshape(len(c), n, -1)) for k in (1, 2, 3)], axis=0)


def at_a_speed(c: Array) -> tuple[Array, Array]:
    """The largest ‖C‖ that is found over velocities of norm 1, and that velocity, by maximizing over one factor of
    Σ c_jkl x_j y_k z_l after the other.

    >>> c = np.zeros((1, 2, 2, 2))
    >>> c[0, 0, 0, 1] = c[0, 0, 1, 0] = c[0, 0, 1, 1] = 1.0
    >>> c[0, 1, 0, 0] = -1.0
    >>> at_a_speed(c)[0].round(6)
    array([1.644491])
    """
    n = c.shape[-1]
    best, speed = np.full(len(c), -1.0), np.zeros((len(c), n))
    for start in (np.full(n, n**-0.5), np.eye(n)[0]):
        z = np.broadcast_to(start, (len(c), n))
        for _ in range(SWEEPS):
            U, s, V = np.linalg.svd(np.einsum("njkl,nl->njk", c, z))
            better = s[:, 0] > best
            best, speed = np.where(better, s[:, 0], best), np.where(better[:, None], z, speed)
            z = np.einsum("njkl,nj,nk->nl", c, U[:, :, 0], V[:, 0])
            size = np.linalg.norm(z, axis=1, keepdims=True)
            z = np.where(size > 0.0, z / np.where(size > 0.0, size, 1.0), start)
    return best, speed

"""Motion under closures: the q̈ and λ with

    M q̈ + h = τ + Aᵀ λ,    A q̈ = −Ȧ q̇ = −γ.

multipliers   λ first: (A M⁻¹ Aᵀ) λ = −γ − A M⁻¹ (τ − h), then q̈. With M = L Lᵀ and B = L⁻¹ Aᵀ, from a singular value
              decomposition of B rather than from A M⁻¹ Aᵀ, whose condition number is the square of B's.
null_space    q̈ first: q̈ = Z ν + p with A Z = 0 and A p = −γ, (Zᵀ M Z) ν = Zᵀ (τ − h − M p); then λ from the first
              equation. M may be singular as long as Zᵀ M Z is not: links without mass, whose joints others hold.

Featherstone (2008), chapter 8; of several λ, for closures that hold more than is needed, the smallest.
                                                                                                    [featherstone2008]
"""

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..taskspace.matrices import solved, times
from .motion_space import MotionSpace

PIVOT = 1e-13
"""A pivot of a mass matrix this small, relative to the largest, is that of a motion that moves no inertia."""


class ConstrainedMotion(NamedTuple):
    """Accelerations, and the multipliers of the closures."""

    qdd: Array
    multipliers: Array


def by_multipliers(space: MotionSpace, A: Array, M: Array, forces: Array, bias: Array) -> ConstrainedMotion:
    """q̈ and λ, the multipliers first; forces are τ − h. Raises NumPy's LinAlgError if M is singular.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> A, M = np.array([[1.0, 0.0]]), np.diag([2.0, 4.0])  # the first coordinate is held
    >>> by_multipliers(MotionSpace.of(crank.equations, A, 1), A, M, np.array([3.0, 8.0]), np.zeros(1)).qdd
    array([0., 2.])
    """
    U, D, r = space.unit, space.rows, space.rank
    L: Array = np.asarray(np.linalg.cholesky(U[:, None] * M * U), dtype=np.float64)
    pivots = np.einsum("...ii->...i", L) ** 2
    if (pivots.min(axis=-1) <= PIVOT * pivots.max(axis=-1)).any():
        raise np.linalg.LinAlgError("a joint moves no inertia")
    B = solved(L, np.swapaxes(D[:, None] * A * U, -1, -2))
    b = solved(L, (U * forces)[..., None])[..., 0]
    left, s, right = np.linalg.svd(B, full_matrices=False)
    left, s, right = left[..., :r], s[..., :r], right[..., :r, :]
    held = -times(right, D * bias) / s - times(np.swapaxes(left, -1, -2), b)
    y = b + times(left, held)
    qdd = U * solved(np.swapaxes(L, -1, -2), y[..., None])[..., 0]
    return ConstrainedMotion(qdd, D * times(np.swapaxes(right, -1, -2), held / s))


def by_null_space(space: MotionSpace, A: Array, M: Array, forces: Array, bias: Array) -> ConstrainedMotion:
    """q̈ and λ, the accelerations first; forces are τ − h. Raises NumPy's LinAlgError if Zᵀ M Z is singular.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> A, M = np.array([[1.0, 0.0]]), np.diag([0.0, 4.0])  # the first coordinate is held, and has no inertia
    >>> found = by_null_space(MotionSpace.of(crank.equations, A, 1), A, M, np.array([3.0, 8.0]), np.zeros(1))
    >>> found.qdd + 0.0, found.multipliers
    (array([0., 2.]), array([-3.]))
    """
    Z, p = space.null, space.velocities(-bias)
    back = np.swapaxes(Z, -1, -2)
    reduced = back @ M @ Z
    if Z.shape[-1]:
        size = np.linalg.eigvalsh(reduced)
        if (size[..., 0] <= PIVOT * size[..., -1]).any():
            raise np.linalg.LinAlgError("a motion moves no inertia")
    qdd = p + times(Z, solved(reduced, times(back, forces - times(M, p))[..., None])[..., 0])
    return ConstrainedMotion(qdd, space.multipliers(times(M, qdd) - forces))


SOLVERS = {"multipliers": by_multipliers, "null_space": by_null_space}
"""The ways to solve for the motion."""

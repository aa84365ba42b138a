"""Products and solutions with matrices, for each state of a batch; NumPy's own solve and inv do not promise float64."""

import numpy as np

from ..calls.arrays import Array


def times(A: Array, x: Array) -> Array:
    """Matrices times vectors.

    >>> times(np.eye(2), np.array([[1.0, 2.0], [3.0, 4.0]]))[1]
    array([3., 4.])
    """
    return np.einsum("...ij,...j->...i", A, x)


def solved(A: Array, B: Array) -> Array:
    """A⁻¹ B; raises NumPy's LinAlgError if some A is singular.

    >>> solved(np.array([[2.0]]), np.array([[3.0]]))
    array([[1.5]])
    """
    return np.asarray(np.linalg.solve(A, B), dtype=np.float64)


def inverse(A: Array) -> Array:
    """A⁻¹; raises NumPy's LinAlgError if some A is singular.

    >>> inverse(np.array([[2.0]]))
    array([[0.5]])
    """
    return np.asarray(np.linalg.inv(A), dtype=np.float64)

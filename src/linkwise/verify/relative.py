"""Errors and sizes at many states at once: the first axis of every array is the state."""

import numpy as np

from ..calls.arrays import Array


def largest(answer: Array) -> Array:
    """The largest magnitude of an entry at each state.

    >>> largest(np.array([[1.0, -3.0], [2.0, 0.0]]))
    array([3., 2.])
    """
    sizes: Array = np.max(np.abs(answer).reshape(len(answer), -1), axis=1, initial=0.0)
    return sizes


def product(A: Array, x: Array) -> Array:
    """A x at each state.

    >>> product(np.ones((1, 2, 2)), np.array([[1.0, 2.0]]))
    array([[3., 3.]])
    """
    Ax: Array = np.einsum("sij,sj->si", A, x)
    return Ax


def relative(error: Array, scale: Array) -> Array:
    """Errors divided by one size for each state; 0 where the error is 0, even if the size is, too.

    >>> relative(np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([2.0, 0.0]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    size = scale.reshape(len(scale), *[1] * (error.ndim - 1))
    with np.errstate(all="ignore"):
        return np.where(error == 0.0, 0.0, np.abs(error) / size)

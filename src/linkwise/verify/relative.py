"""Errors and sizes of many states at once: the first axis of every array numbers the states."""

import numpy as np

from ..calls.arrays import Array


def largest(answer: Array) -> Array:
    """The largest entry at each state.

    >>> largest(np.array([[1.0, -3.0], [2.0, 0.0]]))
    array([3., 2.])
    """
    found: Array = np.max(np.abs(answer).reshape(len(answer), -1), axis=1, initial=0.0)
    return found


def product(A: Array, x: Array) -> Array:
    """A x at each state.

    >>> product(np.ones((1, 2, 2)), np.array([[1.0, 2.0]]))
    array([[3., 3.]])
    """
    found: Array = np.einsum("sij,sj->si", A, x)
    return found


def relative(error: Array, scale: Array) -> Array:
    """An error at each state, relative to a size of each state; 0 where nothing is off.

    >>> relative(np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([2.0, 0.0]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    size = scale.reshape(len(scale), *[1] * (error.ndim - 1))
    with np.errstate(all="ignore"):
        return np.where(error == 0.0, 0.0, np.abs(error) / size)

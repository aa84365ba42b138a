"""The columns of a batch, for what cannot be asked of all states at once."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .scalar import Scalar


def is_column(x: Scalar) -> bool:
    """Whether a scalar is one number for each state of a batch.

    >>> is_column(np.zeros(3)), is_column(0.0)
    (True, False)
    """
    return isinstance(x, np.ndarray) and x.ndim > 0


def state_by_state(function: Callable[..., Any], at: Sequence[Scalar]) -> Scalar:
    """The column of what a function of plain numbers gives.

    >>> state_by_state(lambda x, y: x if x > y else y, [np.array([1.0, 2.0, 3.0]), 2.0])
    array([2., 2., 3.])
    """
    rows = np.broadcast_arrays(*at)
    found = [function(*map(float, row)) for row in zip(*(np.ravel(row) for row in rows), strict=True)]
    return np.reshape(np.array(found, float), rows[0].shape)

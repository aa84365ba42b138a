"""NumPy columns as scalars: one number for each state of a batch.

This is the only file of algebra, models and formulations that knows NumPy. To an algorithm a column is one scalar.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .number_types import Functions, Scalar

Column = np.ndarray
"""The type of a column."""


def is_batch(x: Scalar) -> bool:
    """Whether a scalar is a column, one number for each state of a batch.

    >>> is_batch(np.zeros(3)), is_batch(0.0)
    (True, False)
    """
    return isinstance(x, np.ndarray) and x.ndim > 0


def state_by_state(function: Callable[..., Any], at: Sequence[Scalar]) -> Scalar:
    """The column of values of a function of plain numbers, which is called once for each state.

    >>> state_by_state(lambda x, y: x if x > y else y, [np.array([1.0, 2.0, 3.0]), 2.0])
    array([2., 2., 3.])
    """
    columns = np.broadcast_arrays(*at)
    values = [function(*map(float, state)) for state in zip(*(np.ravel(column) for column in columns), strict=True)]
    return np.reshape(np.array(values, float), columns[0].shape)


def choose_each(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """a in the states where the condition holds, b in the others.

    >>> x = np.array([-1.0, 0.5, 2.0])
    >>> choose_each((x > 0.0) & (x < 1.0), x, 0.0)
    array([0. , 0.5, 0. ])
    """
    return np.where(condition, a, b)


def holds_anywhere(comparison: Any) -> bool:
    """Whether a comparison of scalars holds, for a batch in at least one state; False for symbols (it is unknown).

    >>> holds_anywhere(np.array([1.0, 2.0]) > 1.5), holds_anywhere(0.0 > 1.5)
    (True, False)
    """
    holds = comparison.any() if isinstance(comparison, np.ndarray) else comparison
    return isinstance(holds, bool | np.bool_) and bool(holds)


def reciprocal(x: Scalar) -> Scalar:
    """1/x, infinite at 0 without an error or a warning: the slope of a root or a logarithm there.

    >>> reciprocal(4.0), reciprocal(0.0), reciprocal(np.array([0.0, 2.0]))
    (0.25, inf, array([inf, 0.5]))
    """
    if isinstance(x, float) and x == 0.0:
        return math.inf
    with np.errstate(divide="ignore"):
        return 1 / x


def _smaller(a: Scalar, b: Scalar) -> Scalar:
    return np.where((a < b) | (a != a), a, b) if _joins(a) and _joins(b) else NotImplemented


def _larger(a: Scalar, b: Scalar) -> Scalar:
    return np.where((a > b) | (a != a), a, b) if _joins(a) and _joins(b) else NotImplemented


def _angle(y: Scalar, x: Scalar) -> Scalar:
    return np.arctan2(y, x) if _joins(y) and _joins(x) else NotImplemented


def _joins(x: Scalar) -> bool:
    """Whether a scalar can be combined with a column: it is a column, or a plain number for all states."""
    return isinstance(x, int | float | np.ndarray)


def _quiet(f: Callable[[Scalar], Scalar]) -> Callable[[Scalar], Scalar]:
    """The function without NumPy's warnings for sin(inf), sqrt(-1), exp(1000) and log(0): floats give none either."""

    def quiet(x: Scalar) -> Scalar:
        with np.errstate(all="ignore"):
            return f(x)

    return quiet


OF_COLUMNS = Functions(
    _quiet(np.sin),
    _quiet(np.cos),
    _quiet(np.sqrt),
    _quiet(np.sign),
    _quiet(np.exp),
    _quiet(np.log),
    _smaller,
    _larger,
    np.tanh,
    _angle,
)
"""The functions of a column."""

"""Gains as laws get them: flat, a diagonal or all rows one after the other."""

from collections.abc import Sequence

from ..algebra import Scalar
from ..algebra.matrices import times

Scalars = Sequence[Scalar]
"""A vector."""


def gained(K: Scalars, e: Scalars) -> list[Scalar]:
    """K e for a gain as laws get it: its diagonal, or all its rows one after the other.

    >>> gained([2.0, 3.0], [1.0, 1.0]), gained([2.0, 0.0, 1.0, 3.0], [1.0, 1.0])
    ([2.0, 3.0], [2.0, 4.0])
    """
    if len(K) == len(e):
        return [k * x for k, x in zip(K, e, strict=True)]
    return times(rows_of(K, len(e)), e)


def rows_of(flat: Scalars, columns: int) -> list[list[Scalar]]:
    """Numbers in rows of so many.

    >>> rows_of([1.0, 2.0, 3.0, 4.0], 2)
    [[1.0, 2.0], [3.0, 4.0]]
    """
    return [list(flat[k : k + columns]) for k in range(0, len(flat), columns)]

"""Sums, products and solutions of small systems over scalars, as control laws need them."""

from collections.abc import Iterable, Sequence

from ..algebra import Scalar

Scalars = Sequence[Scalar]
"""A vector."""

Rows = Sequence[Scalars]
"""A matrix, row by row."""


def plus(a: Scalars, b: Scalars) -> list[Scalar]:
    """a + b.

    >>> plus([1.0, 2.0], [3.0, 4.0])
    [4.0, 6.0]
    """
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Scalars, b: Scalars) -> list[Scalar]:
    """a − b.

    >>> minus([1.0, 2.0], [3.0, 4.0])
    [-2.0, -2.0]
    """
    return [x - y for x, y in zip(a, b, strict=True)]


def times(A: Rows, x: Scalars) -> list[Scalar]:
    """A x.

    >>> times([[1.0, 2.0], [0.0, 1.0]], [3.0, 4.0])
    [11.0, 4.0]
    """
    return [total(a * b for a, b in zip(row, x, strict=True)) for row in A]


def product(A: Rows, B: Rows) -> list[list[Scalar]]:
    """A B.

    >>> product([[1.0, 2.0]], [[1.0], [1.0]])
    [[3.0]]
    """
    columns = turned(B)
    return [[total(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in A]


def turned(A: Rows) -> list[list[Scalar]]:
    """Aᵀ.

    >>> turned([[1.0, 2.0]])
    [[1.0], [2.0]]
    """
    return [list(column) for column in zip(*A, strict=True)]


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


def total(terms: Iterable[Scalar]) -> Scalar:
    """The sum.

    >>> total([1.0, 2.0])
    3.0
    """
    found: Scalar = 0.0
    for term in terms:
        found = found + term
    return found

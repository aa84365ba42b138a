"""Vectors and matrices of any size over any scalar: lists, and lists of rows."""

from collections.abc import Iterable, Sequence

from .scalar import Scalar, is_zero
from .solve import Matrix

Vector = Sequence[Scalar]
"""A vector as a sequence of scalars."""


def total(terms: Iterable[Scalar]) -> Scalar:
    """The sum.

    >>> total([1.0, 2.0])
    3.0
    """
    result: Scalar = 0.0
    for term in terms:
        result = result + term
    return result


def plus(a: Vector, b: Vector) -> list[Scalar]:
    """a + b.

    >>> plus([1.0, 2.0], [3.0, 4.0])
    [4.0, 6.0]
    """
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Vector, b: Vector) -> list[Scalar]:
    """a − b.

    >>> minus([1.0, 2.0], [3.0, 4.0])
    [-2.0, -2.0]
    """
    return [x - y for x, y in zip(a, b, strict=True)]


def dot(a: Vector, b: Vector) -> Scalar:
    """aᵀ b, without the terms in which a is the constant 0.

    >>> dot([1.0, 2.0], [3.0, 4.0])
    11.0
    """
    return total(x * y for x, y in zip(a, b, strict=True) if not is_zero(x))


def times(A: Matrix, x: Vector) -> list[Scalar]:
    """A x.

    >>> times([[1.0, 2.0], [0.0, 1.0]], [3.0, 4.0])
    [11.0, 4.0]
    """
    return [dot(row, x) for row in A]


def product(A: Matrix, B: Matrix) -> list[list[Scalar]]:
    """A B.

    >>> product([[1.0, 2.0]], [[1.0], [1.0]])
    [[3.0]]
    """
    columns = transpose(B)
    return [[dot(row, column) for column in columns] for row in A]


def transpose(A: Matrix) -> list[list[Scalar]]:
    """Aᵀ.

    >>> transpose([[1.0, 2.0]])
    [[1.0], [2.0]]
    """
    return [list(column) for column in zip(*A, strict=True)]

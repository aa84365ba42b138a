"""Orthogonal factors of a tall matrix over any scalar, columns taken from the last to the first.

A = Q L with orthogonal columns in Q and a unit lower-triangular L: modified Gram–Schmidt without square roots. With
d_k = q_k · q_k it is AᵀA = Lᵀ diag(d) L, the same factors as `ltdl` of AᵀA, but without forming that product, whose
condition number is the square of A's. Rows may have weights w: then a · b = Σ w_r a_r b_r throughout, as if each row
had been multiplied by √w_r, and again no root is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .scalar import Scalar, is_zero

Columns = Sequence[Sequence[Scalar]]
"""A matrix as a sequence of columns."""


def _any_square(j: int, square: Scalar) -> None:
    """Accept a column of any length."""


class Orthogonal(NamedTuple):
    """The factors of A: columns of Q, the same with weighted entries, rows of L, and the squares d of Q's columns.

    >>> A = Orthogonal.of([[1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    >>> A.Q, A.L, A.d
    ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]], [1.0, 1.0])
    """

    Q: list[list[Scalar]]
    wQ: list[list[Scalar]]
    L: list[list[Scalar]]
    d: list[Scalar]

    @staticmethod
    def of(
        columns: Columns, weights: Sequence[Scalar] | None = None, check: Callable[[int, Scalar], None] = _any_square
    ) -> Orthogonal:
        """Factors of the matrix with these columns; `check(index, d)` is called before dividing by d.

        >>> from linkwise.algebra import ltdl
        >>> A = Orthogonal.of([[2.0, 1.0], [0.0, 2.0]])
        >>> (A.L, A.d) == ltdl([[5.0, 2.0], [2.0, 4.0]])  # of AᵀA
        True
        """
        Q, n = [list(column) for column in columns], len(columns)
        L: list[list[Scalar]] = [[float(i == j) for j in range(n)] for i in range(n)]
        d: list[Scalar] = [0.0] * n
        wQ = Q if weights is None else [list(column) for column in columns]
        for k in reversed(range(n)):
            if weights is not None:
                wQ[k] = [0.0 if is_zero(a) else w * a for w, a in zip(weights, Q[k], strict=True)]
            d[k] = dot(wQ[k], Q[k])
            check(k, d[k])
            for j in range(k):
                L[k][j] = dot(wQ[k], Q[j]) / d[k]
                if not is_zero(L[k][j]):
                    Q[j] = [a if is_zero(b) else a - L[k][j] * b for a, b in zip(Q[j], Q[k], strict=True)]
        return Orthogonal(Q, wQ, L, d)

    def minimum_norm(self, b: Sequence[Scalar]) -> list[Scalar]:
        """The shortest x with a · x = b for each column a; it is a combination of Q's columns.

        >>> Orthogonal.of([[3.0, 4.0]]).minimum_norm([50.0])
        [6.0, 8.0]
        >>> Orthogonal.of([[1.0, 1.0]], weights=[1.0, 3.0]).minimum_norm([4.0])
        [1.0, 1.0]
        """
        y = list(b)
        for i in reversed(range(len(y))):
            for j in range(i):
                y[j] = y[j] - self.L[i][j] * y[i]
        y = [yi / d for yi, d in zip(y, self.d, strict=True)]
        return [dot(row, y) for row in zip(*self.Q, strict=True)]

    def least_squares(self, x: Sequence[Scalar]) -> list[Scalar]:
        """The y that makes A y − x as short as possible.

        >>> Orthogonal.of([[1.0, 1.0]], weights=[1.0, 3.0]).least_squares([4.0, 0.0])
        [1.0]
        >>> Orthogonal.of([[3.0, 4.0]]).least_squares([4.0, -3.0])
        [0.0]
        """
        y = [dot(q, x) / d for q, d in zip(self.wQ, self.d, strict=True)]
        for i in range(len(y)):
            for j in range(i):
                y[i] = y[i] - self.L[i][j] * y[j]
        return y


def dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    """The scalar product of two columns; products with the constant 0 are skipped.

    >>> dot([1.0, 2.0, 0.0], [3.0, 0.5, 7.0])
    4.0
    """
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        if not (is_zero(x) or is_zero(y)):
            total = total + x * y
    return total

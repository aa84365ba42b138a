"""Symmetric positive-definite systems over any scalar."""

from collections.abc import Sequence

from .scalar import Scalar

Matrix = Sequence[Sequence[Scalar]]
"""A matrix as a sequence of rows."""


def ldl(A: Matrix) -> tuple[list[list[Scalar]], list[Scalar]]:
    """Factors of A = L D Lᵀ with unit lower-triangular L, read from the lower triangle of A.

    >>> ldl([[4.0, 0.0], [2.0, 3.0]])
    ([[1.0, 0.0], [0.5, 1.0]], [4.0, 2.0])
    """
    n = len(A)
    L: list[list[Scalar]] = [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]
    D: list[Scalar] = []
    for i in range(n):
        row = list(A[i][: i + 1])
        for j in range(i):
            for k in range(j):
                row[j] = row[j] - row[k] * L[j][k]
        for j in range(i):
            L[i][j] = row[j] / D[j]
            row[i] = row[i] - row[j] * L[i][j]
        D.append(row[i])
    return L, D


def solve(A: Matrix, b: Sequence[Scalar]) -> list[Scalar]:
    """The x of A x = b for a symmetric positive-definite A.

    >>> solve([[4.0, 2.0], [2.0, 3.0]], [8.0, 8.0])
    [1.0, 2.0]
    """
    L, D = ldl(A)
    x = list(b)
    for i in range(len(x)):
        for j in range(i):
            x[i] = x[i] - L[i][j] * x[j]
    x = [xi / d for xi, d in zip(x, D, strict=True)]
    for i in reversed(range(len(x))):
        for j in range(i + 1, len(x)):
            x[i] = x[i] - L[j][i] * x[j]
    return x

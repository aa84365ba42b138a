"""Symmetric positive-definite systems over any scalar, eliminated from the last row up.

For the inertia matrix of an arm that order goes from the tip to the base: the pivot of joint j is then the articulated
inertia H_j, what the joint feels with all joints beyond it free.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .scalar import Scalar

Matrix = Sequence[Sequence[Scalar]]
"""A matrix as a sequence of rows."""


def _any_pivot(j: int, pivot: Scalar) -> None:
    """Accept any pivot."""


def ltdl(A: Matrix, check: Callable[[int, Scalar], None] = _any_pivot) -> tuple[list[list[Scalar]], list[Scalar]]:
    """Factors of A = Lᵀ D L with unit lower-triangular L, read from the lower triangle of A.

    `check(index, pivot)` is called before dividing by each pivot.

    >>> ltdl([[3.0, 0.0], [2.0, 4.0]])
    ([[1.0, 0.0], [0.5, 1.0]], [2.0, 4.0])
    """
    n = len(A)
    L: list[list[Scalar]] = [[*row[:i], 1.0, *[0.0] * (n - 1 - i)] for i, row in enumerate(A)]
    D: list[Scalar] = [A[i][i] for i in range(n)]
    for k in reversed(range(n)):
        check(k, D[k])
        row = L[k][:k]
        for i in range(k):
            L[k][i] = row[i] / D[k]
            for j in range(i):
                L[i][j] = L[i][j] - L[k][i] * row[j]
            D[i] = D[i] - L[k][i] * row[i]
    return L, D


def solve(A: Matrix, b: Sequence[Scalar], check: Callable[[int, Scalar], None] = _any_pivot) -> list[Scalar]:
    """The solution x of A x = b for a symmetric positive-definite A.

    >>> solve([[4.0, 2.0], [2.0, 3.0]], [8.0, 8.0])
    [1.0, 2.0]
    """
    L, D = ltdl(A, check)
    x = list(b)
    for i in reversed(range(len(x))):
        for j in range(i):
            x[j] = x[j] - L[i][j] * x[i]
    x = [xi / d for xi, d in zip(x, D, strict=True)]
    for i in range(len(x)):
        for j in range(i):
            x[i] = x[i] - L[i][j] * x[j]
    return x


def inverse(A: Matrix, check: Callable[[int, Scalar], None] = _any_pivot) -> list[list[Scalar]]:
    """The inverse L⁻¹ D⁻¹ L⁻ᵀ of a symmetric positive-definite A, symmetric to the last bit.

    >>> inverse([[4.0, 2.0], [2.0, 2.0]])
    [[0.5, -0.5], [-0.5, 1.0]]
    """
    return inverse_of_factors(*ltdl(A, check))


def inverse_of_factors(L: Matrix, D: Sequence[Scalar]) -> list[list[Scalar]]:
    """The inverse of Lᵀ D L, for the factors that `ltdl` and `Orthogonal` give.

    >>> inverse_of_factors([[1.0, 0.0], [0.5, 1.0]], [2.0, 4.0])
    [[0.5, -0.25], [-0.25, 0.375]]
    """
    n = len(D)
    X = [list(row) for row in L]  # to be L⁻¹
    for i in range(n):
        for j in range(i):
            X[i][j] = 0.0 - L[i][j]
            for k in range(j + 1, i):
                X[i][j] = X[i][j] - L[i][k] * X[k][j]
    Y = [[x / d for x, d in zip(row, D, strict=True)] for row in X]
    A_inv: list[list[Scalar]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            total = Y[i][j] * X[j][j]
            for k in range(j):
                total = total + Y[i][k] * X[j][k]
            A_inv[i][j] = A_inv[j][i] = total
    return A_inv

"""The forces of an elastic robot, linear in its parameters: those of the links, stiffness, damping and rotor inertias.

From Khalil & Dombre (2002) [9.35], without friction of bearings and motors,                            [khalil2002]

    [A q̈ + C q̇ + Q − k y − d ẏ; I_a q̈_M + k y + d ẏ] = Y(x, ẋ, ẍ) π,    y = q_M − q,

which is [0; Γ] for a motion of the robot. π are ten numbers for each link, then the entries of k, d and I_a: those on
the diagonal, and those beside it that are not 0 in this robot, once for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..algebra import Scalar
from ..calls.arrays import Array
from ..calls.equations import Equations
from .equations import ElasticEquations, Scalars

if TYPE_CHECKING:
    from .springs import Springs

Pair = tuple[int, int]


def regressor(springs: Springs, equations: ElasticEquations, eq: Equations, *states: Scalars) -> list[list[Scalar]]:
    """Y over scalars."""
    n, (x, xd, xdd) = eq.n, states
    zeros = [0.0] * len(springs.links.bodies) * 10
    Y = [list(row) for row in eq.regressor(x[:n], xd[:n], xdd[:n])] + [list(zeros) for _ in range(n)]
    for matrix, y in ((springs.stiffness, equations.deflection(x)), (springs.damping, equations.deflection(xd))):
        for pair in entries(matrix):
            column = _column(pair, y, n)
            for i in range(n):
                Y[i].append(-column[i])
                Y[n + i].append(column[i])
    for pair in entries(springs.rotors):
        column = _column(pair, xdd[n:], n)
        for i in range(n):
            Y[i].append(0.0)
            Y[n + i].append(column[i])
    return Y


def width(springs: Springs) -> int:
    """The number of parameters.

    >>> import linkwise
    >>> width(linkwise.load("planar2r").with_elastic_joints([[3.0, 1.0], [1.0, 2.0]], rotors=1.0).springs)
    27
    """
    matrices = (springs.stiffness, springs.damping, springs.rotors)
    return 10 * len(springs.links.bodies) + sum(len(entries(matrix)) for matrix in matrices)


def entries(matrix: Array) -> list[Pair]:
    """The entries of a symmetric matrix that are parameters: the diagonal, and what is not 0 above it.

    >>> import numpy as np
    >>> entries(np.array([[1.0, 0.5], [0.5, 0.0]]))
    [(0, 0), (1, 1), (0, 1)]
    """
    n = len(matrix)
    beside = [(i, j) for i in range(n) for j in range(i + 1, n) if matrix[i, j] != 0.0]
    return [*((i, i) for i in range(n)), *beside]


def _column(pair: Pair, y: Any, n: int) -> list[Scalar]:
    """∂(M y)/∂M_ij of a symmetric M."""
    (i, j), column = pair, [0.0] * n
    column[i] = y[j]
    if i != j:
        column[j] = y[i]
    return column

"""What a pose is compared by: its rows, the error in them, and the Jacobian of that error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...algebra import Scalar, maximum, sqrt, where
from ...algebra.matrices import dot, product, times, transpose
from ...calls.equations import Equations
from ..rows import NAMES

Matrix = list[list[Scalar]]

HALF_TURN = 1e-10
"""1 + cos of an angle below which its axis is read from the symmetric part of the rotation: the other part vanishes."""


@dataclass(frozen=True)
class Task:
    """A frame, the rows of its pose that matter, their axes, and the length that weighs as much as a radian.

    >>> Task("tip", ("x", "y", "z"), "base", 0.5).places
    (3, 4, 5)
    """

    frame: str
    rows: tuple[str, ...]
    axes: str
    length: float

    @property
    def places(self) -> tuple[int, ...]:
        """The rows of (ω, v)."""
        return tuple(NAMES.index(row) for row in self.rows)

    def error(
        self, eq: Equations, q: Sequence[Scalar], goal: Sequence[Scalar], placement: Sequence[Scalar] | None = None
    ) -> tuple[Matrix, list[Scalar]]:
        """The Jacobian of the chosen rows, and what is missing in them: turns in rad, shifts in m.

        The turn from R to the goal G by θ about a counts as 2 sin(θ/2) a: as good as θ a, and found without an
        arctangent. `goal` is G row by row, then the position; `placement` another pose of the frame on its link.
        """
        pose = eq.forward_kinematics(q, self.frame, placement)
        J = [list(row) for row in eq.jacobian(q, self.frame, placement)]
        R = [list(row[:3]) for row in pose[:3]]
        e = [*_turn([goal[3 * i : 3 * i + 3] for i in range(3)], R), *(goal[9 + i] - pose[i][3] for i in range(3))]
        if self.axes == "tool":
            back = transpose(R)
            e = [*times(back, e[:3]), *times(back, e[3:])]
            J = [*product(back, J[:3]), *product(back, J[3:])]
        return [J[i] for i in self.places], [e[i] for i in self.places]


def _turn(G: Sequence[Sequence[Scalar]], R: Matrix) -> list[Scalar]:
    """2 sin(θ/2) a of the rotation G Rᵀ by θ about a."""
    D = [[dot(g, r) for r in R] for g in G]
    w = [0.5 * (D[k][j] - D[j][k]) for j, k in ((1, 2), (2, 0), (0, 1))]  # sin θ a
    more = 0.5 * (D[0][0] + D[1][1] + D[2][2] + 1.0)  # 1 + cos θ
    long = sqrt(2.0 / maximum(more, HALF_TURN))
    # At half a turn D = 2 a aᵀ − 1: its largest column, with 1 added, is along a.
    d = [D[i][i] for i in range(3)]
    columns = [[0.5 * (D[i][k] + D[k][i]) + float(i == k) for i in range(3)] for k in range(3)]
    first = (d[0] >= d[1]) & (d[0] >= d[2])
    second = d[1] >= d[2]
    picked = [where(first, x, where(second, y, z)) for x, y, z in zip(*columns, strict=True)]
    size = sqrt(maximum(dot(picked, picked), 1e-300))
    half = more <= HALF_TURN
    return [where(half, 2.0 * x / size, y * long) for x, y in zip(picked, w, strict=True)]

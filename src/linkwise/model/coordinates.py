"""The linear map from a robot's coordinates to its joint variables.

Some joints do not move on their own: a mimic joint follows another, and gears couple several. The tree's joint
variables are q = B u + b for the robot's own coordinates u. Then q̇ = B u̇, and the forces that do the same work are
Bᵀ τ, the inertia matrix Bᵀ M B: Khalil & Dombre (2002) [9.31]–[9.33], with J_qm = B.                   [khalil2002]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..algebra import Scalar
from ..errors import plain

Row = tuple[tuple[int, float], ...]
"""The non-zero entries (k, B_jk) of one joint's row of B."""


@dataclass(frozen=True, repr=False)
class Coordinates:
    """q = B u + b, one sparse row per moving joint.

    >>> grip = Coordinates(("finger",), (((0, 1.0),), ((0, -1.0),)), (0.0, 0.1))
    >>> grip.positions([0.5]), grip.velocities([2.0]), grip.forces([3.0, 1.0])
    ([0.5, -0.4], [2.0, -2.0], [2.0])
    """

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    offsets: tuple[float, ...]

    @staticmethod
    def own(names: Sequence[str]) -> Coordinates:
        """Every joint moves on its own."""
        return Coordinates(tuple(names), tuple(((k, 1.0),) for k in range(len(names))), (0.0,) * len(names))

    @property
    def trivial(self) -> bool:
        """Whether q = u."""
        return len(self.rows) == len(self.names) and all(
            row == ((k, 1.0),) and b == 0.0 for k, (row, b) in enumerate(zip(self.rows, self.offsets, strict=True))
        )

    def positions(self, u: Sequence[Scalar]) -> list[Scalar]:
        """q = B u + b."""
        moved = self.velocities(u)
        return [x if b == 0.0 else x + b for x, b in zip(moved, self.offsets, strict=True)]

    def velocities(self, ud: Sequence[Scalar]) -> list[Scalar]:
        """B u̇; likewise for accelerations."""
        return [_sum([ud[k] if c == 1.0 else c * ud[k] for k, c in row]) for row in self.rows]

    def forces(self, τ: Sequence[Scalar]) -> list[Scalar]:
        """Bᵀ τ."""
        terms: list[list[Scalar]] = [[] for _ in self.names]
        for row, force in zip(self.rows, τ, strict=True):
            for k, c in row:
                terms[k].append(force if c == 1.0 else c * force)
        return [_sum(every) for every in terms]

    def square(self, M: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
        """Bᵀ M B."""
        MB = self.columns(M)
        columns = [self.forces(column) for column in zip(*MB, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]

    def squares(self, entries: Sequence[Scalar]) -> list[Scalar]:
        """The diagonal of Bᵀ diag(entries) B."""
        diagonal: list[Scalar] = [0.0] * len(self.names)
        for row, entry in zip(self.rows, entries, strict=True):
            for k, c in row:
                diagonal[k] = diagonal[k] + (c * c) * entry
        return diagonal

    def square_symmetric(self, M: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
        """Bᵀ M B of a symmetric M, symmetric to the last bit."""
        S = self.square(M)
        return [[S[max(i, j)][min(i, j)] for j in range(len(S))] for i in range(len(S))]

    def columns(self, J: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
        """J B for the rows of J."""
        return [self.forces(row) for row in J]

    def followers(self, joints: Sequence[str]) -> tuple[tuple[str, Row, float], ...]:
        """Those of the moving joints that do not move exactly as the coordinate of the same name: row of B, offset.

        >>> Coordinates(("finger",), (((0, 1.0),), ((0, -1.0),)), (0.0, 0.1)).followers(["finger", "thumb"])
        (('thumb', ((0, -1.0),), 0.1),)
        """
        own = {name: (((k, 1.0),), 0.0) for k, name in enumerate(self.names)}
        return tuple(each for each in zip(joints, self.rows, self.offsets, strict=True) if own.get(each[0]) != each[1:])

    def __repr__(self) -> str:
        names = plain(", ".join(self.names), 60)
        kind = ", one per joint" if self.trivial else f" for {len(self.rows)} joints"
        return f"Coordinates({len(self.names)}{kind}: {names})"


def _sum(terms: list[Scalar]) -> Scalar:
    total = terms[0] if terms else 0.0
    for term in terms[1:]:
        total = total + term
    return total

"""The motion that the joints must make together: from the frame at q = 0 to the pose that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...algebra import Rotation, Scalar, Vec3, rotation_of
from ...calls.arrays import Array


@dataclass(frozen=True)
class Target:
    """x ↦ R x + p, the same for points of the whole space; E_1(q_1) … E_n(q_n) must equal it."""

    R: Rotation
    p: Vec3

    @staticmethod
    def of(pose: Sequence[Sequence[Scalar]], home: Array) -> Target:
        """pose · home⁻¹."""
        R = rotation_of(row[:3] for row in pose[:3]) @ _transposed(home.tolist())
        here, there = (Vec3(*(row[3] for row in rows[:3])) for rows in (home.tolist(), pose))
        return Target(R, there - R @ here)

    def moved(self, x: Vec3) -> Vec3:
        """A point carried along."""
        return self.R @ x + self.p

    @property
    def inverse(self) -> Target:
        """The motion back."""
        back = self.R.T
        return Target(back, -(back @ self.p))


def _transposed(rows: Sequence[Sequence[Scalar]]) -> Rotation:
    return rotation_of(zip(*(row[:3] for row in rows[:3]), strict=True))

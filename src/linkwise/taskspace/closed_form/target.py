"""The motion that the joints must make together: from the frame at q = 0 to the pose that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...algebra import Rotation, Scalar, Vec3, rotation_of
from ...calls.arrays import Array

Rows = Sequence[Sequence[Scalar]]
"""A pose, row by row."""


@dataclass(frozen=True)
class Target:
    """x ↦ R x + p, the same for points of the whole space; E_1(q_1) … E_n(q_n) must equal it."""

    R: Rotation
    p: Vec3

    @staticmethod
    def of(pose: Rows, home: Array | Rows) -> Target:
        """pose · home⁻¹."""
        home = home.tolist() if isinstance(home, np.ndarray) else home
        R = rotation_of(row[:3] for row in pose[:3]) @ _transposed(home)
        here, there = (Vec3(*(row[3] for row in rows[:3])) for rows in (home, pose))
        return Target(R, there - R @ here)

    def moved(self, x: Vec3) -> Vec3:
        """A point carried along."""
        return self.R @ x + self.p

    @property
    def inverse(self) -> Target:
        """The motion back."""
        back = self.R.T
        return Target(back, -(back @ self.p))


def _transposed(rows: Rows) -> Rotation:
    return rotation_of(zip(*(row[:3] for row in rows[:3]), strict=True))

"""Two joints that bring a point to a point, and what they leave unchanged: from that follows the third joint.

    MeetingPair    axes that meet in a point: the distance from this point is kept
    PlanarPair     parallel axes, or slides across an axis: the height along the normal of the plane is kept

Pieper (1968): a first, second or third joint that can be found alone makes the arm solvable by quadratics.
                                                                                                      [pieper1968]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...algebra import Scalar, Vec3
from .joints import AbstractAxis

Two = tuple[Any, Any]
"""The values of the joints a and b."""


@dataclass(frozen=True)
class AbstractPair(ABC):
    """Two neighbouring joints, E = E_a E_b."""

    a: AbstractAxis
    b: AbstractAxis

    @abstractmethod
    def third(self, joint: AbstractAxis, x: Vec3, y: Vec3) -> Sequence[Any]:
        """The values of another joint at which it brings x to where this pair can bring it to y."""

    @abstractmethod
    def aligning(self, x: Vec3, y: Vec3) -> list[Two]:
        """The solutions of E_a E_b x = y."""


@dataclass(frozen=True)
class MeetingPair(AbstractPair):
    """Two joints that turn about axes through one point."""

    centre: Vec3

    def third(self, joint: AbstractAxis, x: Vec3, y: Vec3) -> Sequence[Any]:
        """Those that bring x as far from the point where the axes meet as y is."""
        return joint.at_distance(self.centre, x, _square(y - self.centre))

    def aligning(self, x: Vec3, y: Vec3) -> list[Two]:
        """Paden's subproblem 2: E_b keeps the height along its axis."""
        first = self.a.reversed.at_height(self.b.axis, y, self.b.axis.dot(x))
        return [(qa, self.b.aligning(x, self.a.moved_back(y, qa))) for qa in first]


@dataclass(frozen=True)
class PlanarPair(AbstractPair):
    """Two joints that move points in planes across `normal`."""

    normal: Vec3

    def third(self, joint: AbstractAxis, x: Vec3, y: Vec3) -> Sequence[Any]:
        """Those that bring x as high above the plane as y is."""
        return joint.at_height(self.normal, x, self.normal.dot(y))

    def aligning(self, x: Vec3, y: Vec3) -> list[Two]:
        """The cosine rule; two slides solve two linear equations."""
        a, b = self.a, self.b
        if a.turns:
            second = b.at_distance(a.point, x, _square(y - a.point))
            return [(a.aligning(b.moved(x, qb), y), qb) for qb in second]
        if b.turns:
            first = a.reversed.at_distance(b.point, y, _square(x - b.point))
        else:
            across = self.normal.cross(b.axis)
            first = a.reversed.at_height(across, y, across.dot(x))
        return [(qa, b.aligning(x, a.moved_back(y, qa))) for qa in first]


def _square(x: Vec3) -> Scalar:
    return x.dot(x)

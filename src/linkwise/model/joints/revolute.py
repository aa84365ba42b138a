"""Revolute joints: a turn about the axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...algebra import ZERO, Motion, Rotation, Scalar, Tag, Transform, cos, cos_sin, is_zero, sin
from .joint import AbstractJoint


@dataclass(frozen=True)
class AbstractTurn(AbstractJoint):
    """A turn about the axis, with or without stops."""

    def transform(self, q: Scalar) -> Transform:
        """The turn by q + offset; a quarter-turn offset swaps sine and cosine exactly."""
        c, s = cos(q), sin(q)
        if not is_zero(self.offset):
            c0, s0 = cos_sin(self.offset)
            c, s = c * c0 - s * s0, s * c0 + c * s0
        return Transform(Rotation.about(self.axis, c, s), ZERO)

    def S(self, frame: Tag) -> Motion:
        """(a, 0)."""
        return Motion(self.axis.seen_from(frame), ZERO)


@dataclass(frozen=True)
class Revolute(AbstractTurn):
    """A hinge with stops.

    >>> Revolute("hinge").transform(0.0).R.rows[0]
    (1.0, 0.0, 0.0)
    """

    kind: ClassVar[str] = "revolute"


@dataclass(frozen=True)
class Continuous(AbstractTurn):
    """A hinge without stops.

    >>> Continuous("wheel").kind
    'continuous'
    """

    kind: ClassVar[str] = "continuous"

"""Prismatic joints: a slide along the axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...algebra import ZERO, Motion, Rotation, Scalar, Tag, Transform, is_zero
from .joint import AbstractJoint


@dataclass(frozen=True)
class Prismatic(AbstractJoint):
    """A slider.

    >>> Prismatic("rail").transform(0.5).p.z
    0.5
    """

    kind: ClassVar[str] = "prismatic"
    slides: ClassVar[bool] = True

    def transform(self, q: Scalar) -> Transform:
        """The slide by q + offset."""
        return Transform(Rotation.identity(), self.axis * (q if is_zero(self.offset) else q + self.offset))

    def S(self, frame: Tag) -> Motion:
        """(0, a)."""
        return Motion(ZERO, self.axis.seen_from(frame))

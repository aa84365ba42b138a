"""Fixed joints: two links that are one body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...algebra import NO_MOTION, Motion, Scalar, Tag, Transform
from .joint import AbstractJoint


@dataclass(frozen=True)
class Fixed(AbstractJoint):
    """A weld; the rewrite `merge_fixed` removes it.

    >>> Fixed("weld").moves
    False
    """

    kind: ClassVar[str] = "fixed"
    moves: ClassVar[bool] = False

    def transform(self, q: Scalar) -> Transform:
        """No motion, whatever q."""
        return Transform.identity()

    def S(self, frame: Tag) -> Motion:
        """No motion."""
        return NO_MOTION

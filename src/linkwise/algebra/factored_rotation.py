"""Rotations kept as two factors: a vector or tensor goes through one after the other.

The rotation of a body is the joint's turn about a single axis, followed by a constant rotation. Multiplied out, all its
entries are new numbers; kept apart, the turn costs four multiplications for a vector and eight for a symmetric tensor.
If the constant rotation consists of quarter turns, the product has the same entries as the turn, moved and with other
signs; vectors then use the product, which avoids changes of sign, and tensors use the factors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import overload

from .frame import Tag
from .mat3 import Mat3, Rows
from .rotation import Rotation
from .scalar import is_zero
from .sym3 import Sym3
from .vec3 import Vec3


@dataclass(frozen=True, slots=True)
class FactoredRotation:
    """The rotation left·right, not multiplied out; it is used like a Rotation. `of_factors` makes one.

    >>> quarter = Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0)
    >>> (FactoredRotation.of_factors(quarter, quarter) @ Vec3(1.0, 2.0, 0.0)).components
    (-1.0, -2.0, 0.0)
    """

    left: Rotation
    right: Rotation
    product: Rotation | None = field(default=None, repr=False)

    __array_ufunc__ = None

    @staticmethod
    def of_factors(left: Rotation, right: Rotation) -> FactoredRotation:
        """left·right, together with the product where that costs nothing."""
        quarters = all(is_zero(x) or is_zero(x - 1.0) or is_zero(x + 1.0) for row in left.rows for x in row)
        return FactoredRotation(left, right, left @ right if quarters else None)

    @property
    def to(self) -> Tag:
        """The frame it turns components into."""
        return self.left.to

    @property
    def of(self) -> Tag:
        """The frame it turns components from."""
        return self.right.of

    @property
    def whole(self) -> Rotation:
        """The same rotation multiplied out."""
        return self.left @ self.right if self.product is None else self.product

    @property
    def rows(self) -> Rows:
        """The rows of its matrix."""
        return self.whole.rows

    @property
    def angles(self) -> tuple[float, float, float]:
        """(roll, pitch, yaw) of a numeric rotation."""
        return self.whole.angles

    @property
    def T(self) -> FactoredRotation:
        """The inverse turn."""
        return FactoredRotation(self.right.T, self.left.T, None if self.product is None else self.product.T)

    def tagged(self, to: Tag, of: Tag) -> FactoredRotation:
        """The same numbers with other tags; nothing is computed."""
        product = None if self.product is None else self.product.tagged(to, of)
        return FactoredRotation(self.left.tagged(to, None), self.right.tagged(None, of), product)

    @overload
    def __matmul__(self, other: Vec3) -> Vec3: ...
    @overload
    def __matmul__(self, other: Rotation | FactoredRotation) -> Rotation: ...
    def __matmul__(self, other: Vec3 | Rotation | FactoredRotation) -> Vec3 | Rotation:
        if isinstance(other, Vec3):
            return self.left @ (self.right @ other) if self.product is None else self.product @ other
        return self.whole @ other

    def __rmatmul__(self, other: Rotation) -> Rotation:
        return other @ self.left @ self.right

    def turn(self, t: Mat3) -> Mat3:
        """R t Rᵀ: a tensor seen from `of`, now seen from `to`."""
        return self.left.turn(self.right.turn(t))

    def turn_symmetric(self, t: Sym3) -> Sym3:
        """R t Rᵀ for a symmetric tensor."""
        return self.left.turn_symmetric(self.right.turn_symmetric(t))

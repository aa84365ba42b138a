"""Vectors of three components."""

from __future__ import annotations

from dataclasses import dataclass

from .frame import Tag, same
from .scalar import Scalar


@dataclass(frozen=True, slots=True)
class Vec3:
    """A vector seen from a frame.

    >>> Vec3(1.0, 2.0, 3.0).cross(Vec3(0.0, 0.0, 1.0))
    Vec3(x=2.0, y=-1.0, z=0.0, frame=None)
    """

    x: Scalar
    y: Scalar
    z: Scalar
    frame: Tag = None

    __array_ufunc__ = None  # so that NumPy leaves column * vector to this class

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z, same(self.frame, other.frame))

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z, same(self.frame, other.frame))

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z, self.frame)

    def __mul__(self, k: Scalar) -> Vec3:
        return Vec3(self.x * k, self.y * k, self.z * k, self.frame)

    __rmul__ = __mul__

    def __truediv__(self, k: Scalar) -> Vec3:
        return Vec3(self.x / k, self.y / k, self.z / k, self.frame)

    def dot(self, other: Vec3) -> Scalar:
        """Scalar product u·v.

        >>> Vec3(1.0, 2.0, 3.0).dot(Vec3(4.0, 5.0, 6.0))
        32.0
        """
        same(self.frame, other.frame)
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vec3) -> Vec3:
        """Vector product u×v.

        >>> Vec3(1.0, 0.0, 0.0).cross(Vec3(0.0, 1.0, 0.0)).z
        1.0
        """
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
            same(self.frame, other.frame),
        )

    def seen_from(self, frame: Tag) -> Vec3:
        """The same components with another tag; nothing is computed.

        >>> Vec3(1.0, 2.0, 3.0).seen_from("hand").frame
        'hand'
        """
        return Vec3(self.x, self.y, self.z, frame)

    @property
    def components(self) -> tuple[Scalar, Scalar, Scalar]:
        """(x, y, z).

        >>> Vec3(1.0, 2.0, 3.0).components
        (1.0, 2.0, 3.0)
        """
        return self.x, self.y, self.z


ZERO = Vec3(0.0, 0.0, 0.0)
"""The zero vector, the same in every frame."""

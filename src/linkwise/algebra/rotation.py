"""Rotations between frames."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from .frame import Tag, same
from .mat3 import Mat3, Rows, product, rows_of, transpose
from .plane import plane_of, turned
from .scalar import Scalar, cos_sin, is_zero
from .sym3 import Sym3, symmetric
from .vec3 import Vec3


@dataclass(frozen=True, slots=True)
class Rotation:
    """The rotation matrix that turns components seen from frame `of` into components seen from frame `to`.

    Its columns are the axes of `of` seen from `to`.

    >>> quarter = Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0)
    >>> (quarter @ Vec3(1.0, 0.0, 0.0)).components
    (0.0, 1.0, 0.0)
    """

    rows: Rows
    to: Tag = None
    of: Tag = None

    __array_ufunc__ = None

    @staticmethod
    def identity(to: Tag = None, of: Tag = None) -> Rotation:
        """No turn.

        >>> Rotation.identity("base", "arm").rows[0]
        (1.0, 0.0, 0.0)
        """
        return Rotation(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), to, of)

    @staticmethod
    def about(a: Vec3, c: Scalar, s: Scalar) -> Rotation:
        """The turn about the unit axis a by the angle with cosine c and sine s: a⊗a + c(1 − a⊗a) + s tilde(a).

        An axis along x, y or z leaves constant zeros and ones as plain numbers, even for a batch.

        >>> Rotation.about(Vec3(0.0, 0.0, 1.0), 0.6, 0.8).rows[0]
        (0.6, -0.8, 0.0)
        """
        x, y, z = a.components

        def along(k: Scalar) -> Scalar:
            return c if is_zero(k) else 1.0 if is_zero(1.0 - k) else k + c * (1.0 - k)

        def across(k: Scalar, sine: Scalar) -> Scalar:
            turned = 0.0 if is_zero(sine) else s * sine
            return 0.0 + turned if is_zero(k) else k - c * k + turned

        return Rotation(
            (
                (along(x * x), across(x * y, -z), across(x * z, y)),
                (across(x * y, z), along(y * y), across(y * z, -x)),
                (across(x * z, -y), across(y * z, x), along(z * z)),
            )
        )

    @staticmethod
    def about_constant(a: Vec3, angle: float) -> Rotation:
        """The turn about a by a constant angle; quarter turns are exact.

        >>> Rotation.about_constant(Vec3(1.0, 0.0, 0.0), math.pi / 2).rows[1]
        (0.0, 0.0, -1.0)
        """
        return Rotation.about(a, *cos_sin(angle))

    @staticmethod
    def rpy(roll: float, pitch: float, yaw: float) -> Rotation:
        """Rz(yaw) Ry(pitch) Rx(roll), URDF's fixed-axis angles.

        >>> Rotation.rpy(0.0, 0.0, math.pi / 2).rows[1]
        (1.0, 0.0, 0.0)
        """
        x, y, z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
        turn = Rotation.about_constant
        return turn(z, yaw) @ turn(y, pitch) @ turn(x, roll)

    @property
    def angles(self) -> tuple[float, float, float]:
        """(roll, pitch, yaw) of a numeric rotation.

        Yaw is found first and roll from what remains, so that a pitch near ±90° costs no accuracy.

        >>> [round(angle, 12) for angle in Rotation.rpy(0.1, -0.2, 3.0).angles]
        [0.1, -0.2, 3.0]
        """
        r = self.rows
        yaw = math.atan2(r[1][0], r[0][0])
        c, s = cos_sin(yaw)
        roll = math.atan2(s * r[0][2] - c * r[1][2], c * r[1][1] - s * r[0][1])
        return roll, math.atan2(-r[2][0], c * r[0][0] + s * r[1][0]), yaw

    @staticmethod
    def quaternion(w: float, x: float, y: float, z: float) -> Rotation:
        """The rotation of a unit quaternion.

        >>> Rotation.quaternion(0.0, 0.0, 0.0, 1.0).rows
        ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))
        """
        xx, yy, zz, xy, xz, yz = 2 * x * x, 2 * y * y, 2 * z * z, 2 * x * y, 2 * x * z, 2 * y * z
        wx, wy, wz = 2 * w * x, 2 * w * y, 2 * w * z
        return Rotation(
            (
                (1 - (yy + zz), xy - wz, xz + wy),
                (xy + wz, 1 - (xx + zz), yz - wx),
                (xz - wy, yz + wx, 1 - (xx + yy)),
            )
        )

    def tagged(self, to: Tag, of: Tag) -> Rotation:
        """The same numbers with other tags; nothing is computed.

        >>> Rotation.identity().tagged("base", "arm").of
        'arm'
        """
        return Rotation(self.rows, to, of)

    @property
    def T(self) -> Rotation:
        """The inverse turn.

        >>> quarter = Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0)
        >>> quarter.T.rows[0]
        (0.0, 1.0, 0.0)
        """
        return Rotation(transpose(self.rows), self.of, self.to)

    @overload
    def __matmul__(self, other: Vec3) -> Vec3: ...
    @overload
    def __matmul__(self, other: Rotation) -> Rotation: ...
    def __matmul__(self, other: Vec3 | Rotation) -> Vec3 | Rotation:
        if isinstance(other, Rotation):
            same(self.of, other.to)
            return Rotation(product(self.rows, other.rows), self.to, other.of)
        if not isinstance(other, Vec3):
            return NotImplemented
        same(self.of, other.frame)
        a, b, c = self.rows
        x, y, z = other.x, other.y, other.z
        return Vec3(
            a[0] * x + a[1] * y + a[2] * z,
            b[0] * x + b[1] * y + b[2] * z,
            c[0] * x + c[1] * y + c[2] * z,
            self.to,
        )

    def turn(self, t: Mat3) -> Mat3:
        """R t Rᵀ: a tensor seen from `of`, now seen from `to`.

        >>> quarter = Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0)
        >>> quarter.turn(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0).full).rows[0][0]
        2.0
        """
        same(self.of, t.frame)
        plane = plane_of(self.rows)
        if plane is not None:
            return Mat3(turned(plane, t.rows), self.to)
        return Mat3(product(product(self.rows, t.rows), transpose(self.rows)), self.to)

    def turn_symmetric(self, t: Sym3) -> Sym3:
        """R t Rᵀ for a symmetric tensor.

        >>> quarter = Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0)
        >>> quarter.turn_symmetric(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0)).components
        (2.0, 0.0, 0.0, 1.0, 0.0, 3.0)
        """
        return symmetric(self.turn(t.full))


def rotation_of(entries: Iterable[Sequence[Scalar]]) -> Rotation:
    """A rotation from any 3×3 nest of numbers.

    >>> rotation_of([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).rows[2]
    (0, 0, 1)
    """
    return Rotation(rows_of(entries))

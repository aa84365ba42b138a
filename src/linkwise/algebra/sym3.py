"""Symmetric tensors: inertia and Euler tensors."""

from __future__ import annotations

from dataclasses import dataclass

from .frame import Tag, same
from .mat3 import Mat3
from .scalar import Scalar
from .vec3 import Vec3


@dataclass(frozen=True, slots=True)
class Sym3:
    """A symmetric tensor by its six components, in the order XX XY XZ YY YZ ZZ.

    >>> (Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0) @ Vec3(1.0, 1.0, 1.0)).components
    (1.0, 2.0, 3.0)
    """

    xx: Scalar
    xy: Scalar
    xz: Scalar
    yy: Scalar
    yz: Scalar
    zz: Scalar
    frame: Tag = None

    __array_ufunc__ = None

    @property
    def components(self) -> tuple[Scalar, Scalar, Scalar, Scalar, Scalar, Scalar]:
        """(xx, xy, xz, yy, yz, zz)."""
        return self.xx, self.xy, self.xz, self.yy, self.yz, self.zz

    def __add__(self, other: Sym3) -> Sym3:
        xx, xy, xz, yy, yz, zz = (a + b for a, b in zip(self.components, other.components, strict=True))
        return Sym3(xx, xy, xz, yy, yz, zz, same(self.frame, other.frame))

    def __sub__(self, other: Sym3) -> Sym3:
        xx, xy, xz, yy, yz, zz = (a - b for a, b in zip(self.components, other.components, strict=True))
        return Sym3(xx, xy, xz, yy, yz, zz, same(self.frame, other.frame))

    def __mul__(self, k: Scalar) -> Sym3:
        xx, xy, xz, yy, yz, zz = (a * k for a in self.components)
        return Sym3(xx, xy, xz, yy, yz, zz, self.frame)

    __rmul__ = __mul__

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
            same(self.frame, v.frame),
        )

    @property
    def trace(self) -> Scalar:
        """The first invariant."""
        return self.xx + self.yy + self.zz

    @property
    def full(self) -> Mat3:
        """The same tensor with all nine components."""
        a, b, c, d, e, f = self.components
        return Mat3(((a, b, c), (b, d, e), (c, e, f)), self.frame)

    def seen_from(self, frame: Tag) -> Sym3:
        """The same components with another tag; nothing is computed."""
        return Sym3(*self.components, frame=frame)


def symmetric(m: Mat3) -> Sym3:
    """The symmetric tensor with the upper triangle of m.

    >>> symmetric(Sym3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0).full).components
    (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    """
    (a, b, c), (_, d, e), (_, _, f) = m.rows
    return Sym3(a, b, c, d, e, f, m.frame)


def square(v: Vec3) -> Sym3:
    """v⊗v.

    >>> square(Vec3(1.0, 2.0, 3.0)).components
    (1.0, 2.0, 3.0, 4.0, 6.0, 9.0)
    """
    return Sym3(v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.y, v.y * v.z, v.z * v.z, v.frame)


def symmetric_outer(u: Vec3, v: Vec3) -> Sym3:
    """u⊗v + v⊗u.

    >>> symmetric_outer(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)).components
    (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    """
    return Sym3(
        2.0 * (u.x * v.x),
        u.x * v.y + u.y * v.x,
        u.x * v.z + u.z * v.x,
        2.0 * (u.y * v.y),
        u.y * v.z + u.z * v.y,
        2.0 * (u.z * v.z),
        frame=same(u.frame, v.frame),
    )


def scaled_identity(k: Scalar) -> Sym3:
    """k·1, the same in every frame.

    >>> scaled_identity(2.0).components
    (2.0, 0.0, 0.0, 2.0, 0.0, 2.0)
    """
    return Sym3(k, 0.0, 0.0, k, 0.0, k)

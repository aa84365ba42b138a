"""Matrices between two frames: rotations and homogeneous transforms together with their derivatives.

The derivative of a rotation is not a rotation, nor is that of a pose a pose. What remains is the frame its rows belong
to and the frame its columns belong to, and these are checked as in every other product.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from .factored_rotation import FactoredRotation
from .frame import Tag, same
from .rotation import Rotation
from .scalar import Scalar
from .tensor import tilde
from .vec3 import Vec3


@dataclass(frozen=True, slots=True)
class FrameMatrix:
    """A 3×3 or 4×4 matrix with rows in the frame `to` and columns in the frame `of`.

    >>> quarter = FrameMatrix(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), "base", "arm")
    >>> quarter @ Vec3(1.0, 2.0, 0.0, "arm")
    Vec3(x=-2.0, y=1.0, z=0.0, frame='base')
    >>> (quarter @ quarter.T).rows[1], (quarter @ quarter.T).of
    ((0.0, 1.0, 0.0), 'base')
    >>> (quarter + quarter * 2.0).rows[0]
    (0.0, -3.0, 0.0)
    """

    rows: tuple[tuple[Scalar, ...], ...]
    to: Tag = None
    of: Tag = None

    __array_ufunc__ = None

    @staticmethod
    def rotation(R: Rotation | FactoredRotation) -> FrameMatrix:
        """The 3×3 matrix of a rotation.

        >>> FrameMatrix.rotation(Rotation.identity("base", "arm")).of
        'arm'
        """
        return FrameMatrix(R.rows, R.to, R.of)

    @staticmethod
    def skew(a: Vec3) -> FrameMatrix:
        """The 3×3 matrix of a ×: the derivative of a rotation about a is the rotation times this.

        >>> FrameMatrix.skew(Vec3(0.0, 0.0, 1.0)).rows[0]
        (0.0, -1.0, 0.0)
        """
        return FrameMatrix(tilde(a).rows, a.frame, a.frame)

    @staticmethod
    def dyad(u: Vec3, v: Vec3) -> FrameMatrix:
        """u vᵀ: rows in the frame of u, columns in the frame of v.

        >>> FrameMatrix.dyad(Vec3(1.0, 2.0, 0.0, "arm"), Vec3(0.0, 3.0, 0.0, "base")).rows[1]
        (0.0, 6.0, 0.0)
        """
        return FrameMatrix(tuple(tuple(a * b for b in v.components) for a in u.components), u.frame, v.frame)

    @staticmethod
    def scaled_identity(k: float, size: int, frame: Tag = None) -> FrameMatrix:
        """k·1 in one frame.

        >>> FrameMatrix.scaled_identity(1.0, 3).rows[0], FrameMatrix.scaled_identity(0.0, 4).rows[3]
        ((1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
        """
        return FrameMatrix(tuple(tuple(k if r == c else 0.0 for c in range(size)) for r in range(size)), frame, frame)

    def __add__(self, other: FrameMatrix) -> FrameMatrix:
        rows = zip(self.rows, other.rows, strict=True)
        total = tuple(tuple(a + b for a, b in zip(r, s, strict=True)) for r, s in rows)
        return FrameMatrix(total, same(self.to, other.to), same(self.of, other.of))

    def __mul__(self, k: Scalar) -> FrameMatrix:
        return FrameMatrix(tuple(tuple(a * k for a in r) for r in self.rows), self.to, self.of)

    __rmul__ = __mul__

    @overload
    def __matmul__(self, other: Vec3) -> Vec3: ...
    @overload
    def __matmul__(self, other: FrameMatrix) -> FrameMatrix: ...
    def __matmul__(self, other: Vec3 | FrameMatrix) -> Vec3 | FrameMatrix:
        if isinstance(other, Vec3):
            same(self.of, other.frame)
            x, y, z = (_dot(row, other.components) for row in self.rows)
            return Vec3(x, y, z, self.to)
        same(self.of, other.to)
        columns = tuple(zip(*other.rows, strict=True))
        return FrameMatrix(
            tuple(tuple(_dot(row, column) for column in columns) for row in self.rows), self.to, other.of
        )

    @property
    def T(self) -> FrameMatrix:
        """The transpose.

        >>> FrameMatrix(((1.0, 2.0), (3.0, 4.0)), "base", "arm").T
        FrameMatrix(rows=((1.0, 3.0), (2.0, 4.0)), to='arm', of='base')
        """
        return FrameMatrix(tuple(zip(*self.rows, strict=True)), self.of, self.to)


def tr(a: FrameMatrix, b: FrameMatrix) -> Scalar:
    """tr(a b), without computing the product's off-diagonal entries.

    >>> tr(FrameMatrix(((1.0, 2.0), (3.0, 4.0))), FrameMatrix(((0.0, 1.0), (1.0, 0.0))))
    5.0
    """
    same(a.of, b.to)
    same(a.to, b.of)
    row, *rows = (_dot(r, column) for r, column in zip(a.rows, zip(*b.rows, strict=True), strict=True))
    for each in rows:
        row = row + each
    return row


def _dot(u: tuple[Scalar, ...], v: tuple[Scalar, ...]) -> Scalar:
    total = u[0] * v[0]
    for a, b in zip(u[1:], v[1:], strict=True):
        total = total + a * b
    return total

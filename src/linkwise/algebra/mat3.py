"""Second-order tensors in three dimensions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .frame import Tag, same
from .scalar import Scalar
from .vec3 import Vec3

Rows = tuple[tuple[Scalar, Scalar, Scalar], tuple[Scalar, Scalar, Scalar], tuple[Scalar, Scalar, Scalar]]
"""Three rows of three scalars."""


def rows_of(entries: Iterable[Sequence[Scalar]]) -> Rows:
    """Any 3×3 nest of scalars as rows.

    >>> rows_of([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    """
    a, b, c = ((r[0], r[1], r[2]) for r in entries)
    return a, b, c


def product(a: Rows, b: Rows) -> Rows:
    """The matrix product.

    >>> product(((1, 2, 3), (4, 5, 6), (7, 8, 9)), ((0, 0, 1), (1, 0, 0), (0, 1, 0)))
    ((2, 3, 1), (5, 6, 4), (8, 9, 7))
    """
    return rows_of([[r[0] * b[0][k] + r[1] * b[1][k] + r[2] * b[2][k] for k in range(3)] for r in a])


def transpose(a: Rows) -> Rows:
    """The transpose.

    >>> transpose(((1, 2, 3), (4, 5, 6), (7, 8, 9)))
    ((1, 4, 7), (2, 5, 8), (3, 6, 9))
    """
    return (a[0][0], a[1][0], a[2][0]), (a[0][1], a[1][1], a[2][1]), (a[0][2], a[1][2], a[2][2])


@dataclass(frozen=True, slots=True)
class Mat3:
    """A second-order tensor seen from a frame.

    >>> (Mat3(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))) @ Vec3(1.0, 0.0, 5.0)).components
    (0.0, 1.0, 0.0)
    """

    rows: Rows
    frame: Tag = None

    __array_ufunc__ = None

    def __add__(self, other: Mat3) -> Mat3:
        rows = [[a + b for a, b in zip(r, s, strict=True)] for r, s in zip(self.rows, other.rows, strict=True)]
        return Mat3(rows_of(rows), same(self.frame, other.frame))

    def __sub__(self, other: Mat3) -> Mat3:
        rows = [[a - b for a, b in zip(r, s, strict=True)] for r, s in zip(self.rows, other.rows, strict=True)]
        return Mat3(rows_of(rows), same(self.frame, other.frame))

    def __mul__(self, k: Scalar) -> Mat3:
        return Mat3(rows_of([[a * k for a in r] for r in self.rows]), self.frame)

    __rmul__ = __mul__

    def __neg__(self) -> Mat3:
        return Mat3(rows_of([[-a for a in r] for r in self.rows]), self.frame)

    def __matmul__(self, v: Vec3) -> Vec3:
        a, b, c = self.rows
        return Vec3(
            a[0] * v.x + a[1] * v.y + a[2] * v.z,
            b[0] * v.x + b[1] * v.y + b[2] * v.z,
            c[0] * v.x + c[1] * v.y + c[2] * v.z,
            same(self.frame, v.frame),
        )

    def after(self, other: Mat3) -> Mat3:
        """The tensor product self·other: first other, then self."""
        return Mat3(product(self.rows, other.rows), same(self.frame, other.frame))

    @property
    def T(self) -> Mat3:
        """The transpose."""
        return Mat3(transpose(self.rows), self.frame)

    @property
    def trace(self) -> Scalar:
        """The first invariant."""
        return self.rows[0][0] + self.rows[1][1] + self.rows[2][2]


ZERO3 = Mat3(((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
"""The zero tensor."""

ONE3 = Mat3(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
"""The unit tensor 1."""

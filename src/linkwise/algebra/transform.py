"""Poses: where a child frame is in its parent frame."""

from __future__ import annotations

from dataclasses import dataclass

from .factored_rotation import FactoredRotation
from .frame import Tag
from .plane import plane_of
from .rotation import Rotation
from .scalar import Scalar
from .vec3 import ZERO, Vec3


@dataclass(frozen=True, slots=True)
class Transform:
    """The pose of a child frame in its parent: R turns child components into the parent's, p is the child's origin.

    Motions, forces and inertias go through it with their methods `to_parent` and `to_child`.

    >>> T = Transform(Rotation.identity("base", "arm"), Vec3(0.0, 0.0, 1.0, "base"))
    >>> T.point(Vec3(1.0, 0.0, 0.0, "arm"))
    Vec3(x=1.0, y=0.0, z=1.0, frame='base')
    """

    R: Rotation | FactoredRotation
    p: Vec3

    @staticmethod
    def identity(to: Tag = None, of: Tag = None) -> Transform:
        """The pose of a child frame that coincides with its parent.

        >>> Transform.identity("base", "arm").p
        Vec3(x=0.0, y=0.0, z=0.0, frame='base')
        """
        return Transform(Rotation.identity(to, of), ZERO.seen_from(to))

    @property
    def to(self) -> Tag:
        """The parent frame.

        >>> Transform.identity("base", "arm").to
        'base'
        """
        return self.R.to

    @property
    def of(self) -> Tag:
        """The child frame.

        >>> Transform.identity("base", "arm").of
        'arm'
        """
        return self.R.of

    def tagged(self, to: Tag, of: Tag) -> Transform:
        """The same numbers with other tags; nothing is computed.

        >>> Transform.identity().tagged("base", "arm").of
        'arm'
        """
        return Transform(self.R.tagged(to, of), self.p.seen_from(to))

    def __matmul__(self, other: Transform) -> Transform:
        return Transform(self.R @ other.R, self.point(other.p))

    def then(self, other: Transform) -> Transform:
        """self @ other, with both rotations kept as factors where the second turns about one axis.

        >>> turn = Transform(Rotation.about(Vec3(0.0, 0.0, 1.0), 0.6, 0.8), ZERO)
        >>> type(turn.then(turn).R).__name__, turn.then(Transform.identity()).R == turn.R
        ('FactoredRotation', True)
        """
        if (
            isinstance(self.R, FactoredRotation)
            or isinstance(other.R, FactoredRotation)
            or plane_of(other.R.rows) is None
        ):
            return self @ other
        return Transform(FactoredRotation.of_factors(self.R, other.R), self.point(other.p))

    def point(self, r: Vec3) -> Vec3:
        """The position, seen from the parent, of the point at r in the child.

        >>> T = Transform(Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0), Vec3(1.0, 0.0, 0.0))
        >>> T.point(Vec3(2.0, 0.0, 0.0)).components
        (1.0, 2.0, 0.0)
        """
        return self.R @ r + self.p

    def inverse(self) -> Transform:
        """The pose of the parent in the child.

        >>> T = Transform(Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0), Vec3(1.0, 0.0, 0.0))
        >>> (T @ T.inverse()).p.components
        (0.0, 0.0, 0.0)
        """
        return Transform(self.R.T, -(self.R.T @ self.p))

    @property
    def matrix(self) -> tuple[tuple[Scalar, ...], ...]:
        """The homogeneous 4×4 matrix.

        >>> T = Transform(Rotation.about(Vec3(0.0, 0.0, 1.0), 0.0, 1.0), Vec3(1.0, 0.0, 0.0))
        >>> T.matrix[1]
        (1.0, 0.0, 0.0, 0.0)
        """
        rows = zip(self.R.rows, self.p.components, strict=True)
        return (*((*r, p) for r, p in rows), (0.0, 0.0, 0.0, 1.0))

"""Spatial force vectors: wrenches and momenta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import KindMismatch
from .frame import Tag
from .scalar import Scalar
from .transform import Transform
from .vec3 import ZERO, Vec3


@dataclass(frozen=True, slots=True)
class Force:
    """A wrench, angular part first: the moment n about the frame's origin, and the force f.

    >>> Force(ZERO, Vec3(0.0, 0.0, 1.0)) + Force(Vec3(1.0, 0.0, 0.0), ZERO)
    Force(n=Vec3(x=1.0, y=0.0, z=0.0, frame=None), f=Vec3(x=0.0, y=0.0, z=1.0, frame=None))
    """

    n: Vec3
    f: Vec3

    __array_ufunc__ = None

    @staticmethod
    def of_numbers(w: Sequence[Scalar], frame: Tag = None) -> Force:
        """The wrench of six numbers, moment first.

        >>> Force.of_numbers([1.0, 0.0, 0.0, 0.0, 0.0, 2.0], "tool").f
        Vec3(x=0.0, y=0.0, z=2.0, frame='tool')
        """
        return Force(Vec3(w[0], w[1], w[2], frame), Vec3(w[3], w[4], w[5], frame))

    def __add__(self, other: Force) -> Force:
        _is_force(other)
        return Force(self.n + other.n, self.f + other.f)

    def __sub__(self, other: Force) -> Force:
        _is_force(other)
        return Force(self.n - other.n, self.f - other.f)

    def __neg__(self) -> Force:
        return Force(-self.n, -self.f)

    def __mul__(self, k: Scalar) -> Force:
        return Force(self.n * k, self.f * k)

    __rmul__ = __mul__

    def to_parent(self, T: Transform) -> Force:
        """The same wrench seen from the parent frame, moment about the parent's origin."""
        f = T.R @ self.f
        return Force(T.R @ self.n + T.p.cross(f), f)

    def to_child(self, T: Transform) -> Force:
        """The same wrench seen from the child frame, moment about the child's origin."""
        R = T.R.T
        return Force(R @ (self.n - T.p.cross(self.f)), R @ self.f)


def _is_force(other: object) -> None:
    if not isinstance(other, Force):
        raise KindMismatch(f"a force was mixed with a {type(other).__name__}.", "A force was expected.")


NO_FORCE = Force(ZERO, ZERO)
"""No wrench, the same in every frame."""

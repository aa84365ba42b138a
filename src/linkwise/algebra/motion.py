"""Spatial motion vectors: velocities, accelerations, joint axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import KindMismatch
from .scalar import Scalar
from .transform import Transform
from .vec3 import ZERO, Vec3

if TYPE_CHECKING:
    from .force import Force


@dataclass(frozen=True, slots=True)
class Motion:
    """A twist, angular part first: ω, and v of the point at the frame's origin.

    >>> Motion(Vec3(0.0, 0.0, 1.0), ZERO).cross(Motion(ZERO, Vec3(1.0, 0.0, 0.0))).v.components
    (0.0, 1.0, 0.0)
    """

    ω: Vec3
    v: Vec3

    __array_ufunc__ = None

    def __add__(self, other: Motion) -> Motion:
        _is_motion(other)
        return Motion(self.ω + other.ω, self.v + other.v)

    def __sub__(self, other: Motion) -> Motion:
        _is_motion(other)
        return Motion(self.ω - other.ω, self.v - other.v)

    def __mul__(self, k: Scalar) -> Motion:
        return Motion(self.ω * k, self.v * k)

    __rmul__ = __mul__

    def dot(self, force: Force) -> Scalar:
        """The power ω·n + v·f of a force along this motion; the spatial dot of Balafoutis & Patel (5.2.28).

        >>> from linkwise.algebra import Force
        >>> Motion(Vec3(0.0, 0.0, 2.0), ZERO).dot(Force(Vec3(0.0, 0.0, 3.0), ZERO))
        6.0
        """
        if isinstance(force, Motion):
            raise KindMismatch("a motion has no scalar product with a motion.", "A force was expected.")
        return self.ω.dot(force.n) + self.v.dot(force.f)

    def cross(self, other: Motion) -> Motion:
        """The rate of a motion carried along: v̂ × m̂, Balafoutis & Patel (5.2.29).

        >>> Motion(Vec3(0.0, 0.0, 1.0), ZERO).cross(Motion(Vec3(1.0, 0.0, 0.0), ZERO)).ω.components
        (0.0, 1.0, 0.0)
        """
        _is_motion(other)
        return Motion(self.ω.cross(other.ω), self.ω.cross(other.v) + self.v.cross(other.ω))

    def cross_force(self, force: Force) -> Force:
        """The rate of a force carried along: v̂ ×* f̂.

        >>> from linkwise.algebra import Force
        >>> Motion(Vec3(0.0, 0.0, 1.0), ZERO).cross_force(Force(ZERO, Vec3(1.0, 0.0, 0.0))).f.components
        (0.0, 1.0, 0.0)
        """
        return type(force)(self.ω.cross(force.n) + self.v.cross(force.f), self.ω.cross(force.f))

    def to_child(self, T: Transform) -> Motion:
        """The same motion seen from the child frame.

        >>> T = Transform(Transform.identity().R, Vec3(1.0, 0.0, 0.0))
        >>> Motion(Vec3(0.0, 0.0, 1.0), ZERO).to_child(T).v.components
        (0.0, 1.0, 0.0)
        """
        R = T.R.T
        return Motion(R @ self.ω, R @ (self.v + self.ω.cross(T.p)))

    def to_parent(self, T: Transform) -> Motion:
        """The same motion seen from the parent frame.

        >>> T = Transform(Transform.identity().R, Vec3(1.0, 0.0, 0.0))
        >>> Motion(Vec3(0.0, 0.0, 1.0), ZERO).to_parent(T).v.components
        (0.0, -1.0, 0.0)
        """
        ω = T.R @ self.ω
        return Motion(ω, T.R @ self.v + T.p.cross(ω))


def _is_motion(other: object) -> None:
    if not isinstance(other, Motion):
        raise KindMismatch(f"a motion was mixed with a {type(other).__name__}.", "A motion was expected.")


NO_MOTION = Motion(ZERO, ZERO)
"""Rest, the same in every frame."""

"""A joint as a motion about or along its axis, and the three equations of one joint from which arms are solved.

With E(q) the motion of the joint and lines, points and directions seen from the base, q = 0 being where they were read:

    at_height     h · E(q) x = d          two angles, or one displacement
    at_distance   |E(q) x − o|² = r²      two angles, or two displacements
    aligning      E(q) x = y              one angle or displacement

Paden (1986) has the first and the last as subproblems 3 and 1; Elias & Wen (2025) give them as here, in the sense of
least squares: where an equation has no solution, q is what comes closest.                    [paden1986] [elias2025]
Differs from the sources: an angle is carried as its cosine and sine, so that no angle is computed before the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...algebra import ZERO, Rotation, Scalar, Vec3, atan2, maximum, sqrt, where

FREE = 1e-13
"""A point so much nearer to an axis than the arm is long lies on it: the angle about this axis is left to q0."""


@dataclass(frozen=True)
class Angle:
    """An angle by its cosine and sine; `free` is 1 where any angle solves the equation and q0's was taken."""

    c: Scalar
    s: Scalar
    free: Scalar = 0.0

    @property
    def value(self) -> Scalar:
        """The angle from −π to π.

        >>> Angle(0.0, 1.0).value
        1.5707963267948966
        """
        return atan2(self.s, self.c)


@dataclass(frozen=True)
class Displacement:
    """How far a joint slides."""

    value: Scalar
    free: float = 0.0


@dataclass(frozen=True)
class AbstractAxis(ABC):
    """The axis of joint `index`: its unit vector, a point on it, the length that errors are small against, q0's angle.

    `blur` is how little is known of what stands under a root, relatively: two solutions are kept so far apart.
    """

    index: int
    axis: Vec3
    point: Vec3
    size: float
    near: Angle
    blur: float = 0.0

    turns = True

    @property
    def reversed(self) -> AbstractAxis:
        """The inverse motion: the same joint seen from its other end."""
        return replace(self, axis=-self.axis)

    def turned(self, x: Vec3, q: Any) -> Vec3:
        """A direction carried by the motion."""
        return self.rotation(q) @ x

    def turned_back(self, x: Vec3, q: Any) -> Vec3:
        """A direction carried back."""
        return self.reversed.turned(x, q)

    def moved_back(self, x: Vec3, q: Any) -> Vec3:
        """A point carried back."""
        return self.reversed.moved(x, q)

    @abstractmethod
    def rotation(self, q: Any) -> Rotation:
        """The turn that is part of the motion."""

    @abstractmethod
    def moved(self, x: Vec3, q: Any) -> Vec3:
        """A point carried by the motion."""

    @abstractmethod
    def at_height(self, h: Vec3, x: Vec3, d: Scalar) -> Sequence[Any]:
        """The solutions of h · E(q) x = d."""

    @abstractmethod
    def at_distance(self, o: Vec3, x: Vec3, square: Scalar) -> Sequence[Any]:
        """The solutions of |E(q) x − o|² = r², given r²."""

    @abstractmethod
    def aligning(self, x: Vec3, y: Vec3) -> Any:
        """The solution of E(q) x = y."""


class Turning(AbstractAxis):
    """The axis of a joint that turns.

    >>> z = Turning(0, Vec3(0.0, 0.0, 1.0), ZERO, 1.0, Angle(1.0, 0.0))
    >>> z.aligning(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 2.0, 0.0)).value
    1.5707963267948966
    >>> [round(q.value, 6) for q in z.at_height(Vec3(1.0, 0.0, 0.0), Vec3(2.0, 0.0, 0.0), 1.0)]
    [1.047198, -1.047198]
    """

    @property
    def direction(self) -> Turning:
        """The axis through the origin, for directions in the place of points."""
        return replace(self, point=ZERO, size=1.0)

    def rotation(self, q: Angle) -> Rotation:
        """The turn by q about the axis."""
        return Rotation.about(self.axis, q.c, q.s)

    def moved(self, x: Vec3, q: Angle) -> Vec3:
        """A point carried around the axis."""
        return self.rotation(q) @ (x - self.point) + self.point

    def at_height(self, h: Vec3, x: Vec3, d: Scalar, room: Scalar | None = None) -> Sequence[Angle]:
        """The two solutions; `room` is A² + B² − C² of A cos q + B sin q = C, where it is known more exactly."""
        arm = x - self.point
        along = h.dot(self.axis) * self.axis.dot(arm)
        return self._angles(h.dot(arm) - along, h.dot(self.axis.cross(arm)), d - h.dot(self.point) - along, room)

    def at_distance(self, o: Vec3, x: Vec3, square: Scalar) -> Sequence[Angle]:
        """Two angles."""
        arm, h = x - self.point, o - self.point
        along = h.dot(self.axis) * self.axis.dot(arm)
        C = 0.5 * (arm.dot(arm) + h.dot(h) - square) - along
        return self._angles(h.dot(arm) - along, h.dot(self.axis.cross(arm)), C, None, self.size)

    def aligning(self, x: Vec3, y: Vec3) -> Angle:
        """The angle from x to y about the axis."""
        k = self.axis
        u, v = k.cross(x - self.point), k.cross(y - self.point)  # what is near the axis keeps its digits
        return self._angle(u.dot(v), k.dot(u.cross(v)), (FREE * self.size) ** 2)

    def _angles(self, A: Scalar, B: Scalar, C: Scalar, room: Scalar | None, h: float = 1.0) -> Sequence[Angle]:
        """The solutions of A cos q + B sin q = C; where there is none, twice the nearest. `h` is the size of h."""
        square = A * A + B * B
        root = sqrt(maximum(square - C * C if room is None else room, self.blur * square))
        tiny = (FREE * self.size * h) ** 2
        plus = self._angle(A * C - B * root, B * C + A * root, tiny, square)
        minus = self._angle(A * C + B * root, B * C - A * root, tiny, square)
        return plus, minus

    def _angle(self, c: Scalar, s: Scalar, tiny: float, measure: Scalar | None = None) -> Angle:
        """The angle of (c, s), q0's where `measure` or the length is tiny."""
        length = sqrt(c * c + s * s)
        free = (length if measure is None else measure) <= tiny
        scale = 1.0 / where(free, 1.0, length)
        return Angle(where(free, self.near.c, c * scale), where(free, self.near.s, s * scale), where(free, 1.0, 0.0))


class Sliding(AbstractAxis):
    """The axis of a joint that slides.

    >>> z = Sliding(0, Vec3(0.0, 0.0, 1.0), ZERO, 1.0, Angle(1.0, 0.0))
    >>> [q.value for q in z.at_distance(ZERO, Vec3(3.0, 0.0, 0.0), 25.0)]
    [4.0, -4.0]
    """

    turns = False

    def rotation(self, q: Displacement) -> Rotation:
        """No turn."""
        return Rotation.identity()

    def moved(self, x: Vec3, q: Displacement) -> Vec3:
        """A point carried along the axis."""
        return x + self.axis * q.value

    def at_height(self, h: Vec3, x: Vec3, d: Scalar) -> Sequence[Displacement]:
        """One displacement."""
        return (Displacement((d - h.dot(x)) / h.dot(self.axis)),)

    def at_distance(self, o: Vec3, x: Vec3, square: Scalar) -> Sequence[Displacement]:
        """Two displacements."""
        arm = x - o
        middle = -self.axis.dot(arm)
        root = sqrt(maximum(middle * middle - arm.dot(arm) + square, 0.0))
        return Displacement(middle + root), Displacement(middle - root)

    def aligning(self, x: Vec3, y: Vec3) -> Displacement:
        """The distance from x to y along the axis."""
        return Displacement(self.axis.dot(y - x))

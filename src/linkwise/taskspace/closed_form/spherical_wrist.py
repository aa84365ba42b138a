"""Arms with six joints, the last three of which turn about axes through one point: Pieper's case.

The first three joints bring the wrist's centre to its place, E_1 E_2 E_3 w = G w; the last three do the rest of the
rotation. Pieper (1968); the equations as by Elias & Wen (2025).                       [pieper1968] [elias2025]
Differs from the sources: the first three are any joints of which two neighbours meet, are parallel or slide; where they
are in general position, which takes a quartic, there is no closed form here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...algebra import Rotation, Vec3, sqrt, where
from .joints import AbstractAxis, Angle, Turning
from .lines import distance, meeting, pair, parallel, perpendicular
from .pairs import AbstractPair, MeetingPair
from .target import Target

Solution = dict[int, Any]
"""The values of the joints by their index."""


@dataclass(frozen=True)
class SphericalWrist:
    """The arm in parts: the pair among its first three joints, the third, and the wrist."""

    axes: tuple[AbstractAxis, ...]
    pair: AbstractPair
    pair_first: bool
    centre: Vec3

    @staticmethod
    def of(axes: Sequence[AbstractAxis], close: float) -> SphericalWrist | None:
        """The arm seen so, if it is one."""
        if len(axes) != 6 or not all(each.turns for each in axes[3:]):
            return None
        centre = meeting(axes[3:], close)
        if centre is None or parallel(axes[4], axes[5], 10.0 * close):
            return None
        for first in (False, True):
            a, b = axes[:2] if first else axes[1:3]
            third = axes[2] if first else axes[0]
            two = pair(a, b, close)
            if two is not None and _moves(third, two):
                return SphericalWrist(tuple(axes), two, first, centre)
        return None

    @property
    def name(self) -> str:
        """What makes it solvable, in words."""
        kind = "meet" if isinstance(self.pair, MeetingPair) else "keep a plane"
        names = sorted(each.index + 1 for each in (self.pair.a, self.pair.b))
        return f"a spherical wrist, and joints {names[0]} and {names[1]} {kind}"

    def solutions(self, G: Target) -> list[Solution]:
        """All solutions of E_1 … E_6 = G."""
        found = []
        for arm in self._arm(self.centre, G.moved(self.centre)):
            R = G.R
            for each, q in zip(self.axes[:3], arm, strict=True):
                R = each.reversed.rotation(q) @ R
            found += [self._named((*arm, *wrist)) for wrist in wrist_angles(self.axes[3:], R)]
        return found

    def _arm(self, x: Vec3, y: Vec3) -> list[tuple[Any, Any, Any]]:
        """The solutions of E_1 E_2 E_3 x = y."""
        first, last = self.axes[0], self.axes[2]
        if self.pair_first:
            thirds = self.pair.third(last, x, y)
            return [(*two, q) for q in thirds for two in self.pair.aligning(last.moved(x, q), y)]
        firsts = self.pair.third(first.reversed, y, x)
        return [(q, *two) for q in firsts for two in self.pair.aligning(x, first.moved_back(y, q))]

    def _named(self, values: Sequence[Any]) -> Solution:
        return {each.index: q for each, q in zip(self.axes, values, strict=True)}


def _moves(third: AbstractAxis, two: AbstractPair) -> bool:
    """Whether a joint changes what a pair keeps."""
    if isinstance(two, MeetingPair):
        return not third.turns or distance(two.centre, third) > 1e-6 * third.size
    if third.turns:
        return not parallel(third, two.a if two.a.turns else two.b, 1e-6) if two.a.turns or two.b.turns else True
    return not perpendicular(third.axis, two.normal, 1e-6)  # type: ignore[attr-defined]


def wrist_angles(axes: Sequence[AbstractAxis], R: Rotation) -> list[tuple[Angle, Angle, Angle]]:
    """The two solutions of R_a R_b R_c = R, of three axes by their directions.

    Where a and c come to lie in one line, only the sum of their angles is determined: each moves by half from q0.
    """
    a, b, c = (each.direction for each in axes if isinstance(each, Turning))
    last = R @ c.axis
    found = []
    for qb in middle_angle(a.axis, b, c.axis, last):
        carried = b.turned(c.axis, qb)
        qa = a.aligning(carried, last)
        side = where(a.axis.dot(last) < 0.0, -1.0, 1.0)
        half = _half(_difference(_rest(a, b, c, qa, qb, R), c.near))
        shared = _sum(qa, Angle(half.c, half.s * side))
        qa = Angle(where(qa.free > 0.5, shared.c, qa.c), where(qa.free > 0.5, shared.s, qa.s), qa.free)
        found.append((qa, qb, _rest(a, b, c, qa, qb, R)))
    return found


def middle_angle(h: Vec3, b: Turning, x: Vec3, y: Vec3) -> Sequence[Angle]:
    """The solutions of h · R_b x = h · y for unit vectors.

    Where b is perpendicular to h and x, as in most wrists, |h × y|² is what is left under the root, and unlike
    1 − (h · y)² it is exact where h and y come to lie in one line.
    """
    across = h.cross(y)
    both = perpendicular(b.axis, x) and all(isinstance(k, float) for k in h.components) and perpendicular(h, b.axis)
    return b.at_height(h, x, h.dot(y), across.dot(across) if both else None)


def rest_of(axis: Turning, R: Rotation) -> Angle:
    """The angle of a rotation R about an axis."""
    k = axis.axis.components
    least = min(range(3), key=lambda i: abs(k[i]))
    across = axis.axis.cross(Vec3(float(least == 0), float(least == 1), float(least == 2)))
    u = across / float(sqrt(across.dot(across)))
    return axis.aligning(u, R @ u)


def _rest(a: Turning, b: Turning, c: Turning, qa: Angle, qb: Angle, R: Rotation) -> Angle:
    """The angle of R_c = (R_a R_b)ᵀ R, which makes up for what rounding left of the other two."""
    return rest_of(c, b.reversed.rotation(qb) @ (a.reversed.rotation(qa) @ R))


def _difference(a: Angle, b: Angle) -> Angle:
    return Angle(a.c * b.c + a.s * b.s, a.s * b.c - a.c * b.s)


def _sum(a: Angle, b: Angle) -> Angle:
    return Angle(a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s)


def _half(a: Angle) -> Angle:
    """Half of an angle from −π to π."""
    c = sqrt(where(a.c > -1.0, 0.5 + 0.5 * a.c, 0.0))
    s = sqrt(where(a.c < 1.0, 0.5 - 0.5 * a.c, 0.0))
    return Angle(c, where(a.s < 0.0, -s, s))

"""Arms with three parallel axes: the Universal Robots' kind, planar arms, and SCARA.

With k the common direction, E_a E_b E_c = T keeps heights along k and turns about k: a triangle in the plane across k
is solved by the cosine rule, and the last angle is what is left of the rotation. In six joints the other three follow
before that: as by Hawkins (2013) for UR5 and UR10, without Denavit–Hartenberg parameters.                 [hawkins2013]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...algebra import Vec3
from .joints import AbstractAxis, Displacement, Turning
from .lines import distance, meeting, parallel
from .pairs import PlanarPair
from .spherical_wrist import Solution, middle_angle, rest_of
from .target import Target


@dataclass(frozen=True)
class ThreeParallel:
    """Six joints that turn: the second, third and fourth about parallel axes, the last two about axes that meet."""

    axes: tuple[Turning, ...]
    centre: Vec3

    @staticmethod
    def of(axes: Sequence[AbstractAxis], close: float) -> ThreeParallel | None:
        """The arm seen so, if it is one."""
        turning = tuple(each for each in axes if isinstance(each, Turning))
        if len(axes) != 6 or len(turning) != 6 or not _three_parallel(turning[1:4], close):
            return None
        centre = meeting(turning[4:], close)
        if centre is None or parallel(turning[0], turning[1], 1e-6) or parallel(turning[3], turning[4], 1e-6):
            return None
        return ThreeParallel(turning, centre)

    @property
    def name(self) -> str:
        """What makes it solvable, in words."""
        a, b, c = sorted(each.index + 1 for each in self.axes[1:4])
        return f"three parallel axes, {a}, {b} and {c}"

    def solutions(self, G: Target) -> list[Solution]:
        """All solutions of E_1 … E_6 = G."""
        first, _, _, _, fifth, sixth = self.axes
        k = self.axes[1].axis
        place = G.moved(self.centre)
        found: list[Solution] = []
        for q1 in first.reversed.at_height(k, place, k.dot(self.centre)):
            h = first.turned(k, q1)
            last = G.R @ sixth.axis
            y = first.turned_back(last, q1)
            for q5 in middle_angle(k, fifth.direction, sixth.axis, y):
                q6 = sixth.direction.reversed.aligning(fifth.turned_back(k, q5), G.inverse.R @ h)
                R = first.reversed.rotation(q1) @ G.R @ sixth.reversed.rotation(q6) @ fifth.reversed.rotation(q5)
                around = self.centre
                T = Target(R, first.moved_back(place, q1) - R @ around)
                for three in triangle(self.axes[1:4], T):
                    found.append({first.index: q1, fifth.index: q5, sixth.index: q6, **three})
        return found


@dataclass(frozen=True)
class Planar:
    """Three joints that turn about parallel axes, and perhaps one that slides along them: planar arms and SCARA."""

    axes: tuple[Turning, ...]
    slide: AbstractAxis | None

    @staticmethod
    def of(axes: Sequence[AbstractAxis], close: float) -> Planar | None:
        """The arm seen so, if it is one."""
        turning = tuple(each for each in axes if isinstance(each, Turning))
        sliding = [each for each in axes if not each.turns]
        if len(turning) != 3 or len(sliding) > 1 or not _three_parallel(turning, close):
            return None
        if any(not parallel(each, turning[0], close) for each in sliding):
            return None
        return Planar(turning, sliding[0] if sliding else None)

    @property
    def name(self) -> str:
        """What makes it solvable, in words."""
        return "all axes are parallel"

    def solutions(self, G: Target) -> list[Solution]:
        """All solutions: the joint that slides does so along an axis about which the others turn."""
        if self.slide is None:
            return triangle(self.axes, G)
        k = self.slide.axis
        d = k.dot(G.moved(self.axes[0].point) - self.axes[0].point)
        rest = Target(G.R, G.p - k * d)
        return [{**three, self.slide.index: Displacement(d)} for three in triangle(self.axes, rest)]


def triangle(axes: Sequence[Turning], T: Target) -> list[dict[int, Any]]:
    """The two solutions of E_a E_b E_c = T for parallel axes."""
    a, b, c = axes
    found = []
    for qa, qb in PlanarPair(a, b, a.axis).aligning(c.point, T.moved(c.point)):
        qc = rest_of(c.direction, b.reversed.rotation(qb) @ (a.reversed.rotation(qa) @ T.R))
        found.append({a.index: qa, b.index: qb, c.index: qc})
    return found


def _three_parallel(axes: Sequence[AbstractAxis], close: float) -> bool:
    """Whether three axes are parallel and apart: two of them in one line would leave a joint free."""
    a, b, c = axes
    together = parallel(a, b, close) and parallel(b, c, close)
    return together and min(distance(a.point, b), distance(b.point, c)) > 1e-6 * a.size

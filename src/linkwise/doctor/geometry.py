"""Do masses, lengths and angles go together?"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..model import Body
from .finding import Check, Seen, figure
from .links import centre

if TYPE_CHECKING:
    from .case import Case

OUTSIDE = 3.0
"""A centre of mass may be so many sizes of the link away from the nearest point known on it; arms have up to 1."""

WIDE = 1.5
"""The radius of gyration may be so many sizes of the link; it is at most half of a body's true length."""

DENSEST = 22590.0
"""The density of osmium; nothing is denser, so a ball of it has the least inertia a mass can have."""

NEAR = 2e-3
"""Angles this close to a quarter turn were meant to be one: 3.14 for π is off by 1.6e-3."""

ROUNDING, PRINTED = 1e-15, 1e-4
"""Entries of a rotation closer than the first are rounding; angles beyond the second move a tool visibly."""


def _far(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.inertia.m == 0.0:
            continue
        points, size = case.sizes.points[link.carrier], case.sizes.size[link.carrier]
        away = float(np.min(np.linalg.norm(points - np.array(centre(link).components, dtype=float), axis=1)))
        if size > 0.0 and away > OUTSIDE * size:
            text = f"the centre of mass is {figure(away)} m from the nearest point known on a link of {figure(size)} m"
            yield Seen(link.name, away, text)


def _large(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.inertia.m == 0.0:
            continue
        radius, size = math.sqrt(max(link.moments.large, 0.0) / link.inertia.m), case.sizes.size[link.carrier]
        if size > 0.0 and radius > WIDE * size:
            text = f"a radius of gyration of {figure(radius)} m on a link of {figure(size)} m"
            yield Seen(link.name, radius, text)


def _small(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.inertia.m == 0.0 or link.moments.fault:
            continue
        m, spread = float(link.inertia.m), float(np.sum(link.spread))
        least = 0.6 * m * (3.0 * m / (4.0 * math.pi * DENSEST)) ** (2.0 / 3.0)  # ∫r² dm of a ball
        if 1.5 * link.moments.slack < spread < least:
            ball = 5.0 / 2.0 * spread / (1.5 * m)  # the square of the radius of a ball with such moments
            text = f"{link.moments} kg m^2 for {figure(m)} kg: a ball of {figure(2e3 * math.sqrt(ball))} mm"
            yield Seen(link.name, link.moments.large, text)


def _near_quarter(case: "Case") -> Iterator[Seen]:
    for body in case.robot.model.bodies:
        off, what = max(_misses(body))
        if off > ROUNDING:
            text = f"{what} misses a quarter turn by {figure(off)} rad"
            yield Seen(body.name, off, text, "suspicious" if off > PRINTED else "note")


def _misses(body: Body) -> Iterator[tuple[float, str]]:
    """How far the angles of a body are from whole quarter turns, where they are near."""
    R = np.array(body.placement.R.rows, dtype=float)
    yield _angle(_off(R) / math.sqrt(2.0)), "its placement"
    if body.joint.moves:
        axis = np.array([body.joint.axis.components], dtype=float)
        yield _angle(_off(axis)), "the axis of its joint"
        if not body.joint.slides:
            off = abs(math.remainder(body.joint.offset, math.pi / 2.0))
            yield (off if off <= NEAR else 0.0), "the offset of its joint"


def _angle(chord: float) -> float:
    return 2.0 * math.asin(0.5 * chord)


def _off(rows: Array) -> float:
    """The distance of orthogonal unit rows from whole numbers, where it is small and not 0."""
    whole = np.round(rows)
    near = bool((np.abs(whole).sum(axis=1) == 1.0).all()) and float(np.max(np.abs(rows - whole))) <= NEAR
    return float(np.linalg.norm(rows - whole)) if near else 0.0


GEOMETRY = (
    Check(
        "far-centre-of-mass", "suspicious", _far,
        f"Within {OUTSIDE:g} sizes of the link; its size is told by joints and frames on it.",
        "check the units (m, not mm) and the frame the centre of mass is given in.",
    ),
    Check(
        "inertia-too-large", "suspicious", _large,
        f"Up to {WIDE:g} sizes of the link; a rod has 0.29 of its length.",
        "check the units (kg m^2, not kg mm^2 or g mm^2) and that the tensor is that at the centre of mass.",
    ),
    Check(
        "inertia-too-small", "suspicious", _small,
        f"Not less than a ball of the densest matter ({DENSEST:g} kg/m^3).",
        "check the units (kg m^2, kg) and that no digits were lost in printing.",
    ),
    Check(
        "near-quarter-turn", "note", _near_quarter,
        "Exactly a quarter turn, unless the robot was calibrated.",
        "write pi/2 with all digits, or take `rewrite.snap(model, tolerance)`; `linkwise show ROBOT --snap TOLERANCE` "
        "tells how much that would make exact.",
    ),
)  # fmt: skip
"""What is asked of lengths and angles."""

"""Do masses and lengths go together?"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .finding import Check, Seen, figure
from .links import Link, centre
from .placeholders import is_round

if TYPE_CHECKING:
    from .case import Case

OUTSIDE = 3.0
"""A centre of mass may be so many sizes of the link away from the nearest point known on it; arms have up to 1."""

WIDE = 1.5
"""The radius of gyration may be so many sizes of the link; it is at most half of a body's true length."""

DENSEST = 22590.0
"""The density of osmium; nothing is denser, so a ball of it has the least inertia a mass can have."""

LONG = 100.0
"""So many radii of gyration from joint to joint are no link; a rod has 3.5."""


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
        if link.standing or link.headless or link.inertia.m == 0.0 or is_round(link):
            continue
        radius, size = math.sqrt(max(link.moments.large, 0.0) / link.inertia.m), case.sizes.size[link.carrier]
        if size > 0.0 and radius > WIDE * size:
            text = f"a radius of gyration of {figure(radius)} m on a link of {figure(size)} m"
            yield Seen(link.name, radius, text)


def _small(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.inertia.m == 0.0 or link.moments.fault:
            continue
        if not _a_point(link) and not is_round(link) and _too_small(link):
            m, spread = float(link.inertia.m), float(np.sum(link.spread))
            ball = 5.0 / 2.0 * spread / (1.5 * m)  # the square of the radius of a ball with such moments
            text = f"{link.moments} kg m^2 for {figure(m)} kg: a ball of {figure(2e3 * math.sqrt(ball))} mm"
            yield Seen(link.name, link.moments.large, text)


def _too_small(link: Link) -> bool:
    """Whether its ∫r² dm is less than that of a ball of the densest matter."""
    m = float(link.inertia.m)
    return float(np.sum(link.spread)) < 0.6 * m * (3.0 * m / (4.0 * math.pi * DENSEST)) ** (2.0 / 3.0)


def _long(case: "Case") -> Iterator[Seen]:
    """Judged with everything fixed to the link: what reaches from joint to joint has its mass on the way."""
    tree = case.robot.tree
    for i, whole in enumerate(case.moving.values()):
        if whole.inertia.m <= 0.0 or whole.moments.fault or _a_point(whole) or _too_small(whole):
            continue
        places = [tree.bodies[j].placement.p.components for j in tree.children[i]]
        way = max((float(np.linalg.norm(np.array(p, dtype=float))) for p in places), default=0.0)
        radius = math.sqrt(whole.moments.large / whole.inertia.m)
        if way > LONG * radius:
            text = f"{figure(way)} m from joint to joint, and a radius of gyration of {figure(radius)} m"
            yield Seen(whole.name, way, text)


def _a_point(link: Link) -> bool:
    """Whether it has no moments, up to rounding."""
    return float(np.sum(link.spread)) <= 1.5 * link.moments.slack


GEOMETRY = (
    Check(
        "far-centre-of-mass",
        "suspicious",
        _far,
        f"Within {OUTSIDE:g} sizes of the link; its size is told by joints and frames on it.",
        "check the units (m, not mm) and the frame the centre of mass is given in.",
    ),
    Check(
        "inertia-too-large",
        "suspicious",
        _large,
        f"Up to {WIDE:g} sizes of the link; a rod has 0.29 of its length.",
        "check the units (kg m^2, not kg mm^2 or g mm^2) and that the tensor is that at the centre of mass.",
    ),
    Check(
        "inertia-too-small",
        "suspicious",
        _small,
        f"Not less than a ball of the densest matter ({DENSEST:g} kg/m^3).",
        "check the units (kg m^2, kg) and that no digits were lost in printing.",
    ),
    Check(
        "link-too-long",
        "suspicious",
        _long,
        f"Not more than {LONG:g} radii of gyration from joint to joint; a rod has 3.5.",
        "check the units of the joints' places (m, not mm).",
    ),
)
"""What is asked of lengths."""

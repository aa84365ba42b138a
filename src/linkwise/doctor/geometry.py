"""Checks of lengths: do they fit the masses and moments?"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .finding import Check, Observation, format_number
from .links import Link, centre
from .placeholders import is_round

if TYPE_CHECKING:
    from .case import ExaminedRobot

OUTSIDE = 3.0
"""How far the centre of mass may be from the nearest known point on its link, in link sizes; arms have up to 1."""

WIDE = 1.5
"""The largest radius of gyration, in sizes of the link; it is at most half of a body's true length."""

DENSEST = 22590.0
"""The density of osmium, in kg/m³. Nothing is denser, so a ball of it has the least inertia that a mass can have."""

LONG = 100.0
"""The largest length from joint to joint, in radii of gyration: no real link has more; a rod has 3.5."""


def _far(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.fixed_to_base or link.without_com or link.inertia.m == 0.0:
            continue
        points, size = case.sizes.points[link.carrier], case.sizes.size[link.carrier]
        distance = float(np.min(np.linalg.norm(points - np.array(centre(link).components, dtype=float), axis=1)))
        if size > 0.0 and distance > OUTSIDE * size:
            place = f"{format_number(distance)} m from the nearest known point"
            text = f"the centre of mass is {place} on a link of {format_number(size)} m"
            yield Observation(link.name, distance, text)


def _large(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.fixed_to_base or link.without_com or link.inertia.m == 0.0 or is_round(link):
            continue
        radius, size = math.sqrt(max(link.moments.large, 0.0) / link.inertia.m), case.sizes.size[link.carrier]
        if size > 0.0 and radius > WIDE * size:
            text = f"a radius of gyration of {format_number(radius)} m on a link of {format_number(size)} m"
            yield Observation(link.name, radius, text)


def _small(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.fixed_to_base or link.without_com or link.inertia.m == 0.0 or link.moments.fault:
            continue
        if not _a_point(link) and not is_round(link) and _too_small(link):
            m, spread = float(link.inertia.m), float(np.sum(link.spread))
            ball = 5.0 / 2.0 * spread / (1.5 * m)  # the squared radius of a ball with these moments
            text = (
                f"{link.moments} kg m^2 for {format_number(m)} kg: a ball of {format_number(2e3 * math.sqrt(ball))} mm"
            )
            yield Observation(link.name, link.moments.large, text)


def _too_small(link: Link) -> bool:
    """Whether ∫r² dm of a link is less than that of a ball of the densest material."""
    m = float(link.inertia.m)
    return float(np.sum(link.spread)) < 0.6 * m * (3.0 * m / (4.0 * math.pi * DENSEST)) ** (2.0 / 3.0)


def _long(case: "ExaminedRobot") -> Iterator[Observation]:
    """Links that are too long, judged with everything fixed to them: whatever connects two joints has mass."""
    tree = case.robot.tree
    for i, link in enumerate(case.moving.values()):
        if link.inertia.m <= 0.0 or link.moments.fault or _a_point(link) or _too_small(link):
            continue
        origins = [tree.bodies[j].placement.p.components for j in tree.children[i]]
        length = max((float(np.linalg.norm(np.array(p, dtype=float))) for p in origins), default=0.0)
        radius = math.sqrt(link.moments.large / link.inertia.m)
        if length > LONG * radius:
            text = (
                f"{format_number(length)} m from joint to joint, and a radius of gyration of {format_number(radius)} m"
            )
            yield Observation(link.name, length, text)


def _a_point(link: Link) -> bool:
    """Whether a link has no moments, up to rounding."""
    return float(np.sum(link.spread)) <= 1.5 * link.moments.slack


GEOMETRY = (
    Check(
        "far-centre-of-mass",
        "suspicious",
        _far,
        f"Within {OUTSIDE:g} sizes of the link, which follow from the joints and frames on it.",
        "check the units (m, not mm) and the frame the centre of mass is given in.",
    ),
    Check(
        "inertia-too-large",
        "suspicious",
        _large,
        f"At most {WIDE:g} sizes of the link; for a rod it is 0.29 of its length.",
        "check the units (kg m^2, not kg mm^2 or g mm^2) and that the tensor refers to the centre of mass.",
    ),
    Check(
        "inertia-too-small",
        "suspicious",
        _small,
        f"At least that of a ball of the densest material ({DENSEST:g} kg/m^3).",
        "check the units (kg m^2, kg) and that no digits were lost in printing.",
    ),
    Check(
        "link-too-long",
        "suspicious",
        _long,
        f"At most {LONG:g} radii of gyration from joint to joint; a rod has 3.5.",
        "check the units of the joint origins (m, not mm).",
    ),
)
"""The checks of lengths."""

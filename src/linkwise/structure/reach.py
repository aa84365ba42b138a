"""How far a point of a link can be from the axes that move it, whatever the angles: rings and the triangle inequality.

Seen from a link, a point beyond a joint that turns lies on a ring about the joint's axis: its distance from the axis
and its height along it do not change. From one joint to the next, inwards, rings are enclosed in rings: with the axis b
of a ring of height X and radius P, its distance from another axis a is at most |a × b| X + P, its height along it at
most |a · b| X + |a × b| P. Joints that slide lengthen this by their travel: a number where it is limited, else a
multiple of ‖q‖. A length is therefore c₀ + c₁ ‖q‖, an array of the two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from .links import Links

Length = Array
"""c₀ and c₁ of c₀ + c₁ ‖q‖."""


class Travel(NamedTuple):
    """The middle of a sliding joint's travel, and how far it goes from there."""

    middle: float
    extent: Length


class Ring(NamedTuple):
    """Bounds of a point's distance from an axis, of its height along it, and of its distance from the origin."""

    radius: Length
    height: Length
    distance: Length


def rings(links: Links, i: int, point: Array, travels: dict[int, Travel]) -> dict[int, Ring]:
    """The rings of a point of link i, given in its frame, about the axes of all joints that move it.

    >>> import linkwise
    >>> links = Links.of(linkwise.load("planar2r").tree)
    >>> {j: float(ring.radius[0]) for j, ring in rings(links, 1, np.array([0.9, 0.0, 0.0]), {}).items()}
    {1: 0.9, 0: 1.6}
    """
    found: dict[int, Ring] = {}
    w = point  # a fixed part, and what slides: directions and extents
    slid: list[tuple[Array, Length]] = []
    ring: tuple[Array, Ring] | None = None
    for s in links.path[i]:
        found[s] = _about(links.axis[s], w, slid, ring)
        R, a = links.R[s], links.R[s] @ links.axis[s]
        if links.slides[s]:
            w, slid = R @ w + links.p[s] + a * travels[s].middle, [(R @ d, x) for d, x in slid]
            slid.append((a, travels[s].extent))
            ring = None if ring is None else (R @ ring[0], ring[1])
        else:
            w, slid, ring = links.p[s], [], (a, found[s])
    return found


def _about(a: Array, w: Array, slid: list[tuple[Array, Length]], ring: tuple[Array, Ring] | None) -> Ring:
    """The ring about the axis a of everything that is added up to a point."""
    sizes = float(np.linalg.norm(np.cross(a, w))), abs(float(a @ w)), float(np.linalg.norm(w))
    radius, height, distance = (np.array([x, 0.0]) for x in sizes)
    for d, extent in slid:
        radius, height = radius + np.linalg.norm(np.cross(a, d)) * extent, height + abs(a @ d) * extent
        distance = distance + extent
    if ring is not None:
        b, inner = ring
        across, along = float(np.linalg.norm(np.cross(a, b))), abs(float(a @ b))
        radius = radius + _shorter(inner.distance, across * inner.height + inner.radius)
        height = height + _shorter(inner.distance, along * inner.height + across * inner.radius)
        distance = distance + inner.distance
    return Ring(radius, height, distance)


def _shorter(x: Length, y: Length) -> Length:
    """The bound that grows less, then the smaller one."""
    return x if (x[1], x[0]) <= (y[1], y[0]) else y

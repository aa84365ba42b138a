"""How the axes of joints lie to each other: parallel, or meeting in a point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...algebra import Vec3
from ...calls.arrays import Array
from .joints import AbstractAxis
from .pairs import AbstractPair, MeetingPair, PlanarPair

SNAPPED = 1e-14
"""Components of an axis closer than this to 0 are 0: they are rounding, and cost operations."""


def parallel(a: AbstractAxis, b: AbstractAxis, close: float) -> bool:
    """Whether two axes point the same way or opposite ways, to within an angle."""
    return bool(np.linalg.norm(np.cross(_array(a.axis), _array(b.axis))) <= close)


def perpendicular(a: Vec3, b: Vec3, close: float = SNAPPED) -> bool:
    """Whether two unit vectors are perpendicular, to within an angle."""
    return bool(abs(_array(a) @ _array(b)) <= close)


def meeting(axes: Sequence[AbstractAxis], close: float) -> Vec3 | None:
    """The point where axes meet, to within `close` of the arm's length; None if they do not, or are parallel."""
    if not all(each.turns for each in axes) or parallel(axes[0], axes[1], 10.0 * close):
        return None
    across = [np.eye(3) - np.outer(_array(each.axis), _array(each.axis)) for each in axes]
    points = [_array(each.point) for each in axes]
    centre: Array = np.linalg.solve(sum(across), sum(P @ p for P, p in zip(across, points, strict=True))).astype(float)
    away = max(float(np.linalg.norm(P @ (centre - p))) for P, p in zip(across, points, strict=True))
    return snapped(centre, axes[0].size) if away <= close * axes[0].size else None


def distance(point: Vec3, axis: AbstractAxis) -> float:
    """How far a point is from an axis."""
    return float(np.linalg.norm(np.cross(_array(axis.axis), _array(point - axis.point))))


def pair(a: AbstractAxis, b: AbstractAxis, close: float) -> AbstractPair | None:
    """Two neighbouring joints as a pair that keeps something; None if nothing simple is kept."""
    if a.turns and b.turns:
        if parallel(a, b, close):
            return PlanarPair(a, b, a.axis)
        centre = meeting((a, b), close)
        return None if centre is None else MeetingPair(a, b, centre)
    if a.turns or b.turns:
        turning = a if a.turns else b
        return PlanarPair(a, b, turning.axis) if perpendicular(a.axis, b.axis, close) else None
    normal = np.cross(_array(a.axis), _array(b.axis))
    length = float(np.linalg.norm(normal))
    return PlanarPair(a, b, snapped(np.asarray(normal / length))) if length > 0.1 else None


def snapped(x: Array, size: float = 1.0) -> Vec3:
    """A vector without the components that are rounding of 0.

    >>> snapped(np.array([1.0, 1e-17, -1e-16])).components
    (1.0, 0.0, 0.0)
    """
    a, b, c = (0.0 if abs(k) <= SNAPPED * size else float(k) for k in x)
    return Vec3(a, b, c)


def _array(x: Vec3) -> Array:
    return np.array(x.components, dtype=float)

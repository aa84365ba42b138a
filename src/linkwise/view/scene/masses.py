"""Centres of mass, and solid ellipsoids that have the inertia of a link."""

from typing import Any

import numpy as np

from ...algebra import Inertia
from ...calls.arrays import Array
from ...model import Model
from .packing import number, row
from .poses import seven


def masses_of(tree: Model) -> list[dict[str, Any]]:
    """The mass of each link that has one, and its ellipsoid.

    >>> import linkwise
    >>> [(each["link"], each["mass"]) for each in masses_of(linkwise.load("planar2r").tree)]
    [(1, 1.3), (2, 2.1)]
    """
    every = [tree.base_inertia, *(body.inertia for body in tree.bodies)]
    return [_mass(k, inertia) for k, inertia in enumerate(every) if inertia.m and np.isfinite(inertia.m)]


def _mass(k: int, inertia: Inertia) -> dict[str, Any]:
    m, pose = float(inertia.m), np.eye(4)
    pose[:3, 3] = inertia.com.components
    XX, XY, XZ, YY, YZ, ZZ = (float(x) for x in inertia.I_com.components)
    moments, axes = np.linalg.eigh(np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]))
    pose[:3, :3] = axes * np.sign(np.linalg.det(axes) or 1.0)
    size = _semi_axes(m, moments)
    return {"link": k, "mass": number(m), "pose": row(seven(pose)), "size": None if size is None else row(size)}


def _semi_axes(m: float, moments: Array) -> Array | None:
    """Of a solid ellipsoid with this mass and these principal moments, a² = 5 (I_b + I_c − I_a) / 2m."""
    squares = 2.5 * (moments.sum() - 2.0 * moments) / m
    if not (squares > -1e-9 * max(float(np.abs(squares).max()), 1e-300)).all():
        return None
    return np.sqrt(np.maximum(squares, 0.0))

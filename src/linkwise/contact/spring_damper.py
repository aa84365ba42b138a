"""A spring and a damper between a frame and a fixed place, along three directions or six; they pull and push.

With the place's axes R₀, the point p of the frame and p₀ of the place,

    f = −R₀ (K R₀ᵀ (p − p₀) + D R₀ᵀ ṗ),
    m = Σ g_i r_i × r₀_i − R₀ D_t R₀ᵀ ω,      g_i = ½ (k₁ + k₂ + k₃) − k_i,

r_i and r₀_i being the axes of frame and place. The moment is the slope of the energy Σ g_i (1 − r_i · r₀_i); for small
turns it is k_i times the angle about axis i, and for equal k it is k sin θ about the axis of the turn, smooth up to
half a turn, where it is 0 again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar, Vec3
from ..algebra.matrices import total
from ..calls.checks import finite, vector
from ..errors import BadArray
from .contact import AbstractContact, Numbers, Rows, Scalars, origin, turned

RIGID = 1e-9
"""How far the axes of a place may be from orthonormal."""


@dataclass(frozen=True)
class SpringDamper(AbstractContact):
    """A spring and a damper between a point of a frame and a place in the base.

        place              a point in base axes, or a 4×4 pose with the axes of the spring
        stiffness          N/m, one number or one for each axis of the place
        damping            N s/m
        turning_stiffness  N m/rad about the axes of the place; 0 leaves the frame free to turn
        turning_damping    N m s/rad
        point              of the frame, in its axes

    >>> spring = SpringDamper([0.0, 0.0, 1.0], stiffness=[100.0, 100.0, 300.0], damping=2.0)
    >>> spring.wrench([[1, 0, 0, 0.1], [0, 1, 0, 0.0], [0, 0, 1, 0.9]], [0, 0, 0, 0, 5.0, 0])[3:]
    [-10.0, -10.0, 29.999999999999993]
    """

    place: ArrayLike
    stiffness: ArrayLike
    damping: ArrayLike = 0.0
    turning_stiffness: ArrayLike = 0.0
    turning_damping: ArrayLike = 0.0
    point: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", _pose(self.place))
        for name in ("stiffness", "damping", "turning_stiffness", "turning_damping"):
            object.__setattr__(self, name, _each(name.replace("_", " "), getattr(self, name)))
        p = vector("the point of a spring", self.point, 3, "in the axes of its frame")
        object.__setattr__(self, "point", tuple(p.tolist()))

    def wrench(self, pose: Rows, twist: Scalars) -> list[Scalar]:
        """The wrench on the frame."""
        arm, ω, v = turned(pose, cast(Numbers, self.point)), Vec3(*twist[:3]), Vec3(*twist[3:])
        away = origin(pose) + arm - origin(self._place)
        force = -(self._along(self.stiffness, away) + self._along(self.damping, v + ω.cross(arm)))
        moment = arm.cross(force)
        for g, r, r0 in self._axes(pose):
            moment = moment + r.cross(r0) * g
        if any(cast(Numbers, self.turning_damping)):
            moment = moment - self._along(self.turning_damping, ω)
        return [moment.x, moment.y, moment.z, force.x, force.y, force.z]

    def potential_energy(self, pose: Rows) -> Scalar:
        """½ (p − p₀)ᵀ K (p − p₀) + Σ g_i (1 − r_i · r₀_i)."""
        away = origin(pose) + turned(pose, cast(Numbers, self.point)) - origin(self._place)
        turn = total((1.0 - r.dot(r0)) * g for g, r, r0 in self._axes(pose))
        return 0.5 * away.dot(self._along(self.stiffness, away)) + turn

    @property
    def _place(self) -> Rows:
        return cast(Rows, self.place)

    def _along(self, numbers: ArrayLike, x: Vec3) -> Vec3:
        """R₀ diag(numbers) R₀ᵀ x."""
        k = cast(Numbers, numbers)
        if k[0] == k[1] == k[2]:
            return x * k[0]
        a, b, c = (_column(self._place, i) * (_column(self._place, i).dot(x) * k[i]) for i in range(3))
        return a + b + c

    def _axes(self, pose: Rows) -> list[tuple[float, Vec3, Vec3]]:
        """g_i, r_i and r₀_i; none if the frame is free to turn."""
        k = cast(Numbers, self.turning_stiffness)
        if not any(k):
            return []
        return [(0.5 * sum(k) - k[i], _column(pose, i), _column(self._place, i)) for i in range(3)]


def _column(pose: Rows, i: int) -> Vec3:
    return Vec3(pose[0][i], pose[1][i], pose[2][i])


def _each(name: str, value: ArrayLike) -> tuple[float, ...]:
    """Three numbers ≥ 0, from one or three."""
    array = finite(f"the {name} of a spring", value, (), "one number, or one for each axis of its place")
    if array.shape not in ((), (3,)) or (array < 0.0).any():
        what = f"of shape {array.shape}" if array.shape not in ((), (3,)) else f"{array.min():g}"
        raise BadArray(f"the {name} of a spring is {what}.", "One number ≥ 0 was expected, or one for each axis.")
    return tuple(np.broadcast_to(array, (3,)).tolist())


def _pose(place: ArrayLike) -> tuple[tuple[float, ...], ...]:
    array = finite("the place of a spring", place, (), "a point, or a 4×4 pose")
    if array.shape == (3,):
        return tuple((*row, x) for row, x in zip(np.eye(3).tolist(), array.tolist(), strict=True))
    if array.shape != (4, 4):
        raise BadArray(f"the place of a spring has shape {array.shape}.", "A point (3) or a pose (4×4) was expected.")
    R = array[:3, :3]
    if np.abs(R @ R.T - np.eye(3)).max() > RIGID or np.linalg.det(R) < 0.0:
        raise BadArray("the place of a spring is not a pose.", "Three axes at right angles were expected, of length 1.")
    return tuple(tuple(row) for row in array[:3].tolist())

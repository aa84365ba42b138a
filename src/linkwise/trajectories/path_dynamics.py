"""The torques of a robot along a path, linear in λ̈ and λ̇², and its limits as half-planes of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from .limits import MotionLimits
from .pieces import Pieces
from .reachability import HalfPlanes

ROUNDING = 1e-12
"""What rounding leaves of friction that is 0, relative to the forces it is the difference of."""

CREEP = 1e-8
"""The least λ̇² at which it is taken, relative to the greatest."""

NEAR = 1.01
"""The factor of λ̇² over which slopes are taken."""


class Tangent(NamedTuple):
    """Friction as at_rest + slope x."""

    at_rest: Array
    slope: Array


@dataclass(frozen=True, eq=False)
class PathDynamics:
    """Postures, direction t and curvature k at nodes of a path, and τ = A u + B x + G + friction there."""

    q: Array
    t: Array
    k: Array
    A: Array
    B: Array
    G: Array

    @staticmethod
    def of(robot: Any, path: Pieces, λ: Array) -> PathDynamics:
        """Those of a robot.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> from .arc_length import path_of
        >>> path = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
        >>> PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0])).A.round(6).tolist()
        [[0.333333], [0.333333]]
        """
        q, t, k = path.derivatives(λ, 2)
        M, g = robot.mass_matrix(q), robot.gravity_forces(q)
        A, Mk = np.einsum("ijk,ik->ij", M, t), np.einsum("ijk,ik->ij", M, k)
        return PathDynamics(q, t, k, A, Mk + robot.bias_forces(q, t) - g, g)

    def friction(self, robot: Any, x: Array, u: Array) -> Tangent:
        """What joints lose at these speeds, linear in x; at rest, as when they creep."""
        x = np.maximum(x, CREEP * float(x.max()))
        F, near = (self._lost(robot, factor * x, u) for factor in (1.0, NEAR))
        slope = (near - F) / ((NEAR - 1.0) * x[:, None])
        slope = np.where(np.abs(near - F) <= ROUNDING * self._size(x, u), 0.0, slope)
        return Tangent(F - slope * x[:, None], slope)

    def _lost(self, robot: Any, x: Array, u: Array) -> Array:
        """The torques beyond A u + B x + G."""
        τ = robot.inverse_dynamics(self.q, self.t * np.sqrt(x)[:, None], self.acceleration(u, x))
        rigid = self.torque(u, x)
        return np.where(np.abs(τ - rigid) <= ROUNDING * self._size(x, u), 0.0, τ - rigid)

    def _size(self, x: Array, u: Array) -> Array:
        """What the torques are sums of, as magnitudes."""
        size: Array = np.abs(self.G) + np.abs(self.A * u[:, None]) + np.abs(self.B * x[:, None])
        return size

    def torque(self, u: Array, x: Array) -> Array:
        """A u + B x + G."""
        torque: Array = self.A * u[:, None] + self.B * x[:, None] + self.G
        return torque

    def acceleration(self, u: Array, x: Array) -> Array:
        """q̈ = t u + k x."""
        acceleration: Array = self.t * u[:, None] + self.k * x[:, None]
        return acceleration


def half_planes(along: PathDynamics, friction: Tangent, limits: MotionLimits) -> HalfPlanes:
    """±τ ≤ L, ±q̈ ≤ a, t² x ≤ V²: those that are finite.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> from .arc_length import path_of
    >>> path = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
    >>> along, none = PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0])), np.zeros((2, 1))
    >>> half_planes(along, Tangent(none, none), MotionLimits(velocity=[2.0])).γ.tolist()
    [[4.0], [4.0]]
    """
    zero, still, B = np.zeros_like(along.t), along.G + friction.at_rest, along.B + friction.slope
    L, a, V = (np.broadcast_to(x, zero.shape) for x in (limits.effort, limits.acceleration, limits.velocity))
    rows = [
        (along.A, B, L - still),
        (-along.A, -B, L + still),
        (along.t, along.k, a),
        (-along.t, -along.k, a),
        (zero, along.t**2, V**2),
    ]
    kept = [np.isfinite(γ).all(axis=0) for _, _, γ in rows]
    α, β, γ = (
        np.concatenate([row[part][:, keep] for row, keep in zip(rows, kept, strict=True)], axis=1) for part in range(3)
    )
    return HalfPlanes(α, β, γ)

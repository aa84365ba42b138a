"""The torques of a robot along a path, linear in u = λ̈ and x = λ̇² but for friction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from .pieces import Pieces

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

    @property
    def acts(self) -> bool:
        """Whether there is any."""
        return bool(self.at_rest.any() or self.slope.any())


@dataclass(frozen=True, eq=False)
class PathDynamics:
    """Postures, direction t and curvature k at points of a path, and τ = A u + B x + G + friction there."""

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
        >>> path, _ = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
        >>> PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0])).A.round(6).tolist()
        [[0.333333], [0.333333]]
        """
        q, t, k = path.derivatives(λ, 2)
        M, g = robot.mass_matrix(q), robot.gravity_forces(q)
        A, Mk = np.einsum("...jk,...k->...j", M, t), np.einsum("...jk,...k->...j", M, k)
        return PathDynamics(q, t, k, A, Mk + robot.bias_forces(q, t) - g, g)

    def nodes(self) -> PathDynamics:
        """Of points in columns, one for each step: those at the start of each step, and at the end of the last."""
        parts = (self.q, self.t, self.k, self.A, self.B, self.G)
        return PathDynamics(*(np.concatenate([part[0], part[-1, -1:]]) for part in parts))

    def friction(self, robot: Any, x: Array, u: Array) -> Tangent:
        """What joints lose at these speeds, linear in x; at rest, as when they creep."""
        if all(body.joint.friction.absent for body in robot.tree.bodies):
            return Tangent(np.zeros_like(self.G), np.zeros_like(self.G))
        x = np.maximum(x, CREEP * float(x.max()))
        F, near = (self.lost(robot, factor * x, u) for factor in (1.0, NEAR))
        slope = (near - F) / ((NEAR - 1.0) * x[..., None])
        slope = np.where(np.abs(near - F) <= ROUNDING * self._size(x, u), 0.0, slope)
        return Tangent(F - slope * x[..., None], slope)

    def lost(self, robot: Any, x: Array, u: Array) -> Array:
        """The torques beyond A u + B x + G, which are those of friction."""
        τ = robot.inverse_dynamics(self.q, self.t * np.sqrt(x)[..., None], self.acceleration(u, x))
        rigid = self.torque(u, x)
        return np.where(np.abs(τ - rigid) <= ROUNDING * self._size(x, u), 0.0, τ - rigid)

    def _size(self, x: Array, u: Array) -> Array:
        """The greatest of what the torques of each point are sums of."""
        size = np.abs(self.G) + np.abs(self.A * u[..., None]) + np.abs(self.B * x[..., None])
        largest: Array = size.max(axis=-1, keepdims=True)
        return largest

    def torque(self, u: Array, x: Array) -> Array:
        """A u + B x + G."""
        torque: Array = self.A * u[..., None] + self.B * x[..., None] + self.G
        return torque

    def acceleration(self, u: Array, x: Array) -> Array:
        """q̈ = t u + k x."""
        acceleration: Array = self.t * u[..., None] + self.k * x[..., None]
        return acceleration

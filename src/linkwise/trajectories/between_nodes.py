"""Limits between the nodes of a path: how far each step exceeds them, and by how much its rows are tightened for it.

Within a step u is constant and x linear in λ, and torques, accelerations and squared speeds are smooth: they are taken
at POINTS + 1 places, and the polynomial through these is searched for its peaks. What a peak exceeds a limit by is
taken off the rows of both ends of its step, and the passes are made again, until nothing exceeds.

Coulomb friction jumps where a joint turns back within a step: there it counts in both directions. In the first and the
last step friction runs through all speeds from rest, and counts as the greatest and the least of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .limits import MotionLimits
from .path_dynamics import PathDynamics
from .path_limits import HEADROOM, Speeds, bounds, finite_rows

POINTS, LOOKED_AT = 4, 64
"""The intervals of a step between the points that are computed, and those at which their polynomial is."""

NEAR = 0.99
"""What share of a limit a step reaches at its points before its polynomial is looked at."""

SPEEDS = 33
"""The speeds at which friction is taken in the first and the last step."""

REST = 1e-8
"""The least x at which friction is taken, relative to the greatest: Coulomb friction acts from there on."""


def points(nodes: Array) -> Array:
    """The points that are computed, one column for each step.

    >>> points(np.array([0.0, 1.0, 3.0])).tolist()
    [[0.0, 1.0], [0.25, 1.5], [0.5, 2.0], [0.75, 2.5], [1.0, 3.0]]
    """
    inner: Array = nodes[:-1] + _SHARES * np.diff(nodes)
    return inner


@dataclass(frozen=True, eq=False)
class BetweenNodes:
    """The steps of a path at their points (points, steps, …), and by how much their limits are `tightened`: rows by an
    amount (rows, steps), the greatest x by a factor, `lowered` (nodes).
    """

    robot: Any
    along: PathDynamics
    speeds: Speeds
    limits: MotionLimits
    tightened: Array = field(init=False)
    lowered: Array = field(init=False)

    def __post_init__(self) -> None:
        steps, rows = self.along.q.shape[1], 2 * sum(int(kept.sum()) for kept in finite_rows(self.limits))
        object.__setattr__(self, "tightened", np.zeros((rows, steps)))
        object.__setattr__(self, "lowered", np.ones(steps + 1))

    def tighten(self, x: Array, u: Array, rubs: bool, settling: bool) -> float:
        """Tighten the limits that a motion exceeds, and say by how much it does, in units of the headroom.

        While `settling`, those that were tightened too much are loosened again.
        """
        inside = points(x)
        pull = np.broadcast_to(u[:-1], inside.shape)
        worst = 0.0
        change = [*self._of_torques(inside, pull, rubs), *self._of_accelerations(inside, pull)]
        if change:
            over = np.concatenate([part / limit for part, limit in change], axis=1)
            worst = float(over.max(initial=0.0))
            excess = np.concatenate([part for part, _ in change], axis=1).T
            excess = excess if settling else np.maximum(excess, 0.0)
            np.maximum(self.tightened + excess, 0.0, out=self.tightened)
        if self.speeds.names:
            used = _peaks(self.speeds.squares * inside[..., None], np.ones(1)).max(axis=1) - (1.0 - HEADROOM)
            worst = max(worst, float(used.max()))
            fewer = 1.0 / (1.0 + np.maximum(used, 0.0))
            self.lowered[:-1] *= fewer
            self.lowered[1:] *= fewer
        return worst / HEADROOM

    def _of_torques(self, x: Array, u: Array, rubs: bool) -> list[tuple[Array, Array]]:
        """What torques exceed limits by (steps, joints), upward and downward, and what it is measured in."""
        (L, _), (pushed, _) = bounds(self.limits), finite_rows(self.limits)
        if not L.size:
            return []
        above = below = self.along.torque(u, x)
        size = np.maximum(L, np.abs(above).max(axis=(0, 1))[pushed])  # a limit of 0 has rounding, too
        if rubs:
            above, below = self._with_friction(above, x, u)
        return [(_peaks(above[..., pushed], L) - L, size), (_peaks(-below[..., pushed], L) - L, size)]

    def _of_accelerations(self, x: Array, u: Array) -> list[tuple[Array, Array]]:
        (_, a), (_, turned) = bounds(self.limits), finite_rows(self.limits)
        if not a.size:
            return []
        rates = self.along.acceleration(u, x)[..., turned]
        return [(_peaks(way, a) - a, np.maximum(a, np.abs(rates).max(axis=(0, 1)))) for way in (rates, -rates)]

    def _with_friction(self, rigid: Array, x: Array, u: Array) -> tuple[Array, Array]:
        """The greatest and the least torques that friction makes of those of the rigid arm."""
        F = self.along.lost(self.robot, np.maximum(x, REST * float(x.max())), u)
        turns = (self.along.t.min(axis=0) < 0.0) & (self.along.t.max(axis=0) > 0.0)
        most = np.abs(F).max(axis=0)
        above, below = rigid + np.where(turns, most, F), rigid + np.where(turns, -most, F)
        ends = [0, -1]
        parts = (self.along.q, self.along.t, self.along.k, self.along.A, self.along.B, self.along.G)
        starting = PathDynamics(*(part[:, ends] for part in parts))
        inside = np.maximum(np.linspace(0.0, 1.0, SPEEDS)[:, None, None] ** 2, REST) * x[:, ends].max(axis=0)
        F = starting.lost(self.robot, np.broadcast_to(inside, (SPEEDS, *x[:, ends].shape)), u[:, ends])
        above[:, ends] = rigid[:, ends] + F.max(axis=(0, 1))
        below[:, ends] = rigid[:, ends] + F.min(axis=(0, 1))
        return above, below


def _peaks(values: Array, limits: Array) -> Array:
    """The greatest of values (points, steps, columns) and, if these are near a limit, of polynomials through them."""
    peaks: Array = values.max(axis=0)
    step, column = np.nonzero(peaks > NEAR * limits)
    peaks[step, column] = np.einsum("ps,lp->ls", values[:, step, column], _WEIGHTS).max(axis=0)
    return peaks


def _weights() -> Array:
    """What each point weighs in the polynomial through them (Lagrange's), at each place where it is looked at."""
    s, nodes = np.linspace(0.0, 1.0, LOOKED_AT + 1), _SHARES[:, 0]
    return np.stack([np.prod([(s - b) / (a - b) for b in nodes if b != a], axis=0) for a in nodes], axis=1)


_SHARES = np.linspace(0.0, 1.0, POINTS + 1)[:, None]
_WEIGHTS = _weights()

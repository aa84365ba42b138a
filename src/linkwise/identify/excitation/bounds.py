"""What a motion must stay within, as penalties while searching and as a certainty at the end.

While searching, each quantity beyond its limit at a sample costs the square of its excess, relative to the limit. At
the end positions, velocities and accelerations are linear in the size of a motion around the middle of the range, so
joints are scaled one by one until their peaks keep the limits; then the motion is drawn together towards one posture
until torques and the caller's constraint hold as well. Peaks are looked for between samples, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...errors import BadArray, BeyondLimits, LinkwiseError, shown
from ...robot import Robot
from ...trajectories import MotionLimits
from ...trajectories.between_samples import peaks
from .family import Family
from .stack import States

DENSE = 1001
"""Samples of a motion among which its peaks are looked for."""

ROOM = 0.995
"""While searching, limits are tighter by this factor: peaks lie between samples, and what is then scaled is less."""

HALVINGS = 24
"""Of the interval of sizes of a motion in which torques and the caller's constraint begin to hold."""

POSTURES = 1000
"""Random ones, of which one must keep the limits; and as many along a motion."""

STEP = 1e-6
"""Of differences of the caller's constraint, in rad and m."""

Constraint = Callable[[Array], ArrayLike]


@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits of positions, velocities, accelerations and torques, and a constraint(q) ≥ 0 of the caller's.

    >>> import linkwise
    >>> limits = MotionLimits(lower=-1.0, upper=1.0, velocity=1.0).of(2)
    >>> bounds = Bounds(linkwise.load("planar2r"), limits, None)
    >>> value, slopes = bounds.penalty((np.full((3, 2), 2.0), np.zeros((3, 2)), np.zeros((3, 2))))
    >>> value > 0.0, bool((slopes[0] > 0.0).all())
    (True, True)
    """

    robot: Robot
    limits: MotionLimits
    constraint: Constraint | None

    @property
    def middle(self) -> Array:
        """Half way between the limits of position."""
        return 0.5 * (self.limits.lower + self.limits.upper)

    @property
    def half(self) -> Array:
        """Half the range of positions."""
        return 0.5 * (self.limits.upper - self.limits.lower)

    def penalty(self, states: States) -> tuple[float, States]:
        """The sum of squared relative excesses, and its slopes with respect to the states."""
        q, qd, qdd = states
        total, slopes = 0.0, []
        for x, limit in ((q - self.middle, self.half), (qd, self.limits.velocity), (qdd, self.limits.acceleration)):
            value, slope = _excess(x, limit)
            total += value
            slopes.append(slope)
        if np.isfinite(self.limits.effort).any():
            value, slope = _excess(self.robot.inverse_dynamics(q, qd, qdd), self.limits.effort)
            total += value
            hit = np.flatnonzero(slope.any(axis=1))
            if len(hit):
                parts: Any = self.robot.inverse_dynamics_derivatives(q[hit], qd[hit], qdd[hit])
                for own, part in zip(slopes, parts, strict=True):
                    own[hit] += np.einsum("si,sij->sj", slope[hit], part)
        if self.constraint is not None:
            value, slope = self._constrained(q)
            total += value
            slopes[0] += slope
        return total, (slopes[0], slopes[1], slopes[2])

    def _constrained(self, q: Array) -> tuple[float, Array]:
        """The caller's: squares of what is below 0, relative to the greatest value, and the slope in q."""
        values, scale = self.values(q), self._scale
        below = np.minimum(values / scale - (1.0 - ROOM), 0.0)
        slope, hit = np.zeros_like(q), np.flatnonzero(below.any(axis=1))
        if len(hit):
            at = np.repeat(q[hit][:, None], q.shape[1], axis=1)  # (hit, n, n): a step along each joint
            steps = STEP * np.eye(q.shape[1])
            up, down = (self.values((at + side).reshape(-1, q.shape[1])) for side in (steps, -steps))
            rise = (up - down).reshape(len(hit), q.shape[1], -1) / (2.0 * STEP * scale)
            slope[hit] = 2.0 * np.einsum("sk,snk->sn", below[hit], rise)
        return float(np.sum(below**2)), slope

    @cached_property
    def _scale(self) -> float:
        """The greatest value of the caller's constraint at random postures."""
        return max(float(np.abs(self.values(self.postures)).max(initial=0.0)), 1e-9)

    def values(self, q: Array) -> Array:
        """The caller's constraint at positions (m, n): (m, k)."""
        assert self.constraint is not None
        try:
            values = np.asarray(self.constraint(q), dtype=float)
        except (TypeError, ValueError, IndexError) as error:
            raise BadArray(
                f"the constraint failed for positions of shape {q.shape}: {str(error)[:120]}.",
                "A function of an array (m, n), a posture in each row, was expected: m numbers, ≥ 0 if allowed.",
                "for a function of one posture: constraint=lambda q: [f(x) for x in q].",
            ) from None
        if values.shape[:1] != (len(q),) or values.ndim > 2:
            raise BadArray(
                f"the constraint returned shape {values.shape} for positions of shape {q.shape}.",
                f"{len(q)} numbers were expected, or as many rows.",
                "for a function of one posture: constraint=lambda q: [f(x) for x in q].",
            )
        if not np.isfinite(values).all():
            raise BadArray("the constraint returned NaN or infinity.", "Finite numbers were expected, ≥ 0 if allowed.")
        return values.reshape(len(q), -1)

    def scaled(self, family: Family, x: Array) -> Array:
        """The coefficients with amplitudes as large as all limits allow, at most as they are."""
        x, middle = x.copy(), self.middle
        for order, limit in enumerate((self.half, self.limits.velocity, self.limits.acceleration)):
            most = self._greatest(family, x, order)
            with np.errstate(divide="ignore"):
                share = np.where(most > limit, limit / most * (1.0 - 1e-12), 1.0)
            x = np.vstack([middle + share * (x[:1] - middle), share * x[1:]])
        return x if self.worst(family, x) >= 0.0 else self._shrunk(family, x)

    def _greatest(self, family: Family, x: Array, order: int) -> Array:
        """The size of a derivative over the motion; positions are counted from the middle of their range."""
        motion, offset = family.trajectory(x), self.middle if order == 0 else 0.0
        t = np.linspace(0.0, family.period, DENSE)
        return peaks(lambda t: np.abs(motion.derivatives(t, order)[order] - offset), t)[0]

    def _shrunk(self, family: Family, x: Array) -> Array:
        """The motion drawn together towards a posture that keeps all limits well, until the whole of it does."""
        motion = family.trajectory(x)
        q = np.vstack([motion(np.linspace(0.0, family.period, POSTURES)).q, self.postures])
        home = q[int(np.argmax(self.margins(q)))]

        def drawn(share: float) -> Array:
            return np.vstack([home + share * (x[:1] - home), share * x[1:]])

        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            half = 0.5 * (low + high)
            low, high = (half, high) if self.worst(family, drawn(half)) >= 0.0 else (low, half)
        return drawn(low)

    def worst(self, family: Family, x: Array) -> float:
        """The least of 1 − |τ|/limit and of the caller's constraint over the motion, also between samples."""
        motion, t = family.trajectory(x), np.linspace(0.0, family.period, DENSE)
        least = np.inf
        if np.isfinite(self.limits.effort).any():
            most, _ = peaks(lambda t: np.abs(self.robot.inverse_dynamics(*motion(t))) / self.limits.effort, t)
            least = 1.0 - float(most.max())
        return least if self.constraint is None else min(least, self.least(family, x))

    def least(self, family: Family, x: Array) -> float:
        """The least value of the caller's constraint over the motion, also between samples."""
        motion, t = family.trajectory(x), np.linspace(0.0, family.period, DENSE)
        most, _ = peaks(lambda t: -self.values(motion(t).q), t)
        return -float(most.max())

    def margins(self, q: Array) -> Array:
        """For postures (m, n) the least of the caller's constraint and of 1 − |τ|/limit, holding still."""
        margin: Array = np.full(len(q), np.inf)
        if self.constraint is not None:
            margin = self.values(q).min(axis=1, initial=np.inf)
        if np.isfinite(self.limits.effort).any():
            share = np.abs(self.robot.inverse_dynamics(q, 0.0 * q, 0.0 * q)) / self.limits.effort
            margin = np.minimum(margin, 1.0 - share.max(axis=1))
        return margin

    @cached_property
    def postures(self) -> Array:
        """Random postures that keep all limits, at least one."""
        rng, n = np.random.default_rng(0), self.robot.n
        q = np.vstack([self.middle, self.middle + self.half * rng.uniform(-1.0, 1.0, (POSTURES, n))])
        kept = q[self.margins(q) > 0.0]
        if len(kept):
            return kept
        if self.constraint is not None and not (self.values(q) > 0.0).all(axis=1).any():
            raise LinkwiseError(
                f"the constraint allows none of {len(q)} postures within the limits of position.",
                "A function was expected that is above 0 where the robot may be.",
                "check its sign, or narrow lower and upper to where it is.",
            )
        tau = np.abs(self.robot.inverse_dynamics(q, 0.0 * q, 0.0 * q))
        best = tau[int(np.argmin((tau / self.limits.effort).max(axis=1)))]
        j = int(np.argmax(best / self.limits.effort))
        name = self.robot.joint_names[j]
        raise BeyondLimits(
            f"none of {len(q)} postures keeps all limits: in the one that needs least torque, joint {shown(name)} "
            f"needs {best[j]:.4g} to hold still, and {self.limits.effort[j]:.4g} is allowed.",
            "Limits were expected that allow some posture.",
            'give a larger effort, or a larger share of it: shares={"effort": 1.0}.',
            joint=name,
        )


def _excess(x: Array, limit: Array) -> tuple[float, Array]:
    """Σ max(|x| / limit − ROOM, 0)², and its slope."""
    over = np.maximum(np.abs(x) / limit - ROOM, 0.0)
    return float(np.sum(over**2)), 2.0 * over * np.sign(x) / limit

"""Joint limits as stops: passed, ending the run, or struck and bounced off.

A blow on joint i gives it the velocity −e q̇_i, and the others what the impulse p of the stop does to them:

    M Δq̇ = p 𝐞_i,    p = −(1 + e) q̇_i / (M⁻¹)_ii

Dry friction, whose forces are bounded, takes no part in a blow: held joints may be struck loose.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array
from ..errors import BadArray, shown
from .plant import Plant
from .system import System

ENDS = ("ignore", "event", "stop")
"""What a limit can be, beside a stop with a coefficient of restitution."""

GENTLE = 1e-4
"""The velocity (rad/s or m/s) of a blow from which no joint bounces back: it stays at the stop as long as forces hold
it there. Without such a bound a joint would bounce infinitely often on its way to rest."""


@dataclass(frozen=True)
class Stops:
    """The limits of positions, and what happens there; `e` is the coefficient of restitution, where joints bounce."""

    lower: Array
    upper: Array
    does: str
    e: float = 0.0

    @property
    def watched(self) -> bool:
        """Whether a step is looked through for stops."""
        return self.does in ("stop", "bounce")

    def passed(self, y: Array, plant: Plant) -> list[int]:
        """The coordinates beyond a limit; not those that rest on a stop."""
        if not self.watched:
            return []
        q = y[: plant.n]
        return [int(k) for k in np.flatnonzero(((q < self.lower) | (q > self.upper)) & ~plant.held)]

    def strike(self, plant: Plant, y: Array, k: int) -> Array:
        """The state after a blow on coordinate k, which then stands at its limit."""
        n, y = plant.n, y.copy()
        upper = y[k] > self.upper[k]
        y[k] = (self.upper if upper else self.lower)[k]
        q, qd = y[:n].copy(), y[n : 2 * n].copy()
        outward = qd[k] > 0.0 if upper else qd[k] < 0.0
        if not outward and qd[k] != 0.0:
            return y
        e = self.e if abs(qd[k]) > GENTLE else 0.0
        impulse = np.linalg.solve(plant.system.mass_matrix(q), np.eye(n)[k])
        after = qd - (1.0 + e) * qd[k] / impulse[k] * impulse
        after[k] = -e * qd[k]
        if e == 0.0:
            after[k], plant.rests[k] = 0.0, 1 if upper else -1
        energy = [float(plant.system.kinetic_energy(q, v)) for v in (qd, after)]
        y[n : 2 * n] = after
        y[2 * n + 3] += energy[0] - energy[1]
        return y


def stops(system: System, given: Any, q0: Array) -> Stops:
    """What to do at joint limits, checked."""
    lower, upper = np.array(system.limits.lower), np.array(system.limits.upper)
    number = isinstance(given, int | float | np.floating) and not isinstance(given, bool)
    if number and 0.0 <= given <= 1.0:
        found = Stops(lower, upper, "bounce", float(given))
    elif isinstance(given, str) and given in ENDS:
        found = Stops(lower, upper, given)
    else:
        raise BadArray(
            f"stops is {shown(repr(given))}.",
            f"One of {', '.join(map(repr, ENDS))}, or a coefficient of restitution from 0 to 1.",
        )
    wrong = np.flatnonzero(~(lower <= upper))
    if found.does != "ignore" and len(wrong):
        k = int(wrong[0])
        raise BadArray(
            f"the limits of {shown(system.joint_names[k])} are {lower[k]} and {upper[k]}.", "The lower one comes first."
        )
    outside = np.flatnonzero((q0 < lower) | (q0 > upper))
    if found.watched and len(outside):
        k = int(outside[0])
        raise BadArray(
            f"q0 has {shown(system.joint_names[k])} at {q0[k]:.6g}, beyond its stop.",
            f"A position from {lower[k]:.6g} to {upper[k]:.6g}.",
            'begin within the limits, or leave stops="ignore".',
        )
    return found

"""Joint limits as stops: passed, ending the run, or struck and bounced off.

A blow on joint i gives it the velocity −e q̇_i, and the others what the impulses p of the stops do to them:

    M Δq̇ = Σ p_j 𝐞_j,    one of them alone being −(1 + e) q̇_i / (M⁻¹)_ii

Joints that rest on stops take part: those that are pressed outwards are borne, p_j acting inwards only, those that are
pressed inwards leave. It is the complementarity problem of `sticking`, with velocities for accelerations. Dry friction,
whose forces are bounded, takes no part in a blow: held joints may be struck loose.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, shown
from .dry_friction import FREE
from .plant import Plant
from .sticking import settle
from .system import System

ENDS = ("ignore", "event", "stop")
"""What a limit can be, beside a stop with a coefficient of restitution."""

GENTLE = 1e-4
"""The velocity (rad/s or m/s) of a blow from which no joint bounces back, nor any that rests on its stop is knocked
off: it stays there as long as forces hold it. Without such a bound joints would bounce infinitely often on their way to
rest, and two at rest would knock each other off by turns."""


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
        return [int(k) for k in np.flatnonzero(((q < self.lower) | (q > self.upper)) & ~plant.held[: plant.n])]

    def strike(self, plant: Plant, y: Array, k: int) -> Array:
        """The state after a blow on coordinate k, which then stands at its limit."""
        n, y = plant.n, y.copy()
        upper = y[k] > self.upper[k]
        y[k] = (self.upper if upper else self.lower)[k]
        q, qd = y[:n].copy(), y[n : 2 * n].copy()
        outward = qd[k] > 0.0 if upper else qd[k] < 0.0
        if not outward and qd[k] != 0.0:
            return y
        gentle = abs(qd[k]) <= GENTLE
        plant.rests[k] = 1 if upper else -1
        struck = [int(j) for j in np.flatnonzero(plant.rests)]
        aim, M = np.zeros(n), plant.system.mass_matrix(q)
        aim[k] = 0.0 if gentle else -self.e * qd[k]
        stay: set[int] = set()
        for _ in range(2):  # with all that leave, then without those that would hardly
            sides = [(j in stay, plant.rests[j]) for j in struck]
            bears = [(np.inf if both or s > 0 else 0.0, np.inf if both or s < 0 else 0.0) for both, s in sides]
            after = aim + settle(M, M @ (qd - aim), np.full(n, FREE), struck, bears, lambda j, way: 0.0).qdd
            stay |= {j for j in struck if j != k and abs(after[j]) <= GENTLE}
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

"""Joint limits as stops: passed, ending the run, or struck and bounced off.

An impact on joint i gives it the velocity −e q̇_i; the impulses p of the stops change the velocities of the others:

    M Δq̇ = Σ p_j 𝐞_j,    one of them alone being −(1 + e) q̇_i / (M⁻¹)_ii

Joints that rest on stops take part: those pressed outwards are borne, p_j acting inwards only, and those pressed
inwards leave. It is the complementarity problem of `sticking`, with velocities for accelerations. Dry friction, whose
forces are bounded, takes no part in an impact: held joints may be knocked loose.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import is_number
from ..errors import BadArray, plain, shown
from .dry_friction import FREE
from .plant import Plant
from .sticking import accelerations, settle
from .system import System

BEHAVIOURS = ("ignore", "event", "stop")
"""What can happen at a limit, besides bouncing with a coefficient of restitution."""

GENTLE = 1e-4
"""The velocity (rad/s or m/s) with which no joint leaves a stop it is pressed against, neither by rebounding nor
because another's impact knocks it off: it stays there as long as forces hold it. Without such a bound joints would
bounce infinitely often on their way to rest, and two at rest would knock each other off by turns. A faster hop is left
out, too, if it rises by no more than positions are resolved: v²/2a ≤ ε, for a joint that is pressed back with the
acceleration a."""


@dataclass(frozen=True)
class Stops:
    """The limits of positions, and what happens there; `e` is the coefficient of restitution if joints bounce."""

    lower: Array
    upper: Array
    does: str
    e: float = 0.0

    @property
    def watched(self) -> bool:
        """Whether steps are searched for joints that meet their stops."""
        return self.does in ("stop", "bounce")

    def passed(self, y: Array, plant: Plant) -> list[int]:
        """The coordinates beyond a limit, without those that rest on a stop."""
        if not self.watched:
            return []
        q = y[: plant.n]
        return [int(k) for k in np.flatnonzero(((q < self.lower) | (q > self.upper)) & ~plant.held[: plant.n])]

    def quiet(self, y: Array) -> int:
        """How many of the next states, rows of y, no stop is passed up to."""
        q = y[:, : len(self.lower)]
        passed = ((q < self.lower) | (q > self.upper)).any(axis=1) if self.watched else np.zeros(len(y), bool)
        return int(np.argmax(passed)) if passed.any() else len(y)

    def begin(self, plant: Plant, y: Array) -> None:
        """Let joints that are at rest on their stops at the start rest there."""
        if self.does == "bounce":
            q, still = y[: plant.n], y[plant.n : 2 * plant.n] == 0.0
            plant.rests[still & (q == self.lower)] = -1
            plant.rests[still & (q == self.upper)] = 1

    def strike(self, plant: Plant, t: float, y: Array, k: int) -> Array:
        """The state after an impact on coordinate k, which is then at its limit."""
        n, y = plant.n, y.copy()
        upper = y[k] > self.upper[k]
        y[k] = (self.upper if upper else self.lower)[k]
        q, qd = y[:n].copy(), y[n : 2 * n].copy()
        outward = qd[k] > 0.0 if upper else qd[k] < 0.0
        if not outward and qd[k] != 0.0:
            return y
        plant.rests[k] = 1 if upper else -1
        struck = [int(j) for j in np.flatnonzero(plant.rests)]
        aim, M = np.zeros(n), plant.system.mass_matrix(q)
        gentle = _gentle(plant, t, y, M, struck)
        aim[k] = 0.0 if self.e * abs(qd[k]) <= gentle[k] else -self.e * qd[k]
        stay: set[int] = set()
        for _ in range(2):  # the second time, those that would barely leave stay
            sides = [(j in stay, plant.rests[j]) for j in struck]
            bears = [(np.inf if both or s > 0 else 0.0, np.inf if both or s < 0 else 0.0) for both, s in sides]
            after = aim + settle(M, M @ (qd - aim), np.full(n, FREE), struck, bears, lambda j, way: 0.0).qdd
            stay |= {j for j in struck if j != k and abs(after[j]) <= gentle[j]}
        energy = [float(plant.system.kinetic_energy(q, v)) for v in (qd, after)]
        y[n : 2 * n] = after
        y[2 * n + 3] += energy[0] - energy[1]
        return y


def _gentle(plant: Plant, t: float, y: Array, M: Array, struck: list[int]) -> dict[int, float]:
    """The velocities with which joints do not leave their stops: √(2aε) if that is more than GENTLE."""
    qdd, _, borne = plant.look(t, y)
    known, out = plant.resolution(y), {}
    for j in struck:
        pressed = qdd[j]
        if plant.held[j]:
            modes = plant.modes.copy()
            modes[j] = FREE
            pressed = borne[j] * accelerations(M, np.eye(plant.n)[j], modes, plant.dry.combinations)[0][j]
        out[j] = max(GENTLE, float(np.sqrt(2.0 * max(plant.rests[j] * pressed, 0.0) * known[j])))
    return out


def stops(system: System, behaviour: Any, q0: Array) -> Stops:
    """What happens at joint limits, checked."""
    lower, upper = np.array(system.limits.lower), np.array(system.limits.upper)
    if is_number(behaviour) and 0.0 <= behaviour <= 1.0:
        limits = Stops(lower, upper, "bounce", float(behaviour))
    elif isinstance(behaviour, str) and behaviour in BEHAVIOURS:
        limits = Stops(lower, upper, behaviour)
    else:
        raise BadArray(
            f"stops is {plain(repr(behaviour), 60)}.",
            f"One of {', '.join(map(repr, BEHAVIOURS))}, or a coefficient of restitution from 0 to 1 was expected.",
        )
    if limits.does == "ignore":
        return limits
    wrong = np.flatnonzero(~(lower <= upper))
    if len(wrong):
        k = int(wrong[0])
        raise BadArray(
            f"the limits of {shown(system.joint_names[k])} are {lower[k]} and {upper[k]}.",
            "A lower limit not above the upper one was expected.",
        )
    outside = np.flatnonzero((q0 < lower) | (q0 > upper))
    if limits.watched and len(outside):
        k = int(outside[0])
        raise BadArray(
            f"q0 has {shown(system.joint_names[k])} at {q0[k]:.6g}, beyond its stop.",
            f"A position from {lower[k]:.6g} to {upper[k]:.6g} was expected.",
            'begin within the limits, or leave stops="ignore".',
        )
    return limits

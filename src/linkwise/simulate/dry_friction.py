"""Dry friction, coordinate by coordinate: what holds a joint that is at rest, and what a sliding one spends.

A joint's law answers `force(qd, q, load, direction)`, of which direction ±1 replaces the sign of the velocity, and
`holding(q, load)`. Joints that follow one coordinate (q_j = c u + b) stick and slide together: the forces c F_j add up.
Joints that follow several coordinates at once, and laws that depend on the load of a coupled joint, rub without
sticking.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array
from .system import System

FREE, STUCK = 2, 0
"""What a coordinate can be, beside sliding forward (+1) and backward (−1): without dry friction, or held still."""


@dataclass(frozen=True)
class Rub:
    """One joint's law on a coordinate u: q = ratio · u + offset."""

    law: Any
    ratio: float
    offset: float

    def force(self, u: float, ud: float, load: float, direction: int | None) -> float:
        """What the law takes from the coordinate's force."""
        c = self.ratio
        way = None if direction is None else (direction if c > 0 else -direction)
        return c * float(self.law.force(c * ud, c * u + self.offset, load, way))

    def holding(self, u: float, load: float) -> tuple[float, float]:
        """How much it can hold against a force forward and backward."""
        forward, backward = (abs(self.ratio) * float(h) for h in self.law.holding(self.ratio * u + self.offset, load))
        return (forward, backward) if self.ratio > 0 else (backward, forward)


@dataclass(frozen=True)
class DryFriction:
    """The laws by coordinate, of those coordinates that can stick.

    >>> import linkwise
    >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(coulomb=2.0))
    >>> DryFriction.of(rough).holding(0, 0.0, 0.0)
    (2.0, 2.0)
    """

    rubs: dict[int, tuple[Rub, ...]]
    loaded: bool
    """Whether some law depends on the load, the joint's gravity force."""

    @staticmethod
    def of(system: System) -> "DryFriction":
        """Of any system."""
        found: dict[int, list[Rub]] = {}
        for k, rub, alone in _rubs(system):
            if _sticks(rub.law) and (alone or "load" not in rub.law.needs):
                found.setdefault(k, []).append(rub)
        rubs = {k: tuple(each) for k, each in sorted(found.items())}
        return DryFriction(rubs, any("load" in rub.law.needs for each in rubs.values() for rub in each))

    def force(self, k: int, u: float, ud: float, load: float, direction: int | None) -> float:
        """Friction on coordinate k, sliding in a direction (the velocity's own where none is given)."""
        return sum(rub.force(u, ud, load, direction) for rub in self.rubs.get(k, ()))

    def holding(self, k: int, u: float, load: float) -> tuple[float, float]:
        """The forces (forward, backward) within which coordinate k, at rest, stays at rest."""
        bounds = [rub.holding(u, load) for rub in self.rubs.get(k, ())]
        return sum(b[0] for b in bounds), sum(b[1] for b in bounds)

    def correction(self, q: Array, qd: Array, load: Array, modes: Array) -> Array | None:
        """What to add to the system's own friction, which goes by the signs of the velocities, so that it goes by the
        modes; None where that is nothing."""
        out = None
        for k in self.rubs:
            mode = modes[k]
            if mode == np.sign(qd[k]) and mode != STUCK:
                continue
            own = self.force(k, q[k], qd[k], load[k], None)
            wanted = 0.0 if mode == STUCK else self.force(k, q[k], qd[k], load[k], int(mode))
            if wanted != own:
                out = np.zeros(len(q)) if out is None else out
                out[k] = wanted - own
        return out


def rubs_at_all(system: System) -> bool:
    """Whether a system may have friction; one that cannot tell is taken to have some.

    >>> import linkwise
    >>> rubs_at_all(linkwise.load("puma560")), rubs_at_all(linkwise.load("puma560").without_friction())
    (True, False)
    """
    tree = getattr(system, "tree", None)
    return True if tree is None else any(not body.joint.friction.absent for body in tree.bodies)


def _sticks(law: Any) -> bool:
    """Whether the law can hold a joint still somewhere; tried at some places, for it may depend on the place."""
    return any(max(law.holding(q, load)) > 0.0 for q in (0.0, 1.0, -2.0) for load in (0.0, 1.0))


def _rubs(system: System) -> list[tuple[int, Rub, bool]]:
    """Of each law that acts on one coordinate alone: the coordinate, the law, and whether the coordinate's gravity
    force is the load of the joint."""
    given = getattr(system, "frictions", None)
    if given is not None:
        return [(k, Rub(law, 1.0, 0.0), False) for k, law in enumerate(given) if law is not None]
    tree = getattr(system, "tree", None)
    if tree is None:
        return []
    found = []
    for body, row, offset in zip(tree.bodies, tree.u.rows, tree.u.offsets, strict=True):
        if len(row) == 1 and row[0][1] != 0.0:
            found.append((row[0][0], Rub(body.joint.friction, float(row[0][1]), float(offset)), bool(tree.u.trivial)))
    return found

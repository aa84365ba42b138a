"""Dry friction: what holds joints that are at rest, and what sliding ones spend.

A joint's law answers `force(qd, q, load, direction)`, of which direction ±1 replaces the sign of the velocity, and
`holding(q, load)`. It acts along a *slide* s = a·q: a coordinate, or a combination of several that a drive or a coupled
joint follows. The slides are numbered, coordinates first, then the combinations. Joints that follow one slide
(q_j = c s + b) stick and slide together: the forces c F_j add up. Where some law of a coupled robot depends on the
load, combinations rub without sticking.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from .system import System

FREE, STUCK = 2, 0
"""What a slide can be, beside going forward (+1) and backward (−1): without dry friction, or held still."""

Sparse = tuple[tuple[int, float], ...]
"""The entries of a row that are not 0, with their places."""

ROUNDING = 1e-14
"""A combination of velocities that is as small as that, beside its terms, is 0."""


@dataclass(frozen=True)
class Rub:
    """One joint's law on a slide s: q = ratio · s + offset."""

    law: Any
    ratio: float
    offset: float

    def force(self, s: float, sd: float, load: float, direction: int | None) -> float:
        """What the law takes from the slide's force."""
        c = self.ratio
        way = None if direction is None else (direction if c > 0 else -direction)
        return c * float(self.law.force(c * sd, c * s + self.offset, load, way))

    def holding(self, s: float, load: float) -> tuple[float, float]:
        """How much it can hold against a force forward and backward."""
        forward, backward = (abs(self.ratio) * float(h) for h in self.law.holding(self.ratio * s + self.offset, load))
        return (forward, backward) if self.ratio > 0 else (backward, forward)


@dataclass(frozen=True, eq=False)
class DryFriction:
    """The laws by slide, of those slides that can stick.

    >>> import linkwise
    >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(coulomb=2.0))
    >>> DryFriction.of(rough).holding(0, 0.0, 0.0)
    (2.0, 2.0)
    """

    rubs: dict[int, tuple[Rub, ...]]
    loaded: bool
    """Whether some law depends on the load, the joint's gravity force."""
    combinations: Array
    """The slides beyond the coordinates, a row a each."""
    names: tuple[str, ...]
    """Of all slides."""
    every: tuple[tuple[int, Rub], ...]
    """Where there are combinations, the slides of all laws, also of those that do not stick."""

    @staticmethod
    def of(system: System) -> "DryFriction":
        """Of any system."""
        n, all_laws = system.n, _acting(system)
        loaded = any("load" in each.rub.law.needs for each in all_laws)
        coupled = not loaded and any(each.slide >= n and _sticks(each.rub.law) for each in all_laws)
        laws = all_laws if coupled else [each for each in all_laws if each.slide < n]
        rubs: dict[int, tuple[Rub, ...]] = {}
        for each in sorted(laws, key=lambda each: each.slide):
            if _sticks(each.rub.law) and (each.own_load or "load" not in each.rub.law.needs):
                rubs[each.slide] = (*rubs.get(each.slide, ()), each.rub)
        more = {each.slide: each for each in reversed(laws) if each.slide >= n}  # a slide has its first joint's name
        return DryFriction(
            rubs,
            any("load" in rub.law.needs for each in rubs.values() for rub in each),
            np.array([more[k].row for k in sorted(more)]).reshape(-1, n),
            (*system.joint_names, *(more[k].name for k in sorted(more))),
            tuple((each.slide, each.rub) for each in laws) if coupled else (),
        )

    def places(self, q: Array) -> Array:
        """The slides' positions."""
        return np.concatenate([q, self.combinations @ q]) if len(self.combinations) else q

    def speeds(self, qd: Array) -> Array:
        """The slides' velocities; those of combinations are 0 where they are mere rounding."""
        if not len(self.combinations):
            return qd
        sd = self.combinations @ qd
        sd[np.abs(sd) <= ROUNDING * (np.abs(self.combinations) @ np.abs(qd))] = 0.0
        return np.concatenate([qd, sd])

    def force(self, k: int, s: float, sd: float, load: float, direction: int | None) -> float:
        """Friction on slide k, going in a direction (the velocity's own where none is given)."""
        return sum(rub.force(s, sd, load, direction) for rub in self.rubs.get(k, ()))

    def holding(self, k: int, s: float, load: float) -> tuple[float, float]:
        """The forces (forward, backward) within which slide k, at rest, stays at rest."""
        bounds = [rub.holding(s, load) for rub in self.rubs.get(k, ())]
        return sum(b[0] for b in bounds), sum(b[1] for b in bounds)

    def own(self, sd: Array, modes: Array) -> bool:
        """Whether the system's own friction, which goes by the signs of the velocities, is that of the modes."""
        return all(modes[k] == np.sign(sd[k]) and modes[k] != STUCK for k in self.rubs)

    def correction(self, q: Array, qd: Array, load: Array, modes: Array) -> Array | None:
        """What to add to the system's own friction so that it is that of the modes, of robots without combinations;
        None where that is nothing."""
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

    def total(self, q: Array, qd: Array, modes: Array) -> Array:
        """The friction of the modes, law by law: the sign of a combination that is 0 but for rounding is not known to
        the system's own."""
        n, s, sd, out = len(q), self.places(q), self.speeds(qd), np.zeros(len(modes))
        for k, rub in self.every:
            if modes[k] != STUCK:
                out[k] += rub.force(s[k], sd[k], 0.0, int(modes[k]) if modes[k] in (1, -1) else None)
        return out[:n] + self.combinations.T @ out[n:]  # Σ a F


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


class _Acting(NamedTuple):
    """A law and the number, row and name of the slide it acts along; whether the slide's gravity force is its load."""

    slide: int
    rub: Rub
    own_load: bool
    row: list[float]
    name: str


def _acting(system: System) -> list[_Acting]:
    """All laws of a system."""
    given, n = getattr(system, "frictions", None), system.n
    if given is not None:
        return [_Acting(k, Rub(law, 1.0, 0.0), False, [], "") for k, law in enumerate(given) if law is not None]
    tree = getattr(system, "tree", None)
    if tree is None:
        return []
    found, slides = [], [((k, 1.0),) for k in range(n)]
    for body, row, offset in zip(tree.bodies, tree.coordinates.rows, tree.coordinates.offsets, strict=True):
        row = tuple((k, float(c)) for k, c in row if c != 0.0)
        if not row or body.joint.friction.absent:
            continue
        number = next((i for i, slide in enumerate(slides) if _ratio(row, slide)), len(slides))
        if number == len(slides):
            slides.append(row)
        full = [dict(slides[number]).get(k, 0.0) for k in range(n)]
        rub = Rub(body.joint.friction, _ratio(row, slides[number]), float(offset))
        found.append(_Acting(number, rub, bool(tree.coordinates.trivial), full, body.joint.name))
    return found


def _ratio(row: Sparse, slide: Sparse) -> float:
    """row / slide where they are multiples, 0 where they are not."""
    c = row[0][1] / slide[0][1]
    return c if row == tuple((k, c * a) for k, a in slide) else 0.0

"""Dry friction: the forces that hold joints at rest, and those that slow sliding ones down.

A joint's friction law answers `force(qd, q, load, direction)`, where a direction ±1 replaces the sign of the velocity,
and `holding(q, load)`. It acts along a *slide* s = a·q: a coordinate, or a combination of several that a drive or a
coupled joint follows. Slides are numbered, coordinates first, then the combinations. Joints that follow the same slide
(q_j = c s + b) stick and slide together: the forces c F_j add up. If any law of a coupled robot depends on the
load, combinations have friction but do not stick.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from .system import System

FREE, STUCK = 2, 0
"""Modes of a slide, besides sliding forward (+1) and backward (−1): without dry friction, and held at rest."""

Modes = NDArray[np.int_]
"""The mode of each slide."""

Mask = NDArray[np.bool_]
"""True or false for each slide."""

Sparse = tuple[tuple[int, float], ...]
"""The nonzero entries of a row, with their indices."""

ROUNDING = 1e-14
"""A combination of velocities this small relative to its terms counts as 0."""


@dataclass(frozen=True)
class SlidingLaw:
    """One joint's friction law on the slide s that it follows: q = ratio · s + offset."""

    law: Any
    ratio: float
    offset: float

    def force(self, s: float, sd: float, load: float, direction: int | None) -> float:
        """Friction along the slide for motion in a direction (the velocity's own if None)."""
        c = self.ratio
        way = None if direction is None else (direction if c > 0 else -direction)
        return c * float(self.law.force(c * sd, c * s + self.offset, load, way))

    def holding(self, s: float, load: float) -> tuple[float, float]:
        """How much it can hold against a force forward and backward."""
        forward, backward = (abs(self.ratio) * float(h) for h in self.law.holding(self.ratio * s + self.offset, load))
        return (forward, backward) if self.ratio > 0 else (backward, forward)


@dataclass(frozen=True, eq=False)
class DryFriction:
    """The friction laws by slide, for those slides that can stick.

    >>> import linkwise
    >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(coulomb=2.0))
    >>> DryFriction.of(rough).holding(0, 0.0, 0.0)
    (2.0, 2.0)
    """

    laws: dict[int, tuple[SlidingLaw, ...]]
    loaded: bool
    """Whether some law depends on the load, the joint's gravity force."""
    combinations: Array
    """The slides beyond the coordinates, one row a for each."""
    names: tuple[str, ...]
    """Names of all slides."""
    all_laws: tuple[tuple[int, SlidingLaw], ...]
    """If there are combinations, every law with its slide, including laws that do not stick."""
    unheld: tuple[tuple[str, Array], ...] = ()
    """Names and rows of slides that have dry friction and do not stick, as some law depends on the load."""
    _steady: dict[int, tuple[float, float]] = field(default_factory=dict)
    """What slides bear at rest, of those for which it is the same everywhere."""

    @staticmethod
    def of(system: System) -> "DryFriction":
        """The dry friction of any system; that of a robot, which does not change, is remembered."""
        if getattr(system, "tree", None) is None:
            return DryFriction._of(system)
        if system not in _OF_ROBOTS:
            _OF_ROBOTS[system] = DryFriction._of(system)
        return _OF_ROBOTS[system]

    @staticmethod
    def _of(system: System) -> "DryFriction":
        n, every = system.n, _acting(system)
        loaded = any("load" in each.sliding.law.needs for each in every)
        coupled = not loaded and any(each.slide >= n and _sticks(each.sliding.law) for each in every)
        acting = every if coupled else [each for each in every if each.slide < n]
        laws: dict[int, tuple[SlidingLaw, ...]] = {}
        for each in sorted(acting, key=lambda each: each.slide):
            if _sticks(each.sliding.law) and (each.own_load or "load" not in each.sliding.law.needs):
                laws[each.slide] = (*laws.get(each.slide, ()), each.sliding)
        combined = {each.slide: each for each in reversed(acting) if each.slide >= n}  # named after its first joint
        return DryFriction(
            laws,
            any("load" in sliding.law.needs for each in laws.values() for sliding in each),
            np.array([combined[k].row for k in sorted(combined)]).reshape(-1, n),
            (*system.joint_names, *(combined[k].name for k in sorted(combined))),
            tuple((each.slide, each.sliding) for each in acting) if coupled else (),
            tuple((each.name, np.array(each.row)) for each in every if loaded and _unheld(each, n)),
        )

    def places(self, q: Array) -> Array:
        """The slides' positions."""
        return np.concatenate([q, self.combinations @ q]) if len(self.combinations) else q

    def speeds(self, qd: Array) -> Array:
        """The slides' velocities; a combination that is mere rounding is 0."""
        if not len(self.combinations):
            return qd
        sd = self.combinations @ qd
        sd[np.abs(sd) <= ROUNDING * (np.abs(self.combinations) @ np.abs(qd))] = 0.0
        return np.concatenate([qd, sd])

    def force(self, k: int, s: float, sd: float, load: float, direction: int | None) -> float:
        """Friction on slide k for motion in a direction (the velocity's own if None)."""
        return sum(sliding.force(s, sd, load, direction) for sliding in self.laws.get(k, ()))

    def holding(self, k: int, s: float, load: float) -> tuple[float, float]:
        """The forces (forward, backward) within which slide k, at rest, stays at rest."""
        bounds = [sliding.holding(s, load) for sliding in self.laws.get(k, ())]
        return sum(b[0] for b in bounds), sum(b[1] for b in bounds)

    def bearing(self, k: int, s: float, load: float) -> tuple[float, float]:
        """What slide k bears at rest, (forward, backward): a law may hold with less force than sliding takes."""
        found = self._steady.get(k)
        if found is None:
            forward, backward = self.holding(k, s, load)
            ahead, back = (self.force(k, s, 0.0, load, way) for way in (1, -1))
            found = max(forward, ahead), max(backward, -back)
            if not any(sliding.law.needs for sliding in self.laws.get(k, ())):
                self._steady[k] = found
        return found

    def agrees(self, sd: Array, modes: Modes) -> bool:
        """Whether the modes are the signs of the velocities, which the system's own friction uses."""
        return all(modes[k] == np.sign(sd[k]) and modes[k] != STUCK for k in self.laws)

    def correction(self, q: Array, qd: Array, load: Array, modes: Modes) -> Array | None:
        """What to add to the system's own friction to get that of the modes, for robots without combinations; None if
        nothing."""
        out = None
        for k in self.laws:
            mode = modes[k]
            if mode == np.sign(qd[k]) and mode != STUCK:
                continue
            own = self.force(k, q[k], qd[k], load[k], None)
            needed = 0.0 if mode == STUCK else self.force(k, q[k], qd[k], load[k], int(mode))
            if needed != own:
                out = np.zeros(len(q)) if out is None else out
                out[k] = needed - own
        return out

    def total(self, q: Array, qd: Array, modes: Modes) -> Array:
        """The friction of the modes, law by law: the system's own would use the sign of a combination that is 0 up to
        rounding."""
        n, s, sd, out = len(q), self.places(q), self.speeds(qd), np.zeros(len(modes))
        for k, sliding in self.all_laws:
            if modes[k] != STUCK:
                out[k] += sliding.force(s[k], sd[k], 0.0, int(modes[k]) if modes[k] in (1, -1) else None)
        return out[:n] + self.combinations.T @ out[n:]  # Σ a F


_OF_ROBOTS: WeakKeyDictionary[System, DryFriction] = WeakKeyDictionary()
_RUBS: WeakKeyDictionary[System, bool] = WeakKeyDictionary()


def has_friction(system: System) -> bool:
    """Whether a system may have friction; one that cannot say counts as having some.

    >>> import linkwise
    >>> has_friction(linkwise.load("puma560")), has_friction(linkwise.load("puma560").without_friction())
    (True, False)
    """
    tree = getattr(system, "tree", None)
    if tree is None:
        return True
    if system not in _RUBS:
        _RUBS[system] = any(not body.joint.friction.absent for body in tree.bodies)
    return _RUBS[system]


def _unheld(each: "_Acting", n: int) -> bool:
    """Whether dry friction acts along a slide that does not stick, if some law depends on the load."""
    own = each.slide < n and (each.own_load or "load" not in each.sliding.law.needs)
    return not own and bool(each.row) and _sticks(each.sliding.law)


def _sticks(law: Any) -> bool:
    """Whether the law can hold a joint still somewhere; tried at a few positions, since it may depend on them."""
    return any(max(law.holding(q, load)) > 0.0 for q in (0.0, 1.0, -2.0) for load in (0.0, 1.0))


class _Acting(NamedTuple):
    """A law, and the number, row and name of the slide it acts along; whether its load is the slide's gravity force."""

    slide: int
    sliding: SlidingLaw
    own_load: bool
    row: list[float]
    name: str


def _acting(system: System) -> list[_Acting]:
    """All friction laws of a system."""
    own_laws, n = getattr(system, "frictions", None), system.n
    if own_laws is not None:
        listed = [(k, law) for k, law in enumerate(own_laws) if law is not None]
        return [_Acting(k, SlidingLaw(law, 1.0, 0.0), False, [], "") for k, law in listed]
    tree = getattr(system, "tree", None)
    if tree is None:
        return []
    acting: list[_Acting] = []
    slides: list[Sparse] = [((k, 1.0),) for k in range(n)]
    for body, entries, offset in zip(tree.bodies, tree.coordinates.rows, tree.coordinates.offsets, strict=True):
        row = tuple((k, float(c)) for k, c in entries if c != 0.0)
        if not row or body.joint.friction.absent:
            continue
        number = next((i for i, slide in enumerate(slides) if _ratio(row, slide)), len(slides))
        if number == len(slides):
            slides.append(row)
        full = [dict(slides[number]).get(k, 0.0) for k in range(n)]
        sliding = SlidingLaw(body.joint.friction, _ratio(row, slides[number]), float(offset))
        acting.append(_Acting(number, sliding, bool(tree.coordinates.trivial), full, body.joint.name))
    return acting


def _ratio(row: Sparse, slide: Sparse) -> float:
    """row / slide if one is a multiple of the other, otherwise 0."""
    c = row[0][1] / slide[0][1]
    return c if row == tuple((k, c * a) for k, a in slide) else 0.0

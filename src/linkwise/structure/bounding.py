"""How large a robot's inertia matrix, Coriolis matrix and gravity forces can be, and how small its inertia.

Khalil & Dombre (2002) §9.3.3.3, property g, after Samson: there are positive numbers with

    ‖A(q)‖ ≤ a₁ + a₂ ‖q‖ + a₃ ‖q‖²,    ‖C(q, q̇)‖ ≤ ‖q̇‖ (a₄ + a₅ ‖q‖),    ‖Q(q)‖ ≤ a₆ + a₇ ‖q‖

for every q and q̇, of which a₁, a₄ and a₆ suffice if no joint slides.                                  [khalil2002]

Differs from the book: A is called M here, norms are spectral; ‖C‖ also gets a term a₈ ‖q‖², which robots need whose
joints slide beyond two that turn about axes not parallel (ERRATA E4-12); the numbers are computed from masses,
inertias and how far links reach (reach.py, largest.py), and so hold for every q; over the joints' ranges they are
sharpened by cutting these into cells (cells.py, subdivision.py), and set beside the largest values that were found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import fixed, whole
from ..calls.direct import require_mass
from ..calls.progress import progress_bar
from ..errors import NotForThisRobot, shown
from ..formulations.determinacy import has_numbers
from ..model import rewrite
from .attained import largest_attained
from .bounds import Bound, Bounds
from .cells import Cells
from .largest import Largest
from .links import Links
from .norms import at_a_speed, of_all_speeds, spectral
from .ranges import Ranges, ranges_of
from .reach import Travel
from .subdivision import largest_over

if TYPE_CHECKING:
    from ..robot import Robot

CELLS = 2000
"""Into how many cells the ranges are cut, for each bound."""

SAMPLES = 1000
"""Random positions at which the search for the largest values starts."""

ROUNDINGS = 1.0 + 1e-9
"""Bounds are computed in doubles, of some thousand operations, 1e-16 each; this covers them by far."""

PATIENCE = 2.0
"""Seconds before a progress bar is drawn."""


def bounds(robot: Robot, ranges: Ranges = None, *, cells: int = CELLS, progress: bool = False) -> Bounds:
    """Certified bounds of the inertia matrix, the Coriolis matrix and the gravity forces, and how tight they are.

    `ranges` gives the lowest and highest position of joints by name, {"joint1": [−1, 1]}; by default joints move within
    their limits, those that turn without limits by a whole turn. The more `cells` these are cut into, the sharper the
    bounds over them. `progress` draws a bar if it takes more than two seconds. Rotors are part of M; friction, springs
    and compensated weights are part of nothing.

    >>> import linkwise
    >>> linkwise.load("scara").bounds()
    Bounds('scara', |M| <= 5.488, |C| <= 2.643 |qd|, |Q| <= 15.7)
    """
    cells = whole("cells", cells, 1)
    if not has_numbers(robot.tree) or robot.n == 0:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {'symbols for inertias' if robot.n else 'no joints'}.",
            "Bounds are numbers, of robots with joints and with numbers for inertias.",
        )
    require_mass(robot.tree, "mass_matrix")
    lower, upper = ranges_of(robot, ranges)
    bare = type(robot)(rewrite.without_springs(rewrite.without_friction(robot.model)))
    found = _Search(bare, lower, upper, cells)
    with progress_bar(progress, 4 * cells, "cells", delay=PATIENCE) as advance:
        constants = (found.mass(advance), found.least(advance), found.coriolis(advance), found.gravity(advance))
    return Bounds(
        robot.name, robot.joint_names, fixed(lower), fixed(upper), *constants, tuple(ROUNDINGS * x for x in found.a)
    )


class _Search:
    """The bounds of one robot over a box."""

    def __init__(self, robot: Robot, lower: Array, upper: Array, cells: int):
        self.robot, self.lower, self.upper, self.cells = robot, lower, upper, cells
        self.links, self.g = Links.of(robot.tree), robot.gravity
        self.limited = bool(np.isfinite(lower).all() and np.isfinite(upper).all())
        self.within = Largest.of(self.links, self._travels(self.limited), self.g)
        self.weights = np.diagonal(self.within.mass[..., 0]).copy() if self.limited else np.zeros(robot.n)

    def _travels(self, limited: bool) -> dict[int, Travel]:
        """How far joints slide: as the ranges say, or as far as ‖q‖ says."""
        B, b = self.links.B, self.links.b
        travels = {}
        for j, slides in enumerate(self.links.slides):
            if slides and limited:
                middle, half = 0.5 * (self.lower + self.upper), 0.5 * (self.upper - self.lower)
                travels[j] = Travel(float(B[j] @ middle + b[j]), np.array([float(np.abs(B[j]) @ half), 0.0]))
            elif slides:
                travels[j] = Travel(float(b[j]), np.array([0.0, float(np.linalg.norm(B[j]))]))
        return travels

    @property
    def a(self) -> list[float]:
        """a₁ … a₈."""
        every = Largest.of(self.links, self._travels(limited=False), self.g)
        M = spectral(np.moveaxis(every.mass, -1, 0))
        C = of_all_speeds(np.moveaxis(every.christoffel, -1, 0))
        Q = np.linalg.norm(every.weight, axis=0)
        return [float(x) for x in (*M, C[0], C[1], Q[0], Q[1], C[2])]

    def mass(self, advance: Callable[[float], None]) -> Bound:
        def value(q: Array) -> Array:
            return spectral(self.robot.mass_matrix(q))

        def bound(q: Array, half: Array) -> tuple[Array, Array]:
            M, off = self.robot.mass_matrix(q), Cells(self.links, q, half).mass
            size = spectral(M)
            entries = spectral(np.minimum(np.abs(M) + off, self.within.mass[..., 0]))
            return np.minimum(size + spectral(off), entries), size

        return self._bound(value, bound, self._inner, advance)

    def least(self, advance: Callable[[float], None]) -> Bound:
        """Minus the least eigenvalue, bounded from above. Links that can exist have no negative kinetic energy: M is no
        less than that of the rotors alone."""
        B = self.links.B
        rotors = float(np.linalg.eigvalsh(B.T @ (self.links.rotor[:, None] * B))[0])
        floor = max(0.0, rotors) if self.links.real else -float("inf")

        def value(q: Array) -> Array:
            return np.negative(np.linalg.eigvalsh(self.robot.mass_matrix(q))[:, 0], dtype=float)

        def bound(q: Array, half: Array) -> tuple[Array, Array]:
            found = value(q)
            return np.minimum(found + spectral(Cells(self.links, q, half).mass), -floor), found

        if not self.limited:
            return Bound(floor / ROUNDINGS, float("nan"), None)
        found, at = largest_attained(value, self.lower, self.upper, SAMPLES)
        most, best, where = self._over(bound, self._inner, found, advance)
        certified = max(floor, -most) / ROUNDINGS
        return Bound(min(certified, -best), -best, fixed(at if where is None else where))

    def coriolis(self, advance: Callable[[float], None]) -> Bound:
        def symbols(q: Array) -> Array:
            one = np.eye(self.robot.n)
            return np.stack([self.robot.coriolis_matrix(q, np.broadcast_to(e, q.shape)) for e in one], axis=-1)

        def value(q: Array) -> Array:
            return at_a_speed(symbols(q))[0]

        def bound(q: Array, half: Array) -> tuple[Array, Array]:
            c, off = symbols(q), Cells(self.links, q, half).christoffel
            entries = of_all_speeds(np.minimum(np.abs(c) + off, self.within.christoffel[..., 0]))
            slow = spectral(np.moveaxis(c, -1, 1)).max(axis=1)  # at one joint's speed: attained, and cheap
            return np.minimum(of_all_speeds(c) + of_all_speeds(off), entries), slow

        found = self._bound(value, bound, self._inner, advance)
        if found.q is None:
            return found
        most, speed = at_a_speed(symbols(found.q[None]))
        return Bound(max(found.certified, float(most[0])), float(most[0]), found.q, fixed(speed[0]))

    def gravity(self, advance: Callable[[float], None]) -> Bound:
        def value(q: Array) -> Array:
            return np.linalg.norm(self.robot.gravity_forces(q), axis=-1)

        def bound(q: Array, half: Array) -> tuple[Array, Array]:
            Q, off = self.robot.gravity_forces(q), Cells(self.links, q, half).weight(self.g)
            return np.linalg.norm(np.minimum(np.abs(Q) + off, self.within.weight[:, 0]), axis=-1), value(q)

        return self._bound(value, bound, np.ones(self.robot.n, bool), advance)

    @property
    def _inner(self) -> Array:
        """Which coordinates M and C depend on: not those that move the first joints alone."""
        first = np.array([len(path) == 1 for path in self.links.path])
        return (np.abs(self.links.B[~first]) > 0.0).any(axis=0)

    def _bound(self, value: Any, bound: Any, matters: Array, advance: Callable[[float], None]) -> Bound:
        if not self.limited:
            return Bound(float("inf"), float("nan"), None)
        found, at = largest_attained(value, self.lower, self.upper, SAMPLES)
        most, best, where = self._over(bound, matters, found, advance)
        return Bound(max(ROUNDINGS * most, best), best, fixed(at if where is None else where))

    def _over(
        self, bound: Any, matters: Array, attained: float, advance: Callable[[float], None]
    ) -> tuple[float, float, Array | None]:
        return largest_over(
            bound, self.lower, self.upper, np.where(matters, self.weights, 0.0), self.cells, attained, advance
        )

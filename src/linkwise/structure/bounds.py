"""How large the inertia matrix, the Coriolis matrix and the gravity forces of a robot can be, and how small its inertia.

Khalil & Dombre (2002) §9.3.3.3, property g, after Samson: there are positive numbers with

    ‖A(q)‖ ≤ a₁ + a₂ ‖q‖ + a₃ ‖q‖²,    ‖C(q, q̇)‖ ≤ ‖q̇‖ (a₄ + a₅ ‖q‖),    ‖Q(q)‖ ≤ a₆ + a₇ ‖q‖

for every q and q̇, of which a₁, a₄ and a₆ suffice if no joint slides.                                  [khalil2002]

Differs from the book: A is called M here, norms are spectral; ‖C‖ also gets a term a₈ ‖q‖², which robots need whose
joints slide beyond two that turn about axes not parallel (ERRATA E4-12); the numbers are computed, from masses, inertias
and how far links reach (reach.py, largest.py), and so hold for every q; over the joints' ranges they are sharpened by
cutting these into cells (cells.py, subdivision.py), and set beside the largest values that were found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed, real, whole
from ..calls.direct import require_mass
from ..calls.progress import progress_bar
from ..errors import NotForThisRobot, shown
from ..formulations.determinacy import has_numbers
from ..html_table import html_table
from ..model import rewrite
from ..plain_text import encodable
from .attained import largest_attained
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


@dataclass(frozen=True, eq=False)
class Bound:
    """What cannot be exceeded over the ranges, and the most that was found, with the state at which it is attained.

    >>> import linkwise
    >>> most = linkwise.load("planar2r").bounds().mass
    >>> most.certified >= most.attained, most.q.shape
    (True, (2,))
    """

    certified: float
    attained: float
    q: Array | None
    qd: Array | None = None

    @property
    def ratio(self) -> float:
        """The larger of both over the smaller one: 1 for a bound that is attained, NaN where there is none to compare.

        >>> Bound(3.0, 2.0, None).ratio
        1.5
        """
        small, large = sorted((self.certified, self.attained))
        return large / small if small > 0.0 else float("nan") if large > 0.0 else 1.0


@dataclass(frozen=True, eq=False, repr=False)
class Bounds:
    """Bounds of a robot's matrices: over the ranges `lower` to `upper`, and for every q.

    `mass` is of ‖M‖, the largest eigenvalue; `least` of the smallest one, certified from below (0 where that was not
    possible); `coriolis` of ‖C‖ / ‖q̇‖; `gravity` of ‖Q‖. `a` has a₁ … a₇ and a₈, which hold for every q.

    >>> import linkwise
    >>> print(linkwise.load("planar2r").bounds())
    Bounds of 'planar2r', spectral norms, over the ranges of its joints:
      largest eigenvalue of M   at most     7.571   found 7.571     ratio 1.00
      least eigenvalue of M     at least    0.159   found 0.1606    ratio 1.01
      |C| / |qd|                at most     2.292   found 2.161     ratio 1.06
      |Q|                       at most     45.81   found 45.81     ratio 1.00
    For every q:
      |M| <= 7.571
      |C| <= 2.292 |qd|
      |Q| <= 45.81
    """

    robot: str
    joints: tuple[str, ...]
    lower: Array
    upper: Array
    mass: Bound
    least: Bound
    coriolis: Bound
    gravity: Bound
    a: tuple[float, ...]

    def mass_bound(self, q: ArrayLike) -> Array:
        """a₁ + a₂ ‖q‖ + a₃ ‖q‖² at positions (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("planar2r").bounds(cells=1).mass_bound([0.0, 0.5]).round(3)
        np.float64(7.571)
        """
        return self._along(q, self.a[:3])

    def coriolis_bound(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """‖q̇‖ (a₄ + a₅ ‖q‖ + a₈ ‖q‖²) at states (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("planar2r").bounds(cells=1).coriolis_bound([0.0, 0.5], [3.0, 4.0]).round(2)
        np.float64(11.46)
        """
        speed = np.linalg.norm(real("qd", qd, len(self.joints), "one entry per joint"), axis=-1)
        return speed * self._along(q, (self.a[3], self.a[4], self.a[7]))

    def gravity_bound(self, q: ArrayLike) -> Array:
        """a₆ + a₇ ‖q‖ at positions (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("pendulum").bounds(cells=1).gravity_bound([0.5]).round(3)
        np.float64(4.905)
        """
        return self._along(q, (self.a[5], self.a[6], 0.0))

    def _along(self, q: ArrayLike, coefficients: tuple[float, ...]) -> Array:
        far = np.linalg.norm(real("q", q, len(self.joints), "one entry per joint"), axis=-1)
        constant, linear, square = coefficients
        return np.asarray(constant + far * (linear + far * square))[()]

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """A row of text for each bound: what it is of, the bound, what was found, the ratio, where.

        >>> import linkwise
        >>> linkwise.load("pendulum").bounds().rows[0][:4]
        ('largest eigenvalue of M', 'at most 0.3333', '0.3333', '1.00')
        """
        named = {
            "largest eigenvalue of M": self.mass,
            "least eigenvalue of M": self.least,
            "|C| / |qd|": self.coriolis,
            "|Q|": self.gravity,
        }
        rows = []
        for what, bound in named.items():
            side = "at least" if bound is self.least else "at most"
            at = "" if bound.q is None else "q = " + " ".join(f"{x:.4g}" for x in bound.q)
            at += "" if bound.qd is None else ", qd = " + " ".join(f"{x:.4g}" for x in bound.qd)
            rows.append((what, f"{side} {bound.certified:.4g}", f"{bound.attained:.4g}", f"{bound.ratio:.2f}", at))
        return rows

    @property
    def _formulas(self) -> list[str]:
        a = self.a
        M, C, Q = (_polynomial(each) for each in (a[:3], (a[3], a[4], a[7]), (a[5], a[6], 0.0)))
        speed = f"|qd| ({C})" if "|q|" in C else f"{C} |qd|"
        return [f"|M| <= {M}", f"|C| <= {speed}", f"|Q| <= {Q}"]

    def __repr__(self) -> str:
        return f"Bounds({shown(self.robot)}, {', '.join(self._formulas)})"

    def __str__(self) -> str:
        lines = [f"Bounds of {shown(self.robot)}, spectral norms, over the ranges of its joints:"]
        for what, bound, found, ratio, _ in self.rows:
            side, _, size = bound.rpartition(" ")
            lines.append(f"  {what:25} {side:8} {size:>8}   found {found:8}  ratio {ratio}")
        return encodable("\n".join([*lines, "For every q:", *(f"  {formula}" for formula in self._formulas)]))

    def _repr_html_(self) -> str:
        return html_table(repr(self), ("", "bound", "found", "ratio", "at"), self.rows)


def bounds(robot: Robot, ranges: Ranges = None, *, cells: int = CELLS, progress: bool = False) -> Bounds:
    """Certified bounds of the inertia matrix, the Coriolis matrix and the gravity forces, and how tight they are.

    `ranges` gives the lowest and highest position of joints by name, {"joint1": [−1, 1]}; by default joints move within
    their limits, those that turn without limits by a whole turn. The more `cells` these are cut into, the sharper the
    bounds over them. `progress` draws a bar if it takes more than two seconds. Rotors are part of M; friction, springs
    and compensated weights are part of nothing.

    >>> import linkwise
    >>> linkwise.load("scara").bounds()
    Bounds('scara', |M| <= 5.488, |C| <= 2.643 |qd|, |Q| <= 10.79)
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
        """Minus the least eigenvalue, bounded from above; rotors alone leave no less than the least of them."""

        def value(q: Array) -> Array:
            return -np.linalg.eigvalsh(self.robot.mass_matrix(q))[:, 0]

        def bound(q: Array, half: Array) -> tuple[Array, Array]:
            found = value(q)
            return np.minimum(found + spectral(Cells(self.links, q, half).mass), 0.0), found

        B = self.links.B
        floor = max(0.0, float(np.linalg.eigvalsh(B.T @ (self.links.rotor[:, None] * B))[0]))
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
            return np.minimum(of_all_speeds(c) + of_all_speeds(off), entries), value(q)

        found = self._bound(value, bound, self._inner, advance)
        if found.q is None:
            return found
        return Bound(found.certified, found.attained, found.q, fixed(at_a_speed(symbols(found.q[None]))[1][0]))

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


def _polynomial(coefficients: tuple[float, ...]) -> str:
    """a + b |q| + c |q|^2, without what is zero."""
    powers = ("", " |q|", " |q|^2")
    terms = [f"{x:.4g}{power}" for x, power in zip(coefficients, powers, strict=True) if x > 0.0]
    return " + ".join(terms) or "0"

"""Which joints at rest stay at rest, and which break loose.

A joint at rest is held as long as friction can bear the other forces on it, −backward ≤ λ ≤ forward; otherwise it
slides the way the forces go, and its acceleration has that direction:

    M q̈ + λ = c,    q̈_i = 0 and −b_i ≤ λ_i ≤ f_i,   or   q̈_i > 0 and λ_i = f_i,   or   q̈_i < 0 and λ_i = −b_i

This linear complementarity problem with bounds has one solution, M being positive definite, and changing the mode of
the first joint that contradicts itself, whatever the others do, finds it in finitely many changes: Murty (1988),
chapter 4, here with bounds on both sides.                                                                [murty1988]
A stop bears any force outwards: there the bound is infinite.

Slides of which some are combinations of others may be at rest together without being independent, and λ is not unique
then. q̈ still is: by Gauss's principle, with A the rows of the resting slides, λ makes

    ½ (c − Aᵀλ)ᵀ M⁻¹ (c − Aᵀλ)    as small as it can be,    −b ≤ λ ≤ f,

a least-squares problem with bounds, as for unilateral constraints in Lötstedt (1982).                    [lotstedt1982]
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from .dry_friction import ROUNDING, STUCK, Modes

MOVING = 1e-9
"""An acceleration larger than this, relative to its terms, is not 0."""


class Settled(NamedTuple):
    """The modes of all slides, and the accelerations."""

    modes: Modes
    qdd: Array


def accelerations(M: Array, c: Array, modes: Modes, combinations: Array | None = None) -> tuple[Array, Array]:
    """q̈ with held slides at 0, M_ff q̈_f = c_f; and the forces λ_s = c_s − M_sf q̈_f on held coordinates, 0 on all
    others. With held combinations, λ is not what friction bears: it is not unique then.

    >>> accelerations(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([4.0, 1.0]), np.array([1, STUCK]))
    (array([2., 0.]), array([ 0., -1.]))
    """
    n = len(c)
    free = modes[:n] != STUCK
    qdd, borne = np.zeros(n), np.zeros(n)
    if free.any():
        qdd[free] = np.linalg.solve(M[np.ix_(free, free)], c[free])
        held = modes[n:] == STUCK
        if combinations is not None and held.any():
            A = combinations[held][:, free]
            X = np.linalg.solve(M[np.ix_(free, free)], A.T)
            held_back = X * np.linalg.lstsq(A @ X, A @ qdd[free], rcond=ROUNDING)[0]
            terms = np.abs(qdd[free]) + np.abs(held_back).sum(axis=1)
            left = qdd[free] - held_back.sum(axis=1)
            qdd[free] = np.where(np.abs(left) <= ROUNDING * terms, 0.0, left)  # exactly at rest
    if not free.all():
        borne[~free] = (c - M @ qdd)[~free]
    return qdd, borne


def settle(
    M: Array,
    c: Array,
    modes: Modes,
    resting: list[int],
    bounds: list[tuple[float, float]],
    sliding: Callable[[int, int], float],
) -> Settled:
    """Which of the coordinates `resting` stick and which break loose; `bounds` are the forces (forward, backward) they
    can bear.

    `c` is τ − h less the friction of all others; `sliding(k, ±1)` is the friction of a resting one once it slides.

    >>> M, c = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([4.0, 1.0])
    >>> settle(M, c, np.array([0, 0]), [0, 1], [(1.0, 1.0), (1.0, 1.0)], lambda k, way: float(way)).modes
    array([1, 0])
    """
    modes = modes.copy()
    modes[resting] = STUCK
    way = dict.fromkeys(resting, 0)
    load = c.copy()
    qdd, borne = accelerations(M, load, modes)
    tied, seen = set[int](), set[tuple[int, ...]]()
    for _ in range(4 ** min(len(resting), 8)):  # ends long before: no pattern of modes repeats, but for rounding
        every, pattern = zip(resting, bounds, strict=True), tuple(way.values())
        wrong = next((k for k, b in every if k not in tied and _wrong(way[k], qdd[k], borne[k], b)), None)
        if wrong is None:
            break
        if pattern in seen and not way[wrong]:  # it was held, slid against the forces, and is held again
            tied.add(wrong)
            continue
        seen.add(pattern)
        way[wrong] = 0 if way[wrong] else (1 if borne[wrong] > 0 else -1)
        for k in resting:
            load[k] = c[k] - (sliding(k, way[k]) if way[k] else 0.0)
            modes[k] = way[k]
        qdd, borne = accelerations(M, load, modes)
    return Settled(modes, qdd)


def _wrong(way: int, acceleration: float, borne: float, bounds: tuple[float, float]) -> bool:
    """Whether a mode contradicts the forces: it slides against its acceleration, or bears more than it can."""
    if way:
        return way * acceleration <= 0.0
    return not (-bounds[1] <= borne <= bounds[0])


def settle_together(
    M: Array,
    c: Array,
    modes: Modes,
    rows: Array,
    resting: list[int],
    bounds: list[tuple[float, float]],
    sliding: Callable[[int, int], float],
) -> Settled:
    """As `settle`, for slides whose rows need not be independent; one that breaks loose, with less friction than held
    it, may tear others loose.

    >>> rows = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # two joints, and a drive that moves both
    >>> hold = [(1.0, 1.0)] * 3
    >>> rub = lambda k, way: float(way)
    >>> settle_together(np.eye(2), np.array([1.9, 0.0]), np.zeros(3, int), rows, [0, 1, 2], hold, rub).modes
    array([0, 0, 0])
    >>> settle_together(np.eye(2), np.array([2.1, 0.3]), np.zeros(3, int), rows, [0, 1, 2], hold, rub).modes
    array([1, 0, 1])
    """
    from scipy.optimize import lsq_linear  # takes a while to load

    modes = modes.copy()
    modes[resting] = STUCK
    L, limits, load = np.linalg.cholesky(M), dict(zip(resting, bounds, strict=True)), c.copy()
    for _ in range(len(resting) + 1):
        still = [k for k in resting if modes[k] == STUCK]
        qdd = np.asarray(np.linalg.solve(M, load), np.float64)
        terms = np.abs(qdd)
        if still:
            A, (f, b) = rows[still], np.array([limits[k] for k in still]).T
            λ = lsq_linear(np.linalg.solve(L, A.T), np.linalg.solve(L, load), (-b, f), method="bvls", tol=1e-15).x
            each = np.linalg.solve(M, A.T * λ)
            qdd, terms = qdd - each.sum(axis=1), terms + np.abs(each).sum(axis=1)
        moves = rows @ qdd
        leave = [k for k in still if abs(moves[k]) > MOVING * (np.abs(rows[k]) @ terms)]
        for k in leave:
            modes[k] = int(np.sign(moves[k]))
            load = load - rows[k] * sliding(k, int(modes[k]))
        if not leave:
            break
    return Settled(modes, qdd)

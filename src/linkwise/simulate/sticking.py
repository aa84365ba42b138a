"""Which joints at rest stay at rest, and which break loose.

A joint at rest is held as long as friction can bear the rest of the forces on it, −backward ≤ λ ≤ forward; otherwise
it slides the way the forces go, and its acceleration has that direction:

    M q̈ + λ = c,    q̈_i = 0 and −b_i ≤ λ_i ≤ f_i,   or   q̈_i > 0 and λ_i = f_i,   or   q̈_i < 0 and λ_i = −b_i

This linear complementarity problem with bounds has one solution, M being positive definite, and changing the mode of
the first joint that contradicts itself, whatever the others do, finds it in finitely many changes: Murty (1988),
chapter 4, here with bounds on both sides.                                                                [murty1988]
A stop bears any force outwards: there the bound is infinite.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .dry_friction import STUCK


class Settled(NamedTuple):
    """The modes of all coordinates, the accelerations, and the forces that held ones bear."""

    modes: Array
    qdd: Array
    borne: Array


def accelerations(M: Array, c: Array, modes: Array) -> tuple[Array, Array]:
    """q̈ with held coordinates at 0, M_ff q̈_f = c_f, and what they bear, λ_s = c_s − M_sf q̈_f; 0 for all others.

    >>> accelerations(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([4.0, 1.0]), np.array([1, STUCK]))
    (array([2., 0.]), array([ 0., -1.]))
    """
    free = modes != STUCK
    qdd, borne = np.zeros(len(c)), np.zeros(len(c))
    if free.any():
        qdd[free] = np.linalg.solve(M[np.ix_(free, free)], c[free])
    if not free.all():
        borne[~free] = (c - M @ qdd)[~free]
    return qdd, borne


def settle(
    M: Array, c: Array, modes: Array, resting: list[int], bounds: list[tuple[float, float]],
    sliding: Callable[[int, int], float],
) -> Settled:  # fmt: skip
    """The modes of the coordinates `resting`, of which `bounds` are the forces (forward, backward) they can bear.

    `c` is τ − h less the friction of all others; `sliding(k, ±1)` is what a resting one spends once it slides.

    >>> M, c = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([4.0, 1.0])
    >>> settle(M, c, np.array([0, 0]), [0, 1], [(1.0, 1.0), (1.0, 1.0)], lambda k, way: float(way)).modes
    array([1, 0])
    """
    modes = modes.copy()
    modes[resting] = STUCK
    way = dict.fromkeys(resting, 0)
    load = c.copy()
    qdd, borne = accelerations(M, load, modes)
    for _ in range(4 ** min(len(resting), 8)):  # least-index changes end long before: each pattern is met at most once
        wrong = next((k for k, b in zip(resting, bounds, strict=True) if _wrong(way[k], qdd[k], borne[k], b)), None)
        if wrong is None:
            break
        way[wrong] = 0 if way[wrong] else (1 if borne[wrong] > 0 else -1)
        for k in resting:
            load[k] = c[k] - (sliding(k, way[k]) if way[k] else 0.0)
            modes[k] = way[k]
        qdd, borne = accelerations(M, load, modes)
    return Settled(modes, qdd, borne)


def _wrong(way: int, acceleration: float, borne: float, bounds: tuple[float, float]) -> bool:
    """Whether a mode contradicts itself."""
    if way:
        return way * acceleration <= 0.0
    return not (-bounds[1] <= borne <= bounds[0])

"""Gauss collocation in canonical coordinates: symplectic, symmetric, of order 2s for s stages.

    k_i = f(t + c_i h, x + h Σ_j a_ij k_j),    x[k+1] = x[k] + h Σ_i b_i k_i

Hairer, Lubich & Wanner (2006), chapter II. The stages are found by fixed-point iteration down to rounding, as
chapter VIII advises for methods that are to keep energy: what iteration leaves over would add up.          [hairer2006]
"""

import numpy as np

from ..calls.arrays import Array
from .canonical import Canonical
from .plant import Plant

MOST_ITERATIONS = 200
"""Beyond so many an iteration is not going to converge: it gains a digit every ten even where h‖∂f‖ is 0.8."""

SMALL = 1e-11
"""A change, relative to the state, from which on iteration ends as soon as changes no longer shrink."""


class NotConverged(Exception):
    """The stages of an implicit step were not found; `args[0]` is the time."""


def step(a: Array, b: Array, c: Array, plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step of the method with the coefficients a, b, c."""
    canonical = Canonical(plant)
    x = canonical.momenta(y)
    first = canonical.rates(t, x)
    unit = _unit(x, h * first, plant.n)
    K = np.tile(first, (len(c), 1))
    times, last, ha = [t + ci * h for ci in c], np.inf, h * a
    for _ in range(MOST_ITERATIONS):
        inner = x + ha.dot(K)
        new = np.array([canonical.rates(ti, xi) for ti, xi in zip(times, inner, strict=True)])
        change = float(np.abs((new - K) * unit).max()) * h
        K = new
        if change == 0.0 or (change < SMALL and change >= last):
            return canonical.velocities(x + h * b.dot(K))
        if not np.isfinite(change):
            return np.full_like(y, np.nan)
        last = change
    raise NotConverged(t)


def _unit(x: Array, moved: Array, n: int) -> Array:
    """One over the sizes of positions, momenta, works and companions, entry by entry; of what is all 0, 1."""
    sizes = np.abs(x) + np.abs(moved)
    for block in (slice(0, n), slice(n, 2 * n), slice(2 * n, 2 * n + 4), slice(2 * n + 4, None)):
        sizes[block] = sizes[block].max(initial=0.0) or 1.0
    return 1.0 / sizes

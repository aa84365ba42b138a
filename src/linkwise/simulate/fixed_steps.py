"""One step of an integrator with a fixed step, by its tableau, which rollouts use too (`program.tableaus`).

    k_i = f(t + c_i h, y + h Σ_j a_ij k_j),    y[k+1] = y[k] + h Σ_i b_i k_i

euler: Lynch & Park (2017) §9.5, Euler Integration Algorithm for Forward Dynamics.                      [lynch2017]

    θ[k+1] = θ[k] + h θ̇[k],    θ̇[k+1] = θ̇[k] + h θ̈[k],    θ̈[k] = GetJointAccel(θ[k], θ̇[k], τ[k], τ_ext[k])

    Differs from the book: k runs from 0 (ERRATA.md E1-13). Order 1; energy grows: a method to learn from, not to use.

semi_implicit_euler: Hairer, Lubich & Wanner (2006), chapter I, for q̈ = q̈(q, q̇).                       [hairer2006]

    q̇[k+1] = q̇[k] + h q̈(q[k], q̇[k]),    q[k+1] = q[k] + h q̇[k+1]

    Order 1. Symplectic where M is constant and there is no friction; for an arm it merely drifts less than euler.

rk4: the classical method of order 4; Hairer, Nørsett & Wanner (1993), Table II.1.2.                   [hairer1993]

implicit_midpoint, gauss_legendre_4: Gauss collocation in canonical coordinates x = (q, p), with one stage and with
two: symplectic, symmetric, of order 2s for s stages; Hairer, Lubich & Wanner (2006), chapter II, Table II.1.1. The
stages are found by fixed-point iteration down to rounding, as chapter VIII advises for methods that are to keep energy:
the error an iteration leaves would add up.                                                            [hairer2006]
"""

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

from ..calls.arrays import Array
from ..program.tableaus import Tableau
from .canonical import Canonical
from .plant import Plant
from .stepping import SingleStep

MOST_ITERATIONS = 200
"""An iteration that takes longer will not converge: even where h‖∂f‖ is 0.8 it gains a digit every ten."""

SMALL = 1e-11
"""A change, relative to the state, below which iteration ends as soon as changes no longer shrink."""


Weights = tuple[tuple[int, float], ...]
"""The nonzero weights of a tableau's row, with their indices."""


class NotConverged(Exception):
    """The stages of an implicit step were not found; `args[0]` is the time."""


@cache
def single_step(tableau: Tableau) -> SingleStep:
    """The step of a method: a function (plant, t, y, h) -> y at t + h.

    >>> from linkwise.program.tableaus import TABLEAUS
    >>> single_step(TABLEAUS["rk4"]).__name__
    'explicit_step'
    """
    if tableau.implicit:
        return partial(collocation_step, np.array(tableau.A), np.array(tableau.b), tableau.c)
    stages = [(c, _nonzero(weights)) for c, weights in zip(tableau.c[1:], tableau.A[1:], strict=True)]
    last = _nonzero(tableau.b)

    def explicit_step(plant: Plant, t: float, y: Array, h: float) -> Array:
        rates = [plant.rates(t, y)]
        for c, weights in stages:
            rates.append(plant.rates(t + c * h, _advanced(y, h, weights, rates)))
        new = _advanced(y, h, last, rates)
        if tableau.staggered:
            n = plant.n
            new[:n] = y[:n] + h * new[n : 2 * n]
        return new

    return explicit_step


def _nonzero(weights: Sequence[float]) -> Weights:
    return tuple((j, weight) for j, weight in enumerate(weights) if weight != 0.0)


def _advanced(y: Array, h: float, weights: Weights, rates: Sequence[Array]) -> Array:
    """y + h Σ w_j k_j, the sum taken in the order of the tableau, as rollouts do it: both round alike."""
    (j, weight), *others = weights
    total: Array = weight * rates[j]
    for j, weight in others:
        total += weight * rates[j]
    total *= h
    total += y
    return total


def collocation_step(A: Array, b: Array, c: Sequence[float], plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step of a Gauss collocation with the coefficients A, b, c; NaN if the stages do not stay finite."""
    canonical = Canonical(plant)
    x = canonical.momenta(y)
    first = canonical.rates(t, x)
    unresolved = y.copy()
    unresolved[plant.n : 2 * plant.n] = plant.resolution(y)[plant.n :]
    scale = _scale(x, h * first, canonical.momenta(unresolved), plant.n)
    K = np.tile(first, (len(c), 1))
    times, last, hA = [t + c_i * h for c_i in c], np.inf, h * A
    for _ in range(MOST_ITERATIONS):
        inner = x + hA.dot(K)
        new = np.array([canonical.rates(t_i, x_i) for t_i, x_i in zip(times, inner, strict=True)])
        change = float(np.abs((new - K) * scale).max()) * h
        K = new
        if change == 0.0 or (change < SMALL and change >= last):
            return canonical.velocities(x + h * b.dot(K))
        if not np.isfinite(change):
            return np.full_like(y, np.nan)
        last = change
    raise NotConverged(t)


def _scale(x: Array, moved: Array, unresolved: Array, n: int) -> Array:
    """One over the sizes of positions, momenta and companions, entry by entry; 1 for a block that is all 0.

    A joint that comes to rest has no momentum left to compare with: below that of an `unresolved` velocity, a change is
    rounding of the forces. Work follows from the motion, and has no say.
    """
    sizes: Array = np.abs(x) + np.abs(moved)
    sizes[n : 2 * n] = np.maximum(sizes[n : 2 * n], np.abs(unresolved[n : 2 * n]) / SMALL)
    for block in (slice(0, n), slice(n, 2 * n), slice(2 * n + 4, None)):
        sizes[block] = sizes[block].max(initial=0.0) or 1.0
    sizes[2 * n : 2 * n + 4] = np.inf
    return 1.0 / sizes

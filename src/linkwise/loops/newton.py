"""Closes loops: Newton's method from a configuration near by, damped far from the goal, and then the nearest one.

Each step is Levenberg's and Marquardt's, x = −Vᵀ diag(s/(s² + μ)) Uᵀ e with μ = c |e|²: with this damping, redundant
closures converge as fast as others, quadratically: Fan & Yuan (2005).                                     [fan2005]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..taskspace.matrices import times
from .equations import ClosureEquations

MOST_STEPS = 200
"""Newton takes a handful near the goal; a loop that is far from closed takes dozens; others never get there."""

LONGEST = 0.5
"""The longest step, in radians or robot's sizes: farther away, A says little."""

GOOD = 1e-11
"""A loop open by no more than this, in radians or robot's sizes, counts as closed."""

FINEST = 1e-15
"""Rounding of positions: no step makes an error smaller."""

CUT = 1e-9
"""Singular values below this, relative to the largest, are not divided by."""

SLIDES = 60
"""Steps along the closed configurations towards the nearest one; each takes most of what is left."""

NEAREST = 1e-9
"""Closer than this to the nearest one, in radians or robot's sizes, is near enough."""

Mask = NDArray[np.bool_]


def closed_from(equations: ClosureEquations, q: Array, kept: Mask) -> tuple[Array, Array]:
    """The configurations (k, n) nearest to q in which the loops are closed, and how far each is still open; the
    coordinates that are `kept` stay.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> q, off = closed_from(crank.equations, np.array([[0.5, -1.0]]), np.array([True, False]))
    >>> q.round(6), bool(off[0] < GOOD)  # 0.7 sin q1 + 0.9 sin(q1 + q2) = 0
    (array([[ 0.5     , -0.882118]]), True)
    """
    closed, off = newton(equations, q, kept)
    unit, step = np.where(kept, 0.0, equations.units), np.ones(len(q))
    for _ in range(SLIDES):
        away = np.where(kept, 0.0, (closed - q) / equations.units)
        A = equations.jacobian(closed) * unit / equations.lengths[:, None]
        along = away - _across(A, away)
        size = np.linalg.norm(along, axis=-1)
        at = np.flatnonzero((off <= GOOD) & (size > NEAREST) & (step > NEAREST))
        if not len(at):
            break
        moved, new_off = newton(equations, closed[at] - step[at, None] * unit * along[at], kept)
        gained = np.linalg.norm(away[at], axis=-1) - np.linalg.norm((moved - q[at]) / equations.units, axis=-1)
        better = (new_off <= GOOD) & (gained > 0.0)
        closed[at], off[at] = np.where(better[:, None], moved, closed[at]), np.where(better, new_off, off[at])
        step[at] = np.where(better, np.minimum(2.0 * step[at], 1.0), 0.25 * step[at])
    return closed, off


def _across(A: Array, x: Array) -> Array:
    """The part of x in the row space of A."""
    _, s, right = np.linalg.svd(A, full_matrices=False)
    counts = (s > CUT * np.maximum(s[:, :1], 1e-300))[..., None]
    return times(np.swapaxes(right, -1, -2), times(np.where(counts, right, 0.0), x))


def newton(equations: ClosureEquations, q: Array, kept: Mask) -> tuple[Array, Array]:
    """Configurations near q in which the loops are closed, and how far each is still open: steps until it gets no
    nearer.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> newton(crank.equations, np.array([[0.0, 0.1]]), np.array([False, True]))[0].round(6)  # the rod's angle is kept
    array([[-0.056255,  0.1     ]])
    """
    q, n = q.copy(), q.shape[-1]
    scale, unit = 1.0 / equations.lengths, np.where(kept, 0.0, equations.units)
    damping = np.full(len(q), 1e-2)
    e = scale * equations.error(q)
    off = np.linalg.norm(e, axis=-1)
    busy = np.isfinite(off)
    for _ in range(MOST_STEPS):
        at = np.flatnonzero(busy)
        if not len(at):
            break
        here, A = q[at], scale[:, None] * equations.jacobian(q[at]) * unit
        left, s, right = np.linalg.svd(A, full_matrices=False)
        μ = (damping[at] * off[at] ** 2)[:, None]
        useful = s > CUT * np.maximum(s[:, :1], 1e-300)
        gain = np.where(useful, s / np.where(useful, s**2 + μ, 1.0), 0.0)
        x = -times(np.swapaxes(right, -1, -2), gain * times(np.swapaxes(left, -1, -2), e[at]))
        length = np.linalg.norm(x, axis=-1, keepdims=True)
        new = here + unit * x * np.minimum(1.0, LONGEST / np.maximum(length, 1e-300))
        new_e = scale * equations.error(new)
        new_off = np.linalg.norm(new_e, axis=-1)
        better = new_off < off[at]
        q[at], e[at] = np.where(better[:, None], new, here), np.where(better[:, None], new_e, e[at])
        off[at] = np.where(better, new_off, off[at])
        damping[at] *= np.where(better, 0.1, 100.0)
        closed, stuck = off[at] <= FINEST, ~better & ((off[at] <= GOOD) | (damping[at] * off[at] ** 2 > 1e6))
        busy[at] = ~(closed | stuck | (length[:, 0] == 0.0))
    return q.reshape(-1, n), np.where(np.isfinite(off), off, np.inf)

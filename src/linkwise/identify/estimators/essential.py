"""Essential parameters: weighted least squares without those whose removal costs nothing held out.

Backward elimination after Pham and Gautier (1991): the parameter with the largest relative deviation goes first. Where
they stop by the size of that deviation, here a parameter goes only if parts of the logs that a fit did not see are
predicted as well without it.                                                                         [pham1991]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ...errors import listed
from .least_squares import wls
from .problem import Estimate, Problem

COST = 1e-3
"""Held-out squares may grow by this share of their least, over all removals together."""

DIGITS = 1e-12
"""Directions below this share of the largest are not determined."""


def essential(problem: Problem) -> Estimate:
    """Least squares with 0 for parameters that are not essential."""
    first = wls(problem)
    R = problem.squares.stacked(first.sigma, problem.blocks)
    parts = _parts(problem, first.sigma)
    regressor = problem.rows.regressor
    x0 = np.zeros(R.shape[1] - 1)
    x0[: regressor.held] = problem.start[: regressor.held]
    active = np.linalg.norm(R[:, :-1], axis=0) > 0.0
    active[: regressor.held] = False
    kept = np.zeros(len(active), dtype=bool)
    kept[regressor.linear :] = True
    least = score = _held_out(parts, active, x0)
    while (open_ := active & ~kept).any():
        x, inverse = _solved(R, active, x0)
        relative = np.where(open_, np.sqrt(np.diag(inverse)) / np.maximum(np.abs(x), 1e-300), -1.0)
        k = int(np.argmax(relative))
        active[k] = False
        score = _held_out(parts, active, x0)
        if score > (1.0 + COST) * least:
            active[k], kept[k] = True, True
        least = min(least, score)
    x, inverse = _solved(R, active, x0)
    names = [name for name, on in zip(problem.names, active, strict=True) if on]
    notes = (f"essential are {len(names)} of {len(active) - regressor.held} parameters: {listed(names)}",)
    return Estimate(x, first.sigma, inverse, notes=notes)


def _parts(problem: Problem, sigma: Array) -> list[tuple[Array, Array]]:
    """For each quarter of the logs the triangle of the others, and its own."""
    chosen = range(problem.rows.blocks) if problem.blocks is None else problem.blocks
    found = []
    for quarter in sorted({problem.rows.quarter(b) for b in chosen}):
        own = tuple(b for b in chosen if problem.rows.quarter(b) == quarter)
        rest = tuple(b for b in chosen if problem.rows.quarter(b) != quarter)
        if rest:
            found.append((problem.squares.stacked(sigma, rest), problem.squares.stacked(sigma, own)))
    return found


def _held_out(parts: list[tuple[Array, Array]], active: NDArray[np.bool_], x0: Array) -> float:
    """The squares left on each part by a fit to the others."""
    total = 0.0
    for rest, own in parts:
        x = _solved(rest, active, x0)[0]
        total += float(np.sum((own @ np.append(x, -1.0)) ** 2))
    return total


def _solved(R: Array, active: NDArray[np.bool_], x0: Array) -> tuple[Array, Array]:
    """The least squares solution with the active columns, and the inverse of its curvature."""
    A, b = R[:, :-1][:, active], R[:, -1] - R[:, :-1] @ x0
    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    U, s, V = np.linalg.svd(A / scale, full_matrices=False)
    half = (V.T * np.divide(1.0, s, out=np.zeros_like(s), where=s > DIGITS * s.max(initial=0.0))) / scale[:, None]
    x, inverse = x0.copy(), np.zeros((len(x0),) * 2)
    x[active] = half @ (U.T @ b)
    inverse[np.ix_(active, active)] = half @ half.T
    return x, inverse

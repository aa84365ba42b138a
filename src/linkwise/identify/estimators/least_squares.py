"""Ordinary, weighted and reweighted least squares.

Weighted: one weight for each joint, from its own residuals (Gautier). Reweighted: less weight for samples with large
residuals, by Huber's or Tukey's rule with the constants that keep 95 % efficiency for normal noise. [gautier1997]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ..accumulation import Piece
from ..accumulation.squares import squares
from .problem import Estimate, Problem, inverse_curvature

ROUNDS = 3
"""How often the weights of joints are found again."""

REWEIGHTED = 12
"""How often the weights of samples are found again; each costs a pass over the rows."""

HUBER, TUKEY = 1.345, 4.685
"""95 % efficiency."""

NORMAL = 1.4826
"""The standard deviation of normal noise over its median absolute value."""


def ols(problem: Problem) -> Estimate:
    """All equations weigh the same, in Nm or N."""
    sigma = np.ones(len(problem.squares.of_row))
    x = problem.squares.solve(sigma, problem.blocks, problem.start)
    return Estimate(x, sigma, inverse_curvature(problem.squares, sigma, problem.blocks))


def wls(problem: Problem) -> Estimate:
    """Each joint's equations weigh as its residuals allow."""
    x = ols(problem).x
    sigma = problem.noise(x)
    for _ in range(ROUNDS):
        x = problem.squares.solve(sigma, problem.blocks, problem.start)
        sigma = problem.noise(x)
    return Estimate(x, sigma, inverse_curvature(problem.squares, sigma, problem.blocks))


def huber(u: Array) -> Array:
    """1 up to Huber's constant, then inversely proportional to the residual.

    >>> huber(np.array([0.5, 2.69]))
    array([1. , 0.5])
    """
    weight: Array = np.minimum(1.0, HUBER / np.maximum(np.abs(u), 1e-300))
    return weight


def tukey(u: Array) -> Array:
    """Tukey's biweight: 0 from its constant on.

    >>> tukey(np.array([0.0, 5.0]))
    array([1., 0.])
    """
    weight: Array = np.maximum(0.0, 1.0 - (u / TUKEY) ** 2) ** 2
    return weight


def reweighted(problem: Problem, rule: Callable[[Array], Array]) -> Estimate:
    """Weighted least squares with less weight for samples whose residual is large next to their joint's median."""
    first = wls(problem)
    x, own = first.x, problem.squares.of_row
    found, sums = first, problem.squares
    for _ in range(REWEIGHTED):
        size = _median_sizes(problem, x)
        weights = partial(_weights, rule=rule, x=x, size=size, own=own)
        sums = squares(problem.rows, weights)
        new = sums.solve(size, problem.blocks, problem.start)
        found = Estimate(new, size, inverse_curvature(sums, size, problem.blocks), weights=weights)
        moved = np.abs(new - x) @ (1.0 / np.maximum(np.abs(new), 1e-12)) / len(x)
        x = new
        if moved < 1e-9:
            break
    return found


def _weights(
    j: int, piece: Piece, *, rule: Callable[[Array], Array], x: Array, size: Array, own: list[NDArray[np.intp]]
) -> Array:
    return rule((piece.W[j] @ x[own[j]] - piece.tau[:, j]) / size[j])


def _median_sizes(problem: Problem, x: Array) -> Array:
    """The size of each joint's residuals, whatever a few outliers are."""
    own, residuals = problem.squares.of_row, []
    for piece in problem.rows:
        inside = np.ones(len(piece.tau), dtype=bool) if problem.blocks is None else np.isin(piece.block, problem.blocks)
        error = np.column_stack([piece.W[j] @ x[own[j]] for j in range(len(own))]) - piece.tau
        error[~piece.used] = np.nan
        residuals.append(np.abs(error[inside]))
    size: Array = NORMAL * np.nanmedian(np.concatenate(residuals), axis=0)
    floor = 1e-12 * np.sqrt(
        problem.squares.torques(problem.blocks) / np.maximum(problem.squares.count(problem.blocks), 1.0)
    )
    return np.maximum(np.maximum(size, floor), 1e-150)

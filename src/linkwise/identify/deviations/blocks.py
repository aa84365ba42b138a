"""The covariance from how much a fit changes without each block of time: a jackknife over blocks.

Blocks may be correlated between joints, and samples in any way within a block; blocks that are long next to the noise's
memory count as independent. Leaving one out, instead of summing its residuals, undoes that the fit followed them.
                                                                                    [kunsch1989] [bell2002]
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...calls.arrays import Array
from ..accumulation import Squares
from ..estimators import Estimate, Problem
from .bands import half_of, widening

ALONE = 1e-3
"""A direction of which a block holds all but this share is not found without it: it counts as if this share were."""


def blocks(problem: Problem, estimate: Estimate) -> Array:
    """The covariance; blocks without samples do not count."""
    chosen = range(len(problem.squares.roots)) if problem.blocks is None else problem.blocks
    half = half_of(estimate.inverse)
    X, g = in_blocks(problem.squares, estimate, half, [b for b in chosen if problem.squares.counts[b].any()])
    values, vectors = np.linalg.eigh(X)
    turned = np.einsum("bij,bi->bj", vectors, g) / np.maximum(1.0 - values, ALONE)
    change = np.einsum("bij,bj->bi", vectors, turned) @ half.T
    found: Array = (len(g) - 1.0) / len(g) * change.T @ change
    share = np.stack([np.sum((half @ each) * half, axis=1) for each in X])
    freedom = np.sum(share, axis=0) ** 2 / np.maximum(np.sum(share**2, axis=0), 1e-300)
    scale = widening(freedom)
    return found * np.outer(scale, scale)


def in_blocks(squares: Squares, estimate: Estimate, half: Array, chosen: Iterable[int]) -> tuple[Array, Array]:
    """Each block's Gram matrix and gradient in units of the curvature, (blocks, p, p) and (blocks, p)."""
    X, g = [], []
    for b in chosen:
        curvature, gradient = np.zeros((half.shape[1],) * 2), np.zeros(half.shape[1])
        for j, own in enumerate(squares.of_row):
            R = squares.roots[b][j]
            A = R[:, :-1] @ half[own] / estimate.sigma[j]
            curvature += A.T @ A
            gradient += A.T @ (R @ np.append(estimate.x[own], -1.0)) / estimate.sigma[j]
        X.append(curvature)
        g.append(gradient)
    return np.array(X), np.array(g)

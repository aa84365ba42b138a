"""The covariance if residuals were uncorrelated."""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array
from ..estimators import Estimate, Problem


def white(problem: Problem, estimate: Estimate) -> Array:
    """H⁻¹ M H⁻¹ with M from the size of each joint's residuals alone."""
    noise, total = problem.noise(estimate.x), np.zeros((len(estimate.x),) * 2)
    for j, (own, root) in enumerate(zip(problem.squares.of_row, problem.squares.merged(problem.blocks), strict=True)):
        A = root[:, :-1] * (noise[j] / estimate.sigma[j] ** 2)
        total[np.ix_(own, own)] += A.T @ A
    found: Array = estimate.inverse @ total @ estimate.inverse
    return found

"""What an estimator is given, and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...calls.arrays import Array
from ..accumulation import Rows, Squares
from ..accumulation.squares import Weights


@dataclass(frozen=True, eq=False)
class Problem:
    """The sums of a regression, its rows where an estimator needs them, and the strength of the prior.

    `blocks` are those to fit, all of them by default.
    """

    squares: Squares
    rows: Rows
    prior: float
    blocks: tuple[int, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the unknowns."""
        return self.rows.regressor.names

    @property
    def start(self) -> Array:
        """The unknowns as the robot has them."""
        return self.rows.regressor.start

    def noise(self, x: Array) -> Array:
        """The standard deviation of each joint's residuals, as many degrees of freedom lost as its columns have."""
        count = self.squares.count(self.blocks)
        share = 1.0 - len(x) / max(float(count.sum()), len(x) + 1.0)
        variance = self.squares.misfits(x, self.blocks) / np.maximum(count * share, 1.0)
        floor = 1e-24 * self.squares.torques(self.blocks) / np.maximum(count, 1.0)
        sigma: Array = np.sqrt(np.maximum(np.maximum(variance, floor), 1e-300))
        return sigma


@dataclass(frozen=True, eq=False)
class Estimate:
    """Unknowns x; each joint's residual size σ that weighted its equations; the inverse of the curvature, (p, p).

    `full` are the robot's full parameters, from an estimator that has them; `weights` the weights of samples.
    """

    x: Array
    sigma: Array
    inverse: Array
    full: Array | None = None
    weights: Weights | None = None
    notes: tuple[str, ...] = field(default=())


Estimator = Callable[[Problem], Estimate]


def inverse_curvature(squares: Squares, sigma: Array, blocks: tuple[int, ...] | None) -> Array:
    """(Σ_j W_jᵀ W_j / σ_j²)⁻¹, with 0 along directions that the rows do not determine.

    >>> root = np.array([[2.0, 0.0], [0.0, 0.0]])
    >>> inverse_curvature(Squares([[root]], np.array([[2]]), [np.array([0])], 1), np.ones(1), None)
    array([[0.25]])
    """
    A = squares.stacked(sigma, blocks)[:, :-1]
    A = np.where(np.arange(A.shape[1]) < squares.held, 0.0, A)
    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    _, s, V = np.linalg.svd(A / scale, full_matrices=False)
    inverse = np.divide(1.0, s, out=np.zeros_like(s), where=s > 1e-12 * s.max(initial=0.0))
    half = (V.T * inverse) / scale[:, None]
    found: Array = half @ half.T
    return found

"""Which motions the loops leave, and which forces hold them, from a singular value decomposition of A.

A is scaled first, D A U with lengths measured in the robot's size, so that metres and radians compare; q̇ = U x.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..taskspace.matrices import times
from .equations import ClosureEquations

RANK = 1e-7
"""Singular values below this, relative to the largest, belong to equations that say nothing new; a configuration with
one that should be larger is singular. Closed loops have theirs to about 1e-12."""


class MotionSpace(NamedTuple):
    """The singular value decomposition U S Vᵀ of D A U at some states, for closures of a given rank."""

    left: Array
    values: Array
    right: Array
    rank: int
    rows: Array
    """D: one over the lengths of the rows."""
    unit: Array
    """U: the units of the coordinates."""

    @staticmethod
    def of(equations: ClosureEquations, A: Array, rank: int) -> MotionSpace:
        """The decomposition of closure Jacobians.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> MotionSpace.of(crank.equations, crank.closure_jacobian([0.0, 0.0]), 1).null.shape
        (2, 1)
        """
        D, U = 1.0 / equations.lengths, equations.units
        left, values, right = np.linalg.svd(D[:, None] * A * U)
        return MotionSpace(left, values, right, rank, D, U)

    @property
    def null(self) -> Array:
        """Z: velocities that keep the loops closed, one per column."""
        return self.unit[:, None] * np.swapaxes(self.right[..., self.rank :, :], -1, -2)

    @property
    def margin(self) -> Array:
        """The smallest singular value that counts, relative to the largest: 0 in singular configurations."""
        if not self.rank:
            return np.ones(self.values.shape[:-1])
        largest = self.values[..., 0]
        return np.divide(self.values[..., self.rank - 1], largest, out=np.zeros_like(largest), where=largest > 0.0)

    def velocities(self, rates: Array) -> Array:
        """The least velocities q̇ with A q̇ = rates, or nearest to that."""
        r = self.rank
        parts = times(np.swapaxes(self.left[..., :, :r], -1, -2), self.rows * rates) / self.values[..., :r]
        return self.unit * times(np.swapaxes(self.right[..., :r, :], -1, -2), parts)

    def allowed(self, qd: Array) -> Array:
        """The velocities nearest to q̇ that keep the loops closed."""
        free, x = self.right[..., self.rank :, :], qd / self.unit
        return self.unit * times(np.swapaxes(free, -1, -2), times(free, x))

    def multipliers(self, forces: Array) -> Array:
        """The least λ with Aᵀ λ = forces at the coordinates, or nearest to that; moments count per robot's size."""
        r = self.rank
        parts = times(self.right[..., :r, :], self.unit * forces) / self.values[..., :r]
        return self.rows * times(self.left[..., :, :r], parts)


def rank_of(equations: ClosureEquations, A: Array) -> Array:
    """How many of the equations are independent, at each state.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="yz")])
    >>> int(rank_of(crank.equations, crank.closure_jacobian([0.0, 0.0])))  # z says nothing
    1
    """
    values = np.linalg.svd(A * equations.units / equations.lengths[:, None], compute_uv=False)
    return np.asarray((values > RANK * np.maximum(values[..., :1], 1e-300)).sum(axis=-1))

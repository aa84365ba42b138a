"""The uniform distribution: any value between two bounds is as likely as any other."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import finite
from .abstract_distribution import AbstractDistribution, Shape, require_all, require_shape, require_shapes


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Uniform(AbstractDistribution):
    """Uniform between `low` and `high`: numbers, or arrays with one bound for each entry.

    >>> import numpy as np
    >>> Uniform(2.0, 4.0).values(np.array([[0.25], [0.5]]), (1,), 0)
    array([[2.5],
           [3. ]])
    >>> Uniform([0.0, 1.0], 2.0)
    Uniform(low=[0.0, 1.0], high=2.0)
    """

    low: Array
    high: Array

    def __init__(self, low: ArrayLike, high: ArrayLike) -> None:
        low, high = finite("low", low), finite("high", high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if low.ndim and high.ndim:
            require_shape("the low of Uniform", low.shape, high.shape)
        require_all(low <= high, f"Uniform has low {low} and high {high}.", "low ≤ high was expected.")

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse bounds that are neither numbers nor arrays of this shape."""
        require_shapes(name, shape, low=self.low, high=self.high)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """low + u (high − low)."""
        return self.low + u.reshape(len(u), *shape) * (self.high - self.low)

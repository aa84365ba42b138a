"""All numbers between two bounds alike."""

from dataclasses import dataclass

from ...calls.arrays import Array
from .abstract_distribution import AbstractDistribution, Shape, finite_array, require_all, require_shape


@dataclass(frozen=True, eq=False)
class Uniform(AbstractDistribution):
    """Between low and high, numbers or one for each entry.

    >>> import numpy as np
    >>> Uniform(2.0, 4.0).values(np.array([[0.25], [0.5]]), (1,), 0)
    array([[2.5],
           [3. ]])
    """

    low: Array
    high: Array

    def __post_init__(self) -> None:
        low, high = finite_array("low", self.low), finite_array("high", self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if low.ndim and high.ndim:
            require_shape("Uniform", "a low", low.shape, high.shape)
        require_all(low <= high, f"Uniform is given low {low} and high {high}.", "No low above its high was expected.")

    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Bounds for each entry, or for all."""
        require_shape(name, "a low", self.low.shape, shape)
        require_shape(name, "a high", self.high.shape, shape)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """low + u (high − low)."""
        return self.low + u.reshape(len(u), *shape) * (self.high - self.low)

"""Factors: numbers above 0 whose logarithm is normal."""

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from .abstract_distribution import AbstractDistribution, Shape, finite_array, require_all, require_shape


@dataclass(frozen=True, eq=False)
class LogNormal(AbstractDistribution):
    """exp of a normal law with mean log(median) and standard deviation sd: median · e^{±sd} holds two thirds of it.

    >>> import numpy as np
    >>> LogNormal(2.0, 0.1).values(np.array([[0.5], [0.8413447460685429]]), (), 0).round(4)
    array([2.    , 2.2103])
    """

    median: Array
    sd: Array

    def __post_init__(self) -> None:
        for name in ("median", "sd"):
            object.__setattr__(self, name, finite_array(name, getattr(self, name)))
        require_all(self.median > 0.0, f"LogNormal is given the median {self.median}.", "One above 0 was expected.")
        require_all(self.sd >= 0.0, f"LogNormal is given the deviation {self.sd}.", "None below 0 was expected.")
        require_all(self.sd <= 50.0, f"LogNormal is given the deviation {self.sd}.", "None above 50: it is of logs.")

    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Numbers for each entry, or for all."""
        require_shape(name, "a median", self.median.shape, shape)
        require_shape(name, "a deviation", self.sd.shape, shape)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """median · exp(sd Φ⁻¹(u))."""
        from scipy.special import ndtri

        return np.asarray(self.median * np.exp(self.sd * ndtri(u.reshape(len(u), *shape))))

"""The log-normal distribution: numbers above 0, such as factors, whose logarithm is normal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import finite
from .abstract_distribution import AbstractDistribution, Shape, require_all, require_shapes


@dataclass(frozen=True, eq=False, repr=False, init=False)
class LogNormal(AbstractDistribution):
    """exp of a normal distribution with mean log(median) and standard deviation `sd`.

    Two thirds of the values lie between median · e^{−sd} and median · e^{sd}.

    >>> import numpy as np
    >>> LogNormal(2.0, 0.1).values(np.array([[0.5], [0.8413447460685429]]), (), 0).round(4)
    array([2.    , 2.2103])
    """

    median: Array
    sd: Array

    def __init__(self, median: ArrayLike, sd: ArrayLike) -> None:
        for name, value in {"median": median, "sd": sd}.items():
            object.__setattr__(self, name, finite(name, value))
        require_all(self.median > 0.0, f"LogNormal has the median {self.median}.", "A median above 0 was expected.")
        require_all(self.sd >= 0.0, f"LogNormal has sd {self.sd}.", "A standard deviation ≥ 0 was expected.")
        require_all(
            self.sd <= 50.0,
            f"LogNormal has sd {self.sd}.",
            "At most 50 was expected: it is the deviation of logarithms.",
        )

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse parameters that are neither numbers nor arrays of this shape."""
        require_shapes(name, shape, median=self.median, sd=self.sd)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """median · exp(sd Φ⁻¹(u))."""
        from scipy.special import ndtri

        return np.asarray(self.median * np.exp(self.sd * ndtri(u.reshape(len(u), *shape))))

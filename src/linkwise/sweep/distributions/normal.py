"""The normal distribution, whole or truncated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import finite
from .abstract_distribution import AbstractDistribution, Shape, require_all, require_shapes

LEAST_SHARE = 1e-6
"""The smallest share of the whole that bounds must leave: farther out, doubles near 1 cannot tell values apart."""


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Normal(AbstractDistribution):
    """Normal with a mean and a standard deviation `sd`, truncated at `low` and `high` if these are given.

    >>> import numpy as np
    >>> Normal(5.0, 0.1).values(np.array([[0.5], [0.975]]), (), 0).round(3)
    array([5.   , 5.196])
    >>> Normal(0.0, 1.0, low=0.0).values(np.array([[0.5]]), (), 0).round(4)  # the median of half a normal distribution
    array([0.6745])
    """

    mean: Array
    sd: Array
    low: Array | None
    high: Array | None

    def __init__(
        self, mean: ArrayLike, sd: ArrayLike, low: ArrayLike | None = None, high: ArrayLike | None = None
    ) -> None:
        for name, value in {"mean": mean, "sd": sd, "low": low, "high": high}.items():
            object.__setattr__(self, name, None if value is None else finite(name, value))
        require_all(self.sd >= 0.0, f"Normal has sd {self.sd}.", "A standard deviation ≥ 0 was expected.")
        if self.low is not None or self.high is not None:
            require_all(
                self.sd > 0.0,
                f"Normal is truncated, and has sd {self.sd}.",
                "A standard deviation above 0 was expected.",
            )
            a, b = self._shares
            require_all(
                b - a >= LEAST_SHARE,
                f"less than {LEAST_SHARE:g} of this Normal lies within its bounds.",
                "Bounds that keep a larger part of the distribution were expected.",
            )

    @property
    def _shares(self) -> tuple[Array, Array]:
        """The shares of the whole distribution that lie below the bounds."""
        from scipy.special import ndtr

        a = 0.0 if self.low is None else ndtr((self.low - self.mean) / self.sd)
        b = 1.0 if self.high is None else ndtr((self.high - self.mean) / self.sd)
        return np.asarray(a), np.asarray(b)

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse parameters that are neither numbers nor arrays of this shape."""
        require_shapes(name, shape, mean=self.mean, sd=self.sd, low=self.low, high=self.high)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """mean + sd Φ⁻¹(u), u being scaled to what the bounds leave."""
        from scipy.special import ndtri

        u = u.reshape(len(u), *shape)
        if self.low is None and self.high is None:
            return np.asarray(self.mean + self.sd * ndtri(u))
        a, b = self._shares
        values = self.mean + self.sd * ndtri(a + u * (b - a))
        return np.asarray(np.clip(values, self.low, self.high))  # rounding may pass a bound, or reach infinity

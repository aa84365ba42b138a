"""The normal law, whole or cut off."""

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from .abstract_distribution import AbstractDistribution, Shape, finite_array, require_all, require_shape

LEAST_SHARE = 1e-6
"""Of the whole law that what is left of it must hold: farther out, doubles near 1 would no longer tell values apart."""


@dataclass(frozen=True, eq=False)
class Normal(AbstractDistribution):
    """Around a mean with a standard deviation; with low or high, the law as it is between these.

    >>> import numpy as np
    >>> Normal(5.0, 0.1).values(np.array([[0.5], [0.975]]), (), 0).round(3)
    array([5.   , 5.196])
    >>> Normal(0.0, 1.0, low=0.0).values(np.array([[0.5]]), (), 0).round(4)  # half of a normal law: its median
    array([0.6745])
    """

    mean: Array
    sd: Array
    low: Array | None = None
    high: Array | None = None

    def __post_init__(self) -> None:
        for name in ("mean", "sd", "low", "high"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, finite_array(name, getattr(self, name)))
        require_all(self.sd >= 0.0, f"Normal is given the standard deviation {self.sd}.", "None below 0 was expected.")
        if self.low is not None or self.high is not None:
            require_all(self.sd > 0.0, "Normal is cut off, and has no width.", "A standard deviation above 0.")
            a, b = self._cut
            require_all(
                b - a >= LEAST_SHARE,
                f"of this normal law less than {LEAST_SHARE:g} is left.",
                "Bounds with a good part of it between them were expected.",
            )

    @property
    def _cut(self) -> tuple[Array, Array]:
        """The shares of the whole law that lie below the bounds."""
        from scipy.special import ndtr

        a = 0.0 if self.low is None else ndtr((self.low - self.mean) / self.sd)
        b = 1.0 if self.high is None else ndtr((self.high - self.mean) / self.sd)
        return np.asarray(a), np.asarray(b)

    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Numbers for each entry, or for all."""
        for what in ("mean", "sd", "low", "high"):
            if getattr(self, what) is not None:
                require_shape(name, f"a {what}", getattr(self, what).shape, shape)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """mean + sd Φ⁻¹(u)."""
        from scipy.special import ndtri

        u = u.reshape(len(u), *shape)
        if self.low is None and self.high is None:
            return np.asarray(self.mean + self.sd * ndtri(u))
        a, b = self._cut
        found = self.mean + self.sd * ndtri(a + u * (b - a))
        return np.asarray(np.clip(found, self.low, self.high))  # what rounding moves past a bound, or to infinity

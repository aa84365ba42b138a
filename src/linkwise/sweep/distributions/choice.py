"""A choice among a few values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import finite
from ...errors import BadArray, shown
from .abstract_distribution import AbstractDistribution, Shape, require_all


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Choice(AbstractDistribution):
    """One of the `options`, equally likely or by `weights`.

    Options are numbers (k,), drawn separately for each entry, or whole arrays (k, …) of the shape of the quantity.

    >>> import numpy as np
    >>> Choice([1.0, 2.0, 5.0]).values(np.array([[0.1], [0.9]]), (), 0)
    array([1., 5.])
    >>> Choice([[0.0, 0.0], [1.0, 2.0]], weights=[1, 3]).values(np.array([[0.2], [0.3]]), (2,), 0)
    array([[0., 0.],
           [1., 2.]])
    """

    options: Array
    weights: Array | None

    def __init__(self, options: ArrayLike, weights: ArrayLike | None = None) -> None:
        options = finite("options", options)
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "weights", None)
        if not options.ndim or not len(options):
            raise BadArray("Choice has no options.", "A list of numbers, or of arrays, was expected.")
        if weights is not None:
            weights = finite("weights", weights)
            object.__setattr__(self, "weights", weights)
            if weights.shape != (len(options),):
                raise BadArray(
                    f"Choice has weights of shape {weights.shape}.", f"({len(options)},) was expected: one per option."
                )
            require_all(weights >= 0.0, f"Choice has the weights {weights}.", "Weights ≥ 0 were expected.")
            require_all(weights.sum() > 0.0, "all weights of a Choice are 0.", "One above 0 was expected.")

    def _has_whole_arrays(self, shape: Shape) -> bool:
        return self.options.shape[1:] == shape

    def words(self, shape: Shape) -> int:
        """One for a whole array, otherwise one for each entry."""
        return 1 if self._has_whole_arrays(shape) else super().words(shape)

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse options that are neither numbers nor arrays of this shape."""
        if not self._has_whole_arrays(shape) and self.options.ndim != 1:
            raise BadArray(
                f"the spread of {shown(name)} chooses from arrays of shape {self.options.shape[1:]}.",
                f"Numbers, or arrays of shape {shape}, were expected.",
            )

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """The option whose share of (0, 1) contains u."""
        weights = np.ones(len(self.options)) if self.weights is None else self.weights
        ends = np.cumsum(weights)
        picked = np.searchsorted(ends[:-1] / ends[-1], u, side="right")
        if self.weights is not None:
            picked = np.minimum(picked, np.flatnonzero(self.weights)[-1])  # u close to 1, last weights 0
        return self.options[picked.reshape(len(u), *(() if self._has_whole_arrays(shape) else shape))]

"""A value that does not vary."""

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from .abstract_distribution import AbstractDistribution, Shape, require_shapes


@dataclass(frozen=True, eq=False, repr=False)
class Constant(AbstractDistribution):
    """The same value for all rollouts.

    >>> import numpy as np
    >>> Constant(np.array([1.0, 2.0])).values(np.empty((3, 0)), (2,), 0)[2]
    array([1., 2.])
    """

    value: Array

    def words(self, shape: Shape) -> int:
        """0: nothing is drawn."""
        return 0

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse a value that is neither a number nor an array of this shape."""
        require_shapes(name, shape, value=self.value)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """The value, once for each rollout."""
        return np.broadcast_to(self.value, (len(u), *shape))

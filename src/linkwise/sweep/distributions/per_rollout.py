"""Values that the caller chose for each rollout."""

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from ...errors import BadArray, shown
from .abstract_distribution import AbstractDistribution, Shape


@dataclass(frozen=True, eq=False, repr=False)
class PerRollout(AbstractDistribution):
    """Row k for rollout `begin` + k.

    >>> import numpy as np
    >>> PerRollout(np.arange(5.0)).values(np.empty((2, 0)), (), 3)
    array([3., 4.])
    """

    rows: Array
    begin: int = 0

    def words(self, shape: Shape) -> int:
        """0: nothing is drawn."""
        return 0

    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse anything but one row of exactly this shape for each rollout."""
        if np.shape(self.rows) != (rollouts, *shape):
            raise BadArray(
                f"the values of {shown(name)} have shape {np.shape(self.rows)}.",
                f"{shape} for all rollouts, or {(rollouts, *shape)} with a row for each of them, was expected.",
            )

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """The rows of the rollouts from `first` on."""
        return np.asarray(self.rows[first - self.begin : first - self.begin + len(u)])

    def cut(self, first: int, count: int) -> "PerRollout":
        """The rows of some rollouts only, to be sent to the worker that runs these."""
        return PerRollout(self.rows[first - self.begin : first - self.begin + count], first)

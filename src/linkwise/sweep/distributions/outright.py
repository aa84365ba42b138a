"""Numbers that are not drawn: the same for all rollouts, or a row for each."""

from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from ...errors import BadArray, shown
from .abstract_distribution import AbstractDistribution, Shape, finite_array, require_shape


@dataclass(frozen=True, eq=False)
class Constant(AbstractDistribution):
    """The same for all.

    >>> import numpy as np
    >>> Constant(np.array([1.0, 2.0])).values(np.empty((3, 0)), (2,), 0)[2]
    array([1., 2.])
    """

    value: Array

    def words(self, shape: Shape) -> int:
        """None."""
        return 0

    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Numbers for each entry, or for all."""
        require_shape(name, "values", np.shape(self.value), shape)

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """It."""
        return np.broadcast_to(self.value, (len(u), *shape))


@dataclass(frozen=True, eq=False)
class Outright(AbstractDistribution):
    """Row k for rollout `begin` + k.

    >>> import numpy as np
    >>> Outright(np.arange(5.0)).values(np.empty((2, 0)), (), 3)
    array([3., 4.])
    """

    rows: Array
    begin: int = 0

    def words(self, shape: Shape) -> int:
        """None."""
        return 0

    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """A row of this very shape for each rollout."""
        if np.shape(self.rows) != (rollouts, *shape):
            raise BadArray(
                f"the values of {shown(name)} have shape {np.shape(self.rows)}.",
                f"{shape} for all rollouts, or {(rollouts, *shape)} with a row for each of them, was expected.",
            )

    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """Some of them."""
        return np.asarray(self.rows[first - self.begin : first - self.begin + len(u)])

    def cut(self, first: int, count: int) -> "Outright":
        """The rows of some rollouts alone, to be sent to who does these."""
        return Outright(self.rows[first - self.begin : first - self.begin + count], first)


def given(name: str, value: object, shape: Shape) -> AbstractDistribution:
    """A distribution as it is; numbers of the shape for all, or with one more axis for each.

    >>> given("q0", [0.0, 1.0], (2,))
    Constant(value=array([0., 1.]))
    """
    if isinstance(value, AbstractDistribution):
        return value
    array = finite_array(name, value)
    return Outright(array) if array.ndim == len(shape) + 1 else Constant(array)

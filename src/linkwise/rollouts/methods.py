"""Controllers and companions that are objects with methods of arrays, as functions over scalars.

`robot.simulate` calls the methods with arrays of numbers. Here they get arrays of scalars, on which + − × ÷ and `abs`
work as well; what needs more is written with `linkwise.algebra`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array


@dataclass(frozen=True)
class StartMethod:
    """A companion's own method, which takes one state."""

    owner: Any

    def __call__(self, q0: Array, qd0: Array) -> Any:
        """Where its states start."""
        return self.owner.start(q0, qd0)


@dataclass(frozen=True)
class RateMethod:
    """A companion's own method, on arrays of scalars: what is written with + − × ÷ works on them as on numbers."""

    owner: Any

    def __call__(self, eq: Any, *state: Any) -> list[Any]:
        """The rate of its states."""
        return as_list(self.owner.rate(*arrays_of(state)))


@dataclass(frozen=True)
class ControllerMethods:
    """A controller's methods force(t, q, qd, z), with rate(t, q, qd, tau, z) or update(t, q, qd, z), likewise."""

    owner: Any

    def __call__(self, eq: Any, *state: Any) -> dict[str, Any]:
        """The forces, and the rate or the next values of its states."""
        t, q, qd, z = arrays_of(state)
        tau = as_list(self.owner.force(t, q, qd, z))
        if hasattr(self.owner, "rate"):
            return {"tau": tau, "rate": as_list(self.owner.rate(t, q, qd, arrays_of([tau])[0], z))}
        return {"tau": tau, "next": as_list(self.owner.update(t, q, qd, z))}


def arrays_of(state: Any) -> list[Any]:
    """Lists of scalars as arrays of objects; a scalar as it is."""
    found = []
    for numbers in state:
        array: Any = numbers
        if isinstance(numbers, list | tuple):
            array = np.empty(len(numbers), object)
            array[:] = numbers
        found.append(array)
    return found


def as_list(values: Any) -> list[Any]:
    """What a method returned, as a list of scalars."""
    return list(values.ravel()) if isinstance(values, np.ndarray) else list(values)

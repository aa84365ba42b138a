"""What every distribution answers: how many uniform numbers one draw takes, and the values it turns them into.

All draw by the inverse of their distribution function, so that a rollout takes a fixed count of uniform numbers and its
draw depends on these alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from math import prod
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...errors import BadArray, shown

Shape = tuple[int, ...]
"""The shape of what one rollout draws: () for a mass, (n,) for initial positions."""

SHOWN = 12
"""How many numbers of an array a repr writes out; for more it gives the shape."""


@dataclass(frozen=True, eq=False, repr=False)
class AbstractDistribution(ABC):
    """Values that differ from rollout to rollout; the entries of an array are drawn independently.

    Your own distribution checks the shapes it has parameters for (`require_fit`) and turns uniform numbers into values:

    >>> class Triangle(AbstractDistribution):
    ...     def require_fit(self, name, shape, rollouts):
    ...         pass
    ...     def values(self, u, shape, first):
    ...         return 1.0 - np.sqrt(1.0 - u.reshape(len(u), *shape))
    >>> import linkwise
    >>> sweep = linkwise.load("pendulum").sweep(500, {"q0": Triangle()}, step=1e-3, steps=10)
    >>> bool(0.3 < sweep.statistics["q"].mean < 0.37)
    True
    """

    def words(self, shape: Shape) -> int:
        """How many uniform numbers one rollout takes."""
        return prod(shape)

    @abstractmethod
    def require_fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Raise an error unless the distribution can give values of this shape; `name` is the quantity it is for."""

    @abstractmethod
    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """Values (N, *shape) from uniform numbers (N, words) within (0, 1), for the rollouts from `first` on."""

    @property
    def parameters(self) -> dict[str, Any]:
        """Its parameters by name, each an array or None: what a file stores."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __repr__(self) -> str:
        parameters = [f"{name}={_short(value)}" for name, value in self.parameters.items() if value is not None]
        return f"{type(self).__name__}({', '.join(parameters)})"


def _short(value: Any) -> str:
    array = np.asarray(value)
    return str(array.tolist()) if array.size <= SHOWN else f"<array of shape {array.shape}>"


def require_shapes(name: str, shape: Shape, **parameters: Array | None) -> None:
    """Refuse parameters that do not broadcast to the shape of the quantity `name`.

    >>> require_shapes("q0", (2,), mean=np.zeros(3))
    Traceback (most recent call last):
    linkwise.errors.BadArray: the mean of the spread of 'q0' has shape (3,).
      A number, or an array of shape (2,), was expected.
    """
    for parameter, array in parameters.items():
        if array is not None:
            require_shape(f"the {parameter} of the spread of {shown(name)}", np.shape(array), shape)


def require_shape(what: str, own: Shape, shape: Shape) -> None:
    """Refuse a shape that does not broadcast to another."""
    try:
        good = np.broadcast_shapes(own, shape) == shape
    except ValueError:
        good = False
    if not good:
        raise BadArray(f"{what} has shape {own}.", f"A number, or an array of shape {shape}, was expected.")


def require_all(good: Any, what: str, expected: str) -> None:
    """Refuse parameters unless all of them are good."""
    if not np.all(good):
        raise BadArray(what, expected)

"""What a distribution must answer: how many uniform numbers a draw takes, and what it makes of them.

All are drawn by the inverse of their distribution function, so that a rollout takes a fixed count of uniform numbers
and its draw depends on nothing but these.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from math import prod
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import numbers
from ...errors import BadArray, shown

Shape = tuple[int, ...]
"""Of what one rollout gets: () for a mass, (n,) for initial positions."""


@dataclass(frozen=True, eq=False)
class AbstractDistribution(ABC):
    """Numbers that differ from rollout to rollout; the entries of an array are drawn independently."""

    def words(self, shape: Shape) -> int:
        """Uniform numbers that one rollout takes."""
        return prod(shape)

    @abstractmethod
    def fit(self, name: str, shape: Shape, rollouts: int) -> None:
        """Refuse what cannot give values of this shape."""

    @abstractmethod
    def values(self, u: Array, shape: Shape, first: int) -> Array:
        """Values (N, *shape) from uniform numbers (N, words) within (0, 1), of the rollouts from `first` on."""

    @property
    def told(self) -> dict[str, Any]:
        """Its numbers by name, arrays or None: what a file keeps of it."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def finite_array(what: str, value: Any) -> Array:
    """Finite numbers of any shape.

    >>> finite_array("low", 1)
    array(1.)
    """
    array = numbers(what, value, (), "numbers").astype(np.float64)
    if not np.isfinite(array).all():
        raise BadArray(f"{what} has entries that are not finite.", "Finite numbers were expected.")
    return array


def require_shape(name: str, what: str, given: Shape, shape: Shape) -> None:
    """Refuse an array that does not broadcast to a shape."""
    try:
        good = np.broadcast_shapes(given, shape) == shape
    except ValueError:
        good = False
    if not good:
        raise BadArray(
            f"the spread of {shown(name)} has {what} of shape {given}.",
            f"A number, or an array of shape {shape}, was expected.",
        )


def require_all(good: Any, what: str, expected: str) -> None:
    """Refuse numbers of which some are not good."""
    if not np.all(good):
        raise BadArray(what, expected)

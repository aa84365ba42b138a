"""Counting numbers by bins: between given edges, or in bins as wide as the numbers are large.

Counts are whole numbers, so that those of blocks add up to the same in any order.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import BadArray, shown
from .distributions.abstract_distribution import finite_array

Keys = NDArray[np.int64]
"""Which bin; bins in order have keys in order."""

PARTS = 6
"""Bits that part each octave: 64 bins, each a 64th wide of where it begins, or less."""

_SHIFT = 52 - PARTS


class AbstractBins(ABC):
    """Bins by whole numbers."""

    @abstractmethod
    def keys(self, x: Array) -> Keys:
        """The bins of finite numbers."""

    @abstractmethod
    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """Where bins begin and end."""


@dataclass(frozen=True, eq=False)
class Edges(AbstractBins):
    """Between edges in rising order, one bin below all and one above.

    >>> Edges(np.array([0.0, 1.0, 2.0])).keys(np.array([-5.0, 0.0, 1.5, 2.0, 9.0]))
    array([0, 1, 2, 2, 3])
    """

    edges: Array

    def keys(self, x: Array) -> Keys:
        """The last bin has both of its ends."""
        found = np.searchsorted(self.edges, x, side="right")
        found[x == self.edges[-1]] -= 1
        return found.astype(np.int64)

    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """Without an end below the first edge and above the last."""
        all_edges = np.concatenate([[-np.inf], self.edges, [np.inf]])
        return all_edges[keys], all_edges[keys + 1]


@dataclass(frozen=True, eq=False)
class Relative(AbstractBins):
    """By the leading bits of a number: bins a 64th as wide as their numbers are large, or less, of either sign.

    >>> bins = Relative()
    >>> low, high = bins.bounds(bins.keys(np.array([1.0, 100.0, -3.0])))
    >>> low, high
    (array([  1.    , 100.    ,  -3.03125]), array([  1.015625, 101.      ,  -3.      ]))
    """

    def keys(self, x: Array) -> Keys:
        """The bits of a double are in the order of its size; zero and the next to it are bin 0."""
        size = np.abs(x).view(np.int64) >> _SHIFT
        return np.where(x < 0.0, -size, size)

    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """A negative number's bin is that of its size, turned."""
        size = np.abs(keys)
        inner, outer = (size << _SHIFT).view(np.float64), ((size + 1) << _SHIFT).view(np.float64)
        inner, outer = np.where(size == 0, 0.0, inner), np.where(size == 0, 0.0, outer)
        return np.where(keys < 0, -outer, inner), np.where(keys < 0, -inner, outer)


def bins_of(asked: Any, name: str) -> AbstractBins:
    """From edges, or none.

    >>> bins_of(None, "peak")
    Relative()
    """
    if asked is None:
        return Relative()
    edges = finite_array(f"the bins of {shown(name)}", asked)
    if edges.ndim != 1 or len(edges) < 2 or not (np.diff(edges) > 0.0).all():
        raise BadArray(
            f"the bins of {shown(name)} have no edges in rising order.",
            "A list of two or more numbers was expected.",
            "numpy.linspace(0.0, 1.0, 51), say.",
        )
    return Edges(edges)

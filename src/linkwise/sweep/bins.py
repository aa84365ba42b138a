"""Bins that numbers are counted in: between given edges, or with a width in proportion to the numbers.

Counts are whole numbers, so that those of blocks add up to the same in any order.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import finite
from ..errors import BadArray, shown

Keys = NDArray[np.int64]
"""The bins of some numbers, as whole numbers in the order of the bins."""

PARTS = 6
"""Bits that divide an octave, from a power of two to the next: 64 bins, each at most a 64th of where it begins."""

_SHIFT = 52 - PARTS


class AbstractBins(ABC):
    """A division of the real numbers into bins."""

    @abstractmethod
    def keys(self, x: Array) -> Keys:
        """The keys of the bins that finite numbers fall into."""

    @abstractmethod
    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """Where bins begin, and where they end."""


@dataclass(frozen=True, eq=False, repr=False)
class Edges(AbstractBins):
    """Bins between edges in rising order, one below the first and one above the last.

    >>> Edges(np.array([0.0, 1.0, 2.0])).keys(np.array([-5.0, 0.0, 1.5, 2.0, 9.0]))
    array([0, 1, 2, 2, 3])
    """

    edges: Array

    def __repr__(self) -> str:
        return f"Edges({len(self.edges)} from {self.edges[0]:g} to {self.edges[-1]:g})"

    def keys(self, x: Array) -> Keys:
        """A bin holds its lower edge, the last one its upper edge too."""
        keys = np.searchsorted(self.edges, x, side="right")
        keys[x == self.edges[-1]] -= 1
        return keys.astype(np.int64)

    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """The edges on both sides; −∞ below the first, ∞ above the last."""
        all_edges = np.concatenate([[-np.inf], self.edges, [np.inf]])
        return all_edges[keys], all_edges[keys + 1]


@dataclass(frozen=True, eq=False)
class Relative(AbstractBins):
    """Bins by the leading bits of a number, of either sign: their width is at most a 64th of the numbers in them.

    >>> bins = Relative()
    >>> low, high = bins.bounds(bins.keys(np.array([1.0, 100.0, -3.0])))
    >>> low, high
    (array([  1.    , 100.    ,  -3.03125]), array([  1.015625, 101.      ,  -3.      ]))
    """

    def keys(self, x: Array) -> Keys:
        """The leading bits of |x|, which rise with |x|, with the sign of x; 0 and its neighbours are bin 0."""
        size = np.abs(x).view(np.int64) >> _SHIFT
        return np.where(x < 0.0, -size, size)

    def bounds(self, keys: Keys) -> tuple[Array, Array]:
        """The range of |x| that shares these bits, mirrored for negative numbers."""
        size = np.abs(keys)
        inner, outer = (size << _SHIFT).view(np.float64), ((size + 1) << _SHIFT).view(np.float64)
        inner, outer = np.where(size == 0, 0.0, inner), np.where(size == 0, 0.0, outer)
        return np.where(keys < 0, -outer, inner), np.where(keys < 0, -inner, outer)


def bins_of(edges: Any, name: str) -> AbstractBins:
    """Bins between the caller's edges; relative ones without edges.

    >>> bins_of(None, "peak")
    Relative()
    """
    if edges is None:
        return Relative()
    array = finite(f"the bins of {shown(name)}", edges)
    if array.ndim != 1 or len(array) < 2 or not (np.diff(array) > 0.0).all():
        raise BadArray(
            f"the bins of {shown(name)} are not edges in rising order.",
            "A list of two or more numbers was expected.",
            "numpy.linspace(0.0, 1.0, 51), for example.",
        )
    return Edges(array)

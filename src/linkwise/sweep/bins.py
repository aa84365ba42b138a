"""Bins that numbers are counted in: between given edges, or as fine as not too many of them hold something.

Counts are whole numbers, so that those of blocks add up to the same in any order. The level of bins without edges is
the least at which not more than MOST of them are filled: what blocks have counted at lower levels is counted together,
and since fewer numbers never need a higher level, the order does not matter either.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import finite
from ..errors import BadArray, shown

Keys = NDArray[np.int64]
"""The bins of some numbers, as whole numbers in the order of the bins."""

MOST = 1024
"""The most bins that are filled, unless they are of the highest level already."""

PARTS = 6
"""Bits that divide an octave, from a power of two to the next, at the highest level: 64 bins, each at most a 64th of
where it begins."""

HIGHEST, FIXED = 52 - PARTS, -1
"""The highest level, and that of bins between given edges. At level 0 every double has its own bin."""


class AbstractBins(ABC):
    """A division of the real numbers into bins."""

    @abstractmethod
    def keys(self, x: Array) -> Keys:
        """The keys of the bins that finite numbers fall into."""

    @abstractmethod
    def bounds(self, keys: Keys, levels: Keys) -> tuple[Array, Array]:
        """Where bins begin, and where they end."""

    level: ClassVar[int]
    """The level of the keys."""


@dataclass(frozen=True, eq=False, repr=False)
class Edges(AbstractBins):
    """Bins between edges in rising order, one below the first and one above the last.

    >>> Edges(np.array([0.0, 1.0, 2.0])).keys(np.array([-5.0, 0.0, 1.5, 2.0, 9.0]))
    array([0, 1, 2, 2, 3])
    """

    edges: Array
    level: ClassVar[int] = FIXED

    def __repr__(self) -> str:
        return f"Edges({len(self.edges)} from {self.edges[0]:g} to {self.edges[-1]:g})"

    def keys(self, x: Array) -> Keys:
        """A bin holds its lower edge, the last one its upper edge too."""
        keys = np.searchsorted(self.edges, x, side="right")
        keys[x == self.edges[-1]] -= 1
        return keys.astype(np.int64)

    def bounds(self, keys: Keys, levels: Keys) -> tuple[Array, Array]:
        """The edges on both sides; −∞ below the first, ∞ above the last."""
        all_edges = np.concatenate([[-np.inf], self.edges, [np.inf]])
        return all_edges[keys], all_edges[keys + 1]


@dataclass(frozen=True, eq=False)
class Relative(AbstractBins):
    """Bins by the leading bits of a number, of either sign: their width is at most a 64th of the numbers in them.

    >>> bins = Relative()
    >>> keys = shifted(bins.keys(np.array([1.0, 100.0, -3.0])), np.array([HIGHEST] * 3))
    >>> low, high = bins.bounds(keys, np.array([HIGHEST] * 3))
    >>> low, high
    (array([  1.    , 100.    ,  -3.03125]), array([  1.015625, 101.      ,  -3.      ]))
    """

    level: ClassVar[int] = 0

    def keys(self, x: Array) -> Keys:
        """The bits of |x|, which rise with |x|, with the sign of x."""
        size = np.abs(x).view(np.int64)
        return np.where(x < 0.0, -size, size)

    def bounds(self, keys: Keys, levels: Keys) -> tuple[Array, Array]:
        """The range of |x| that shares these bits, mirrored for negative numbers; 0 and its neighbours are bin 0."""
        size = np.abs(keys)
        inner, outer = (size << levels).view(np.float64), ((size + 1) << levels).view(np.float64)
        inner, outer = np.where(size == 0, 0.0, inner), np.where(size == 0, 0.0, outer)
        return np.where(keys < 0, -outer, inner), np.where(keys < 0, -inner, outer)


def shifted(keys: Keys, by: Keys) -> Keys:
    """Keys at a level that is higher `by` so much.

    >>> shifted(np.array([5, -5]), np.array([1, 1]))
    array([ 2, -2])
    """
    return np.sign(keys) * (np.abs(keys) >> by)


def counted(rows: Keys) -> Keys:
    """Rows (number, bin, count, level) in rising order with the counts of a bin added, all bins of a number at one
    level, and not more than MOST of them.

    >>> counted(np.array([[0, 7, 1, 0], [0, 3, 2, 1], [0, 9, 1, 0]]))  # bins 7 and 3 become one
    array([[0, 3, 3, 1],
           [0, 4, 1, 1]])
    """
    if not len(rows):
        return rows
    numbers, which = np.unique(rows[:, 0], return_inverse=True)
    level = np.full(len(numbers), FIXED)
    np.maximum.at(level, which, rows[:, 3])
    rows = _summed(np.stack([rows[:, 0], shifted(rows[:, 1], level[which] - rows[:, 3]), rows[:, 2], level[which]], 1))
    starts = np.searchsorted(rows[:, 0], numbers)
    parts = np.split(rows, starts[1:])
    crowded = [len(part) > MOST and FIXED < part[0, 3] < HIGHEST for part in parts]
    if not any(crowded):
        return rows
    return np.concatenate([_coarser(part) if many else part for part, many in zip(parts, crowded, strict=True)])


def counted_keys(number: int, keys: Keys, level: int) -> Keys:
    """The rows of one number, from the bins of its values in any order.

    >>> counted_keys(2, np.array([7, 3, 7]), FIXED)
    array([[ 2,  3,  1, -1],
           [ 2,  7,  2, -1]])
    """
    keys = np.sort(keys)
    by = 0 if level == FIXED else _shift(keys, HIGHEST - level)
    keys = shifted(keys, np.array(by))
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    counts = np.diff(np.append(starts, len(keys)))
    return np.stack([np.full(len(starts), number), keys[starts], counts, np.full(len(starts), level + by)], axis=1)


def _coarser(rows: Keys) -> Keys:
    """The rows of one number at the least level at which not more than MOST bins are filled."""
    by = _shift(rows[:, 1], HIGHEST - int(rows[0, 3]))
    return _summed(np.stack([rows[:, 0], shifted(rows[:, 1], np.array(by)), rows[:, 2], rows[:, 3] + by], 1))


def _shift(keys: Keys, most: int) -> int:
    """The least shift of keys in rising order, up to `most`, after which not more than MOST of them differ."""
    low, high = 0, most  # by bisection: the count of bins falls with the level
    while low < high:
        middle = (low + high) // 2
        if (np.diff(shifted(keys, np.array(middle))) != 0).sum() < MOST:
            high = middle
        else:
            low = middle + 1
    return low


def _summed(rows: Keys) -> Keys:
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    starts = np.flatnonzero(np.append(True, (rows[1:, :2] != rows[:-1, :2]).any(axis=1)))
    counts = np.add.reduceat(rows[:, 2], starts)
    return np.stack([rows[starts, 0], rows[starts, 1], counts, rows[starts, 3]], axis=1)


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

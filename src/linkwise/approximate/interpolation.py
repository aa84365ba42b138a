"""Interpolation between the points of a table: which entries are looked up, and how they are combined.

The state lies in a cell of the grid, a fraction t of its width from its lower side along each axis. A place is a corner
of the cell: for each axis the lower side, 0, or the upper one, 1.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar
from ..calls.arrays import Array

Places = NDArray[np.int64]
"""Corners of the cells, of shape (looked up, states, axes)."""


class AbstractInterpolation(ABC):
    """Which entries are looked up, and how they are combined: over any scalar, so that operations can be counted."""

    @abstractmethod
    def lookups(self, axes: int, slopes: bool) -> int:
        """The number of corners that are looked up."""

    @abstractmethod
    def places(self, t: Array, slopes: bool) -> Places:
        """The corners to look up, for the fractions t (states, axes)."""

    @abstractmethod
    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """The entry at the state, from those at the corners."""

    @abstractmethod
    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """The change of the entry across the cell, along an axis."""


class Linear(AbstractInterpolation):
    """Linear along each axis, from all corners of the cell: the error falls with the square of its width.

    >>> Linear().value([0.0, 2.0], [0.25]), Linear().slope([0.0, 2.0], [0.25], 0)
    (0.5, 2.0)
    """

    def lookups(self, axes: int, slopes: bool) -> int:
        """2^axes: all corners."""
        return int(2**axes)

    def places(self, t: Array, slopes: bool) -> Places:
        """All corners, the last axis running fastest."""
        corners = np.array(list(product((0, 1), repeat=t.shape[1])), dtype=np.int64)
        return np.broadcast_to(corners[:, None, :], (len(corners), *t.shape))

    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """Σ weight · corner."""
        return _sum([w * corner for w, corner in zip(_weights(t), x, strict=True)])

    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """Σ weight · edge, over the edges along the axis."""
        block = 2 ** (len(t) - 1 - axis)
        lower = [k for k in range(len(x)) if k // block % 2 == 0]
        others = [fraction for a, fraction in enumerate(t) if a != axis]
        return _sum([w * (x[k + block] - x[k]) for w, k in zip(_weights(others), lower, strict=True)])


class Nearest(AbstractInterpolation):
    """The nearest corner, and the edges of the cell that meet there: the error falls with the width of the cell.

    >>> Nearest().value([5.0], [0.25]), Nearest().slope([5.0, 5.0, 7.0], [0.25], 0)
    (5.0, 2.0)
    """

    def lookups(self, axes: int, slopes: bool) -> int:
        """One corner, and with slopes the two ends of each edge."""
        return 1 + 2 * axes if slopes else 1

    def places(self, t: Array, slopes: bool) -> Places:
        """The nearest corner, then for each axis the lower and the upper end of the edge through it."""
        near = (t >= 0.5).astype(np.int64)
        places = [near]
        for axis, end in product(range(t.shape[1] if slopes else 0), (0, 1)):
            moved = near.copy()
            moved[:, axis] = end
            places.append(moved)
        return np.array(places)

    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """The entry at the nearest corner."""
        return x[0]

    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """The difference along the edge."""
        return x[2 + 2 * axis] - x[1 + 2 * axis]


INTERPOLATIONS: dict[str, AbstractInterpolation] = {"linear": Linear(), "nearest": Nearest()}
"""The interpolations by name."""


def _weights(t: Sequence[Scalar]) -> list[Scalar]:
    """The weights of the corners of a cell."""
    weights: list[Scalar] = [1.0]
    for fraction in t:
        weights = [w * side for w in weights for side in (1.0 - fraction, fraction)]
    return weights


def _sum(terms: list[Scalar]) -> Scalar:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total

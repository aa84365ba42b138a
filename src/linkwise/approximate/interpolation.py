"""Between the points of a table: which entries are looked up around a state, and what is made of them.

The state lies in a cell of the grid, a share t of its width from its lower side along each axis. A place says for each
axis which side of the cell is meant, 0 or 1.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar
from ..calls.arrays import Array

Places = NDArray[np.int64]
"""Sides of the cell, of shape (looked up, states, axes)."""


class AbstractInterpolation(ABC):
    """What is looked up and what is made of it; the latter over any scalar, so that it can be counted."""

    @abstractmethod
    def lookups(self, axes: int, slopes: bool) -> int:
        """How many places of the cell are looked up."""

    @abstractmethod
    def places(self, t: Array, slopes: bool) -> Places:
        """The places, for states (states, axes)."""

    @abstractmethod
    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """The entry at the state, from those at the places."""

    @abstractmethod
    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """The change of the entry across the cell, along an axis."""


class Linear(AbstractInterpolation):
    """Linear along each axis, from all corners of the cell: the error falls with the square of its width.

    >>> Linear().value([0.0, 2.0], [0.25]), Linear().slope([0.0, 2.0], [0.25], 0)
    (0.5, 2.0)
    """

    def lookups(self, axes: int, slopes: bool) -> int:
        """All corners."""
        return int(2**axes)

    def places(self, t: Array, slopes: bool) -> Places:
        """The corners, the last axis running fastest."""
        corners = np.array(list(product((0, 1), repeat=t.shape[1])), dtype=np.int64)
        return np.broadcast_to(corners[:, None, :], (len(corners), *t.shape))

    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """Σ weight · corner."""
        return _sum([w * corner for w, corner in zip(_weights(t), x, strict=True)])

    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """Σ weight · edge, the edges being those along the axis."""
        block = 2 ** (len(t) - 1 - axis)
        lower = [k for k in range(len(x)) if k // block % 2 == 0]
        others = [share for a, share in enumerate(t) if a != axis]
        return _sum([w * (x[k + block] - x[k]) for w, k in zip(_weights(others), lower, strict=True)])


class Nearest(AbstractInterpolation):
    """The nearest corner, and the edges of the cell that meet there: the error falls with the width of the cell.

    >>> Nearest().value([5.0], [0.25]), Nearest().slope([5.0, 5.0, 7.0], [0.25], 0)
    (5.0, 2.0)
    """

    def lookups(self, axes: int, slopes: bool) -> int:
        """One, and the two ends of each edge."""
        return 1 + 2 * axes if slopes else 1

    def places(self, t: Array, slopes: bool) -> Places:
        """The nearest corner, then for each axis the lower and the upper end of the edge through it."""
        near = (t >= 0.5).astype(np.int64)
        found = [near]
        for axis, end in product(range(t.shape[1] if slopes else 0), (0, 1)):
            moved = near.copy()
            moved[:, axis] = end
            found.append(moved)
        return np.array(found)

    def value(self, x: Sequence[Scalar], t: Sequence[Scalar]) -> Scalar:
        """The corner."""
        return x[0]

    def slope(self, x: Sequence[Scalar], t: Sequence[Scalar], axis: int) -> Scalar:
        """The edge."""
        return x[2 + 2 * axis] - x[1 + 2 * axis]


INTERPOLATIONS: dict[str, AbstractInterpolation] = {"linear": Linear(), "nearest": Nearest()}
"""Every way by its name."""


def _weights(t: Sequence[Scalar]) -> list[Scalar]:
    """The weights of the corners of a cell."""
    found: list[Scalar] = [1.0]
    for share in t:
        found = [w * side for w in found for side in (1.0 - share, share)]
    return found


def _sum(terms: list[Scalar]) -> Scalar:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total

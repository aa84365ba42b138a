"""Polynomials joined end to end, and the trajectories made of them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .trajectory import AbstractTrajectory


@dataclass(frozen=True, eq=False, repr=False)
class Pieces:
    """Polynomials of u = (t − t_i) / (t_{i+1} − t_i), one between each pair of breaks.

    `coefficients` is (pieces, powers, joints), beginning with u⁰: scaled this way they are all of the size of q.

    >>> Pieces(np.array([0.0, 2.0]), np.array([[[0.0], [1.0]]])).derivatives(np.array(1.0), 1)  # q = t / 2
    array([[0.5],
           [0.5]])
    """

    breaks: Array
    coefficients: Array

    def __post_init__(self) -> None:
        if not np.isfinite(self.coefficients).all():
            raise LinkwiseError(
                "the motion needs numbers too large for floating point.",
                "Distances and rates of reasonable size were expected.",
                "positions are in radians and metres, times in seconds.",
            )

    def derivatives(self, t: Array, order: int) -> Array:
        """The derivatives (order + 1, …, n); at a break, those of the piece that begins there."""
        i = np.clip(np.searchsorted(self.breaks, t, side="right") - 1, 0, len(self.coefficients) - 1)
        h = np.diff(self.breaks)[i][..., None]
        u = (t - self.breaks[i])[..., None] / h
        c = self.coefficients[i]
        rates = np.zeros((order + 1, *t.shape, c.shape[-1]))
        for k in range(order + 1):
            for power in reversed(range(c.shape[-2])):
                rates[k] = rates[k] * u + c[..., power, :]
            for _ in range(k):  # h**k overflows before the quotient does
                rates[k] /= h
            c = c[..., 1:, :] * np.arange(1.0, c.shape[-2])[:, None]
        return rates

    def __repr__(self) -> str:
        pieces, powers, joints = self.coefficients.shape
        return f"Pieces({pieces} of degree {powers - 1}, {joints} joints, to {self.breaks[-1]:.6g} s)"


class AbstractPiecewise(AbstractTrajectory):
    """A trajectory made of polynomials."""

    @property
    @abstractmethod
    def pieces(self) -> Pieces:
        """The polynomials."""

    @property
    def n(self) -> int:
        """The number of joints.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0, 1.0], [1.0, 0.0], duration=1.0).n
        2
        """
        return int(self.pieces.coefficients.shape[-1])

    @property
    def breaks(self) -> Array:
        """Where one polynomial ends and the next begins.

        >>> from linkwise.trajectories import Trapezoidal
        >>> Trapezoidal([0.0], [2.0], velocity=1.0, acceleration=2.0).breaks
        array([0. , 0.5, 2. , 2.5])
        """
        return self.pieces.breaks

    def inside(self, t: Array, order: int) -> Array:
        """The derivatives of the pieces.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).inside(np.array([0.5]), 0)
        array([[[0.5]]])
        """
        return self.pieces.derivatives(t, order)

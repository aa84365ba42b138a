"""Trajectories made of polynomials."""

from __future__ import annotations

from abc import abstractmethod

from ..calls.arrays import Array
from .polynomials import Pieces
from .trajectory import AbstractTrajectory

__all__ = ["AbstractPiecewise", "Pieces"]


class AbstractPiecewise(AbstractTrajectory):
    """A trajectory made of polynomials."""

    @property
    @abstractmethod
    def pieces(self) -> Pieces:
        """The polynomials."""

    @property
    def polynomials(self) -> Pieces:
        """The same.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).polynomials
        Pieces(1 of degree 5, 1 joints, to 1 s)
        """
        return self.pieces

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

        >>> import numpy as np
        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).inside(np.array([0.5]), 0)
        array([[[0.5]]])
        """
        return self.pieces.derivatives(t, order)

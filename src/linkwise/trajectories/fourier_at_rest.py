"""A Fourier series with the polynomial of degree five that brings it to rest at both ends.

Wu et al. (2012) modify the series so that it meets conditions at its ends. Here the quintic p takes away velocity and
acceleration there:                                                                                         [wu2012]

    q(t) = q_0 + Σ_k a_k / (ω k) sin(ω k t) − b_k / (ω k) cos(ω k t) + p(t / T)
    p(u) = V (u − 10 u³ + 15 u⁴ − 6 u⁵) + A (½ u² − u³ + ½ u⁴),   V = −T Σ_k a_k,   A = −T² Σ_k ω k b_k

p is 0 at both ends, so that the motion ends where it began and can be repeated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import whole
from .evaluation import Evaluation
from .fourier import Fourier
from .motion import Motion
from .polynomials import Pieces
from .trajectory import AbstractTrajectory

MOST_PERIODS = 10_000
"""More periods than anyone repeats."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class FourierAtRest(AbstractTrajectory):
    """`Fourier` with a polynomial that lets it start and end at rest; a and b are free, and end where they began.

    >>> wave = FourierAtRest([0.5], a=[[0.2]], b=[[0.3]], frequency=0.5)
    >>> wave.duration, wave([0.0, 2.0]).qd.round(12).ravel() + 0.0
    (2.0, array([0., 0.]))
    """

    series: Fourier
    duration: float

    def __init__(self, q0: ArrayLike, a: ArrayLike, b: ArrayLike, frequency: float, periods: int = 1) -> None:
        once = Fourier(q0, a, b, frequency)
        duration = whole("periods", periods, 1, MOST_PERIODS) / once.frequency
        self._put(series=Fourier(q0, a, b, frequency, duration), duration=duration)

    @property
    def n(self) -> int:
        """The number of joints.

        >>> FourierAtRest([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5).n
        1
        """
        return self.series.n

    @property
    def breaks(self) -> Array:
        """The ends only: everything else is smooth.

        >>> FourierAtRest([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5).breaks
        array([0., 2.])
        """
        return self.series.breaks

    @cached_property
    def _polynomial(self) -> Pieces:
        series, T = self.series, self.duration
        ωk = 2.0 * math.pi * series.frequency * np.arange(1.0, len(series.a) + 1.0)
        return Pieces(self.breaks, quintic(-T * series.a.sum(axis=0), -(T**2) * (ωk @ series.b))[None])

    @cached_property
    def _evaluation(self) -> Evaluation:
        """Both parts by compiled code, added."""
        from .evaluation import directly, of_pieces

        wave, bend = self.series._evaluation, of_pieces(self._polynomial)
        if bend is None:
            return directly(self.inside)
        at, many = bend.at, bend.many
        return Evaluation(
            lambda t: Motion(*map(np.add, wave.at(t), at(t))),
            lambda t: Motion(*map(np.add, wave.many(t), many(t))),
        )

    def inside(self, t: Array, order: int) -> Array:
        """Both parts, differentiated.

        >>> FourierAtRest([0.5], a=[[1.0]], b=[[0.0]], frequency=0.5).inside(np.array(0.0), 2).ravel().round(9) + 0.0
        array([0.5, 0. , 0. ])
        """
        rates: Array = self.series.inside(t, order) + self._polynomial.derivatives(t, order)
        return rates

    def _features(self) -> tuple[str, ...]:
        return self.series._features()


def quintic(V: Array, A: Array) -> Array:
    """The coefficients of p in powers of u, (6, n).

    >>> quintic(np.array([1.0]), np.array([0.0])).ravel()
    array([  0.,   1.,   0., -10.,  15.,  -6.])
    """
    zero = np.zeros_like(V)
    return np.stack([zero, V, 0.5 * A, -10.0 * V - A, 15.0 * V + 0.5 * A, -6.0 * V])

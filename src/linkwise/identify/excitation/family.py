"""Motions that are linear in their coefficients, at fixed times: Fourier series that rest at both ends."""

from __future__ import annotations

import math

import numpy as np

from ...calls.arrays import Array
from ...trajectories import FourierAtRest
from ...trajectories.fourier_at_rest import quintic
from ...trajectories.polynomials import Pieces


class Family:
    """Motions of n joints with so many harmonics of a period.

    Their coefficients x are (1 + 2 harmonics, n): the middle, then those of cosines and of sines of the velocity.

    >>> family = Family(2, harmonics=3, period=10.0, samples=50)
    >>> x = np.ones((7, 2))
    >>> q, qd, qdd = family.states(x)
    >>> q.shape, bool(abs(q - family.trajectory(x)(family.times).q).max() < 1e-12)
    ((50, 2), True)
    """

    def __init__(self, n: int, harmonics: int, period: float, samples: int) -> None:
        self.n, self.harmonics, self.period = n, harmonics, period
        self.times: Array = np.linspace(0.0, period, samples)
        self.basis = _basis(harmonics, period, self.times)

    @property
    def size(self) -> int:
        """Coefficients of each joint."""
        return 1 + 2 * self.harmonics

    def states(self, x: Array) -> tuple[Array, Array, Array]:
        """Positions, velocities, accelerations (samples, n)."""
        q, qd, qdd = (B @ x[1:] for B in self.basis)
        return q + x[0], qd, qdd

    def pulled(self, dq: Array, dqd: Array, dqdd: Array) -> Array:
        """The slope of a function with respect to x, from that with respect to the states."""
        slopes = zip(self.basis, (dq, dqd, dqdd), strict=True)
        waves: Array = sum((B.T @ d for B, d in slopes), np.zeros((2 * self.harmonics, self.n)))
        return np.vstack([dq.sum(axis=0), waves])

    def trajectory(self, x: Array) -> FourierAtRest:
        """The motion."""
        H = self.harmonics
        return FourierAtRest(x[0], x[1 : 1 + H], x[1 + H :], 1.0 / self.period)


def _basis(harmonics: int, period: float, t: Array) -> Array:
    """What a unit of each coefficient of a and b does to position, velocity and acceleration: (3, times, 2 H)."""
    ω = 2.0 * math.pi / period
    k = np.arange(1.0, harmonics + 1.0)
    ωk = ω * k
    s, c = np.sin(np.outer(t, ωk)), np.cos(np.outer(t, ωk))
    waves = np.stack([np.hstack([s / ωk, -c / ωk]), np.hstack([c, s]), np.hstack([-s * ωk, c * ωk])])
    V = np.concatenate([np.full(harmonics, -period), np.zeros(harmonics)])
    A = np.concatenate([np.zeros(harmonics), -(period**2) * ωk])
    bend = Pieces(np.array([0.0, period]), quintic(V, A)[None]).derivatives(t, 2)
    basis: Array = waves + bend
    return basis

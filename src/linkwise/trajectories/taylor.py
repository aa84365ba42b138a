"""Trajectories that are no polynomials, as pieces so short that Taylor's polynomials are as good: a Fourier series, and
what is made of one. Compiled simulations follow polynomials only.
"""

from __future__ import annotations

from math import comb, factorial, pi

import numpy as np

from ..calls.arrays import Array
from .fourier import Fourier
from .joined import Joined
from .polynomials import Pieces
from .stretched import Stretched
from .trajectory import AbstractTrajectory

TAYLOR, TURN = 14, 0.5
"""The degree of a Fourier series' pieces, and how far its fastest harmonic turns in one: what is left out of an
acceleration is TURN¹³ / 13! = 2e-14 of it."""

MOST_NUMBERS = 2**21
"""Coefficients of all pieces: a trajectory that has more is not turned into polynomials."""


def as_polynomials(trajectory: AbstractTrajectory) -> Pieces | None:
    """A trajectory's own polynomials, or Taylor's; None for one of another kind than linkwise's own.

    >>> from linkwise.trajectories import Fourier
    >>> swing = Fourier([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5)
    >>> pieces = as_polynomials(swing)
    >>> pieces, bool(abs(pieces.derivatives(np.array(0.7), 2) - swing.derivatives(0.7, 2)).max() < 1e-12)
    (Pieces(13 of degree 14, 1 joints, to 2 s), True)
    """
    own = trajectory.polynomials
    found = own if own is not None else _taylor(trajectory)
    return None if found is None or found.coefficients.size > MOST_NUMBERS else found


def _taylor(trajectory: AbstractTrajectory) -> Pieces | None:
    """Taylor's polynomials about the middle of each piece, in powers of u from its beginning."""
    breaks, degree = _breaks(trajectory), max(TAYLOR, _degree(trajectory))
    if breaks is None or len(breaks) * (degree + 1) * trajectory.n > MOST_NUMBERS:
        return None
    breaks = np.unique(breaks)
    lengths = np.diff(breaks)
    rates = trajectory.derivatives(breaks[:-1] + 0.5 * lengths, degree)
    about = np.stack([rate * (lengths**k / factorial(k))[:, None] for k, rate in enumerate(rates)], axis=1)
    powers = range(degree + 1)
    shift = np.array([[comb(k, j) * (-0.5) ** max(k - j, 0) for k in powers] for j in powers])
    return Pieces(breaks, shift @ about)


def _degree(trajectory: AbstractTrajectory) -> int:
    """The highest power of the parts that are polynomials."""
    if isinstance(trajectory, Stretched):
        return _degree(trajectory.of)
    if isinstance(trajectory, Joined):
        return max(map(_degree, trajectory.parts))
    pieces = trajectory.polynomials
    return 0 if pieces is None else pieces.coefficients.shape[1] - 1


def _breaks(trajectory: AbstractTrajectory) -> Array | None:
    """Where one polynomial ends and another begins; None where there are none."""
    if trajectory.polynomials is not None:
        return trajectory.polynomials.breaks
    if isinstance(trajectory, Fourier):
        turned = 2.0 * pi * trajectory.frequency * len(trajectory.a) * trajectory.duration
        return np.linspace(0.0, trajectory.duration, int(np.ceil(turned / TURN)) + 1)
    if isinstance(trajectory, Stretched):
        own = _breaks(trajectory.of)
        return None if own is None else trajectory.factor * own
    if isinstance(trajectory, Joined):
        begins = np.append(0.0, np.cumsum([part.duration for part in trajectory.parts]))
        each = [_breaks(part) for part in trajectory.parts]
        found = [begin + own for begin, own in zip(begins, each, strict=False) if own is not None]
        return np.concatenate(found) if len(found) == len(each) else None
    return None

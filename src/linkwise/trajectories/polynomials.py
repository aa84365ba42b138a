"""Any trajectory as polynomials of time: what compiled simulations follow.

Trajectories made of polynomials stay what they are. A path at its own pace is made of polynomials of polynomials. A
Fourier series is cut into pieces so short that Taylor's polynomials are as good as the series itself.
"""

from __future__ import annotations

from math import comb, factorial, pi

import numpy as np

from ..calls.arrays import Array
from .fourier import Fourier
from .joined import Joined
from .pieces import AbstractPiecewise, Pieces
from .quintic import Quintic
from .retimed import Retimed
from .sampled import Sampled
from .spline import Spline
from .stretched import Stretched
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

TAYLOR, TURN = 14, 0.5
"""The degree of a Fourier series' pieces, and how far its fastest harmonic turns in one: what is left out of an
acceleration is TURN¹³ / 13! = 2e-14 of it."""

MOST_NUMBERS = 2**21
"""Coefficients of all pieces: a trajectory that has more is not turned into polynomials."""


def polynomials(trajectory: AbstractTrajectory) -> Pieces | None:
    """The pieces of a trajectory from 0 to its duration; None for one of another kind than linkwise's own.

    >>> from linkwise.trajectories import Quintic
    >>> there = Quintic([0.0], [1.0], duration=1.0)
    >>> both = polynomials(there.then(Quintic([1.0], [0.0], duration=2.0)))
    >>> both.breaks, both.derivatives(np.array(2.0), 1).round(6)[:, 0]
    (array([0., 1., 3.]), array([ 0.5   , -0.9375]))
    """
    if type(trajectory) in _PIECEWISE:
        assert isinstance(trajectory, AbstractPiecewise)
        return trajectory.pieces
    degree = _degree(trajectory)
    if degree is None:
        return None
    breaks = np.unique(_breaks(trajectory))
    if (len(breaks) - 1) * (degree + 1) * trajectory.n > MOST_NUMBERS:
        return None
    lengths = np.diff(breaks)
    rates = trajectory.derivatives(breaks[:-1] + 0.5 * lengths, degree)  # at a break they would be of either side
    about = np.stack([rate * (lengths**k / factorial(k))[:, None] for k, rate in enumerate(rates)], axis=1)
    powers = range(degree + 1)
    shift = np.array([[comb(k, j) * (-0.5) ** max(k - j, 0) for k in powers] for j in powers])
    return Pieces(breaks, shift @ about)


_PIECEWISE = (Quintic, Trapezoidal, Spline, Sampled)
"""Those that are polynomials already; a subclass may be anything."""


def _degree(trajectory: AbstractTrajectory) -> int | None:
    """The highest power of any piece."""
    kind = type(trajectory)
    if kind in _PIECEWISE:
        assert isinstance(trajectory, AbstractPiecewise)
        return trajectory.pieces.coefficients.shape[1] - 1
    if isinstance(trajectory, Fourier) and kind is Fourier:
        return TAYLOR
    if isinstance(trajectory, Retimed) and kind is Retimed:
        return 2 * (trajectory.path.coefficients.shape[1] - 1)
    if isinstance(trajectory, Stretched) and kind is Stretched:
        return _degree(trajectory.of)
    if isinstance(trajectory, Joined) and kind is Joined:
        degrees = [_degree(part) for part in trajectory.parts]
        return None if None in degrees else max(degree for degree in degrees if degree is not None)
    return None


def _breaks(trajectory: AbstractTrajectory) -> Array:
    """Where one polynomial ends and another begins."""
    if isinstance(trajectory, Fourier):
        turned = 2.0 * pi * trajectory.frequency * len(trajectory.a) * trajectory.duration
        return np.linspace(0.0, trajectory.duration, int(np.ceil(turned / TURN)) + 1)
    if isinstance(trajectory, Retimed):
        return np.concatenate([trajectory.times, _crossed(trajectory)])
    if isinstance(trajectory, Stretched):
        return trajectory.factor * _breaks(trajectory.of)
    if isinstance(trajectory, Joined):
        begins = np.append(0.0, np.cumsum([part.duration for part in trajectory.parts]))
        return np.concatenate([begin + _breaks(part) for begin, part in zip(begins, trajectory.parts, strict=False)])
    return trajectory.breaks


def _crossed(trajectory: Retimed) -> Array:
    """The times at which a path passes from one of its polynomials to the next."""
    nodes, speeds, times = trajectory.nodes, trajectory.speeds, trajectory.times
    λ = trajectory.path.breaks[1:-1]
    λ = λ[~np.isin(λ, nodes)]
    i = np.clip(np.searchsorted(nodes, λ, side="right") - 1, 0, len(nodes) - 2)
    v, a, d = speeds[i], (speeds[i + 1] - speeds[i]) / (times[i + 1] - times[i]), λ - nodes[i]
    crossed: Array = times[i] + 2.0 * d / (v + np.sqrt(np.maximum(v * v + 2.0 * a * d, 0.0)))
    return crossed

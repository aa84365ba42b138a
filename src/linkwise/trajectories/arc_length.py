"""The path of a motion, without its pace: postures as a function of the length travelled in joint space."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .interpolation import interpolating_spline
from .pieces import Pieces
from .trajectory import AbstractTrajectory, require_trajectory

CELLS_PER_SAMPLE = 4
"""Speed is integrated over so many cells for each sample of the path."""

GAUSS = 6
"""Points of Gauss's rule in a cell."""

TURNED_BACK = 0.5
"""The cosine between neighbouring directions below which a path has a corner."""


def path_of(trajectory: AbstractTrajectory, samples: int) -> Pieces:
    """The quintic spline q(λ) through postures of a motion, λ being the length ∫‖q′‖ ds up to each of them.

    >>> from linkwise.trajectories import Quintic
    >>> path = path_of(Quintic([0.0, 0.0], [3.0, 4.0], duration=1.0), 50)
    >>> float(path.breaks[-1].round(9)), path.derivatives(np.array(2.5), 1).round(9).tolist()
    (5.0, [[1.5, 2.0], [0.6, 0.8]])
    """
    require_trajectory(trajectory)
    even = np.linspace(0.0, trajectory.duration, CELLS_PER_SAMPLE * samples + 1)
    s = np.unique(np.concatenate([even, trajectory.breaks]))
    cells = _lengths(trajectory, s[:-1], s[1:])
    λ = np.append(0.0, np.cumsum(cells))
    if not λ[-1] > 0.0:
        raise LinkwiseError("the motion does not move.", "A motion between different postures was expected.")
    at = np.interp(np.linspace(0.0, λ[-1], samples), λ, s)
    cell = np.clip(np.searchsorted(s, at, side="right") - 1, 0, len(cells) - 1)
    length = λ[cell] + _lengths(trajectory, s[cell], at)
    at[0], at[-1], length[0], length[-1] = 0.0, trajectory.duration, 0.0, λ[-1]
    q = trajectory.derivatives(at, 0)[0]
    _refuse_corners(q, at)
    return interpolating_spline(length, q, 5, "free", ())


def _lengths(trajectory: AbstractTrajectory, start: Array, end: Array) -> Array:
    """∫‖q′‖ ds from each start to its end."""
    nodes, weights = np.polynomial.legendre.leggauss(GAUSS)
    half = 0.5 * (end - start)
    s = (0.5 * (start + end))[:, None] + half[:, None] * nodes
    speed = np.linalg.norm(trajectory.derivatives(s, 1)[1], axis=-1)
    lengths: Array = half * (speed @ weights)
    return lengths


def _refuse_corners(q: Array, s: Array) -> None:
    steps = np.diff(q, axis=0)
    size = np.linalg.norm(steps, axis=1)
    still = size <= 0.0
    cosine = (steps[1:] * steps[:-1]).sum(axis=1) / np.where(still[1:] | still[:-1], 1.0, size[1:] * size[:-1])
    corner = (cosine < TURNED_BACK) | still[1:]
    if corner.any():
        k = int(np.argmax(corner))
        raise LinkwiseError(
            f"the path has a corner or turns back at {s[k + 1]:.4g} s.",
            "A path whose direction changes smoothly was expected.",
            "time the parts before and after it one by one, and join them with .then(…).",
        )

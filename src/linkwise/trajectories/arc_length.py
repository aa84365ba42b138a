"""The path of a motion, without its pace: postures as a function of the length travelled in joint space."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .interpolation import interpolating_spline
from .pieces import Pieces
from .stretched import require_trajectory
from .trajectory import AbstractTrajectory

SPEEDS_PER_SAMPLE = 2
"""Samples of the path are spread evenly over its length, by so many speeds for each."""

GAUSS = 3
"""Points of Gauss's rule between samples."""

TURNED_BACK = 0.5
"""The cosine between neighbouring directions below which a path has a corner."""


def path_of(trajectory: AbstractTrajectory, samples: int) -> tuple[Pieces, Array]:
    """The quintic spline q(λ) through postures of a motion, and their λ: the length ∫‖q′‖ ds up to each of them.

    >>> from linkwise.trajectories import Quintic
    >>> path, nodes = path_of(Quintic([0.0, 0.0], [3.0, 4.0], duration=1.0), 50)
    >>> float(nodes[-1].round(9)), path.derivatives(np.array(2.5), 1).round(9).tolist()
    (5.0, [[1.5, 2.0], [0.6, 0.8]])
    """
    require_trajectory(trajectory)
    s = np.linspace(0.0, trajectory.duration, SPEEDS_PER_SAMPLE * samples + 1)
    speed = np.linalg.norm(trajectory.derivatives(s, 1)[1], axis=-1)
    about = np.append(0.0, np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(s)))
    if not (0.0 < about[-1] < np.inf):
        _refuse_no_way(about[-1])
    at = np.interp(np.linspace(0.0, about[-1], samples), about, s)
    at[0], at[-1] = 0.0, trajectory.duration
    q = trajectory.derivatives(at, 0)[0]
    _refuse_corners(q, at)
    cuts = np.union1d(at, trajectory.breaks)  # Gauss's rule does not look across a break
    λ = np.append(0.0, np.cumsum(_lengths(trajectory, cuts[:-1], cuts[1:])))[np.searchsorted(cuts, at)]
    return interpolating_spline(λ, q, 5, "free", ()), λ


def _refuse_no_way(length: float) -> None:
    if length == 0.0:
        what, expected = "the motion does not move.", "A motion between different postures was expected."
    else:
        what, expected = "velocities of the motion are not finite.", "A motion of reasonable duration was expected."
    raise LinkwiseError(what, expected)


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

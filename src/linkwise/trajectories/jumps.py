"""Where a motion jumps: the breaks at which both sides differ."""

from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array

if TYPE_CHECKING:
    from .trajectory import AbstractTrajectory

ROUNDED = 1e-14
"""How far from a break the piece that ends there has not begun to change, relative to the duration: a few roundings."""

NO_JUMP = 1e-6
"""A difference between both sides of a break, relative to the greatest value, that is rounding of a smooth motion."""

SIZED = 17
"""Times at which the greatest values are looked for, beside the breaks."""


def jumps_of(trajectory: "AbstractTrajectory") -> Array:
    """The breaks at which position, velocity or acceleration jumps.

    >>> from linkwise.trajectories import Quintic
    >>> jumps_of(Quintic([0.0], [1.0], duration=2.0, qd1=[1.0]))  # it moves still, and then rests
    array([2.])
    """
    at, beside = trajectory.breaks, ROUNDED * trajectory.duration
    before, after = trajectory.derivatives(at - beside), trajectory.derivatives(at + beside)
    size = np.abs(trajectory.derivatives(trajectory.instants(SIZED))).max(axis=(1, 2))
    with np.errstate(invalid="ignore"):
        jumps: Array = at[(np.abs(after - before) > NO_JUMP * size[:, None, None]).any(axis=(0, 2))]
    return jumps

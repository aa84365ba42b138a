"""A motion as rows of time, position, velocity and acceleration."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite, whole
from ..errors import BadArray, LinkwiseError
from ..trajectories import AbstractTrajectory, Samples

SAMPLES = 2001
"""Times at which a trajectory is looked at, unless another number is given."""


def sampled_motion(motion: Any, n: int, samples: int = SAMPLES) -> Samples:
    """The rows of a trajectory, at that many times; those of a run or of samples as they are.

    >>> from linkwise.trajectories import Quintic
    >>> sampled_motion(Quintic([0.0], [1.0], duration=2.0), 1, 5).t
    array([0. , 0.5, 1. , 1.5, 2. ])
    """
    if isinstance(motion, AbstractTrajectory):
        t = np.linspace(0.0, motion.duration, whole("samples", samples, 2))
        rows = Samples(t, *motion(t))
    elif all(hasattr(motion, name) for name in Samples._fields):
        rows = Samples(*(_rows(name, getattr(motion, name)) for name in Samples._fields))
    else:
        raise LinkwiseError(
            f"an object of type '{type(motion).__name__}' is not a motion.",
            "A trajectory, a simulated run, or samples with t, q, qd, qdd were expected.",
            "linkwise.trajectories.Quintic(q0, q1, duration=1.0), say.",
        )
    shapes = {name: getattr(rows, name).shape for name in ("q", "qd", "qdd")}
    if any(shape != (len(rows.t), n) for shape in shapes.values()) or len(rows.t) < 2:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise BadArray(
            f"a motion of {len(rows.t)} times has {listed}.",
            f"At least two times, and a row of {n} joints for each, were expected.",
        )
    if not (np.diff(rows.t) >= 0.0).all() or not rows.t[-1] > rows.t[0]:
        raise BadArray("the times of a motion go back.", "Times that grow were expected.", "sort the rows by time.")
    return rows


def _rows(name: str, value: Any) -> Array:
    return finite(name, value, (), "a number, or a row, for each time")

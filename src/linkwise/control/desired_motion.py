"""The joint motion a controller follows: a posture to hold, a trajectory, or a function of time."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..algebra import Scalar
from ..calls.checks import vector
from ..errors import BadArray


def motion_input(desired: Any, n: int) -> Any:
    """What to follow, as an input of a controller: n numbers to be held, or ("timed", a motion in time).

    A motion in time is a trajectory, or a function of t that returns q, qd and qdd.

    >>> motion_input([0.5, 1.0], 2)
    array([0.5, 1. ])
    """
    if hasattr(desired, "derivatives"):
        joints = getattr(desired, "n", None)
        if joints != n:
            raise BadArray(f"the motion to follow has {joints} joints.", f"{n} were expected.")
        return ("timed", desired)
    if callable(desired):
        shape = np.shape(desired(0.0))
        if shape != (3, n):
            raise BadArray(
                f"the motion to follow returns an array of shape {shape} at t = 0.",
                f"q, qd, qdd of {n} joints were expected, shape (3, {n}).",
                "see linkwise.trajectories.",
            )
        return ("timed", desired)
    return vector("the posture to hold", desired, n, "one entry per joint, or a trajectory")


def desired_motion(desired: Sequence[Any], n: int) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
    """q_d, q̇_d and q̈_d over scalars, from the input: three lists of a trajectory, their 3 n numbers, or a posture.

    >>> desired_motion([0.5], 1)
    ([0.5], [0.0], [0.0])
    """
    if isinstance(desired[0], list | tuple):
        q, qd, qdd = desired
        return list(q), list(qd), list(qdd)
    if len(desired) == n:
        return list(desired), [0.0] * n, [0.0] * n
    return list(desired[:n]), list(desired[n : 2 * n]), list(desired[2 * n :])

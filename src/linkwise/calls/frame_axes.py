"""Jacobians of a frame in its own axes instead of the base's: what a tool, or a sensor on it, feels.

With R the axes of the frame seen from the base, rows (ω, v) of J become (Rᵀ ω, Rᵀ v); the origin stays the same. Their
rate is Rᵀ J̇ − [ω]× Rᵀ J, ω being the frame's angular velocity in its own axes.
"""

import numpy as np
from numpy.typing import ArrayLike

from ..errors import UnknownName
from .arrays import Array

BASE, FRAME = AXES = ("base", "frame")
"""The axes in which a Jacobian can be had."""


def check_axes(axes: object) -> bool:
    """Whether the axes are the frame's own.

    >>> check_axes("frame")
    True
    >>> check_axes("tool")
    Traceback (most recent call last):
    linkwise.errors.UnknownName: a Jacobian has no axes 'tool'.
      Axes are: 'base', 'frame'.
    """
    if not isinstance(axes, str) or axes not in AXES:
        raise UnknownName("axes", axes, "a Jacobian", AXES)
    return axes == FRAME


def turned(T: Array, J: Array) -> Array:
    """J (…, 6, n) in the axes of the frame with the pose T (…, 4, 4).

    >>> quarter = np.array([[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
    >>> turned(quarter, np.array([[0.0], [0.0], [1.0], [5.0], [0.0], [0.0]]))[:, 0]
    array([ 0.,  0.,  1.,  0., -5.,  0.])
    """
    Rt = np.swapaxes(T[..., :3, :3], -1, -2)
    return np.concatenate([Rt @ J[..., :3, :], Rt @ J[..., 3:, :]], axis=-2)


def turned_rate(T: Array, J: Array, Jd: Array, qd: ArrayLike, several: bool = False) -> Array:
    """The rate of J in the frame's axes, from J and J̇ in those of the base; of several frames, or of one.

    >>> still = np.eye(4), np.zeros((6, 1)), np.ones((6, 1)), np.zeros(1)
    >>> bool((turned_rate(*still) == 1.0).all())
    True
    """
    local, rate = turned(T, J), turned(T, Jd)
    speeds = np.expand_dims(np.asarray(qd), (-3, -1) if several else -1)
    ω = local[..., :3, :] @ speeds
    for rows in (slice(0, 3), slice(3, 6)):
        rate[..., rows, :] -= np.cross(ω, local[..., rows, :], axis=-2)
    return rate

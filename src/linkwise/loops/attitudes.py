"""How far one frame is turned against another, about the axes that a closure holds.

R is the attitude of the other frame as seen from the first, ω the velocity at which it turns, in axes of the first.

    three axes     the rotation vector of R; its rate is ω where it is 0
    two axes       the turn that brings the free axis k of the other frame onto that of the first: θ (k × R k)/sin θ;
                   its rate is ω, less its part along k, where it is 0
    one axis i     as in a universal joint: the axis j of the other frame is perpendicular to the axis k of the first
                   (i, j, k in cyclic order), asin(k · R j); its rate is (R j × k)·ω where it is 0
"""

import numpy as np

from ..calls.arrays import Array
from ..taskspace.rotation_vector import RotationVector

AXES = "xyz"
UNIT = np.eye(3)
NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])
LEAST = 1e-8
"""Sines below this are angles, or half turns, to the last digit."""


def turned(R: Array, about: str) -> Array:
    """The angles about the axes, in their order: 0 if the frames coincide about these.

    >>> import math
    >>> c, s = math.cos(0.1), math.sin(0.1)
    >>> R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    >>> turned(R, "xyz").round(9), turned(R, "xy"), turned(R, "z").round(9)
    (array([0. , 0. , 0.1]), array([0., 0.]), array([0.1]))
    """
    axes = [AXES.index(axis) for axis in about]
    if len(axes) == 3:
        return np.asarray(RotationVector().angles(R))[..., axes]
    if len(axes) == 2:
        return _tilt(R, 3 - sum(axes))[..., axes]
    if not axes:
        return np.zeros((*R.shape[:-2], 0))
    (_, j, k) = _cyclic(axes[0])
    return np.arcsin(np.clip(R[..., k, j], -1.0, 1.0))[..., None]


def directions(R: Array, about: str) -> Array:
    """The directions whose products with ω are the rates of the angles, one row for each axis.

    >>> directions(np.eye(3), "zx")
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    axes = [AXES.index(axis) for axis in about]
    if len(axes) == 1:
        _, j, k = _cyclic(axes[0])
        return cross(R[..., :, j], UNIT[k])[..., None, :]
    return np.broadcast_to(UNIT[axes], (*R.shape[:-2], len(axes), 3))


def direction_rates(R: Array, omega: Array, about: str) -> Array:
    """How fast these directions change, in the first frame's axes.

    >>> direction_rates(np.eye(3), np.array([0.0, 1.0, 0.0]), "z")
    array([[ 1., -0.,  0.]])
    """
    if len(about) != 1:
        return np.zeros((*R.shape[:-2], len(about), 3))
    _, j, k = _cyclic(AXES.index(about))
    return cross(cross(omega, R[..., :, j]), UNIT[k])[..., None, :]


def cross(a: Array, b: Array) -> Array:
    """a × b along the last axis; NumPy's own takes five times as long for a single state.

    >>> cross(np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    array([0., 0., 1.])
    """
    return a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT]


def _cyclic(i: int) -> tuple[int, int, int]:
    return i, (i + 1) % 3, (i + 2) % 3


def _tilt(R: Array, k: int) -> Array:
    """The shortest turn that brings axis k of the first frame onto that of the other."""
    across = cross(UNIT[k], R[..., :, k])
    sine, cosine = np.linalg.norm(across, axis=-1, keepdims=True), R[..., k, k][..., None]
    small = sine < LEAST
    ratio = np.where(small, 1.0, np.arctan2(sine, cosine) / np.where(small, 1.0, sine))
    half_turn = np.pi * UNIT[(k + 1) % 3]  # about any axis that is perpendicular
    return np.where(small & (cosine < 0.0), half_turn, ratio * across)

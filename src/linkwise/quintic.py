"""Smooth motions from rest to rest: the polynomial of degree five with no velocity or acceleration at its ends.

q(t) = q_i + r(t) (q_f − q_i),    r = 10 s³ − 15 s⁴ + 6 s⁵,    s = t / t_f
"""

from typing import NamedTuple

import numpy as np

from .arrays import Array

FASTEST = 1.875
"""The greatest velocity over the way and the duration, half-way: 15/8."""


class Motion(NamedTuple):
    """Positions, velocities and accelerations, one row for each time; of several motions, one block for each."""

    q: Array
    qd: Array
    qdd: Array


def quintic(start: Array, end: Array, duration: Array | float, t: Array) -> Motion:
    """The motion from start to end (joints) at the times t in [0, duration]; or several, one for each row of all four.

    >>> middle = quintic(np.array([0.0]), np.array([2.0]), 2.0, np.array([1.0]))
    >>> middle.q, middle.qd, middle.qdd
    (array([[1.]]), array([[1.875]]), array([[0.]]))
    >>> quintic(np.zeros((3, 2)), np.ones((3, 2)), np.ones((3, 1)), np.zeros((3, 5))).q.shape
    (3, 5, 2)
    """
    s, way, within = (t / duration)[..., None], (end - start)[..., None, :], np.asarray(duration)[..., None]
    r = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rd = s**2 * (30.0 - 60.0 * s + 30.0 * s**2)
    rdd = s * (60.0 - 180.0 * s + 120.0 * s**2)
    return Motion(start[..., None, :] + r * way, rd * way / within, rdd * way / within**2)

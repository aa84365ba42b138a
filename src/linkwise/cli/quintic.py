"""A smooth motion from rest to rest: the polynomial of degree five with no velocity or acceleration at its ends.

q(t) = q_i + r(t) (q_f − q_i),    r = 10 s³ − 15 s⁴ + 6 s⁵,    s = t / t_f
"""

from typing import NamedTuple

from ..arrays import Array


class Motion(NamedTuple):
    """Positions, velocities and accelerations, one row for each time."""

    q: Array
    qd: Array
    qdd: Array


def quintic(start: Array, end: Array, duration: float, t: Array) -> Motion:
    """The motion from start to end at the times t in [0, duration].

    >>> import numpy as np
    >>> middle = quintic(np.array([0.0]), np.array([2.0]), 2.0, np.array([1.0]))
    >>> middle.q, middle.qd, middle.qdd
    (array([[1.]]), array([[1.875]]), array([[0.]]))
    """
    s, way = (t / duration)[:, None], end - start
    r = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rd = s**2 * (30.0 - 60.0 * s + 30.0 * s**2)
    rdd = s * (60.0 - 180.0 * s + 120.0 * s**2)
    return Motion(start + r * way, rd * way / duration, rdd * way / duration**2)

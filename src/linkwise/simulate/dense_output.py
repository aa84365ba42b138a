"""States between the rows of a run."""

from bisect import bisect_right
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..trajectories import Motion

SHARE = 1e-4
"""The spacing of the three points a slope is taken from, as a fraction of the piece: half its digits are right."""

SHORT = 1e-9
"""Pieces no longer than this, relative to their times, are too short for that."""

Pieces = tuple[tuple[float, float, Any], ...]
"""SciPy's interpolants, each with its times; none for fixed steps or for a run read from a file."""


def interpolated(t: Array, q: Array, qd: Array, qdd: Array, pieces: Pieces, when: Array) -> Motion:
    """q, q̇, q̈ at the times `when`, of shape (…, n): by the integrator's interpolants and their slopes, if it has any.

    Otherwise q by the polynomial of degree five, and q̇ and q̈ by the one of degree three, through the rows on both
    sides: errors of the sixth, fourth and third power of the step.
    """
    at = np.clip(np.searchsorted(t, when, side="right") - 1, 0, max(len(t) - 2, 0))
    if len(t) == 1:
        return Motion(*(np.broadcast_to(x[0], (*when.shape, x.shape[1])).copy() for x in (q, qd, qdd)))
    at = np.where(t[at + 1] > t[at], at, np.maximum(at - 1, 0))  # for a time with two rows, the side before
    h: Array = np.where(t[at + 1] > t[at], t[at + 1] - t[at], 1.0)[..., None]
    s = (when[..., None] - t[at][..., None]) / h
    velocity, acceleration = _cubic(s, h, qd[at], qdd[at], qd[at + 1], qdd[at + 1])
    position = _quintic(s, h, (q[at], qd[at], qdd[at]), (q[at + 1], qd[at + 1], qdd[at + 1]))
    if pieces:
        n, starts = q.shape[1], [piece[0] for piece in pieces]
        for index in np.ndindex(*when.shape):
            now = float(when[index])
            piece = pieces[max(bisect_right(starts, now) - 1, 0)]
            y = piece[2](now)
            position[index], velocity[index] = y[:n], y[n : 2 * n]
            if piece[1] - piece[0] > SHORT * (1.0 + abs(now)):
                acceleration[index] = _slope(piece, now, slice(n, 2 * n))
    return Motion(position, velocity, acceleration)


def _slope(piece: tuple[float, float, Any], t: float, of: slice) -> Array:
    """The slope of an interpolant, from the parabola through three nearby points on it, within its times."""
    begin, end, at = piece
    h = SHARE * (end - begin)
    first = min(max(t - h, begin), end - 2 * h)
    a, b, c = (at(first + k * h)[of] for k in range(3))
    s = (t - first) / h
    slope: Array = ((s - 1.5) * a - 2.0 * (s - 1.0) * b + (s - 0.5) * c) / h
    return slope


def _cubic(s: Array, h: Array, a: Array, da: Array, b: Array, db: Array) -> tuple[Array, Array]:
    """Hermite's cubic through two values and slopes, and its slope."""
    low, high = (1 + 2 * s) * (1 - s) ** 2, s**2 * (3 - 2 * s)
    value = low * a + high * b + h * (s * (1 - s) ** 2 * da - s**2 * (1 - s) * db)
    slope = 6 * s * (1 - s) * (b - a) / h + (1 - s) * (1 - 3 * s) * da - s * (2 - 3 * s) * db
    return value, slope


def _quintic(s: Array, h: Array, a: tuple[Array, ...], b: tuple[Array, ...]) -> Array:
    """Hermite's quintic through two positions, velocities and accelerations."""
    (q0, v0, a0), (q1, v1, a1) = a, b
    d, u0, u1, w0, w1 = q1 - q0, v0 * h, v1 * h, a0 * h * h / 2, a1 * h * h / 2
    c3 = 10 * d - 6 * u0 - 4 * u1 - 3 * w0 + w1
    c4 = -15 * d + 8 * u0 + 7 * u1 + 3 * w0 - 2 * w1
    c5 = 6 * d - 3 * (u0 + u1) - w0 + w1
    return q0 + s * (u0 + s * (w0 + s * (c3 + s * (c4 + s * c5))))

"""How much the motion of one log repeats that of another: a repeat is not held-out data."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from .logs.log import Log

RATE = 25.0
"""Samples per second that are compared: motions of robots have little above 10 Hz."""

REPEAT = 0.99
"""From this correlation on a motion is a repeat."""


def correlation(one: Log, other: Log) -> float:
    """The largest correlation of the joints' positions between the shorter log and any stretch of the longer one.

    >>> t = np.arange(0.0, 10.0, 0.01)[:, None]
    >>> first = Log(t[:, 0], np.sin(t**1.5), 0.0 * t, joints=["a"])
    >>> round(correlation(first, first.part(200, 700)), 3)
    1.0
    """
    a, b = _positions(one), _positions(other)
    long, short = (a, b) if len(a) >= len(b) else (b, a)
    if len(short) < 2:
        return 0.0
    unit = np.maximum(np.std(np.concatenate([a, b]), axis=0), 1e-12)
    long, short = long / unit, short / unit
    m, size = len(short), 1 << (2 * len(long) - 1).bit_length()
    own = short - short.mean(axis=0)
    dot = np.zeros(len(long) - m + 1)
    energy = np.zeros_like(dot)
    for x, y in zip(long.T, own.T, strict=True):
        dot += np.fft.irfft(np.fft.rfft(x, size) * np.conj(np.fft.rfft(y, size)), size)[: len(dot)]
        s1, s2 = (np.concatenate([[0.0], np.cumsum(v)]) for v in (x, x * x))
        energy += (s2[m:] - s2[:-m]) - (s1[m:] - s1[:-m]) ** 2 / m
    length = np.sqrt(np.maximum(energy, 0.0) * float(np.sum(own**2)))
    still = length <= 1e-9 * m * len(unit)
    return float(np.max(np.where(still, 0.0, dot / np.where(still, 1.0, length)), initial=0.0))


def _positions(log: Log) -> Array:
    t = np.arange(log.time[0], log.time[-1], 1.0 / RATE)
    return np.column_stack([np.interp(t, log.time, q) for q in log.q.T]) if len(t) else np.zeros((0, log.q.shape[1]))

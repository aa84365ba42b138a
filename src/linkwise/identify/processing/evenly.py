"""Evenly spaced samples of a log."""

from __future__ import annotations

import numpy as np

from ..logs.log import Log

EVEN = 1e-6
"""How far sampling intervals may be from their median, relative to it, for a log to count as even."""


def evenly(log: Log) -> tuple[Log, float]:
    """The log at even intervals, by linear interpolation where they are not, and the rate in Hz.

    >>> resampled, rate = evenly(Log([0.0, 0.1, 0.25, 0.3], [[0.0], [1.0], [2.5], [3.0]], [[0.0]] * 4, joints=["a"]))
    >>> resampled.q.ravel().round(9), round(rate, 6)
    (array([0., 1., 2., 3.]), 10.0)
    """
    t = log.time
    dt = float((t[-1] - t[0]) / max(1, round((t[-1] - t[0]) / float(np.median(np.diff(t))))))
    if np.abs(np.diff(t) - dt).max() <= EVEN * dt:
        return log, 1.0 / dt
    even = t[0] + dt * np.arange(int((t[-1] - t[0]) / dt * (1.0 + EVEN)) + 1)

    return log.mapped(even, lambda x: np.column_stack([np.interp(even, t, column) for column in x.T])), 1.0 / dt

"""Where values along a motion do not lie on a smooth curve: each is compared with the cubic through its neighbours."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array

UNEXPLAINED = 0.05
"""The share of the local change that a cubic leaves unexplained where values are rough."""

OF_THE_RANGE = 1e-3
"""What is less than this share of a value's whole range is not looked at: stages are not quite on the motion."""

WINDOW = 2
"""Neighbours on each side."""


def rough_intervals(times: Array, values: Array, stretches: Array, least: Array) -> list[int]:
    """The numbers of intervals between increasing times where values may jump, those of the greatest change first.

    Values of different stretches are not compared; `least` are the smallest changes of interest, one for each column.

    >>> t = np.linspace(0.0, 1.0, 11)
    >>> rough_intervals(t, np.sin(t)[:, None], np.zeros(11), np.zeros(1))
    []
    >>> rough_intervals(t, (np.sin(t) + (t > 0.55))[:, None], np.zeros(11), np.zeros(1))[0]
    5
    """
    count, extent = len(times), np.ptp(values, axis=0)
    together = stretches[1:] == stretches[:-1]
    change = (np.abs(np.diff(values, axis=0)) / np.where(extent > 0.0, extent, 1.0)).max(axis=1)
    lengths = np.diff(np.append(np.flatnonzero(np.append(True, ~together)), count))
    doubted = np.repeat(lengths < 2 * WINDOW + 1, lengths)  # too few for a cubic and a value to compare
    if count > 2 * WINDOW:
        inside = stretches[: -2 * WINDOW] == stretches[2 * WINDOW :]
        doubted[WINDOW : count - WINDOW] |= inside & _off(times, values, least, extent)
    near = np.zeros(count - 1, dtype=bool)
    for shift in range(1 - WINDOW, WINDOW + 1):  # interval j lies in the windows of values j − 1 … j + 2
        at = np.flatnonzero(doubted) - shift
        near[at[(at >= 0) & (at < count - 1)]] = True
    order = np.argsort(-change, kind="stable")
    return [int(j) for j in order if near[j] and together[j] and change[j] > 0.0]


def _off(times: Array, values: Array, least: Array, extent: Array) -> Array:
    """Whether values, all but the first and last two, are off the cubic through two neighbours on each side."""
    count = len(times) - 2 * WINDOW
    t = {k: times[WINDOW + k : WINDOW + k + count] for k in range(-WINDOW, WINDOW + 1)}
    x = {k: values[WINDOW + k : WINDOW + k + count] for k in t}
    off, low, high = x[0].copy(), x[0], x[0]
    offsets = [k for k in t if k]
    for j in offsets:
        weight = np.ones(count)
        for m in offsets:
            if m != j:
                weight *= (t[0] - t[m]) / (t[j] - t[m])
        off -= weight[:, None] * x[j]
        low, high = np.minimum(low, x[j]), np.maximum(high, x[j])
    allowed = np.maximum(UNEXPLAINED * (high - low), np.maximum(least, OF_THE_RANGE * extent))
    return np.asarray((np.abs(off) > allowed).any(axis=1))

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
    count, x = len(times), np.ascontiguousarray(values.T)  # column by column: long rows are fast
    extent = x.max(axis=1) - x.min(axis=1)
    together = stretches[1:] == stretches[:-1]
    change = (np.abs(x[:, 1:] - x[:, :-1]) / np.where(extent > 0.0, extent, 1.0)[:, None]).max(axis=0)
    if together.all():
        doubted = np.full(count, count < 2 * WINDOW + 1)
    else:
        lengths = np.diff(np.append(np.flatnonzero(np.append(True, ~together)), count))
        doubted = np.repeat(lengths < 2 * WINDOW + 1, lengths)  # too few for a cubic and a value to compare
    if count > 2 * WINDOW:
        inside = stretches[: -2 * WINDOW] == stretches[2 * WINDOW :]
        doubted[WINDOW : count - WINDOW] |= inside & _off(times, x, least, extent)
    if not doubted.any():
        return []
    near = np.zeros(count - 1, dtype=bool)
    for shift in range(1 - WINDOW, WINDOW + 1):  # interval j lies in the windows of values j − 1 … j + 2
        at = np.flatnonzero(doubted) - shift
        near[at[(at >= 0) & (at < count - 1)]] = True
    order = np.argsort(-change, kind="stable")
    return [int(j) for j in order if near[j] and together[j] and change[j] > 0.0]


def _off(times: Array, values: Array, least: Array, extent: Array) -> Array:
    """Whether values (m, K), all but the first and last two, are off the cubic through two neighbours on each side."""
    count = len(times) - 2 * WINDOW
    t = {k: times[WINDOW + k : WINDOW + k + count] for k in range(-WINDOW, WINDOW + 1)}
    x = {k: values[:, WINDOW + k : WINDOW + k + count] for k in t}
    off, low, high = x[0].copy(), x[0], x[0]
    offsets = [k for k in t if k]
    away = {k: t[0] - t[k] for k in offsets}
    every = away[offsets[0]] * away[offsets[1]] * away[offsets[2]] * away[offsets[3]]
    for j in offsets:
        a, b, c = (t[j] - t[m] for m in offsets if m != j)
        off -= every / (away[j] * a * b * c) * x[j]
        low, high = np.minimum(low, x[j]), np.maximum(high, x[j])
    allowed = np.maximum(UNEXPLAINED * (high - low), np.maximum(least, OF_THE_RANGE * extent)[:, None])
    return np.asarray((np.abs(off) > allowed).any(axis=0))

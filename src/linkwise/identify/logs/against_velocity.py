"""Faults that measured velocities show: swapped, scaled, reversed columns, lags, positions that stand still."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from ...calls.arrays import Array
from ..processing.evenly import evenly
from ..processing.low_pass import low_pass
from .fault import LogFault
from .log import Log
from .signals import STILL

SMOOTH = 10.0
"""Cut-off in Hz at which derivatives of positions and velocities are compared."""

ALIKE, UNLIKE = 0.9, 0.5
"""Correlations of signals that are the same but for a factor, and of those that are not."""

SCALED = 0.1
"""A factor that differs from 1 by more than this is not one of calibration."""

LATE, STEPS = 0.015, 2.5
"""Velocities that lag by more than these, in s and in samples, spoil accelerations."""

FROZEN = 0.2
"""Positions that stand still for longer than this, in s, while velocities do not."""

ABRUPT = 150.0
"""Decelerations that no joint has, in rad/s² and m/s²."""

FACTORS = {180.0 / pi: "degrees", pi / 180.0: "degrees", 1e-3: "time in milliseconds", 1e-6: "time in microseconds"}


def velocities(log: Log) -> Iterator[LogFault]:
    """Velocities against the slopes of positions."""
    if log.qd is None:
        return
    even, rate = evenly(log)
    assert even.qd is not None
    cutoff = SMOOTH if 0.45 * rate > SMOOTH else None
    qd = low_pass(even.qd, cutoff, rate)
    slope = low_pass(np.gradient(even.q, 1.0 / rate, axis=0), cutoff, rate)
    moving = [j for j in range(qd.shape[1]) if np.ptp(even.q[:, j]) >= STILL]
    C, factor = _correlations(slope, qd)
    ratios = {j: factor[j] for j in moving if abs(C[j, j]) > ALIKE}
    if len(ratios) > 0 and len(ratios) == len(moving):
        common = float(np.median(list(ratios.values())))
        spread = max(abs(r / common - 1.0) for r in ratios.values())
        if spread < SCALED and not 1.0 / 30.0 < abs(common) < 30.0:
            cause = _cause(common)
            what = f"slopes of all positions are {common:.4g} times the velocities{cause}."
            yield LogFault(
                "scaled time or positions", "time", what, "seconds, radians and radians per second were expected."
            )
            return
    swapped: set[int] = set()
    for j in moving:
        joint = log.joints[j]
        if j in swapped:
            continue
        if abs(C[j, j]) > ALIKE:
            if factor[j] < 0.0:
                what = f"its velocity is {-factor[j]:.3g} times the slope of its position, with the other sign."
                yield LogFault("reversed velocity", joint, what.replace("-", ""), "change the sign of one of them.")
            elif abs(factor[j] - 1.0) > SCALED:
                what = f"the slope of its position is {factor[j]:.4g} times its velocity{_cause(factor[j])}."
                yield LogFault(
                    "scaled column", joint, what, "both in the same units were expected: rad and rad/s, at the joint."
                )
            else:
                yield from _lag(joint, slope[:, j], qd[:, j], rate)
        elif abs(C[j, j]) < UNLIKE:
            others = [k for k in moving if k != j and C[j, k] > ALIKE]
            if others:
                k = max(others, key=lambda other: C[j, other])
                swapped |= {k} if C[k, j] > ALIKE else set()
                what = f"the slope of its position is the velocity of {log.joints[k]!r} (correlation {C[j, k]:.3f})."
                yield LogFault("swapped columns", joint, what, "check the order of columns.")
            else:
                what = f"its velocity does not follow its position (correlation {C[j, j]:.2f})."
                yield LogFault("velocity unlike position", joint, what, "leave velocities out of the log.")


def _cause(factor: float) -> str:
    return next((f": {why}" for value, why in FACTORS.items() if abs(factor / value - 1.0) < SCALED), "")


def _correlations(a: Array, b: Array) -> tuple[Array, Array]:
    """Correlations of columns of a with those of b, and the factors by which those of a are larger."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    la, lb = (np.maximum(np.linalg.norm(x, axis=0), 1e-300) for x in (a, b))
    return (a.T @ b) / np.outer(la, lb), np.einsum("ij,ij->j", a, b) / np.maximum(lb**2, 1e-300)


def _lag(joint: str, slope: Array, qd: Array, rate: float) -> Iterator[LogFault]:
    """By how much a velocity comes later than the slope of the position."""
    lag = shift(slope, qd, rate, 0.25)
    if abs(lag) > max(LATE, STEPS / rate):
        what = f"its velocity comes {1000.0 * abs(lag):.3g} ms {'later' if lag > 0.0 else 'earlier'} than its position."
        yield LogFault("lag", joint, what, "leave velocities out of the log, or move them in time.")


def shift(first: Array, second: Array, rate: float, longest: float) -> float:
    """By how many seconds the second signal comes later than the first, to a fraction of a sample.

    >>> t = np.arange(0.0, 5.0, 0.01)
    >>> round(shift(np.sin(3.0 * t), np.sin(3.0 * (t - 0.03)), 100.0, 0.2), 2)
    0.03
    """
    a, b = first - first.mean(), second - second.mean()
    most = min(int(longest * rate), len(a) // 4)
    inside = a[most : len(a) - most]
    lags = np.arange(-most, most + 1)
    energy = np.concatenate([[0.0], np.cumsum(b * b)])
    length = np.sqrt(np.maximum(energy[len(inside) :] - energy[: -len(inside)], 1e-300))
    size = 1 << (len(b) - 1).bit_length()  # wrapped around are only lags that are not asked for
    products = np.fft.irfft(np.conj(np.fft.rfft(inside, size)) * np.fft.rfft(b, size), size)
    values = products[: len(lags)] / length
    k = int(np.argmax(values))
    if 0 < k < len(lags) - 1:
        left, mid, right = values[k - 1 : k + 2]
        bend = left - 2.0 * mid + right
        return float((lags[k] + (0.5 * (left - right) / bend if bend < 0.0 else 0.0)) / rate)
    return float(lags[k] / rate)


def frozen(log: Log) -> Iterator[LogFault]:
    """Positions that do not change while the velocity says they do, or, where it was not measured, that stop from one
    sample to the next."""
    rate = 1.0 / float(np.median(np.diff(log.time)))
    for j, joint in enumerate(log.joints):
        if np.ptp(log.q[:, j]) < STILL:
            continue
        step = np.diff(log.q[:, j])
        still = np.concatenate([[False], step == 0.0])
        if log.qd is not None:
            still &= np.abs(log.qd[:, j]) > 0.05
        edges = np.diff(np.concatenate([[0], still.astype(int), [0]]))
        starts, lengths = np.flatnonzero(edges > 0), np.flatnonzero(edges < 0) - np.flatnonzero(edges > 0)
        if log.qd is None:
            q = log.q[:, j]
            abrupt = np.abs(q[np.maximum(starts - 1, 0)] - q[np.maximum(starts - 6, 0)]) * rate**2 / 5.0 > ABRUPT
            starts, lengths = starts[abrupt], lengths[abrupt]
        if len(lengths) and int(lengths.max()) > max(FROZEN * rate, 5):
            k = int(np.argmax(lengths))
            since, length = log.time[starts[k]], lengths[k] / rate
            why = "its velocity does not" if log.qd is not None else "it stopped from one sample to the next"
            what = f"it stands still for {length:.3g} s from {since:.6g} s on; {why}."
            yield LogFault("frozen position", joint, what, "samples were lost: cut the log there.")

"""What a fit leaves over: residuals log by log, their spectra, and how they are correlated in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..errors import listed, shown
from .accumulation import Known, Rows
from .columns import Regressor
from .logs.log import Log
from .processing import Filter

COLOURED = 0.8
"""From this lag-1 correlation before the filter on, residuals are no sensor's noise: the model lacks something."""

NOTHING = 1e-6
"""Residuals below this share of the torques are roundings."""

STRETCH = 8192
"""How many samples from the middle of a log are looked at for remarks."""

LINE, LINES_SHARE = 30.0, 0.05
"""A line stands out so many times above the density around it, and holds this share of the residuals' power."""

AROUND = 12
"""How many frequencies on either side are around a line."""

SEGMENTS = 8
"""Into how many half-overlapping segments the shortest log is cut for its spectrum, at least."""


class Residuals(NamedTuple):
    """The torques of one log, measured and predicted, (samples, n), and the times.

    >>> Residuals("a.csv", np.zeros(1), np.array([[2.0]]), np.array([[1.5]])).error
    array([[0.5]])
    """

    log: str
    time: Array
    measured: Array
    predicted: Array

    @property
    def error(self) -> Array:
        """Measured less predicted.

        >>> Residuals("a.csv", np.zeros(1), np.array([[2.0]]), np.array([[2.5]])).error
        array([[-0.5]])
        """
        return self.measured - self.predicted


class Spectrum(NamedTuple):
    """The power density of residuals of each joint, (F, n), in (N m)² / Hz or N² / Hz, at frequencies in Hz, (F,).

    >>> Spectrum(np.array([0.0, 1.0]), np.ones((2, 3))).density.shape
    (2, 3)
    """

    frequencies: Array
    density: Array


def residuals(
    regressor: Regressor, x: Array, logs: Sequence[Log], choices: Filter, loads: Sequence[Known | None] = ()
) -> list[Residuals]:
    """The torques of each log as the filter leaves them, without those of loads that are known, and what the unknowns x
    predict, the nonlinear ones as they were found; no sample is left out."""
    rows, x = Rows(regressor, logs, replace(choices, slowest=0.0), loads), regressor.settled(x)
    pieces: list[list[tuple[Array, Array, Array]]] = [[] for _ in logs]
    for piece in rows.passing():
        predicted = np.column_stack([W @ x[own] for W, own in zip(piece.W, regressor.of_row, strict=True)])
        pieces[piece.log].append((piece.time, piece.tau, predicted))
    joined = [[np.concatenate(parts) for parts in zip(*each, strict=True)] for each in pieces]
    return [Residuals(log.name, *parts) for log, parts in zip(logs, joined, strict=True)]


def unfiltered(choices: Filter) -> Filter:
    """The same choices without the parallel filter: positions are smoothed as before, torques are as measured.

    >>> unfiltered(Filter(parallel=5.0)).cutoffs(1000.0)
    (30.0, None)
    """
    position = choices.position
    if position is None and choices.parallel is not None:
        position = 6.0 * choices.parallel
    return replace(choices, parallel=None, position=position)


def spectrum(found: Sequence[Residuals]) -> Spectrum:
    """Welch's estimate over all logs: half-overlapping segments of equal duration with Hann's window. [welch1967]

    >>> t = np.arange(0.0, 100.0, 0.01)
    >>> hum = Residuals("a.csv", t, np.sin(2.0 * np.pi * 5.0 * t)[:, None], np.zeros((len(t), 1)))
    >>> f, density = spectrum([hum])
    >>> round(float(f[np.argmax(density)]), 1), round(float(density.sum() * (f[1] - f[0])), 2)
    (5.0, 0.5)
    """
    from scipy.signal import welch

    rates = [1.0 / float(np.median(np.diff(each.time))) for each in found]
    span = min(len(each.time) / rate for each, rate in zip(found, rates, strict=True))
    segment = max(2.0 * span / (SEGMENTS + 1), 2.0 / min(rates))
    weight, total, frequencies = 0.0, None, None
    for each, rate in zip(found, rates, strict=True):
        size = max(2, min(len(each.time), round(segment * rate)))
        f, density = welch(each.error, rate, nperseg=size, detrend="constant", axis=0)
        if frequencies is None:
            frequencies = f[f <= 0.5 * min(rates)]
        same = np.column_stack([np.interp(frequencies, f, column) for column in density.T])
        total = len(each.time) * same if total is None else total + len(each.time) * same
        weight += len(each.time)
    assert frequencies is not None and total is not None
    return Spectrum(frequencies, total / weight)


def autocorrelation(found: Sequence[Residuals]) -> Array:
    """How each joint's residuals are correlated with those one sample later, (n,), over all logs.

    >>> rising = Residuals("a.csv", np.arange(3.0), np.array([[1.0], [1.0], [1.0]]), np.zeros((3, 1)))
    >>> autocorrelation([rising]).round(3)
    array([0.667])
    """
    product = sum(np.sum(each.error[1:] * each.error[:-1], axis=0) for each in found)
    power = np.asarray(sum(np.sum(each.error**2, axis=0) for each in found))
    return np.asarray(product / np.where(power > 0.0, power, np.inf))


def lines(found: Spectrum) -> list[tuple[int, float, float]]:
    """Lines that stand out of a spectrum: the joint's index, the frequency in Hz and the share of its power.

    >>> t = np.arange(0.0, 100.0, 0.01)
    >>> noise = np.random.default_rng(0).normal(size=len(t))
    >>> hum = Residuals("a.csv", t, (np.sin(2.0 * np.pi * 5.0 * t) + noise)[:, None], np.zeros((len(t), 1)))
    >>> [(joint, round(f, 1), round(share, 1)) for joint, f, share in lines(spectrum([hum]))]
    [(0, 5.0, 0.3)]
    """
    out = []
    for joint, density in enumerate(found.density.T):
        total = float(density.sum())
        for k in range(AROUND, len(density) - AROUND):
            if density[k] < max(density[k - 1], density[k + 1]) or total == 0.0:
                continue
            near = np.concatenate([density[k - AROUND : k - 2], density[k + 3 : k + AROUND + 1]])
            share = float(density[k - 2 : k + 3].sum()) / total
            if density[k] > LINE * float(np.median(near)) and share > LINES_SHARE:
                out.append((joint, float(found.frequencies[k]), share))
    return out


def middles(logs: Sequence[Log], samples: int) -> list[Log]:
    """The samples in the middle of each log.

    >>> log = Log([0.0, 0.1, 0.2, 0.3], [[0.0]] * 4, [[0.0]] * 4, joints=["a"])
    >>> [part.time.tolist() for part in middles([log], 2)]
    [[0.1, 0.2]]
    """
    first = [max(0, (len(log) - samples) // 2) for log in logs]
    return [log.part(k, k + samples) if k else log for k, log in zip(first, logs, strict=True)]


def remarks(rows: Rows, x: Array) -> list[str]:
    """What residuals before the parallel filter say of the model: strongly correlated, or with lines."""
    regressor = rows.regressor
    found = residuals(regressor, x, middles(rows.logs, STRETCH), unfiltered(rows.choices), rows.loads)
    if any(not len(each.time) or not np.any(each.measured) for each in found):
        return []
    notes = []
    size = np.sqrt(np.mean(np.concatenate([each.error for each in found]) ** 2, axis=0))
    torque = np.sqrt(np.mean(np.concatenate([each.measured for each in found]) ** 2, axis=0))
    seen = size > NOTHING * torque
    correlation, joints = autocorrelation(found), regressor.robot.joint_names
    high = [j for j in np.flatnonzero(seen).tolist() if correlation[j] > COLOURED]
    if high:
        least, most = correlation[high].min(), correlation[high].max()
        notes.append(
            f"residuals of {listed([joints[j] for j in high])} are strongly correlated from sample to sample (by "
            f"{least:.2f} to {most:.2f}): less what sensors add than what the model lacks"
        )
    for joint, frequency, share in lines(spectrum(found)):
        if seen[joint]:
            notes.append(
                f"the residuals of joint {shown(joints[joint])} have a line at {frequency:.3g} Hz with "
                f"{100.0 * share:.0f} % of their power: ripple of a gear or motor, vibration, or mains"
            )
    return notes

"""A zero-phase low-pass: a Butterworth filter that runs forwards and backwards."""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array

SETTLED = 8.0
"""After this many periods of the cut-off a filter of order 4 has forgotten a step to 1e-8 of it."""


def low_pass(x: Array, cutoff: float | None, rate: float, order: int = 4) -> Array:
    """The columns of x (samples, k) through the filter; x itself without a cut-off. At the ends x goes on reflected.

    >>> t = np.arange(0.0, 2.0, 0.001)
    >>> x = np.sin(2.0 * np.pi * t) + np.sin(200.0 * np.pi * t)
    >>> bool(abs(low_pass(x[:, None], 10.0, 1000.0)[:, 0] - np.sin(2.0 * np.pi * t))[500:-500].max() < 1e-3)
    True
    """
    if cutoff is None or not x.size:
        return x
    from scipy.signal import butter, sosfiltfilt

    sections = butter(order, cutoff, fs=rate, output="sos")
    padding = min(len(x) - 1, int(settling(cutoff, rate, order)))
    filtered: Array = sosfiltfilt(sections, np.ascontiguousarray(x.T), axis=-1, padlen=padding).T
    return filtered


def settling(cutoff: float | None, rate: float, order: int = 4) -> int:
    """How many samples the filter needs to forget where it began.

    >>> settling(5.0, 1000.0), settling(None, 1000.0)
    (1600, 0)
    """
    return 0 if cutoff is None else int(np.ceil(SETTLED * max(order, 4) / 4.0 * rate / cutoff))

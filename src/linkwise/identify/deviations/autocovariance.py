"""How residuals are correlated in time, with a flat-top window that chooses its own width. [politis2003]"""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array

CLEAR = 2.0
"""Autocorrelations below this many standard deviations, each √(log₁₀ N / N), count as 0."""

IN_A_ROW = 5
"""This many lags in a row without a clear correlation end the search."""


def autocovariance(series: list[Array]) -> Array:
    """γ(0), γ(1), … of residuals up to the lag where they are uncorrelated, tapered.

    >>> noise = np.random.default_rng(0).normal(size=4000)
    >>> gamma = autocovariance([noise])
    >>> len(gamma) < 5, bool(abs(gamma[0] - 1.0) < 0.1)
    (True, True)
    """
    count, longest_series = sum(map(len, series)), max(map(len, series))
    longest = max(1, min(longest_series - 1, 10 * int(np.sqrt(count))))
    size = 1 << (2 * longest_series - 1).bit_length()
    gamma = np.zeros(longest + 1)
    for e in series:
        own = np.fft.irfft(np.abs(np.fft.rfft(e, size)) ** 2, size)[: longest + 1]
        gamma[: len(own)] += own
    gamma /= count
    if gamma[0] <= 0.0:
        return np.zeros(1)
    clear = np.abs(gamma / gamma[0]) > CLEAR * np.sqrt(np.log10(count) / count)
    quiet = next((k for k in range(1, longest) if not clear[k : k + IN_A_ROW].any()), longest)
    bandwidth = min(2 * (quiet - 1), longest)
    lags = np.arange(bandwidth + 1)
    taper = np.clip(2.0 * (1.0 - lags / max(bandwidth, 1)), 0.0, 1.0) if bandwidth else np.ones(1)
    tapered: Array = gamma[: bandwidth + 1] * taper
    return tapered


def block_length(gamma: Array, count: int) -> float:
    """The length in samples of blocks for a circular block bootstrap of a mean over `count` samples.

    Politis & White (2004), Section 3: b = (2 Ĝ² / D̂)^⅓ N^⅓ with Ĝ = Σ_k |k| γ(k) and D̂ = 4/3 ĝ(0)², ĝ(0) = Σ_k γ(k).
                                                                                    [politis2004] [patton2009]
    >>> round(block_length(0.9 ** np.arange(300), 10_000), 1)
    110.4
    >>> block_length(np.ones(1), 10_000)
    1.0
    """
    lags = np.arange(len(gamma))
    G, g0 = 2.0 * float(lags @ gamma), float(gamma[0] + 2.0 * gamma[1:].sum())
    if g0 <= 0.0 or G <= 0.0:
        return 1.0
    return float(np.clip((1.5 * (G / g0) ** 2 * count) ** (1.0 / 3.0), 1.0, count))

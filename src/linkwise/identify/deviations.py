"""Standard deviations of estimates, honest under residuals that are correlated in time.

With x = x₀ + H⁻¹ Σ_j W_jᵀ e_j / σ_j², the covariance is H⁻¹ M H⁻¹, where M is that of the sum. Residuals of real
robots are strongly correlated (lag-1 0.92 to 0.98); taking them for white makes deviations several times too small.
Three ways:

    "correlated"   M = Σ_j W_jᵀ Γ_j W_j / σ_j⁴ with each joint's autocovariance Γ_j, estimated from its residuals up
    to a lag
                   that they choose themselves, with a flat-top window: Politis (2003)
    "blocks"       M from the sums of blocks of time, which may also be correlated between joints (Newey and West's
    idea with
                   blocks instead of lags); for long logs, whose rows are not kept
    "white"        M = H: residuals that are uncorrelated
                                                                                  [politis2003] [newey1987]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array
from ..errors import UnknownName
from .accumulation import Piece
from .estimators import Estimate, Problem

CLEAR = 2.0
"""Autocorrelations below this many standard deviations, each √(log₁₀ N / N), count as 0."""

IN_A_ROW = 5
"""This many lags in a row without a clear correlation end the search."""


def covariance(problem: Problem, estimate: Estimate, method: str = "auto") -> tuple[Array, str]:
    """The covariance of an estimate (p, p), and by which method."""
    if method == "auto":
        method = "correlated" if problem.rows.kept else "blocks"
    if method not in METHODS:
        raise UnknownName("way to deviations", method, "linkwise.identify", ("auto", *METHODS))
    H = estimate.inverse
    found = H @ METHODS[method](problem, estimate) @ H
    return 0.5 * (found + found.T), method


def white(problem: Problem, estimate: Estimate) -> Array:
    """M of residuals that are uncorrelated."""
    noise, total = problem.noise(estimate.x), np.zeros((len(estimate.x),) * 2)
    for j, (own, root) in enumerate(zip(problem.squares.of_row, problem.squares.merged(problem.blocks), strict=True)):
        A = root[:, :-1] * (noise[j] / estimate.sigma[j] ** 2)
        total[np.ix_(own, own)] += A.T @ A
    return total


def blocks(problem: Problem, estimate: Estimate) -> Array:
    """M from the sums of each block."""
    squares, p = problem.squares, len(estimate.x)
    chosen = range(len(squares.roots)) if problem.blocks is None else problem.blocks
    sums = []
    for b in chosen:
        total = np.zeros(p)
        for j, own in enumerate(squares.of_row):
            R = squares.roots[b][j]
            total[own] += R[:, :-1].T @ (R @ np.append(estimate.x[own], -1.0)) / estimate.sigma[j] ** 2
        sums.append(total)
    G = np.array(sums)
    count = float(squares.count(problem.blocks).sum())
    more = len(G) / max(len(G) - 1.0, 1.0) * count / max(count - p, 1.0)
    M: Array = more * (G.T @ G)
    return M


def correlated(problem: Problem, estimate: Estimate) -> Array:
    """M with the autocovariance of each joint's residuals."""
    from scipy.signal import fftconvolve

    pieces = _by_log(problem)
    M = np.zeros((len(estimate.x),) * 2)
    lost = float(problem.squares.count(problem.blocks).sum())
    gain = lost / max(lost - len(estimate.x), 1.0)
    for j, own in enumerate(problem.squares.of_row):
        W = [np.concatenate([piece.W[j] for piece in log]) for log in pieces]
        if estimate.weights is not None:
            root = [np.concatenate([np.sqrt(estimate.weights(j, piece)) for piece in log]) for log in pieces]
            W = [w * r[:, None] for w, r in zip(W, root, strict=True)]
        else:
            root = [np.ones(len(w)) for w in W]
        tau = [np.concatenate([piece.tau[:, j] for piece in log]) for log in pieces]
        e = [r * t - w @ estimate.x[own] for w, t, r in zip(W, tau, root, strict=True)]
        gamma = gain * autocovariance(e)
        kernel = np.concatenate([gamma[:0:-1], gamma])[:, None]
        for w in W:
            M[np.ix_(own, own)] += (
                w.T @ fftconvolve(w, kernel, mode="full", axes=0)[len(gamma) - 1 :][: len(w)] / (estimate.sigma[j] ** 4)
            )
    values, vectors = np.linalg.eigh(0.5 * (M + M.T))
    found: Array = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return found


def autocovariance(series: list[Array]) -> Array:
    """γ(0), γ(1), … of residuals up to the lag where they are uncorrelated, tapered, with a spectrum that is ≥ 0.

    >>> noise = np.random.default_rng(0).normal(size=4000)
    >>> gamma = autocovariance([noise])
    >>> len(gamma) < 5, bool(abs(gamma[0] - 1.0) < 0.1)
    (True, True)
    """
    count = sum(map(len, series))
    longest = max(1, min(max(map(len, series)) - 1, 10 * int(np.sqrt(count))))
    size = 1 << (2 * max(map(len, series)) - 1).bit_length()
    gamma = np.zeros(longest + 1)
    for e in series:
        power = np.abs(np.fft.rfft(e, size)) ** 2
        own = np.fft.irfft(power, size)[: longest + 1]
        gamma[: len(own)] += own
    gamma /= count
    if gamma[0] <= 0.0:
        return np.zeros(1)
    clear = np.abs(gamma / gamma[0]) > CLEAR * np.sqrt(np.log10(count) / count)
    quiet = next((k for k in range(1, longest) if not clear[k : k + IN_A_ROW].any()), longest)
    bandwidth = min(2 * (quiet - 1), longest)
    lags = np.arange(bandwidth + 1)
    taper = np.clip(2.0 * (1.0 - lags / max(bandwidth, 1)), 0.0, 1.0) if bandwidth else np.ones(1)
    tapered = gamma[: bandwidth + 1] * taper
    both = np.concatenate([tapered, np.zeros(bandwidth), tapered[:0:-1]])
    spectrum = np.maximum(np.fft.rfft(both).real, 0.0)
    whole: Array = np.fft.irfft(spectrum, len(both))[: bandwidth + 1]
    return whole


def _by_log(problem: Problem) -> list[list[Piece]]:
    """The pieces of each log; samples of other blocks are 0."""
    logs: dict[int, list[Piece]] = {}
    for piece in problem.rows:
        if problem.blocks is not None:
            inside = np.isin(piece.block, problem.blocks)[:, None]
            used = piece.used & inside
            piece = Piece(piece.log, piece.time, piece.block, [W * inside for W in piece.W], piece.tau * inside, used)
        logs.setdefault(piece.log, []).append(piece)
    return list(logs.values())


METHODS: dict[str, Callable[[Problem, Estimate], Array]] = {"correlated": correlated, "blocks": blocks, "white": white}
"""The ways to the covariance of the weighted sum, by name."""

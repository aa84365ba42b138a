"""The covariance from each joint's noise, frequency band by frequency band.

Noise whose variance in band b is s_jb makes the covariance H⁻¹ Σ_jb s_jb G_jb H⁻¹ / σ_j⁴, where G_jb is the Gram matrix
of that band's share of the columns. The power m_jb in a band of the residuals of weighted least squares is that of the
noise less what the fit took:

    E m_jb = N_b s_jb − 2 s_jb tr(G_jb H⁻¹) / σ_j² + Σ_ic s_ic tr(G_jb H⁻¹ G_ic H⁻¹) / σ_i⁴,

N_b the band's degrees of freedom. These equations, one for each joint and band, are solved for s: estimates of variance
components that are unbiased whatever the columns are. [rao1971] Few degrees of freedom are left in the bands in which
the motion is, and so deviations are themselves uncertain; they are widened until 1.96 of them hold 95 %, as Student's
quantile is, with degrees of freedom by Satterthwaite's rule. [satterthwaite1946]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...calls.arrays import Array
from ..accumulation import Piece
from ..estimators import Estimate, Problem
from ..estimators.least_squares import wls

FIRST = 8
"""Frequencies in the first band, and the fewest in any."""

GROWTH = 1.5
"""Each band's upper end over its lower one, from where that is wider than the first."""

FREEDOM = 4.0
"""Neighbouring bands in which the fit leaves fewer degrees of freedom than this are taken as one."""

ENTRIES = 2**24
"""The most numbers that the bands' Gram matrices may take."""


def bands(problem: Problem, estimate: Estimate) -> Array:
    """The covariance, widened where few degrees of freedom are left."""
    noisy = estimate if estimate.weights is not None else wls(problem)  # whose residuals say what the noise is
    grams, power, count = _in_bands(problem, noisy)
    half = half_of(noisy.inverse)
    X = _projected(problem, grams, half, noisy.sigma).reshape(power.size, -1)
    together = _merged(X[:, :: len(half) + 1].sum(axis=1).reshape(power.shape), np.sum(X**2, axis=1), count)
    joined = together @ X
    both = joined @ joined.T
    own = together @ count.ravel() - 2.0 * joined[:, :: len(half) + 1].sum(axis=1)
    s = together.T @ np.linalg.lstsq(np.diag(own) + both, together @ power.ravel(), rcond=1e-12)[0]
    # in units of σ_j² of the residuals' fit so far
    s = np.maximum(s, 0.0).reshape(power.shape) * (noisy.sigma / estimate.sigma)[:, None] ** 2
    if estimate is not noisy:
        half = half_of(estimate.inverse)
        X = _projected(problem, grams, half, estimate.sigma).reshape(power.size, -1)
    parts = X.reshape(-1, len(half), len(half))
    found: Array = half @ np.tensordot(s.ravel(), parts, 1) @ half.T
    # how much of each parameter's variance comes from each band, and with how many degrees of freedom that is known
    share = s.ravel()[:, None] * np.stack([np.sum((half @ each) * half, axis=1) for each in parts])
    share = together @ share
    freedom = np.maximum(own + np.diag(both), 1.0)
    variance = np.maximum(np.diag(found), 1e-300)
    scale = widening(variance**2 / np.maximum(np.sum(share**2 / freedom[:, None], axis=0), 1e-300))
    return found * np.outer(scale, scale)


def _in_bands(problem: Problem, noisy: Estimate) -> tuple[list[Array], Array, Array]:
    """For each joint its bands' Gram matrices (bands, own, own); the residuals' power over σ², degrees of freedom."""
    of_row = problem.squares.of_row
    logs = _by_log(problem)
    edges = _edges(logs, max(2, ENTRIES // (len(of_row) * len(noisy.x) ** 2)))
    grams = [np.zeros((len(edges) - 1, len(own), len(own))) for own in of_row]
    power, count = np.zeros((2, len(of_row), len(edges) - 1))
    for log in logs:
        step = _step(log)
        for j in range(len(of_row)):
            share = float(np.concatenate([piece.used[:, j] for piece in log]).mean())
            frequencies, F, weight = _spectrum(_weighted(problem, noisy, log, j), step)
            starts = np.searchsorted(frequencies, edges)
            for b in range(len(edges) - 1):
                part = slice(starts[b], starts[b + 1] if b + 2 < len(edges) else len(F))
                A = np.concatenate([F[part].real, F[part].imag])
                grams[j][b] += A[:, :-1].T @ A[:, :-1]
                power[j, b] += float(A[:, -1] @ A[:, -1]) / noisy.sigma[j] ** 2
                count[j, b] += share * float(weight[part].sum())
    return grams, power, count


def _merged(taken: Array, squared: Array, count: Array) -> Array:
    """Which bands of each joint are taken as one, (bands taken together, all bands): as many as have enough freedom."""
    left = count - 2.0 * taken + squared.reshape(count.shape)
    rows: list[Array] = []
    for j, freedom in enumerate(left):
        total, first = 0.0, len(rows)
        for b, each in enumerate(freedom):
            if total == 0.0 or total >= FREEDOM:
                rows.append(np.zeros(left.shape))
                total = 1e-300
            rows[-1][j, b] = 1.0
            total += each
        if total < FREEDOM and len(rows) > first + 1:
            last = rows.pop()
            rows[-1] += last
    return np.array([row.ravel() for row in rows])


def _projected(problem: Problem, grams: list[Array], half: Array, sigma: Array) -> Array:
    """The Gram matrices in units of the curvature, (joints, bands, p, p)."""
    each = zip(problem.squares.of_row, grams, sigma, strict=True)
    return np.stack([half[own].T @ G @ half[own] / size**2 for own, G, size in each])


def widening(freedom: Array) -> Array:
    """Student's quantile for 95 % over the normal one, which is 1.96.

    >>> widening(np.array([10.0, 1e6])).round(3)
    array([1.137, 1.   ])
    """
    from scipy.special import ndtri, stdtrit

    found: Array = stdtrit(np.maximum(freedom, 2.0), 0.975) / ndtri(0.975)
    return found


def half_of(inverse: Array) -> Array:
    """A square root L of a covariance, L Lᵀ.

    >>> half_of(np.diag([4.0, 9.0]))
    array([[2., 0.],
           [0., 3.]])
    """
    d = np.sqrt(np.maximum(np.diag(inverse), 0.0))
    unit = np.where(d > 0.0, d, 1.0)
    values, vectors = np.linalg.eigh(inverse / np.outer(unit, unit))
    found: Array = unit[:, None] * vectors * np.sqrt(np.maximum(values, 0.0))
    return found


def _edges(logs: list[list[Piece]], most: int) -> Array:
    """The bands' ends in Hz: equal in width at first, then in proportion to their frequency."""
    steps = [_step(log) for log in logs]
    resolution = 1.0 / max(step * sum(len(piece.tau) for piece in log) for log, step in zip(logs, steps, strict=True))
    highest, growth = 0.5 / min(steps), GROWTH
    while True:
        edges = [0.0]
        while edges[-1] < highest:
            edges.append(edges[-1] + max(FIRST * resolution, (growth - 1.0) * edges[-1]))
        if len(edges) - 1 <= most:
            return np.array(edges)
        growth *= 1.5


def _spectrum(A: Array, step: float) -> tuple[Any, Any, Any]:
    """Frequencies, the columns' Fourier transforms with lengths kept, and each frequency's degrees of freedom."""
    T = len(A)
    weight = np.full(T // 2 + 1, 2.0)
    weight[0] = 1.0
    if T % 2 == 0:
        weight[-1] = 1.0
    return np.fft.rfftfreq(T, step), np.fft.rfft(A, axis=0) * np.sqrt(weight / T)[:, None], weight


def _step(log: list[Piece]) -> float:
    time = np.concatenate([piece.time for piece in log])
    return float(np.median(np.diff(time))) if len(time) > 1 else 1.0


def _weighted(problem: Problem, estimate: Estimate, log: list[Piece], j: int) -> Array:
    """A joint's columns in one log and, last, its residuals, with the samples' weights."""
    W = np.concatenate([piece.W[j] for piece in log])
    e = np.concatenate([piece.tau[:, j] for piece in log]) - W @ estimate.x[problem.squares.of_row[j]]
    found = np.column_stack([W, e])
    if estimate.weights is not None:
        found *= np.concatenate([np.sqrt(estimate.weights(j, piece)) for piece in log])[:, None]
    return found


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

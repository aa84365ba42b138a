"""The covariance from fits to blocks of time drawn with replacement: a circular block bootstrap.

Blocks are as long as the residuals' correlation asks for [politis2004]; each consists of short stretches of time, whose
Gram matrices are summed once, and may begin with any of them. A draw's fit is then a sum of small matrices and one
solution. [politis1992] Joints stay together, so correlation between them counts. The seed is fixed.
"""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array
from ...calls.thread_count import threads
from ...calls.threads import share
from ..accumulation.squares import squares
from ..estimators import Estimate, Problem
from ..residuals import middles, residuals
from .autocovariance import autocovariance, block_length
from .bands import half_of
from .blocks import in_blocks

DRAWS = 1000
"""How many fits."""

STRETCHES = 4
"""Of how many stretches of time a block consists."""

MOST, FEWEST = 256, 32
"""How many stretches all logs together may have."""

CHUNK = 50
"""Draws that a thread takes at a time."""

SAMPLES = 20_000
"""How many samples from the middle of a log tell how its residuals are correlated."""

ALONE = 1e-3
"""How much of the curvature is added to each draw's: so a direction that a draw does not show stays as it was."""


def bootstrap(problem: Problem, estimate: Estimate) -> Array:
    """The covariance, with deviations of which 1.96 on either side hold 95 % of the draws."""
    logs = problem.rows.logs
    seconds = np.array([float(log.time[-1] - log.time[0]) for log in logs])
    wanted = STRETCHES * float(seconds.sum()) / block_seconds(problem, estimate)
    rows = problem.rows.cut(int(np.clip(wanted, FEWEST, MOST)))
    finer = squares(rows, estimate.weights)
    half = half_of(estimate.inverse)
    chosen = [b for b in range(rows.blocks) if finer.counts[b].any()]
    X, g = in_blocks(finer, estimate, half, chosen)
    size = half.shape[1]
    flat, kept = X.reshape(len(X), -1), (1.0 + ALONE) * np.eye(size) - X.sum(axis=0)  # the rest is a prior's
    count = draws(len(X), DRAWS)
    changes = np.empty((DRAWS, size))

    def work(first: int) -> None:
        part = slice(first, first + CHUNK)
        curvature = kept + (count[part] @ flat).reshape(-1, size, size)
        changes[part] = np.linalg.solve(curvature, (count[part] @ g)[..., None])[..., 0]

    share(range(0, DRAWS, CHUNK), work, threads() - 1)
    changes = (changes - changes.mean(axis=0)) @ half.T
    deviation = np.maximum(changes.std(axis=0), 1e-300)
    low, high = np.quantile(changes, [0.025, 0.975], axis=0)
    scale = (high - low) / (2.0 * 1.959964) / deviation
    found: Array = np.cov(changes.T).reshape(len(scale), -1) * np.outer(scale, scale)
    return found


def draws(stretches: int, count: int) -> Array:
    """How often each stretch is in each draw, (count, stretches): whole blocks, the last stretch followed by the first.

    >>> draws(8, 3).sum(axis=1)
    array([8., 8., 8.])
    """
    rng = np.random.default_rng(0)
    each = min(STRETCHES, stretches)
    starts = rng.integers(0, stretches, size=(count, -(-stretches // each)))
    members = (starts[:, :, None] + np.arange(each)).reshape(count, -1)[:, :stretches] % stretches
    found = np.zeros((count, stretches))
    np.add.at(found, (np.arange(count)[:, None], members), 1.0)
    return found


def block_seconds(problem: Problem, estimate: Estimate) -> float:
    """How long a block must be for the joint whose residuals remember longest."""
    rows, longest = problem.rows, 0.0
    found = residuals(rows.regressor, estimate.x, middles(rows.logs, SAMPLES), rows.choices, rows.loads)
    step = max(float(np.median(np.diff(each.time))) for each in found)
    total = sum(float(log.time[-1] - log.time[0]) for log in rows.logs) / step
    for j in range(found[0].measured.shape[1]):
        gamma = autocovariance([each.error[:, j] for each in found])
        longest = max(longest, block_length(gamma, int(total)))
    return longest * step

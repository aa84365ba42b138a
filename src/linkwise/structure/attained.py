"""The largest value that is found: random positions, and steps uphill from the best of them. The same in every run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array

STARTS, TRIES, ROUNDS = 12, 8, 30
"""How many of the best positions are followed uphill, how many steps each tries at a time, and how often."""

SHORTER = 0.7
"""Each round's steps over those of the one before; the first are a tenth of the range."""


def largest_attained(
    value: Callable[[Array], Array], lower: Array, upper: Array, samples: int, seed: int = 0
) -> tuple[float, Array]:
    """The largest value within a box, as far as it is found, and where.

    >>> most, where = largest_attained(lambda x: 1.0 - x[:, 0] ** 2, np.array([-1.0]), np.array([2.0]), 100)
    >>> round(most, 6), bool(abs(where[0]) < 1e-3)
    (1.0, True)
    """
    rng, width = np.random.default_rng(seed), upper - lower
    q = np.concatenate([0.5 * (lower + upper)[None], rng.uniform(lower, upper, (samples, len(lower)))])
    found = value(q)
    best = np.argsort(-found, kind="stable")[:STARTS]
    q, found = q[best], found[best]
    for k in range(ROUNDS):
        steps = rng.normal(size=(len(q), TRIES, len(lower))) * (0.1 * SHORTER**k * width)
        tried = np.clip(q[:, None] + steps, lower, upper)
        values = value(tried.reshape(-1, len(lower))).reshape(len(q), TRIES)
        at = np.argmax(values, axis=1)
        rows = np.arange(len(q))
        better = values[rows, at] > found
        q = np.where(better[:, None], tried[rows, at], q)
        found = np.where(better, values[rows, at], found)
    k = int(np.argmax(found))
    return float(found[k]), q[k]

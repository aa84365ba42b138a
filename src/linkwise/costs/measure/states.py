"""Random states in the shapes that kernels take."""

import numpy as np

from ...calls.arrays import Array


def states(n: int, takes: int, count: int | None = None, *, layout: str = "rows") -> tuple[Array, ...]:
    """So many arrays of states of n joints, always the same: one state, rows (count, n) or columns (n, count).

    >>> [x.shape for x in states(7, 3, 100, layout="columns")]
    [(7, 100), (7, 100), (7, 100)]
    """
    rng = np.random.default_rng(7)
    shape = (n,) if count is None else (n, count) if layout == "columns" else (count, n)
    return tuple(rng.uniform(-3.0, 3.0, shape) for _ in range(takes))

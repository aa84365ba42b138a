"""The meaning of an iteration: step after step for the rows that are not done."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Iteration
from .program import run


def run_iterations(iteration: Iteration, rows: NDArray[Any], same: NDArray[Any], most: int) -> None:
    """Improve rows (N, columns) in place: each at least once, and `most` times at most.

    >>> from linkwise.program import trace
    >>> from linkwise.algebra import where
    >>> def step(x, own, same):  # Newton's square root of the row's own number
    ...     new = 0.5 * (x[0] + own[0] / x[0])
    ...     return [new, where(abs(new - x[0]) <= same[0], 1.0, 0.0)]
    >>> root = Iteration(trace(step, {"x": 2, "own": 1, "same": 1}, "root"), 2, 1, 1)
    >>> rows = np.array([[1.0, 0.0, 9.0], [1.0, 0.0, 4.0]])
    >>> run_iterations(root, rows, np.array([1e-12]), 50)
    >>> rows
    array([[3., 1., 9.],
           [2., 1., 4.]])
    """
    m, on = iteration.state, np.arange(len(rows))
    for _ in range(most):
        new = run(iteration.step, [*rows[on].T, *same])
        rows[on, :m] = np.stack([np.broadcast_to(x, len(on)) for x in new], axis=1)
        on = on[rows[on, m - 1] == 0.0]
        if not len(on):
            return

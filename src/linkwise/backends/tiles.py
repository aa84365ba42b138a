"""Rollouts side by side: rows of numbers as tiles of columns, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
"""Arrays of either precision."""


def results(blocks: Numbers, ended: Numbers, records: Numbers) -> Numbers:
    """The results of rollouts, one row for each: its block (N, columns), where it ended, its records (N, …)."""
    return np.concatenate([blocks, ended[:, None], records], axis=1, dtype=np.float64)


def tiled(rows: Numbers, lanes: int) -> Numbers:
    """Rows of numbers, one for each rollout, as tiles of columns; the last tile is filled up with its last rollout.

    >>> tiled(np.array([[1, 2], [3, 4], [5, 6]]), 2).tolist()
    [[[1, 3], [2, 4]], [[5, 5], [6, 6]]]
    """
    spare = -len(rows) % lanes
    full = np.concatenate([rows, np.repeat(rows[-1:], spare, axis=0)]) if spare else rows
    return np.ascontiguousarray(full.reshape(-1, lanes, *rows.shape[1:]).swapaxes(1, -1))


def untiled(tiles: Numbers, count: int) -> Numbers:
    """The first `count` rows of numbers, from tiles of columns.

    >>> untiled(np.array([[[1, 3], [2, 4]], [[5, 5], [6, 6]]]), 3).tolist()
    [[1, 2], [3, 4], [5, 6]]
    """
    rows = np.moveaxis(tiles, -1, 1)
    return rows.reshape(-1, *rows.shape[2:])[:count]

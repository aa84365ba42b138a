"""Rollouts side by side: rows of numbers as tiles of columns, and back; and how many are run at a time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..program import Rollout, Span

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
    tiles = np.empty((-(-len(rows) // lanes), rows.shape[1], lanes), rows.dtype)
    fill(tiles, rows)
    return tiles


def fill(tiles: Numbers, rows: Numbers) -> None:
    """Write rows into tiles (tiles, columns, lanes), in one pass; the last tile is filled up with the last row."""
    lanes = tiles.shape[-1]
    whole, rest = divmod(len(rows), lanes)
    tiles[:whole] = rows[: whole * lanes].reshape(whole, lanes, rows.shape[1]).swapaxes(1, 2)
    if rest:
        tiles[whole, :, :rest] = rows[whole * lanes :].T
        tiles[whole, :, rest:] = rows[-1][:, None]


def untiled(tiles: Numbers, count: int) -> Numbers:
    """The first `count` rows of numbers, from tiles of columns.

    >>> untiled(np.array([[[1, 3], [2, 4]], [[5, 5], [6, 6]]]), 3).tolist()
    [[1, 2], [3, 4], [5, 6]]
    """
    rows = np.moveaxis(tiles, -1, 1)
    return rows.reshape(-1, *rows.shape[2:])[:count]


WORK = 10**8
"""Program steps, each on all lanes, that one call of machine code runs: some hundredths of a second."""

ROOM = 2**22
"""Bytes that the blocks and records of a chunk may take, so that they are still in a cache when they are copied."""


class Plan(NamedTuple):
    """How much is done at a time: the rollouts of a chunk, and the steps of a span."""

    rollouts: int
    steps: int

    def spans(self, whole: Span, first: int, last: int, table: int) -> Iterator[Span]:
        """The steps from `first` to `last`, span after span; the table of timed inputs begins with row `table`."""
        for k in range(first, last, self.steps):
            end = min(k + self.steps, last)
            yield whole._replace(first=k, last=end, finish=end == whole.last, table=table)


def cached_plan(rollout: Rollout, lanes: int, count: int, whole: Span) -> Plan:
    """Chunks that stay in a cache and do not take long; results do not depend on them."""
    stages = len(rollout.tableau.b) * (8 if rollout.tableau.implicit else 1)
    affordable = WORK // max(1, stages * len(rollout.rate.steps) + rollout.watched) + 1
    steps = max(1, min(whole.last, affordable))
    row = 8 * (rollout.columns + whole._replace(last=steps).slots * rollout.recorded)
    tiles = max(1, min(affordable // steps, ROOM // (row * lanes)))
    return Plan(min(tiles * lanes, -(-count // lanes) * lanes), steps)

"""Many rollouts in chunks: small enough to fit a cache and to notice an interrupt, shared among threads."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from ..backends import AbstractRolloutModule
from ..backends.tiles import Numbers, tiled, untiled
from ..program import Rollout, Span

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
            yield Span(k, end, whole.step, whole.every, end == whole.last, table)


def plan(rollout: Rollout, lanes: int, count: int, whole: Span) -> Plan:
    """Chunks that take neither long nor much memory; results do not depend on them."""
    stages = len(rollout.tableau.b) * (8 if rollout.tableau.implicit else 1)
    affordable = WORK // max(1, stages * len(rollout.rate.steps) + rollout.watched) + 1
    steps = max(1, min(whole.last, affordable))
    row = 8 * (rollout.columns + whole._replace(last=steps).slots * rollout.recorded)
    tiles = max(1, min(affordable // steps, ROOM // (row * lanes)))
    return Plan(min(tiles * lanes, -(-count // lanes) * lanes), steps)


class Chunk(NamedTuple):
    """Some rollouts under way: blocks (tiles, columns, lanes), and the steps at which they ended (tiles, lanes)."""

    blocks: Numbers
    ended: Numbers

    @staticmethod
    def of(rows: Numbers, module: AbstractRolloutModule) -> "Chunk":
        """Rollouts that start from rows (N, columns)."""
        blocks = tiled(rows.astype(module.spec.dtype), module.lanes)
        return Chunk(blocks, np.full((len(blocks), module.lanes), -1, np.int64))

    def run(
        self, module: AbstractRolloutModule, rollout: Rollout, same: Numbers, timed: Numbers, span: Span
    ) -> Numbers:
        """Run the steps of a span; returns the records kept, (tiles, slots, columns, lanes)."""
        records = np.empty((len(self.blocks), span.slots, rollout.recorded, module.lanes), module.spec.dtype)
        module.run(self.blocks, self.ended, records, same, timed, span)
        return records

    def remains(self, rollout: Rollout, count: int) -> tuple[Numbers, Numbers]:
        """The reductions (count, columns) of the first `count` rollouts, and the steps at which they ended."""
        reduced = untiled(self.blocks, count)[:, rollout.moving : rollout.moving + rollout.reduced]
        return reduced, self.ended.reshape(-1)[:count]


class _Stopped(Exception):
    """Another thread was interrupted, or failed."""


def share(
    chunks: Sequence[int],
    work: Callable[[int, Callable[[int], None]], None],
    threads: int,
    advance: Callable[[int], None],
) -> None:
    """Run all chunks on several threads; an interrupt or error in one stops the others after their current span.

    `work(chunk, done)` calls `done(steps)` after each span, which calls `advance(steps)`, one thread at a time.
    """
    stop, lock = threading.Event(), threading.Lock()

    def done(steps: int) -> None:
        if stop.is_set():
            raise _Stopped
        with lock:
            advance(steps)

    if threads == 1 or len(chunks) == 1:
        for chunk in chunks:
            work(chunk, done)
        return
    with ThreadPoolExecutor(threads) as pool:
        tasks = [pool.submit(work, chunk, done) for chunk in chunks]
        try:
            pending = set(tasks)
            while pending:  # short waits, so that an interrupt is noticed
                finished, pending = wait(pending, timeout=0.1, return_when=FIRST_EXCEPTION)
                for task in finished:
                    task.result()
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise

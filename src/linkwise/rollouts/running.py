"""Many rollouts, chunk by chunk: shared among threads, with room for one chunk at a time."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from ..backends import AbstractRolloutModule
from ..backends.tiles import Numbers, tiled, untiled
from ..program import Rollout, Span

WORK = 10**8
"""Steps of programs, each on all lanes, that are done at a time: some hundredths of a second."""

ROOM = 2**22
"""Bytes of blocks and records a chunk may take, so that they are still in a cache when they are turned to rows."""


class Plan(NamedTuple):
    """Rollouts of a chunk, and steps of a span."""

    rollouts: int
    steps: int

    def spans(self, whole: Span, first: int, last: int, table: int) -> Iterator[Span]:
        """Some steps of the whole, span after span."""
        for k in range(first, last, self.steps):
            end = min(k + self.steps, last)
            yield Span(k, end, whole.step, whole.every, end == whole.last, table)


def plan(rollout: Rollout, lanes: int, count: int, whole: Span) -> Plan:
    """Chunks that take neither long nor much room; results do not depend on them."""
    stages = len(rollout.tableau.b) * (8 if rollout.tableau.implicit else 1)
    each = WORK // max(1, stages * len(rollout.rate.steps) + rollout.watched) + 1
    steps = max(1, min(whole.last, each))
    row = 8 * (rollout.columns + whole._replace(last=steps).slots * rollout.recorded)
    most = max(1, min(each // steps, ROOM // (row * lanes)))
    return Plan(min(most * lanes, -(-count // lanes) * lanes), steps)


class Chunk(NamedTuple):
    """Some rollouts on their way: tiles of blocks, and where they ended."""

    blocks: Numbers
    ended: Numbers

    @staticmethod
    def of(rows: Numbers, module: AbstractRolloutModule) -> "Chunk":
        """Rollouts that begin as rows (N, columns)."""
        blocks = tiled(rows.astype(module.spec.dtype), module.lanes)
        return Chunk(blocks, np.full((len(blocks), module.lanes), -1, np.int64))

    def run(
        self, module: AbstractRolloutModule, rollout: Rollout, same: Numbers, timed: Numbers, span: Span
    ) -> Numbers:
        """Do the steps of a span; gives what is kept of them, (tiles, slots, columns, lanes)."""
        records = np.empty((len(self.blocks), span.slots, rollout.recorded, module.lanes), module.spec.dtype)
        module.run(self.blocks, self.ended, records, same, timed, span)
        return records

    def left(self, rollout: Rollout, count: int) -> tuple[Numbers, Numbers]:
        """What was reduced, and where so many rollouts ended."""
        reduced = untiled(self.blocks, count)[:, rollout.moving : rollout.moving + rollout.reduced]
        return reduced, self.ended.reshape(-1)[:count]


class _Stopped(Exception):
    """Another thread was interrupted."""


def share(
    chunks: Sequence[int],
    work: Callable[[int, Callable[[int], None]], None],
    threads: int,
    advance: Callable[[int], None],
) -> None:
    """Do all chunks; an interrupt ends the others after their present span."""
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
            while pending:  # waits that end, so that an interrupt is heard
                finished, pending = wait(pending, timeout=0.1, return_when=FIRST_EXCEPTION)
                for task in finished:
                    task.result()
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise

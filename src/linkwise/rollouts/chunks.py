"""Many rollouts in chunks: small enough to fit a cache and to notice an interrupt, shared among threads."""

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..backends import AbstractRolloutModule
from ..backends.tallies import AbstractTallyModule, LastSpan, Tallied, TallyRequest
from ..backends.tiles import Numbers, untiled
from ..calls.thread_count import threads as default_threads
from ..calls.threads import share
from ..program import Rollout, Span


class Tallying(NamedTuple):
    """What makes tallies at the end, which ones, and whether the values come back too."""

    module: AbstractTallyModule
    request: TallyRequest
    values: bool


class Chunk(NamedTuple):
    """Some rollouts under way: blocks (tiles, columns, lanes), and the steps at which they ended (tiles, lanes)."""

    blocks: Numbers
    ended: Numbers

    @staticmethod
    def of(blocks: Numbers) -> "Chunk":
        """Rollouts that start from there."""
        return Chunk(blocks, np.full((len(blocks), blocks.shape[-1]), -1, np.int64))

    def run(
        self, module: AbstractRolloutModule, rollout: Rollout, same: Numbers, timed: Numbers, span: Span
    ) -> Numbers:
        """Run the steps of a span; returns the records kept, (tiles, slots, columns, lanes)."""
        records = self._room(module, rollout, span)
        module.run(self.blocks, self.ended, records, same, timed, span)
        return records

    def run_tallied(
        self,
        module: AbstractRolloutModule,
        rollout: Rollout,
        same: Numbers,
        timed: Numbers,
        span: Span,
        count: int,
        tallying: Tallying,
    ) -> tuple[Numbers, Tallied]:
        """Run the last steps; returns the records, empty unless values are wanted, and the tallies of `count`."""
        records = self._room(module, rollout, span)
        chunk = LastSpan(self.blocks, self.ended, records, same, timed, span, count, tallying.values)
        return records, tallying.module.run(module, chunk, tallying.request)

    def _room(self, module: AbstractRolloutModule, rollout: Rollout, span: Span) -> Numbers:
        return np.empty((len(self.blocks), span.slots, rollout.recorded, module.lanes), module.spec.dtype)

    def remains(self, rollout: Rollout, count: int) -> tuple[Numbers, Numbers]:
        """The reductions (count, columns) of the first `count` rollouts, and the steps at which they ended."""
        reduced = untiled(self.blocks, count)[:, rollout.moving : rollout.moving + rollout.reduced]
        return reduced, self.ended.reshape(-1)[:count]


class _Stopped(Exception):
    """Another thread was interrupted, or failed."""


def run_chunks(
    chunks: Sequence[int],
    work: Callable[[int, Callable[[int], None]], None],
    threads: int | None,
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

    share(chunks, lambda chunk: work(chunk, done), (default_threads() if threads is None else threads) - 1, stop)

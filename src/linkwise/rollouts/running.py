"""Many rollouts, chunk by chunk: shared among threads, with a bar that moves, and room for one chunk at a time."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..backends.llvm import Shape
from ..backends.llvm.rollout import Rollout
from ..backends.llvm.rollout_unit import Numbers, Span, tiled, untiled
from .interpreted import run_rollouts

WORK = 10**8
"""Steps of programs, each on all lanes, that are done at a time: some hundredths of a second."""

ROOM = 2**22
"""Bytes of blocks and records a chunk may take, so that they are still in a cache when they are turned to rows."""


class Runner(Protocol):
    """What does the steps of a span: machine code, or the interpreter."""

    shape: Shape

    def run(
        self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span
    ) -> None:  # fmt: skip
        """Do them, in place."""


class Interpreter:
    """The loop by the interpreter."""

    def __init__(self, rollout: Rollout, lanes: int = 64):
        self.rollout, self.shape = rollout, Shape(lanes)

    def run(
        self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span
    ) -> None:  # fmt: skip
        """Tile after tile."""
        for each in zip(blocks, ended, records, strict=True):
            run_rollouts(self.rollout, *each, same, timed, span)


class Plan(NamedTuple):
    """Rollouts of a chunk, and the steps of each of its spans."""

    rollouts: int
    spans: tuple[Span, ...]


def plan(rollout: Rollout, lanes: int, count: int, whole: Span) -> Plan:
    """Chunks that take neither long nor much room; results do not depend on them."""
    steps = whole.last
    stages = len(rollout.scheme.b) * (8 if rollout.scheme.implicit else 1)
    each = WORK // max(1, stages * len(rollout.rate.steps) + rollout.watched) + 1
    span = max(1, min(steps, each))
    ends = [(k, min(k + span, steps)) for k in range(0, steps, span)]
    spans = tuple(Span(a, b, whole.step, whole.every, b == steps) for a, b in ends)
    row = 8 * (rollout.columns + max(s.slots for s in spans) * rollout.recorded)
    most = max(1, min(each // span, ROOM // (row * lanes)))
    return Plan(min(most * lanes, -(-count // lanes) * lanes), spans)


def run_chunk(
    runner: Runner, rollout: Rollout, rows: Numbers, same: Numbers, timed: Numbers, spans: tuple[Span, ...],
    keep: Callable[[int, Numbers], None], done: Callable[[int], None],
) -> tuple[Numbers, Numbers]:  # fmt: skip
    """Rollouts that begin as rows (N, columns): what is reduced, and where they ended.

    `keep` gets records (tiles, slots, columns, lanes) and the number of those before them, `done` the steps done.
    """
    lanes, dtype, count = runner.shape.lanes, runner.shape.dtype, len(rows)
    blocks = tiled(rows.astype(dtype), lanes)
    ended = np.full((len(blocks), lanes), -1, np.int64)
    slot = 0
    for span in spans:
        records = np.empty((len(blocks), span.slots, rollout.recorded, lanes), dtype)
        runner.run(blocks, ended, records, same, timed, span)
        if span.slots:
            keep(slot, records)
            slot += span.slots
        done(count * (span.last - span.first))
    reduced = untiled(blocks, count)[:, rollout.moving : rollout.moving + rollout.reduced]
    return reduced, ended.reshape(-1)[:count]


class _Stopped(Exception):
    """Another thread was interrupted."""


def share(chunks: list[Any], work: Callable[[Any, Callable[[int], None]], None], threads: int, bar: bool,
          total: int) -> None:  # fmt: skip
    """Do all chunks; an interrupt ends the others after their present span."""
    stop, lock = threading.Event(), threading.Lock()
    with _bar(bar, total) as advance:

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


@contextmanager
def _bar(shown: bool, total: int) -> Iterator[Callable[[int], None]]:
    """A bar of so many steps."""
    if not shown:
        yield lambda steps: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("rollouts", total=total)
        yield lambda steps: progress.advance(task, steps)

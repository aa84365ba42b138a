"""Blocks run by the workers of dask.distributed; the checkpoint is written here.

A task holds all it needs, so that another worker can repeat it when one is lost. Machine code is not sent: each
process compiles the rollouts of a sweep once, or finds the code in its cache.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from ..errors import LinkwiseError, MissingExtra, plain
from .block import Merger, Summary
from .checkpoint import Checkpoint
from .identity import versions
from .spreads import Spreads
from .work import Work

AHEAD = 2
"""Tasks in flight for each thread of the cluster: enough to keep it busy, few enough to stay small."""

PATIENCE = 60.0
"""Seconds a sweep waits while there are no workers."""

REMEMBERED = 4
"""How many sweeps' compiled rollouts a worker keeps."""

_works: dict[str, Work] = {}
_compiling = threading.Lock()


def do_block(
    packed: bytes, spreads: Spreads, span: tuple[int, int], threads: int, backend: str, expected: dict[str, str]
) -> Summary:
    """On a worker: one block, by rollouts that are compiled once in a process."""
    if versions(backend) != expected:
        raise LinkwiseError(
            f"a worker has the versions {versions(backend)}.",
            f"{expected} were expected, as here.",
            "install the same versions on all machines.",
        )
    with _compiling:
        key = sha256(packed).hexdigest()
        if key not in _works:
            while len(_works) >= REMEMBERED:
                del _works[next(iter(_works))]
            work: Work = import_module("cloudpickle").loads(packed)
            work.kernel([0.0] * work.kernel.robot.n, step=work.step, steps=1)  # compiled now, while other threads wait
            _works[key] = work
        work = replace(_works[key], spreads=spreads)
    return work.block(*span, threads)


def run_blocks_on_cluster(
    client: Any,
    work: Work,
    spans: Iterator[tuple[int, int]],
    merger: Merger,
    checkpoint: Checkpoint | None,
    threads: int,
    advance: Callable[[int], None],
) -> None:
    """Send blocks out, a few at a time; those that the checkpoint has are read from it."""
    _require_client(client)
    packed = import_module("cloudpickle").dumps(work.cut(0, 0))
    answers: SimpleQueue[Any] = SimpleQueue()
    in_flight: dict[str, Any] = {}

    def missing() -> Iterator[tuple[int, int]]:
        """The blocks that the checkpoint does not have; the others are merged here."""
        for span in spans:
            block = checkpoint.load(*span) if checkpoint else None
            if block is None:
                yield span
            else:
                merger.add(block)
                advance(block.count)

    to_send = missing()

    def send() -> None:
        """Send as many as keep the current workers busy."""
        most = AHEAD * max(1, sum(_workers(client).values()))
        for span in islice(to_send, max(0, most - len(in_flight))):
            spreads, backend = work.spreads.cut(*span), work.kernel.backend
            task = client.submit(do_block, packed, spreads, span, threads, backend, versions(backend), pure=False)
            in_flight[task.key] = task
            task.add_done_callback(answers.put)

    try:
        send()
        while in_flight:
            task = _next_done(answers, client)
            del in_flight[task.key]
            block = _result(task)
            del task  # the cluster forgets a block once nothing here refers to it
            if checkpoint:
                checkpoint.store(block)
            merger.add(block)
            advance(block.count)
            send()
    finally:
        with suppress(Exception):  # if the cluster is gone, there is nothing to cancel
            if in_flight:
                client.cancel(list(in_flight.values()), force=True)


def _next_done(answers: "SimpleQueue[Any]", client: Any) -> Any:
    """The next task that is done; an error if there have been no workers for a while."""
    last_seen = time.monotonic()
    while True:
        try:
            return answers.get(timeout=1.0)
        except Empty:
            if _workers(client):
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE:
                raise LinkwiseError(
                    f"the cluster has had no workers for {PATIENCE:g} s.",
                    "At least one was expected.",
                    "start some and run the sweep again; with a checkpoint it resumes from there.",
                ) from None


def _result(task: Any) -> Summary:
    """What a task returned; its failures are raised as our errors."""
    try:
        block: Summary = task.result()
    except LinkwiseError:
        raise
    except Exception as error:  # whatever happened there: a killed worker, a module it does not have
        raise LinkwiseError(
            f"the cluster could not run a block: {plain(f'{type(error).__name__}: {error}', 300)}.",
            "A result was expected.",
            "with a checkpoint, finished blocks are kept.",
        ) from error
    return block


def _require_client(client: Any) -> None:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("a sweep on a cluster", "cluster") from None
    if not isinstance(client, Client) or client.asynchronous:
        raise LinkwiseError(
            f"the client is {plain(repr(client))}.", "A dask.distributed.Client that is not asynchronous was expected."
        )


def _workers(client: Any) -> dict[str, int]:
    """The number of threads of each worker."""
    try:
        return dict(client.nthreads())
    except Exception as error:  # whatever a lost connection raises
        raise LinkwiseError(
            f"the cluster does not answer: {plain(f'{type(error).__name__}: {error}', 300)}.",
            "A connection to its scheduler was expected.",
            "connect a new client; with a checkpoint, finished blocks are kept.",
        ) from error

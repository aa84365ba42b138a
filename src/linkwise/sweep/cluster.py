"""Blocks done by the workers of dask.distributed; the ledger is kept here.

A task holds all that it needs, so that it can be done again by another worker when one is lost; code does not travel,
and each process compiles a sweep's loop once, or finds it in its cache.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from ..errors import LinkwiseError, MissingExtra, plain
from .block import Fold, Partial
from .identity import versions
from .ledger import Ledger
from .spreads import Spreads
from .work import Work

AHEAD = 2
"""Tasks that wait, or are done, for each thread of the cluster: enough to keep it busy, few enough to stay small."""

PATIENCE = 60.0
"""Seconds a sweep waits while there are no workers."""

_LATEST: dict[str, Work] = {}
_TURN = threading.Lock()


def do_block(packed: bytes, spreads: Spreads, span: tuple[int, int], threads: int, expected: dict[str, str]) -> Partial:
    """On a worker: one block, by a loop that is compiled once in a process."""
    import cloudpickle

    if versions() != expected:
        raise LinkwiseError(
            f"a worker has {versions()}.", f"{expected} were expected, as here.", "install the same on all machines."
        )
    with _TURN:
        key = sha256(packed).hexdigest()
        if key not in _LATEST:
            while len(_LATEST) >= 4:
                del _LATEST[next(iter(_LATEST))]
            kernel = (work := cloudpickle.loads(packed)).kernel
            kernel([0.0] * kernel.robot.n, step=work.step, steps=1)  # compiled here, while others wait
            _LATEST[key] = work
        work = replace(_LATEST[key], spreads=spreads)
    return work.block(*span, threads)


def sweep_by(
    client: Any,
    work: Work,
    todo: Iterator[tuple[int, int]],
    fold: Fold,
    ledger: Ledger | None,
    threads: int,
    done: Callable[[int], None],
) -> None:
    """Those that the ledger has are taken from it, the others sent out, a few at a time."""
    _require(client)
    import cloudpickle

    packed = cloudpickle.dumps(work.cut(0, 0))
    answers: SimpleQueue[Any] = SimpleQueue()
    out: dict[str, Any] = {}

    def missing() -> Iterator[tuple[int, int]]:
        for span in todo:
            part = ledger.get(*span) if ledger else None
            if part is None:
                yield span
            else:
                fold.take(part)
                done(part.count)

    left = missing()

    def send() -> None:
        """As many as keep the workers busy that there are now."""
        most = AHEAD * max(1, sum(_workers(client).values()))
        for span in islice(left, max(0, most - len(out))):
            task = client.submit(do_block, packed, work.spreads.cut(*span), span, threads, versions(), pure=False)
            out[task.key] = task
            task.add_done_callback(answers.put)

    try:
        send()
        while out:
            task = _next(answers, client)
            del out[task.key]
            part = _answer(task)
            del task  # the cluster forgets a block once nobody here holds it
            if ledger:
                ledger.put(part)
            fold.take(part)
            done(part.count)
            send()
    finally:
        with suppress(Exception):  # where the cluster is gone there is nothing to call off
            if out:
                client.cancel(list(out.values()), force=True)


def _next(answers: "SimpleQueue[Any]", client: Any) -> Any:
    """The next task that is done; an end where nobody is left to do any."""
    alone = time.monotonic()
    while True:
        try:
            return answers.get(timeout=1.0)
        except Empty:
            if _workers(client):
                alone = time.monotonic()
            elif time.monotonic() - alone > PATIENCE:
                raise LinkwiseError(
                    f"the cluster has had no workers for {PATIENCE:g} s.",
                    "Some were expected.",
                    "with a ledger, sweep again when there are; blocks that are done stay.",
                ) from None


def _answer(task: Any) -> Partial:
    try:
        return task.result()  # type: ignore[no-any-return]
    except LinkwiseError:
        raise
    except Exception as error:  # whatever happened there: a killed worker, a module it has not
        raise LinkwiseError(
            f"the cluster could not do a block: {plain(f'{type(error).__name__}: {error}', 300)}.",
            "An answer was expected.",
            "with a ledger, blocks that are done stay.",
        ) from error


def _require(client: Any) -> None:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("a sweep on a cluster", "cluster") from None
    if not isinstance(client, Client) or client.asynchronous:
        raise LinkwiseError(
            f"the client is {plain(repr(client))}.", "A dask.distributed.Client, not an asynchronous one, was expected."
        )


def _workers(client: Any) -> dict[str, int]:
    """Threads of each worker."""
    try:
        return dict(client.nthreads())
    except Exception as error:  # whatever a lost connection raises
        raise LinkwiseError(
            f"the cluster does not answer: {plain(f'{type(error).__name__}: {error}', 300)}.", "One that does."
        ) from error

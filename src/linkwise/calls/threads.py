"""Batches in pieces, shared among threads.

Threads are started for each batch that is worth it and end with it: starting one takes some 50 µs, and a process that
keeps none can fork and end at any time.
"""

import math
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import perf_counter
from typing import TypeVar

from ..backends import AbstractInPlaceModule
from ..backends.modules import Arrays
from .thread_count import threads as default_threads

CHUNK = 64
"""Pieces are multiples of this many states: whole tiles, whole cache lines."""

PAUSE = 0.01
"""Seconds that machine code runs before Python looks for signals again."""

SHARE = 4e-4
"""The least seconds of work for which a thread is started by default: many times what starting it takes."""

TIMED = 1e-4
"""The least seconds of a piece from which the time of a state can be told: calling the code takes a tenth of that."""

TRIAL = 256
"""States of the first piece of a batch for which it is not known how long a state takes."""

Piece = TypeVar("Piece")


def memory() -> float:
    """This machine's memory in bytes; infinite where the system does not say.

    >>> memory() > 2**20
    True
    """
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not every system knows these names
        return math.inf


# ---- a batch --------------------------------------------------------------------------------------------------------


def run_batch(module: AbstractInPlaceModule, takes: Arrays, gives: Arrays, count: int, threads: int | None) -> None:
    """Answer `count` states: contiguous arrays of the module's layout and precision in, others out.

    Without a number of threads as many are used as `linkwise.threads()` says and as have enough to do. An interrupt or
    an error ends the batch after the pieces under way, and is raised once no thread writes into the arrays any more.
    """
    run_rows(module, partial(module.run, takes, gives), count, 1, threads)


def run_rows(
    module: AbstractInPlaceModule, run: Callable[[int, int], None], count: int, states: int, threads: int | None
) -> None:
    """Call `run` for all of `count` rows, each of `states` states, some rows at a time; it calls the module's code."""
    if at_once(module, count * states, threads):
        run(0, count)
        return
    timed = _Timed(module, run, states)
    first = 0 if module.pace else timed.trial(count, module.piece if threads == 1 else TRIAL)
    seconds = module.pace * states
    helpers = _helpers(module, seconds * (count - first)) if threads is None else threads - 1
    pieces = _pieces(first, count, seconds, helpers, max(1, CHUNK // states))
    if threads is not None or not helpers:
        share(pieces, timed, helpers)
        return
    with _ENGAGED.more(helpers):
        share(pieces, timed, helpers)


def at_once(module: AbstractInPlaceModule, states: int, threads: int | None) -> bool:
    """Whether a batch is done in one call of the code: it is short, and not worth a thread."""
    if states <= TRIAL or (threads is None and 0.0 < module.pace * states < 2 * SHARE):
        return True
    alone = threads == 1 or (threads is None and (not module.releases_gil or default_threads() == 1))
    return alone and states <= module.piece


class _Timed:
    """The function that runs rows; notes the module's best time of a state."""

    def __init__(self, module: AbstractInPlaceModule, run: Callable[[int, int], None], states: int):
        self.module, self.run, self.states = module, run, states

    def __call__(self, piece: tuple[int, int]) -> None:
        first, last = piece
        begin = perf_counter()
        self.run(first, last)
        took = perf_counter() - begin
        if took >= TIMED:
            pace = took / ((last - first) * self.states)
            self.module.pace = min(self.module.pace or pace, pace)

    def trial(self, count: int, few: int) -> int:
        """Run the first rows, more and more of them until the time of a state is known; returns how many are done."""
        first, size = 0, max(1, few // self.states)
        while first < count and not self.module.pace:
            last = min(first + size, count)
            self((first, last))
            first, size = last, 4 * size
        return first


def _helpers(module: AbstractInPlaceModule, seconds: float) -> int:
    """How many threads to start by default for work that would take one thread `seconds`."""
    if not module.releases_gil or seconds < 2 * SHARE:
        return 0
    return max(0, min(default_threads() - 1 - _ENGAGED.count, int(seconds / SHARE) - 1))


def _pieces(first: int, last: int, pace: float, helpers: int, chunk: int) -> Iterable[tuple[int, int]]:
    """Rows from `first` to `last` in pieces of up to a PAUSE; shorter ones at the end, if threads share them."""
    while first < last:
        seconds = PAUSE if not helpers else min(PAUSE, pace * (last - first) / (2 * (1 + helpers)))
        size = max(chunk, int(max(seconds, SHARE / 4) / pace) // chunk * chunk)
        end = first + size if first + size + chunk < last else last  # no crumbs
        yield first, end
        first = end


# ---- threads --------------------------------------------------------------------------------------------------------


def share(
    pieces: Iterable[Piece], work: Callable[[Piece], None], helpers: int, stop: threading.Event | None = None
) -> None:
    """Call `work` with every piece, here and on `helpers` further threads; an interrupt or error ends all of them.

    Each thread takes the next piece when it is done with one. Once one has failed `stop` is set, for work that can look
    at it, and no further piece is begun; this returns or raises when none is under way.

    >>> done = []
    >>> share(range(5), done.append, helpers=1)
    >>> sorted(done)
    [0, 1, 2, 3, 4]
    """
    queue, failed, stop = deque(pieces), list[BaseException](), stop or threading.Event()

    def in_turn() -> None:
        try:
            while True:
                try:
                    piece = queue.popleft()
                except IndexError:
                    return
                work(piece)
        except BaseException as error:  # a thread would only print it and end
            queue.clear()
            stop.set()
            failed.append(error)

    workers = [_Worker(in_turn) for _ in range(min(helpers, len(queue) - 1))]
    try:
        with suppress(RuntimeError):  # no more threads to be had: of the system, or as the interpreter shuts down
            for worker in workers:
                worker.start()
        in_turn()
    finally:
        queue.clear()
        _join(workers)
    if failed:
        raise failed[0]


class _Worker(threading.Thread):
    """A thread that can be waited for however its start was interrupted: until it is active it has taken no piece."""

    active = False

    def __init__(self, work: Callable[[], None]):
        super().__init__(name="linkwise")
        self._work = work

    def run(self) -> None:
        """Work, until nothing is left."""
        self.active = True
        try:
            self._work()
        finally:
            self.active = False


def _join(workers: list[_Worker]) -> None:
    """Wait until all have ended, also if the caller is interrupted again meanwhile."""
    again: KeyboardInterrupt | None = None
    for worker in workers:
        while True:
            try:
                while worker.active or worker.is_alive():
                    worker.join(PAUSE)
                break
            except KeyboardInterrupt as error:
                again = error
    if again is not None:
        raise again


class _Engaged:
    """How many threads work for batches that did not say how many they want: the next one leaves their cores alone."""

    def __init__(self) -> None:
        self.count, self._lock = 0, threading.Lock()

    @contextmanager
    def more(self, threads: int) -> Iterator[None]:
        """Some more, within the block."""
        with self._lock:
            self.count += threads
        try:
            yield
        finally:
            with self._lock:
                self.count -= threads

    def forget(self) -> None:
        """After a fork: the child has one thread, and no lock that another holds."""
        self.count, self._lock = 0, threading.Lock()


_ENGAGED = _Engaged()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ENGAGED.forget)

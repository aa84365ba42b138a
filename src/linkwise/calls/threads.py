"""Batches shared among threads."""

import math
import os
import threading
from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

from ..backends import AbstractInPlaceModule
from ..backends.modules import Arrays
from .checks import whole

CHUNK = 64
"""Threads get multiples of this many states: whole tiles, whole cache lines."""

PAUSE = 0.01
"""Seconds that machine code runs before Python looks for signals again."""


THREADS = 1
"""How many threads share a call unless its caller asks for more."""


def threads_of(value: object) -> int:
    """The number of threads requested, checked.

    >>> threads_of(2)
    2
    """
    return whole("threads", value, 1)


def memory() -> float:
    """This machine's memory in bytes; infinite where the system does not say.

    >>> memory() > 2**20
    True
    """
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not every system knows these names
        return math.inf


def cuts(count: int, threads: int) -> list[int]:
    """Where each thread's share of a batch begins, and where the last one ends; no share is empty.

    >>> cuts(1000, 1), cuts(1000, 3), cuts(100, 4), cuts(2, 2)
    ([0, 1000], [0, 384, 768, 1000], [0, 64, 100], [0, 2])
    """
    each = count if threads == 1 else -(-count // (threads * CHUNK)) * CHUNK
    return [*range(0, count, each), count]


def run_batch(module: AbstractInPlaceModule, takes: Arrays, gives: Arrays, count: int, threads: int) -> None:
    """Answer `count` states: contiguous arrays of the module's layout and precision in, others out.

    An interrupt or an error ends the batch after the pieces under way, and is raised once every thread has ended: until
    then they write into the arrays.
    """
    if threads == 1 and count <= module.piece:
        module.run(takes, gives, 0, count)
        return
    at, failed, stop = cuts(count, threads), list[BaseException](), threading.Event()

    def share(first: int, last: int) -> None:
        try:
            _in_pieces(module, takes, gives, first, last, stop)
        except BaseException as error:  # a thread would only print it and end
            failed.append(error)
            stop.set()

    others = [_Worker(share, *pair) for pair in pairwise(at[1:])]
    try:
        for one in others:
            one.start()
        _in_pieces(module, takes, gives, at[0], at[1], stop)
    except BaseException:
        stop.set()
        raise
    finally:
        _wait_for(others)
    if failed:
        raise failed[0]


def _in_pieces(
    module: AbstractInPlaceModule, takes: Arrays, gives: Arrays, first: int, last: int, stop: threading.Event
) -> None:
    """The states from `first` to `last` in pieces that take about a PAUSE: Python looks for signals between them."""
    size = module.piece
    while first < last and not stop.is_set():
        end = first + size if first + size + CHUNK < last else last  # no crumbs
        begin = perf_counter()
        module.run(takes, gives, first, end)
        rate = (end - first) / max(perf_counter() - begin, 1e-6)
        first, size = end, max(CHUNK, int(rate * PAUSE) // CHUNK * CHUNK)


class _Worker:
    """A thread that can be waited for however its start was interrupted."""

    def __init__(self, work: Callable[[int, int], None], first: int, last: int):
        self._thread = threading.Thread(target=self._run, args=(work, first, last))
        self.begun, self.ended = False, threading.Event()

    def start(self) -> None:
        """Start it."""
        self.begun = True
        self._thread.start()

    def _run(self, work: Callable[[int, int], None], first: int, last: int) -> None:
        try:
            work(first, last)
        finally:
            self.ended.set()


def _wait_for(workers: list[_Worker]) -> None:
    """Wait until all that began have ended, also if the caller is interrupted again meanwhile."""
    again: KeyboardInterrupt | None = None
    for one in workers:
        while one.begun and not one.ended.is_set():
            try:
                one.ended.wait()
            except KeyboardInterrupt as error:
                again = error
    if again is not None:
        raise again

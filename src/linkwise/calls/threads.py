"""Batches shared among threads."""

import math
import os
import threading
from itertools import pairwise

from ..backends import AbstractInPlaceModule
from ..backends.modules import Arrays
from .checks import whole

CHUNK = 64
"""Threads get multiples of this many states: whole tiles, whole cache lines."""


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
    """Answer `count` states: contiguous arrays of the module's layout and precision in, others out."""
    at, failed = cuts(count, threads), list[BaseException]()

    def share(first: int, last: int) -> None:
        try:
            module.run(takes, gives, first, last)
        except BaseException as error:  # a thread would only print it and end
            failed.append(error)

    others = [threading.Thread(target=share, args=pair) for pair in pairwise(at[1:])]
    for one in others:
        one.start()
    try:
        module.run(takes, gives, at[0], at[1])
    finally:
        for one in others:
            one.join()
    if failed:
        raise failed[0]

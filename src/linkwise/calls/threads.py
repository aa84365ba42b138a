"""A batch done by whole tiles, shared among threads."""

import math
import os
import threading
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..errors import LinkwiseError
from .call_arrays import Arrays

if TYPE_CHECKING:
    from ..backends.llvm import Unit

STREAM = 2**22
"""From so many bytes on an answer is written past the caches; a smaller one stays in them for who reads it next. One no
larger than what is read for it gains nothing by that: 3 % were lost on joint forces."""

CHUNK = 64
"""Threads share a batch in multiples of so many states: whole tiles, whole lines of the cache."""


def threads_of(given: object) -> int:
    """The number of threads asked for, checked.

    >>> threads_of(0)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: threads is 0.
      A whole number not below 1 was expected.
    """
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise LinkwiseError(f"threads is {given!r}.", "A whole number not below 1 was expected.")
    return given


def memory() -> float:
    """The bytes of memory this machine has; endless where it does not say.

    >>> memory() > 2**20
    True
    """
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # not every system knows these names
        return math.inf


def cuts(count: int, threads: int) -> list[int]:
    """Where the shares of a batch begin, and its end: at most one for each thread, none empty.

    >>> cuts(1000, 1), cuts(1000, 3), cuts(100, 4), cuts(2, 2)
    ([0, 1000], [0, 384, 768, 1000], [0, 64, 100], [0, 2])
    """
    each = count if threads == 1 else -(-count // (threads * CHUNK)) * CHUNK
    return [*range(0, count, each), count]


def tiles(unit: "Unit", given: Arrays, found: Arrays, count: int, threads: int) -> None:
    """Answer so many states, from contiguous arrays of the unit's layout and precision into others."""
    wanted = unit.wanted
    size, rows = np.dtype(wanted.shape.dtype).itemsize, wanted.layout == "rows"
    stream = (
        sum(array.nbytes for array in found) >= max(STREAM, 1 + sum(array.nbytes for array in given))
        and all(array.ctypes.data % 64 == 0 for array in found)
        and (rows or count * size % 64 == 0)
    )
    ports = (*wanted.signature.takes, *wanted.signature.gives)
    bases = [array.ctypes.data for array in (*given, *found)]
    steps = [0 if port.uniform else size * (port.size if rows else 1) for port in ports]

    def share(first: int, last: int) -> None:
        places = [base + step * first for base, step in zip(bases, steps, strict=True)]
        unit.batch(last - first, count, places[: len(given)], places[len(given) :], stream)

    at = cuts(count, threads)
    shares = [threading.Thread(target=share, args=pair) for pair in pairwise(at[1:])]
    for one in shares:
        one.start()
    share(at[0], at[1])
    for one in shares:
        one.join()

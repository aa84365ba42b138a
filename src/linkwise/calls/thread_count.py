"""How many threads share a large batch: what the call says, else `threads`, else the environment, else the machine."""

import os
import sys
import threading
import weakref
from contextvars import ContextVar, Token
from functools import cache
from math import ceil
from pathlib import Path
from typing import Literal, overload

from ..errors import BadArray, shown
from .checks import whole

VARIABLE = "LINKWISE_THREADS"
"""The environment variable with the number of threads, for those who start many processes themselves."""

EVERYONES = "OMP_NUM_THREADS"
"""The one that many libraries read, and that cluster schedulers and dask set in the processes they start."""

ALL = "all"
"""As many as this process has cores."""

ThreadCount = int | Literal["all"] | None
"""What `threads=` takes: a number, "all", or None for the default."""


def threads_of(value: object) -> int | None:
    """The number of threads requested, checked; None: as many as `threads()` says, if the batch is worth it.

    >>> threads_of(2), threads_of(None)
    (2, None)
    """
    if value is None:
        return None
    return cores() if isinstance(value, str) and value == ALL else whole("threads", value, 1, hint=f'or "{ALL}".')


@overload
def threads() -> int: ...


@overload
def threads(n: ThreadCount, /) -> "Threads": ...


def threads(n: object = ..., /) -> "int | Threads":
    """Set how many threads share a large batch unless a call says otherwise; without an argument, the number in use.

    `threads(4)` holds for the whole process from then on, `with threads(4):` for the calls of the block. None or "all"
    is as many as this process has cores, which is also the default; the environment variables LINKWISE_THREADS or else
    OMP_NUM_THREADS change that default, and processes started by `multiprocessing` or pytest-xdist use one thread. A
    batch goes to several threads only if each gets enough to do. Answers are the same, to the last bit, on any number.

    >>> import linkwise
    >>> with linkwise.threads(2):
    ...     linkwise.threads()
    2
    """
    return _current() if n is ... else Threads(n)


class Threads:
    """A setting made by `threads`: it stays, or ends with the block if it is used as a context manager.

    A block's setting is seen by its own thread (or asyncio task) only: blocks of several threads do not mix.
    """

    __slots__ = ("__weakref__", "_tokens", "n")

    def __init__(self, n: object):
        self.n, self._tokens = threads_of(n) or cores(), list[Token[int | None]]()
        with _LOCK:
            stay = [k for k, (made, _) in enumerate(_LASTING) if made() is None]
            del _LASTING[: stay[-1] if stay else 0]  # what a setting that stays has replaced
            _LASTING.append((weakref.ref(self), self.n))

    def __repr__(self) -> str:
        return f"<{self.n} thread{'s' * (self.n != 1)}>"

    def __enter__(self) -> int:
        with _LOCK:  # it was meant for the block
            _LASTING[:] = [each for each in _LASTING if each[0]() is not self]
        self._tokens.append(_IN_BLOCK.set(self.n))
        return self.n

    def __exit__(self, *_: object) -> None:
        _IN_BLOCK.reset(self._tokens.pop())


_IN_BLOCK: ContextVar[int | None] = ContextVar("linkwise_threads", default=None)
_LASTING: list[tuple[weakref.ref[Threads], int]] = []
_LOCK = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child forked while another thread holds the lock would wait for ever
    os.register_at_fork(before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release)


def _current() -> int:
    in_block, lasting = _IN_BLOCK.get(), _LASTING[-1:]
    if in_block is not None:
        return in_block
    return lasting[0][1] if lasting else _of_environment() or _of_machine()


def _of_environment() -> int:
    """What the environment says; 0 if it says nothing."""
    said = os.environ.get(VARIABLE, "").strip().lower()
    if said == ALL:
        return cores()
    if said:
        if not said.isdecimal() or int(said) < 1:
            wrong = f"the environment variable {VARIABLE} is {shown(said)}."
            raise BadArray(wrong, "A whole number of at least 1 was expected.", f'or "{ALL}", for all cores.')
        return int(said)
    others = os.environ.get(EVERYONES, "").split(",")[0].strip()  # OpenMP's has one number for each level
    return int(others) if others.isdecimal() else 0


def _of_machine() -> int:
    """The cores of this process; 1 in a process that others like it work beside."""
    processes = sys.modules.get("multiprocessing.process")
    if "PYTEST_XDIST_WORKER" in os.environ or (processes is not None and processes.parent_process() is not None):
        return 1
    return cores()


def cores() -> int:
    """How many cores this process may use.

    >>> 1 <= cores() <= os.cpu_count()
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _quota())
    return os.cpu_count() or 1


@cache
def _quota() -> int:
    """The processors' time that the system grants this process and those beside it, in whole cores."""
    try:
        most, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return max(1, ceil(int(most) / int(period)))
    except (OSError, ValueError):  # no such file, or no limit: "max"
        return sys.maxsize

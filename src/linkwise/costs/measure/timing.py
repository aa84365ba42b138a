"""Contestants measured in turn.

A shared machine is never quiet: every contestant runs for a moment in each round, so that whatever disturbs one
disturbs all. The minimum over the rounds is what the code takes, the median what it takes here today.
"""

import os
import statistics
import time
import timeit
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

MOMENT = 1e-3
"""Seconds a contestant runs in a round at least: far above what reading the clock takes."""

ROUNDS = 5
"""Rounds at least, however long they take."""


class Timing(NamedTuple):
    """Seconds per state, over so many rounds.

    >>> Timing(1e-6, 2e-6, 5).minimum
    1e-06
    """

    minimum: float
    median: float
    rounds: int


class AbstractContestant(ABC):
    """Something that works through `states` states at a time."""

    states: int

    @abstractmethod
    def seconds(self, times: int) -> float:
        """How long it takes to do that so many times."""


@dataclass(frozen=True)
class Call(AbstractContestant):
    """A Python call on given arguments that answers for so many states.

    >>> Call(abs, (-1.0,)).seconds(10) >= 0.0
    True
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    states: int = 1
    out: Any = None

    @cached_property
    def _timer(self) -> timeit.Timer:
        """The call as one would write it: unpacking a tuple of arguments would cost as much as some answers."""
        names = [f"x{k}" for k in range(len(self.arguments))]
        given = dict(zip(names, self.arguments, strict=True)) | {"function": self.function, "out": self.out}
        last = [] if self.out is None else ["out=out"]
        return timeit.Timer(f"function({', '.join([*names, *last])})", globals=given)

    def seconds(self, times: int) -> float:
        """How long so many calls take, without collecting garbage.

        >>> Call(abs, (1,)).seconds(1) >= 0.0
        True
        """
        return self._timer.timeit(times)


def round_robin(contestants: Mapping[str, AbstractContestant], seconds: float = 1.0) -> dict[str, Timing]:
    """Measure contestants in turn, round after round, for so many seconds or ROUNDS rounds.

    >>> list(round_robin({"abs": Call(abs, (1,)), "int": Call(int, ("1",))}, 0.02))
    ['abs', 'int']
    """
    for contestant in contestants.values():
        contestant.seconds(1)  # compiles, fills caches
    times = {name: _calls_in_a_moment(contestant) for name, contestant in contestants.items()}
    found: dict[str, list[float]] = {name: [] for name in contestants}
    start, rounds = time.perf_counter(), 0
    while contestants and (rounds < ROUNDS or time.perf_counter() - start < seconds):
        for name, contestant in contestants.items():
            found[name].append(contestant.seconds(times[name]) / (times[name] * contestant.states))
        rounds += 1
    return {name: Timing(min(each), statistics.median(each), rounds) for name, each in found.items()}


def _calls_in_a_moment(contestant: AbstractContestant) -> int:
    times = 1
    while contestant.seconds(times) < MOMENT and times < 1_000_000:
        times *= 2
    return times


@contextmanager
def pinned() -> Iterator[int | None]:
    """Keep this process, and those it starts, on one core; gives the core, or None where the system cannot.

    >>> with pinned() as core:
    ...     core is None or isinstance(core, int)
    True
    """
    if not hasattr(os, "sched_setaffinity"):  # macOS and Windows
        yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)  # the first one serves most interrupts
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)

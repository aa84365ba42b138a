"""Contestants measured in turn.

A shared machine is never quiet, so every contestant runs for a moment in each round: whatever disturbs one disturbs
all. The minimum over the rounds is the time of the code itself, the median the time to expect on this machine today.
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

from ...calls.thread_count import threads

MOMENT = 1e-3
"""The least seconds that a contestant runs in a round: far more than reading the clock takes."""

ROUNDS = 5
"""The least number of rounds, however long they take."""


class Timing(NamedTuple):
    """Seconds per state: minimum and median over some rounds.

    >>> Timing(1e-6, 2e-6, 5).minimum
    1e-06
    """

    minimum: float
    median: float
    rounds: int


class AbstractContestant(ABC):
    """Something to be measured, which works through `states` states at a time.

    >>> class Steady(AbstractContestant):
    ...     states = 4
    ...     def seconds(self, times):
    ...         return 1e-3 * times
    >>> round_robin({"steady": Steady()}, 0.0)
    {'steady': Timing(minimum=0.00025, median=0.00025, rounds=5)}
    """

    states: int

    @abstractmethod
    def seconds(self, times: int) -> float:
        """The seconds that it takes to do that `times` times."""


@dataclass(frozen=True)
class Call(AbstractContestant):
    """A Python call with fixed arguments, which answers for `states` states.

    >>> call = Call(abs, (-1.0,))
    >>> call
    <Call of abs for 1 state>
    >>> call.seconds(10) >= 0.0
    True
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    states: int = 1
    out: Any = None

    def __repr__(self) -> str:
        name = getattr(self.function, "__name__", repr(self.function))
        return f"<Call of {name} for {self.states} state{'s' * (self.states != 1)}>"

    @cached_property
    def _timer(self) -> timeit.Timer:
        """The call as a user would write it: unpacking a tuple of arguments would take as long as some answers."""
        names = [f"x{k}" for k in range(len(self.arguments))]
        variables = dict(zip(names, self.arguments, strict=True)) | {"function": self.function, "out": self.out}
        last = [] if self.out is None else ["out=out"]
        return timeit.Timer(f"function({', '.join([*names, *last])})", globals=variables)

    def seconds(self, times: int) -> float:
        """The seconds that a number of calls takes, with garbage collection off.

        >>> Call(abs, (1,)).seconds(1) >= 0.0
        True
        """
        return self._timer.timeit(times)


def round_robin(contestants: Mapping[str, AbstractContestant], seconds: float = 1.0) -> dict[str, Timing]:
    """Measure contestants in turn, round after round, for `seconds` or ROUNDS rounds, whichever is longer.

    >>> list(round_robin({"abs": Call(abs, (1,)), "int": Call(int, ("1",))}, 0.02))
    ['abs', 'int']
    """
    for contestant in contestants.values():
        contestant.seconds(1)  # compiles, fills caches
    times = {name: _calls_in_a_moment(contestant) for name, contestant in contestants.items()}
    samples: dict[str, list[float]] = {name: [] for name in contestants}
    start, rounds = time.perf_counter(), 0
    while contestants and (rounds < ROUNDS or time.perf_counter() - start < seconds):
        for name, contestant in contestants.items():
            samples[name].append(contestant.seconds(times[name]) / (times[name] * contestant.states))
        rounds += 1
    return {name: Timing(min(each), statistics.median(each), rounds) for name, each in samples.items()}


def _calls_in_a_moment(contestant: AbstractContestant) -> int:
    times = 1
    while contestant.seconds(times) < MOMENT and times < 1_000_000:
        times *= 2
    return times


@contextmanager
def pinned() -> Iterator[int | None]:
    """Keep this process, and those it starts, on one core, and its batches on one thread; yields the core, or None if
    the system cannot do that.

    >>> with pinned() as core:
    ...     core is None or isinstance(core, int)
    True
    """
    if not hasattr(os, "sched_setaffinity"):  # macOS and Windows
        with threads(1):
            yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)  # the first one serves most interrupts
    os.sched_setaffinity(0, {core})
    try:
        with threads(1):
            yield core
    finally:
        os.sched_setaffinity(0, before)

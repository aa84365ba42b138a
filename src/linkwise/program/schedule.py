"""How far a program can be spread over processors: its critical path, its width, and a schedule on p of them.

An operation starts when all that it uses is finished, keeps one processor for its latency, and any other can use its
result at once: processors are alike, and moving numbers between them takes no time. So a schedule is a bound of what a
machine can do with a program, and says nothing about its wires.

List scheduling by critical path: whenever a processor is free it takes, of the operations that are ready, the one with
the longest path to the end, as Kasahara & Narita (1985) do for robot arms. Its length is at most (2 − 1/p) times the
shortest possible (Graham). The lower bound is the largest of the work of all over p, of the critical path, and of
Fernández & Bussell's (1973) for intervals at either end: what cannot begin before t, or must end by t, over p, plus t.
                                                                                [kasahara1985] [fernandez1973]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import accumulate
from numbers import Integral

from ..errors import BadArray, plain
from .ops import OPS
from .program import Program

OPERATIONS: Mapping[str, int] = dict.fromkeys(OPS, 1)
"""Every operation takes one step, as the sources count; a sine takes one as well."""

_CYCLES = {"rcp": 13, "sqrt": 18, "sin": 40, "cos": 40, "exp": 40, "log": 40, "tanh": 60, "atan2": 60}
_ONE_CYCLE = ("neg", "sign", "abs", "min", "max", "lt", "le", "select")
CYCLES: Mapping[str, int] = {op: 1 if op in _ONE_CYCLE else _CYCLES.get(op, 4) for op in OPS}
"""Cycles of a processor of today: 4 for a sum, a product or both fused, 13 for a reciprocal, 18 for a square root, 40
for a sine, cosine, exponential or logarithm, 60 for a tangent, 1 for signs, comparisons and choices."""


@dataclass(frozen=True)
class Parallelism:
    """What a program offers: its work, its depth (the critical path), and how many operations run at each step if each
    begins as soon as it can.

    >>> Parallelism(10, 4, (4, 3, 2, 1))
    <Parallelism: work 10, depth 4, 2.5 at a time on average, 4 at most>
    """

    work: int
    depth: int
    widths: tuple[int, ...]

    @property
    def average(self) -> float:
        """Work over depth: the most that any number of processors can gain."""
        return self.work / max(self.depth, 1)

    @property
    def widest(self) -> int:
        """The most operations at a time: more processors than that gain nothing on this profile."""
        return max(self.widths, default=0)

    def __repr__(self) -> str:
        size = f"work {self.work}, depth {self.depth}"
        return f"<Parallelism: {size}, {self.average:.3g} at a time on average, {self.widest} at most>"


@dataclass(frozen=True)
class Schedule:
    """When each step of a program starts and on which processor, the length, and the lower bound of any length.

    >>> Schedule((0, 0, 1), (0, 1, 0), 2, 2, 3, 2)
    <Schedule of 3 steps on 2 processors: length 2, bound 2, speed-up 1.5>
    """

    start: tuple[int, ...]
    processor: tuple[int, ...]
    length: int
    processors: int
    work: int
    bound: int

    @property
    def speedup(self) -> float:
        """The time on one processor over the length; 1 for a program without steps."""
        return self.work / self.length if self.length else 1.0

    @property
    def efficiency(self) -> float:
        """The share of the processors' time that is used."""
        return self.speedup / self.processors

    def __repr__(self) -> str:
        size = f"{len(self.start)} steps on {self.processors} processor{'s' * (self.processors != 1)}"
        return f"<Schedule of {size}: length {self.length}, bound {self.bound}, speed-up {self.speedup:.3g}>"


class _Graph:
    """The steps of a program, what each waits for, and how long each takes; steps are counted from 0."""

    def __init__(self, program: Program, latencies: Mapping[str, int]):
        if not isinstance(program, Program):
            raise BadArray(
                f"a {type(program).__name__} is not a program.", "A Program was expected.", "kernel.program is one."
            )
        for op in {step.op for step in program.steps}:
            time = latencies.get(op)
            if isinstance(time, bool) or not isinstance(time, int) or time < 1:
                raise BadArray(
                    f"the latency of {op} is {plain(str(time), 60)}.",
                    "A whole number from 1 on was expected for each operation of the program.",
                    "start from CYCLES: {**CYCLES, 'rcp': 20}.",
                )
        first = len(program.inputs)
        self.latency = [latencies[step.op] for step in program.steps]
        self.before = [
            tuple({a - first for a in step.args if isinstance(a, int) and a >= first}) for step in program.steps
        ]

    @cached_property
    def work(self) -> int:
        """The time on one processor."""
        return sum(self.latency)

    @cached_property
    def earliest(self) -> list[int]:
        """When each step can begin: the longest path to it."""
        times: list[int] = []
        for before in self.before:
            times.append(max((times[j] + self.latency[j] for j in before), default=0))
        return times

    @cached_property
    def remaining(self) -> list[int]:
        """The longest path from the beginning of each step to the end."""
        times = list(self.latency)
        for i in reversed(range(len(times))):
            for j in self.before[i]:
                times[j] = max(times[j], self.latency[j] + times[i])
        return times

    @cached_property
    def depth(self) -> int:
        """The critical path."""
        return max(self.remaining, default=0)

    def bound(self, processors: int) -> int:
        """No schedule is shorter."""
        after = [rest - own for rest, own in zip(self.remaining, self.latency, strict=True)]
        best = max(self.depth, -(-self.work // processors))
        for waits in (self.earliest, after):  # `waits` steps pass before, or after, each of these
            total = 0
            for wait, latency in sorted(zip(waits, self.latency, strict=True), reverse=True):
                total += latency
                best = max(best, wait - (-total // processors))
        return best


def parallelism(program: Program, latencies: Mapping[str, int] = OPERATIONS) -> Parallelism:
    """The work, depth and width of a program.

    >>> from linkwise.program import trace
    >>> parallelism(trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4}))
    <Parallelism: work 3, depth 2, 1.5 at a time on average, 2 at most>
    """
    graph = _Graph(program, latencies)
    change = [0] * (graph.depth + 1)
    for start, latency in zip(graph.earliest, graph.latency, strict=True):
        change[start] += 1
        change[start + latency] -= 1
    return Parallelism(graph.work, graph.depth, tuple(accumulate(change[:-1])))


def schedule(program: Program, processors: int, latencies: Mapping[str, int] = OPERATIONS) -> Schedule:
    """The steps of a program on a number of processors, by list scheduling.

    >>> from linkwise.program import trace
    >>> program = trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4})
    >>> [schedule(program, p).length for p in (1, 2, 3)]
    [3, 2, 2]
    """
    return schedules(program, [processors], latencies)[0]


def schedules(program: Program, processors: Sequence[int], latencies: Mapping[str, int] = OPERATIONS) -> list[Schedule]:
    """The same for several numbers of processors.

    >>> from linkwise.program import trace
    >>> [s.length for s in schedules(trace(lambda x: [x[0] + x[1], x[0] - x[1]], {"x": 2}), [1, 2])]
    [2, 1]
    """
    for p in processors:
        if isinstance(p, bool) or not isinstance(p, Integral) or p < 1:
            raise BadArray(
                f"processors is {plain(str(p), 60)}.", "A whole number from 1 on was expected.", "give 4, say."
            )
    graph = _Graph(program, latencies)
    return [_listed(graph, int(p)) for p in processors]


def _listed(graph: _Graph, processors: int) -> Schedule:
    users: list[list[int]] = [[] for _ in graph.latency]
    waiting = [len(before) for before in graph.before]
    for i, before in enumerate(graph.before):
        for j in before:
            users[j].append(i)
    ready = [(-graph.remaining[i], -len(users[i]), i) for i, count in enumerate(waiting) if count == 0]
    heapify(ready)
    free = list(range(min(processors, len(waiting))))
    start, place = [0] * len(waiting), [0] * len(waiting)
    running: list[tuple[int, int]] = []  # when it ends, and which
    now = 0
    while ready or running:
        while ready and free:
            *_, i = heappop(ready)
            start[i], place[i] = now, heappop(free)
            heappush(running, (now + graph.latency[i], i))
        now = running[0][0]
        while running and running[0][0] == now:
            _, i = heappop(running)
            heappush(free, place[i])
            for user in users[i]:
                waiting[user] -= 1
                if waiting[user] == 0:
                    heappush(ready, (-graph.remaining[user], -len(users[user]), user))
    return Schedule(tuple(start), tuple(place), now, processors, graph.work, graph.bound(processors))

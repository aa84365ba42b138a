"""The meaning of a loop: sweep by sweep, link by link, each part of a link's program in turn; then the walk, and the
inverse."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Cut, Loop, Place
from ...program.loop import Rows
from .program import Rounded, run

Column = Any
"""One number of every state."""


def table_of(cut: Cut, numbers: Rows | NDArray[Any]) -> NDArray[Any]:
    """The numbers that the parts of a link's program read: one row for each link of the class."""
    given = np.array(numbers, float)
    columns = run(cut.table, list(given.T))
    return np.stack([np.broadcast_to(x, len(given)) for x in columns], axis=1) if columns else given[:, :0]


def open_numbers(loop: Loop, numbers: Sequence[Rows | NDArray[Any]], starts: Sequence[Sequence[float]]) -> NDArray[Any]:
    """What an opened loop takes last: the tables of its classes' numbers, link by link, and what its sweeps start from.

    >>> from linkwise.program import Port, Signature, Sweep, trace
    >>> link = trace(lambda n, x, met: [met[0], n[0] * x[0]], {"n": 1, "state": 1, "met": 1}, "link")
    >>> ports = Signature((Port("x", (2,)), Port("open", (3,), uniform=True)), (Port("y", (2,)),))
    >>> loop = Loop(ports, (-1, 0), (0, 0), (link,), (((2.0,), (3.0,)),), (Sweep(True, (0.0,)),), opened=True)
    >>> open_numbers(loop, loop.numbers, [[5.0]])
    array([2., 3., 5.])
    """
    table = np.zeros((len(loop.parents), loop.columns))
    of_class = np.array(loop.classes)
    for k, (cut, rows) in enumerate(zip(loop.cuts, numbers, strict=True)):
        own = table_of(cut, rows)
        table[of_class == k, : own.shape[1]] = own
    return np.concatenate([table.reshape(-1), *(np.array(start, float) for start in starts)])


def example(loop: Loop) -> NDArray[Any]:
    """Those of the loop itself: what it runs with, unless it is opened."""
    return open_numbers(loop, loop.numbers, [sweep.start for sweep in loop.sweeps])


def run_loop(loop: Loop, states: NDArray[Any], rounded: Rounded | None = None) -> NDArray[Any]:
    """The answers (N, numbers of all arrays) to states (N, arrays · links).

    >>> from linkwise.program import Port, Signature, Sweep, trace
    >>> link = trace(lambda x, met: [x[0] + met[0], x[0] + met[0]], {"state": 1, "met": 1}, "link")  # a running sum
    >>> ports = Signature((Port("x", (3,)),), (Port("y", (3,)),))
    >>> loop = Loop(ports, (-1, 0, 1), (0, 0, 0), (link,), (((),) * 3,), (Sweep(True, (0.0,)),))
    >>> run_loop(loop, np.array([[1.0, 2.0, 3.0]]))
    array([[1., 3., 6.]])
    """
    return _Run(loop, states, rounded).answers()


class _Run:
    """A loop on its way: what links keep and send, and the answers so far."""

    def __init__(self, loop: Loop, states: NDArray[Any], rounded: Rounded | None):
        self.loop, self.rounded, self.count = loop, rounded, len(states)
        links = len(loop.parents)
        self.arrays = [states[:, links * k : links * (k + 1)] for k in range(len(loop.states))]
        numbers = states[:, links * len(loop.states) :] if loop.opened else example(loop)[None]
        self.numbers = numbers[:, : links * loop.columns].reshape(-1, links, loop.columns).transpose(1, 2, 0)
        starts = [range(at, at + len(sweep.start)) for at, sweep in zip(loop.starts, loop.sweeps, strict=True)]
        self.starts = [list(numbers[:, start].T) for start in starts]
        self.kept: list[dict[int, Column]] = [{} for _ in loop.parents]
        self.sent = np.zeros((loop.walk, len(loop.parents), len(states)))
        self.gives = [np.zeros((*port.shape, len(states))) for port in loop.signature.gives]

    def answers(self) -> NDArray[Any]:
        for k in range(len(self.loop.sweeps)):
            self._sweep(k)
        if self.loop.walk:
            for i in reversed(range(len(self.loop.parents))):
                self._past(i)
        if self.loop.inverts:
            self._invert()
        return np.concatenate([array.reshape(-1, self.count) for array in self.gives]).T

    def _invert(self) -> None:
        """The inverse is LAPACK's; each entry that it depends on is rounded by itself."""
        *others, M = self.gives
        if self.rounded is not None:
            for i in range(len(M)):
                for j in range(i + 1):
                    M[i, j] = M[j, i] = self.rounded(M[i, j])
            for A in others:
                for row in A:
                    row[:] = [self.rounded(x) for x in row]
        finite = np.isfinite(M).all(axis=(0, 1))
        M[..., ~finite] = np.nan
        M[..., finite] = np.moveaxis(np.linalg.inv(np.moveaxis(M[..., finite], -1, 0)), 0, -1)
        for A in others:
            A[:] = -np.moveaxis(np.moveaxis(M, -1, 0) @ np.moveaxis(A, -1, 0), 0, -1)

    def _values(self, i: int, k: int, met: Any) -> Iterator[tuple[Place, Column]]:
        """What part k of link i's program gives."""
        part = self.loop.cuts[self.loop.classes[i]].parts[k]

        def read(place: Place) -> Column:
            room, j = place
            if room == "number":
                return self.numbers[i][j]
            return self.kept[i][j] if room == "kept" else met[j] if room == "met" else self.arrays[j][:, i]

        return zip(part.writes, run(part.program, [read(place) for place in part.reads], self.rounded), strict=True)

    def _sweep(self, k: int) -> None:
        loop, outwards, start = self.loop, self.loop.sweeps[k].outwards, self.starts[k]
        links = range(len(loop.parents))
        passed: dict[int, list[Column]] = {-1: start}  # outwards by each link, inwards to each link
        for i in links if outwards else reversed(links):
            met = passed[loop.parents[i]] if outwards else passed.get(i, start)
            to = i if outwards else loop.parents[i]
            before = None if outwards else passed.get(to)
            mine: list[Column] = [0.0] * len(start)
            for (room, j), value in self._values(i, k, met):
                if room == "passed":
                    mine[j] = value if before is None or to == -1 else before[j] + value
                elif room == "kept":
                    self.kept[i][j] = value
                elif room == "sent":
                    self.sent[j, i] = value
                else:
                    g, c = loop.own[j]
                    self.gives[g][(i, i * loop.block(g) + c) if loop.block(g) else i] = value
            passed[to] = mine

    def _past(self, i: int) -> None:
        """What all descendants of link i have sent comes past it."""
        loop, beyond = self.loop, [self.loop.order[at] for at in self.loop.beyond[i]]
        if not beyond:
            return
        for (room, j), value in list(self._values(i, len(loop.sweeps), self.sent[:, beyond])):
            if room == "passed":
                self.sent[j, beyond] = value
                continue
            g, c, near = loop.entries[j]
            m = loop.block(g)
            self.gives[g][(i, [m * k + c for k in beyond]) if near else (beyond, m * i + c)] = value

"""The meaning of a loop: sweep by sweep, link by link, each part of a link's program in turn."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Cut, Loop, Place
from ...program.loop import Rows
from .program import Rounded, run

Column = Any
"""One number of every state."""


def table_of(cut: Cut, numbers: Rows) -> NDArray[Any]:
    """The numbers that the parts of a link's program read: one row for each link of the class."""
    given = np.array(numbers, float)
    columns = run(cut.table, list(given.T))
    return np.stack([np.broadcast_to(x, len(given)) for x in columns], axis=1) if columns else given[:, :0]


def run_loop(loop: Loop, states: NDArray[Any], rounded: Rounded | None = None) -> NDArray[Any]:
    """The answers (N, arrays · links) to states (N, arrays · links).

    >>> from linkwise.program import Port, Signature, Sweep, trace
    >>> link = trace(lambda x, met: [x[0] + met[0], x[0] + met[0]], {"state": 1, "met": 1}, "link")  # a running sum
    >>> ports = Signature((Port("x", (3,)),), (Port("y", (3,)),))
    >>> loop = Loop(ports, (-1, 0, 1), (0, 0, 0), (link,), (((),) * 3,), (Sweep(True, (0.0,)),))
    >>> run_loop(loop, np.array([[1.0, 2.0, 3.0]]))
    array([[1., 3., 6.]])
    """
    arrays = np.split(states, len(loop.signature.takes), axis=1)
    links = range(len(loop.parents))
    tables = [iter(table_of(cut, numbers)) for cut, numbers in zip(loop.cuts, loop.numbers, strict=True)]
    numbers = [next(tables[k]) for k in loop.classes]
    kept: list[dict[int, Column]] = [{} for _ in links]
    answers: dict[tuple[int, int], Column] = {}
    for k, (outwards, start) in enumerate(loop.sweeps):
        passed: dict[int, list[Column]] = {-1: list(start)}  # outwards by each link, inwards to each link
        for i in links if outwards else reversed(links):
            met = passed[loop.parents[i]] if outwards else passed.get(i, list(start))

            def read(place: Place, i: int = i, met: list[Column] = met) -> Column:
                room, j = place
                if room == "number":
                    return numbers[i][j]
                return kept[i][j] if room == "kept" else met[j] if room == "met" else arrays[j][:, i]

            part = loop.cuts[loop.classes[i]].parts[k]
            values = run(part.program, [read(place) for place in part.reads], rounded)
            to = i if outwards else loop.parents[i]
            before = None if outwards else passed.get(to)
            mine: list[Column] = [0.0] * len(start)
            for (room, j), value in zip(part.writes, values, strict=True):
                if room == "passed":
                    mine[j] = value if before is None or to == -1 else before[j] + value
                elif room == "kept":
                    kept[i][j] = value
                else:
                    answers[j, i] = value
            passed[to] = mine
    return np.stack([np.broadcast_to(answers[key], len(states)) for key in sorted(answers)], axis=1)

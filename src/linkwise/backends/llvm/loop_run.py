"""What a loop means: sweep after sweep, link after link, each part of a link's program by the interpreter."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..interpreter import run
from .loop_cut import Cut, Place
from .loop_slots import Slots, Sweep

Column = Any
"""One number of every state."""


def run_loop(
    kinds: Sequence[int], rows: Sequence[NDArray[Any]], cuts: Sequence[Cut], sweeps: Sequence[Sweep],
    places: Sequence[Slots], states: Sequence[NDArray[Any]],
) -> NDArray[Any]:  # fmt: skip
    """The answers (N, answers · links) to arrays of states (N, links): `rows` are the tables of the kinds."""
    links = range(len(kinds))
    order = {kind: iter(table) for kind, table in enumerate(rows)}
    numbers = [next(order[kind]) for kind in kinds]
    kept: list[dict[int, Column]] = [{} for _ in links]
    answers: dict[tuple[int, int], Column] = {}
    for k, ((outwards, start), where) in enumerate(zip(sweeps, places, strict=True)):
        slots: list[list[Column]] = [list(start) for _ in range(where.used)]
        for i in links if outwards else reversed(links):
            part, met, before = cuts[kinds[i]].parts[k], slots[where.meets[i]], slots[where.before[i]]
            passed: list[Column] = [0.0] * len(start)

            def read(place: Place, i: int = i, met: list[Column] = met) -> Column:
                room, j = place
                if room == "number":
                    return numbers[i][j]
                return kept[i][j] if room == "kept" else met[j] if room == "met" else states[j][:, i]

            found = run(part.program, [read(place) for place in part.reads])
            for (room, j), value in zip(part.writes, found, strict=True):
                if room == "passed":
                    passed[j] = before[j] + value if where.adds else value
                elif room == "kept":
                    kept[i][j] = value
                else:
                    answers[j, i] = value
            slots[where.passes[i]] = passed
    return np.stack([np.broadcast_to(answers[key], len(states[0])) for key in sorted(answers)], axis=1)

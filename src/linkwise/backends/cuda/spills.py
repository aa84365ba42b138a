"""Which values of a program are kept in shared memory, where they are not in the way of others.

A thread has 255 registers at most. Where a program holds more values than that, the compiler keeps some in memory that
is on the card, not on the chip. Values that wait long and are used seldom do better in shared memory: on an H200 the
derivatives of torques of a seven-joint arm come a third faster.
"""

from collections.abc import Collection, Mapping

from ...program import Program

LONG = 60
"""The least steps that a value waits for its last use to be worth it."""


def spill_slots(program: Program, needed: Collection[int], most: int) -> dict[int, int]:
    """The slot of each value that is kept in shared memory, of `most` slots; values of `needed` are computed.

    Values that wait longest for each of their uses come first; they share a slot if one is done with before the other
    is computed (linear scan).                                                                            [poletto1999]

    >>> from linkwise.program import trace
    >>> program = trace(lambda x: sum((x[0] * x[k % 3] for k in range(100)), x[1] * x[2]) * x[1] * x[2], {"x": 3})
    >>> spill_slots(program, range(3, 3 + len(program.steps)), 0)
    {}
    """
    first, last, uses = len(program.inputs), _last_uses(program, needed), program.uses
    long = [i for i in needed if i >= first and last.get(i, i) - i > LONG]
    slots: dict[int, int] = {}
    busy: list[list[tuple[int, int]]] = [[] for _ in range(most)]
    for i in sorted(long, key=lambda i: (uses[i] / (last[i] - i), i)):
        free = (k for k, ranges in enumerate(busy) if all(last[i] < a or i > b for a, b in ranges))
        slot = next(free, None)
        if slot is not None:
            busy[slot].append((i, last[i]))
            slots[i] = slot
    return slots


def _last_uses(program: Program, needed: Collection[int]) -> Mapping[int, int]:
    """The step that uses each value last; answers are stored at once."""
    last: dict[int, int] = {}
    for i, step in program.numbered():
        if i in needed:
            last.update({a: i for a in step.args if isinstance(a, int)})
    return last

"""Which function computes and stores what: a long program is cut into segments.

Compile time grows faster than a function's length, and fastest with the number of its stores. Values that outlive their
segment have a slot in the scratch memory. Answers in rows, whose lanes have to change places, are turned by a loop at
the end: each block of a row would otherwise be written by itself, in the order in which blocks are completed, and its
instructions compiled once for each.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from ...program import Const, Operand, Program, Signature
from .lanes import Shape

LONG = 4000
"""Programs of more steps than this, stores included, are cut into segments."""

SEGMENT = 400
"""The steps of a segment, stores included."""

CLEARED = 256
"""An array with more zeros than this, and more zeros than other numbers, is cleared beforehand."""


class Store(NamedTuple):
    """A number of one of the arrays given, and what is stored there."""

    array: int
    place: int
    operand: Operand


@dataclass
class Segment:
    """Steps, by the index of their values, and stores, each due when its value is computed."""

    steps: range
    stores: list[Store] = field(default_factory=list)


class Plan:
    """The segments of a program, the slots of values that outlive theirs, the arrays that are cleared beforehand
    (nothing is stored where these stay zero), and whether answers are `turned` into rows at the end; then they are
    cleared in the scratch memory, before the first tile. A short program is one segment.

    >>> from linkwise.program import Port, trace
    >>> ports = Signature((Port("x", (2,)),), (Port("y", (3,)),))
    >>> plan = Plan(trace(lambda x: [x[0] * x[1], 0.0, x[0]], {"x": 2}), ports, Shape(1), "rows")
    >>> [(segment.steps, [store.place for store in segment.stores]) for segment in plan.segments]
    [(range(2, 3), [0, 1, 2])]
    """

    def __init__(self, program: Program, signature: Signature, shape: Shape, layout: str):
        self.program = program
        same: dict[Operand, Operand] = {}  # 0 and −0 are equal: all are stored as the first is
        outputs = iter([same.setdefault(operand, operand) for operand in program.outputs])
        self.arrays = [[next(outputs) for _ in range(port.size)] for port in signature.gives]
        zeros = [sum(map(_is_zero, numbers)) for numbers in self.arrays]
        most = [max(CLEARED, len(numbers) // 2) for numbers in self.arrays]
        self.cleared = [g for g, numbers in enumerate(self.arrays) if layout == "rows" and zeros[g] > most[g]]
        wide = layout == "rows" and shape.lanes > 1
        stores = self._stores(shape.lanes if wide else 1)
        effort = 4 if wide else 1  # lanes change places before they are stored
        sparse = wide and bool(self.cleared)  # turned at the end, zeros go to memory without being read
        long = self.long = sparse or len(program.steps) + effort * len(stores) > LONG
        self.turned = long and wide
        if self.turned:
            self.cleared = [g for g, count in enumerate(zeros) if count]
        steps = range(len(program.inputs), len(program.inputs) + len(program.steps))
        self.segments = self._cut(self._stores(1)) if long else [Segment(steps, stores)]
        self.slots = self._slots() if long else {}

    def zero_blocks(self, array: int, lanes: int) -> list[bool]:
        """Which of its blocks, as many numbers as there are lanes, are zero; the last one starts early."""
        numbers = self.arrays[array]
        starts = [max(min(k, len(numbers) - lanes), 0) for k in range(0, len(numbers), lanes)]
        return [all(map(_is_zero, numbers[start : start + lanes])) for start in starts]

    @property
    def written(self) -> list[list[bool]]:
        """For each array, which of its numbers are stored; the others are known to be zero."""
        return [[g not in self.cleared or not _is_zero(x) for x in numbers] for g, numbers in enumerate(self.arrays)]

    def _stores(self, together: int) -> list[Store]:
        """All stores, except those of blocks of `together` neighbours that stay zero."""
        stores = []
        for array, numbers in enumerate(self.arrays):
            zero = self.zero_blocks(array, together) if array in self.cleared else [False] * len(numbers)
            overlap = range(len(numbers) - together, len(numbers))  # these belong to the last block too
            for k, operand in enumerate(numbers):
                if not zero[k // together] or (k in overlap and not zero[-1]):
                    stores.append(Store(array, k, operand))
        return stores

    def _cut(self, stores: list[Store]) -> list[Segment]:
        """The segments; what is stored without being computed comes last."""
        first, last = len(self.program.inputs), len(self.program.inputs) + len(self.program.steps)
        due: dict[int, list[Store]] = {}
        for store in stores:
            computed = isinstance(store.operand, int) and store.operand >= first
            due.setdefault(store.operand if computed else last, []).append(store)  # type: ignore[arg-type]
        segments, size = [Segment(range(first, first))], 0
        for i in range(first, last + 1):
            if size >= SEGMENT:
                segments, size = [*segments, Segment(range(i, i))], 0
            if i < last:
                segments[-1].steps = range(segments[-1].steps.start, i + 1)
                size += 1
            for store in due.get(i, []):
                if size >= SEGMENT and i == last:
                    segments, size = [*segments, Segment(range(i, i))], 0
                segments[-1].stores.append(store)
                size += 1
        return segments

    def _slots(self) -> dict[int, int]:
        """A place in the scratch memory for each value used after the segment that computes it; places are reused."""
        segment = {i: k for k, piece in enumerate(self.segments) for i in piece.steps}
        last = dict.fromkeys(segment, -1)
        for i, step in self.program.numbered():
            for a in step.args:
                if isinstance(a, int) and a in last:
                    last[a] = max(last[a], segment[i])
        for k, piece in enumerate(self.segments):
            for _, _, operand in piece.stores:
                if isinstance(operand, int) and operand in last:
                    last[operand] = max(last[operand], k)
        ending: list[list[int]] = [[] for _ in self.segments]
        slots: dict[int, int] = {}
        free: list[int] = []
        used = 0
        for k, piece in enumerate(self.segments):
            free += [slots[i] for i in ending[k - 1]] if k else []
            for i in piece.steps:
                if last[i] > k:
                    slots[i] = free.pop() if free else used
                    used = max(used, slots[i] + 1)
                    ending[last[i]].append(i)
        return slots


def _is_zero(operand: Operand) -> bool:
    return isinstance(operand, Const) and operand.value == 0.0 and math.copysign(1.0, operand.value) > 0.0

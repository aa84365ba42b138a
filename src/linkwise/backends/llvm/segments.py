"""Which function computes and stores what: a long program is cut into segments.

Compile time grows faster than a function's length, and fastest with the number of its stores. Numbers that have to be
stored by the same segment, a block of a row say, are one store; it belongs to the segment that computes the last of
them. Values that outlive their segment have a slot in the scratch memory.
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
    """Numbers of one of the arrays given, and what is stored there."""

    array: int
    places: range
    operands: tuple[Operand, ...]

    @property
    def numbers(self) -> "list[Store]":
        """Each number by itself."""
        return [
            Store(self.array, range(k, k + 1), (operand,))
            for k, operand in zip(self.places, self.operands, strict=True)
        ]


@dataclass
class Segment:
    """Steps, by the index of their values, and stores, each due when the last of its values is computed."""

    steps: range
    stores: list[Store] = field(default_factory=list)


class Plan:
    """The segments of a program, the slots of values that outlive theirs, and the arrays that are cleared beforehand:
    nothing is stored where these stay zero.

    >>> from linkwise.program import Port, trace
    >>> ports = Signature((Port("x", (2,)),), (Port("y", (3,)),))
    >>> plan = Plan(trace(lambda x: [x[0] * x[1], 0.0, x[0]], {"x": 2}), ports, Shape(1), "rows")
    >>> [(segment.steps, [store.places for store in segment.stores]) for segment in plan.segments]
    [(range(2, 3), [range(0, 1), range(1, 2), range(2, 3)])]
    """

    def __init__(self, program: Program, signature: Signature, shape: Shape, layout: str):
        self.program = program
        self.cleared: list[int] = []
        effort = 4 if layout == "rows" and shape.lanes > 1 else 1  # lanes change places before they are stored
        stores = self._stores(signature, shape.lanes if layout == "rows" else 1, layout == "rows")
        if len(program.steps) + effort * sum(len(store.places) for store in stores) > LONG:
            self.segments = self._cut(stores, effort)
        else:
            steps = range(len(program.inputs), len(program.inputs) + len(program.steps))
            self.segments = [Segment(steps, list(dict.fromkeys(one for store in stores for one in store.numbers)))]
        self.slots = self._slots() if len(self.segments) > 1 else {}

    def _stores(self, signature: Signature, together: int, clears: bool) -> list[Store]:
        """All stores, of so many neighbours at a time."""
        same: dict[Operand, Operand] = {}  # 0 and −0 are equal: all are stored as the first is
        stores, outputs = [], iter([same.setdefault(operand, operand) for operand in self.program.outputs])
        for array, port in enumerate(signature.gives):
            numbers = [next(outputs) for _ in range(port.size)]
            cleared = clears and sum(map(_is_zero, numbers)) > max(CLEARED, port.size // 2)
            self.cleared += [array] if cleared else []
            for start in dict.fromkeys(max(min(k, port.size - together), 0) for k in range(0, port.size, together)):
                places = range(start, min(start + together, port.size))
                if not (cleared and all(_is_zero(numbers[k]) for k in places)):
                    stores.append(Store(array, places, tuple(numbers[k] for k in places)))
        return stores

    def _cut(self, stores: list[Store], effort: int) -> list[Segment]:
        """The segments; what is stored without being computed comes last. A number stored counts as `effort` steps."""
        first, last = len(self.program.inputs), len(self.program.inputs) + len(self.program.steps)
        due: dict[int, list[Store]] = {}
        for store in stores:
            newest = max((a for a in store.operands if isinstance(a, int)), default=-1)
            due.setdefault(newest if newest >= first else last, []).append(store)
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
                size += effort * len(store.places)
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
            for store in piece.stores:
                for operand in store.operands:
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

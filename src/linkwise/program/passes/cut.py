"""The program of one link, cut into the sweeps of a recursion.

What depends on the link's numbers alone is computed when the table is made. Everything else belongs to the first sweep
by which all it depends on has been received. What a later sweep needs from an earlier one is kept with the link, unless
it is cheaper to compute again: for long robots memory is the bottleneck. A walk comes after the sweeps, as one more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..program import Const, Operand, Program, Step
from .fuse import fused

CHEAP = ("add", "sub", "mul", "neg", "sign", "abs", "min", "max", "lt", "le", "select")
"""Operations that take less time than reading a number from memory."""


class Place(NamedTuple):
    """Where a value is read ("number", "state", "met": received, "kept") or written ("passed", "kept", "sent" on a
    walk, "answer" of the link, "entry" of a pair)."""

    room: str
    at: int


class Part(NamedTuple):
    """The program of one sweep, or of the walk, with the places of its inputs and outputs."""

    program: Program
    reads: tuple[Place, ...]
    writes: tuple[Place, ...]


@dataclass(frozen=True)
class Cut:
    """The parts of a link's program, one per sweep and one for the walk if there is one; `kept` numbers outlive a
    sweep, `table` computes the link's row."""

    parts: tuple[Part, ...]
    kept: int
    table: Program


def cut(
    program: Program, numbers: int, states: int, widths: Sequence[int], answers: int, entries: int = 0, walk: int = 0
) -> Cut:
    """The program of a link cut into sweeps; its inputs are numbers, states, then what it receives in each sweep and on
    the walk, its outputs what it passes on in each sweep, sends and hands on in the walk, then answers and entries.

    >>> from linkwise.program import trace
    >>> link = trace(lambda n, q, out, back: [q[0] * out[0], n[0] * n[0] * q[0] + back[0], back[0]],
    ...              {"n": 1, "q": 1, "out": 1, "back": 1})
    >>> parts = cut(link, 1, 1, (1, 1), 1)
    >>> parts.kept, len(parts.table.steps), [len(part.program.steps) for part in parts.parts]
    (0, 1, [1, 1])
    """
    return _Cutting(program, numbers, states, widths, answers, entries, walk).result()


class _Cutting:
    def __init__(
        self,
        program: Program,
        numbers: int,
        states: int,
        widths: Sequence[int],
        answers: int,
        entries: int,
        walk: int,
    ):
        self.program, self.first, self.sweeps = program, len(program.inputs), len(widths)
        self.stages_in_all = self.sweeps + bool(walk)
        self.inputs = [Place("number", k) for k in range(numbers)] + [Place("state", k) for k in range(states)]
        stages = [0] * numbers + [1] * states
        for k, width in enumerate([*widths, walk], 1):
            self.inputs += [Place("met", j) for j in range(width)]
            stages += [k] * width
        at_hand = [place.room != "met" for place in self.inputs]
        for _, (op, args) in program.numbered():
            values = [a for a in args if isinstance(a, int)]
            stages.append(max((stages[a] for a in values), default=0))
            at_hand.append(stages[-1] == 0 or (op in CHEAP and all(at_hand[a] for a in values)))
        self.stages, self.at_hand = stages, at_hand
        self.wanted: list[list[tuple[Place, Operand]]] = [[] for _ in range(self.sweeps + 2)]
        outputs, met = iter(program.outputs), sum(widths)
        for k, width in enumerate(widths, 1):
            self.wanted[k] += [(Place("passed", j), next(outputs)) for j in range(width)]
        own = [Place("sent", j) for j in range(walk)]
        own += [Place("answer", j) for j in range(answers)]
        of_walk = [Place("passed", j) for j in range(walk)]
        self.wanted[-1] += [(place, program.outputs[met + walk + place.at]) for place in of_walk]
        entry = met + 2 * walk + answers
        self.wanted[-1] += [(Place("entry", j), program.outputs[entry + j]) for j in range(entries)]
        for place in own:
            output = program.outputs[met + (2 * walk if place.room == "answer" else 0) + place.at]
            stage = max(1, stages[output]) if isinstance(output, int) else self.sweeps
            assert stage <= self.sweeps, "a link's own answers do not depend on the walk"
            self.wanted[stage].append((place, output))
        self.kept: dict[int, int] = {}
        self.column: dict[int, int] = {}

    def result(self) -> Cut:
        """Later sweeps first: they say what earlier ones must keep."""
        parts = [self._part(k) for k in range(self.stages_in_all, 0, -1)][::-1]
        p = self.program
        names = p.inputs[: sum(place.room == "number" for place in self.inputs)]
        steps: list[Step] = []
        new = {i: i for i in range(len(names))}
        for i, step in p.numbered():
            if self.stages[i] == 0:
                new[i] = len(names) + len(steps)
                steps.append(Step(step.op, tuple(new[a] if isinstance(a, int) else a for a in step.args)))
        outputs = tuple(new[i] for i in self.column)
        table = Program("table", names, tuple(steps), tuple(f"out{k}" for k in range(len(outputs))), outputs)
        return Cut(tuple(parts), len(self.kept), table)

    def _made_again(self, i: int, stage: int) -> bool:
        """Whether a value is computed in a sweep: it belongs there, or recomputing it costs less than keeping it."""
        if self.stages[i] == stage or self.at_hand[i]:
            return True
        op, args = self.program.steps[i - self.first]
        others = [a for a in args if isinstance(a, int) and not self.at_hand[a]]
        return op in ("mul", "neg") and len(set(others)) == 1

    def _part(self, stage: int) -> Part:
        reads: dict[int, Place] = {}
        made: set[int] = set()
        waiting = [operand for _, operand in self.wanted[stage] if isinstance(operand, int)]
        while waiting:
            i = waiting.pop()
            if i in made or i in reads:
                continue
            if self.stages[i] == 0:
                reads[i] = Place("number", self.column.setdefault(i, len(self.column)))
            elif i < self.first and (self.inputs[i].room == "state" or self.stages[i] == stage):
                reads[i] = self.inputs[i]
            elif i >= self.first and self._made_again(i, stage):
                made.add(i)
                waiting += [a for a in self.program.steps[i - self.first].args if isinstance(a, int)]
            else:
                if i not in self.kept:
                    self.kept[i] = len(self.kept)
                    self.wanted[self.stages[i]].append((Place("kept", self.kept[i]), i))
                reads[i] = Place("kept", self.kept[i])
        return self._program(stage, reads, sorted(made))

    def _program(self, stage: int, reads: dict[int, Place], made: list[int]) -> Part:
        new = {i: k for k, i in enumerate([*reads, *made])}

        def renumbered(operand: Operand) -> Operand:
            return operand if isinstance(operand, Const) else new[operand]

        steps = [self.program.steps[i - self.first] for i in made]
        wanted = self.wanted[stage]
        program = Program(
            f"sweep{stage}",
            tuple(f"in{k}" for k in range(len(reads))),
            tuple(Step(op, tuple(renumbered(a) for a in args)) for op, args in steps),
            tuple(f"out{k}" for k in range(len(wanted))),
            tuple(renumbered(operand) for _, operand in wanted),
        )
        return Part(fused(program), tuple(reads.values()), tuple(place for place, _ in wanted))

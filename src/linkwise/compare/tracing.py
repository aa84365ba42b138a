"""Programs traced with limits on their length and on time.

Some sources' methods grow with the fourth power of the number of joints: for a long robot their programs would take
minutes to trace and hours to compile. So each is traced on a tape that stops at a limit.
"""

import time
from collections.abc import Iterator
from typing import Any

from ..formulations import QUESTIONS, answer_by, terms
from ..model import Model
from ..program import Operand, Program
from ..program.trace import program_of
from ..program.tracer import Tape, Traced

MOST = 100_000
"""Operations of the longest program that is traced: it takes a quarter of a minute or so to compile."""


class TooLong(Exception):
    """A program that was not traced to its end; the message says why. Always caught: users never see it."""


class _LimitedTape(Tape):
    """A tape that accepts a limited number of steps, and none after a deadline."""

    def __init__(self, inputs: int, most: int, deadline: float):
        super().__init__(inputs)
        self.most, self.deadline = most, deadline

    def put(self, op: str, *args: Operand) -> Traced:
        if len(self.steps) >= self.most:
            raise TooLong(f"its program would have more than {self.most} operations")
        if time.perf_counter() > self.deadline:
            raise TooLong("half of the budget was spent before its program was traced")
        return super().put(op, *args)


def traced(tree: Model, question: str, formulation: str, deadline: float = float("inf"), most: int = MOST) -> Program:
    """The program of a formulation's answer, without labels; raises `TooLong` beyond `most` operations or the deadline.

    >>> import linkwise
    >>> tree = linkwise.load("panda").tree
    >>> program = traced(tree, "inverse_dynamics", "newton_euler.featherstone")
    >>> compiled = linkwise.load("panda").compile("inverse_dynamics", formulation="newton_euler.featherstone")
    >>> program.steps == compiled.program.steps
    True
    >>> traced(tree, "inverse_dynamics", "newton_euler.featherstone", most=100)
    Traceback (most recent call last):
    linkwise.compare.tracing.TooLong: its program would have more than 100 operations
    """
    row, by = QUESTIONS[question], answer_by(question, formulation, tree)
    names = [f"{name}{k}" for name in row.takes for k in range(1, tree.n + 1)]
    tape = _LimitedTape(len(names), most, deadline)
    values = tape.values[:]
    states = [values[k * tree.n : (k + 1) * tree.n] for k in range(len(row.takes))]
    options: dict[str, Any] = {"frame": tree.frame_or_tip(None)} if row.frame else {}
    if row.wrenches:
        options["wrenches"] = {}
    answer = getattr(terms, question)(tree, by, *states, **options)
    return program_of(tape, names, [(f"answer{k}", x) for k, x in enumerate(_flat(answer), 1)], question)


def _flat(nest: Any) -> Iterator[Any]:
    if isinstance(nest, list | tuple):
        for part in nest:
            yield from _flat(part)
    else:
        yield nest

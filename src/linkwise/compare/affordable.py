"""Programs that are short enough to be written down.

Some sources' methods grow with the fourth power of the number of joints: of a long robot their programs would take
minutes to trace and hours to compile. So each is traced on a tape that ends.
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
"""Operations of the longest program that is written down: it is compiled in a quarter of a minute or so."""


class TooLong(Exception):
    """A program that is not written down; says why. Caught here: no user meets it."""


class _ShortTape(Tape):
    """A tape that takes so many steps until a certain time, and refuses more."""

    def __init__(self, inputs: int, most: int, deadline: float):
        super().__init__(inputs)
        self.most, self.deadline = most, deadline

    def put(self, op: str, *args: Operand) -> Traced:
        if len(self.steps) >= self.most:
            raise TooLong(f"its program would have more than {self.most} operations")
        if time.perf_counter() > self.deadline:
            raise TooLong("half of the budget was spent before its program was written down")
        return super().put(op, *args)


def program(tree: Model, question: str, formulation: str, deadline: float = float("inf"), most: int = MOST) -> Program:
    """The program of a formulation's answer, without labels; refused where it is too long, or too late.

    >>> import linkwise
    >>> tree = linkwise.load("panda").tree
    >>> found = program(tree, "inverse_dynamics", "newton_euler.featherstone")
    >>> compiled = linkwise.load("panda").compile("inverse_dynamics", formulation="newton_euler.featherstone")
    >>> found.steps == compiled.program.steps
    True
    >>> program(tree, "inverse_dynamics", "newton_euler.featherstone", most=100)
    Traceback (most recent call last):
    linkwise.compare.affordable.TooLong: its program would have more than 100 operations
    """
    row, by = QUESTIONS[question], answer_by(question, formulation, tree)
    names = [f"{name}{k}" for name in row.takes for k in range(1, tree.n + 1)]
    tape = _ShortTape(len(names), most, deadline)
    values = tape.values[:]
    given = [values[k * tree.n : (k + 1) * tree.n] for k in range(len(row.takes))]
    more: dict[str, Any] = {"frame": tree.frame_or_tip(None)} if row.frame else {}
    if row.wrenches:
        more["wrenches"] = {}
    answer = getattr(terms, question)(tree, by, *given, **more)
    return program_of(tape, names, [(f"answer{k}", x) for k, x in enumerate(_flat(answer), 1)], question)


def _flat(nest: Any) -> Iterator[Any]:
    if isinstance(nest, list | tuple):
        for part in nest:
            yield from _flat(part)
    else:
        yield nest

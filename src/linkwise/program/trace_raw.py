"""From a function of scalars to its operations as written: nothing shared, nothing left out.

This is how the sources count an algorithm: each equation costs what its own products and sums cost, whether or not
another has computed the same number, and whether or not the answer needs all of it. A program (trace.py) does less.
Constants are computed beforehand, and ×0, ×1, +0 are dropped, unless `folding` is off.
"""

from collections.abc import Callable, Mapping
from typing import Any

from .passes.dead_code import without_dead_code
from .program import Const, Operand, Program, Step
from .trace import everything_of, taped
from .tracer import Tape, Traced


class Written(Tape):
    """A tape that records equal steps as often as they are done.

    Sines, cosines and constant multiples of them, which are the entries of a rotation matrix, are made once.

    >>> x, y = Written(2).values
    >>> x * y is x * y
    False
    """

    shares = False

    def put(self, op: str, *args: Operand) -> Traced:
        """The value of a step, a new one unless it is an entry of a rotation matrix."""
        if op in ("sin", "cos") or (op == "mul" and isinstance(args[0], Const) and self._is_turn(args[1])):
            return super().put(op, *args)
        self.steps.append(Step(op, args))
        value = Traced(self, len(self.values))
        self.values.append(value)
        return value

    def _is_turn(self, i: Operand) -> bool:
        step = self.steps[i] if isinstance(i, int) else None
        return step is not None and step.op in ("sin", "cos")


class Unfolded(Written):
    """A tape that also records ×0, ×1 and +0."""

    folds = False


def trace_raw(f: Callable[..., Any], inputs: Mapping[str, int], name: str = "f", folding: bool = True) -> Program:
    """The program of f as it is written; `trace` says what f takes and gives.

    A function that compares values checks something besides its answer: there, steps no answer needs are left out.

    >>> from linkwise.program import count, trace
    >>> f = lambda x: [x[0] * x[1] + x[0] * x[1], (x[0] * x[1], 3.0 * x[0])[0]]
    >>> [count(way(f, {"x": 2})).multiplications for way in (trace_raw, trace)]
    [4, 2]
    """
    names, tape, outputs = taped(f, inputs, Written if folding else Unfolded)
    program = everything_of(tape, names, outputs, name)
    return without_dead_code(program) if tape.compares else program

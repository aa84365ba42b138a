"""A program: straight-line, single-assignment, frozen data.

Grammar, one step a line, as `str(program)` prints it and `text.parse` reads it:

    program NAME ( INPUT … )
        vK = OP ARGUMENT …          K counts up from the number of inputs; OP is a row of ops.OPS
        …
    return OUTPUT=ARGUMENT …

An ARGUMENT is an input's name, a value vJ with J < K, or a number written with all its digits. Names hold no white
space and no parentheses, do not look like numbers or like vK, and are not repeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Const(NamedTuple):
    """A constant; a type of its own, for the number 4.0 is not the value v4.

    >>> Const(4.0) == 4
    False
    """

    value: float


Operand = int | Const
"""An int is the index of a value: inputs first, then steps."""


class Step(NamedTuple):
    """One operation on earlier values and constants."""

    op: str
    args: tuple[Operand, ...]


@dataclass(frozen=True)
class Program:
    """Inputs, steps, and which values are the outputs.

    >>> program = Program("double", ("x",), (Step("add", (0, 0)),), ("y",), (1,))
    >>> print(program)
    program double ( x )
        v1 = add x x
    return y=v1
    """

    name: str
    inputs: tuple[str, ...]
    steps: tuple[Step, ...]
    output_names: tuple[str, ...]
    outputs: tuple[Operand, ...]

    def numbered(self) -> Iterator[tuple[int, Step]]:
        """The steps with the index of the value each makes.

        >>> program = Program("double", ("x",), (Step("add", (0, 0)),), ("y",), (1,))
        >>> list(program.numbered())
        [(1, Step(op='add', args=(0, 0)))]
        """
        return enumerate(self.steps, len(self.inputs))

    @cached_property
    def uses(self) -> tuple[int, ...]:
        """How often each value is used, by steps and as an output.

        >>> Program("double", ("x",), (Step("add", (0, 0)),), ("y",), (1,)).uses
        (2, 1)
        """
        found = [0] * (len(self.inputs) + len(self.steps))
        for operand in [a for step in self.steps for a in step.args] + list(self.outputs):
            if isinstance(operand, int):
                found[operand] += 1
        return tuple(found)

    def __str__(self) -> str:
        from .text import printed

        return printed(self)

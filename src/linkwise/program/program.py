"""A program: straight-line, single-assignment, frozen data.

Grammar, one step a line, as `text.to_text` writes it (`print(program)`, too, on a terminal with Greek letters) and
`text.parse` reads it:

    program NAME ( INPUT … )
        VALUE = OP ARGUMENT …       OP is a row of ops.OPS
        …
    return OUTPUT=ARGUMENT …

A VALUE is its label if it has one, else vK, where K counts the steps, starting at the number of inputs. An ARGUMENT is
an input's name, an earlier VALUE, or a number written with all its digits. Names contain no white space, parentheses or
equals signs and do not look like numbers or like vK; no two inputs or labels, and no two outputs, share one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..errors import encodable


class Const(NamedTuple):
    """A constant; a separate type, because the number 4.0 is not the value v4.

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
    """Inputs, steps, and which values are the outputs; labels name values that have a name in the source.

    Labels are for reading: programs that differ only in labels are equal.

    >>> program = Program("double", ("x",), (Step("add", (0, 0)),), ("y",), (1,), labels=((1, "twice"),))
    >>> print(program)
    program double ( x )
        twice = add x x
    return y=twice
    """

    name: str
    inputs: tuple[str, ...]
    steps: tuple[Step, ...]
    output_names: tuple[str, ...]
    outputs: tuple[Operand, ...]
    labels: tuple[tuple[int, str], ...] = field(default=(), compare=False)

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
        counts = [0] * (len(self.inputs) + len(self.steps))
        for operand in [a for step in self.steps for a in step.args] + list(self.outputs):
            if isinstance(operand, int):
                counts[operand] += 1
        return tuple(counts)

    @cached_property
    def value_names(self) -> tuple[str, ...]:
        """What each value is called in the text: an input's name, a label, or vK.

        >>> Program("f", ("x",), (Step("sin", (0,)), Step("cos", (0,))), ("y",), (1,), ((1, "S"),)).value_names
        ('x', 'S', 'v2')
        """
        names = [*self.inputs, *(f"v{i}" for i, _ in self.numbered())]
        for i, label in self.labels:
            names[i] = label
        return tuple(names)

    def __repr__(self) -> str:
        sizes = f"{len(self.inputs)} inputs, {len(self.steps)} steps, {len(self.outputs)} outputs"
        return f"Program({self.name!r}, {sizes})"

    def __str__(self) -> str:
        from .text import to_text

        return encodable(to_text(self))

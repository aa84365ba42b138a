"""A program as a graph whose edges are derivatives of each value with respect to the arguments of its step."""

from typing import NamedTuple

from ...algebra import Scalar
from ..ops import OPS
from ..program import Const, Operand, Program
from ..tracer import Tape, Traced

Row = dict[int, Scalar]
"""Derivatives, keyed by the value they are taken with respect to; absent ones are 0."""


class Graph(NamedTuple):
    """Partial derivatives of each value with respect to its arguments, as far as those depend on the sources.

    The derivative of an output is the sum, over all paths to it from a source, of the product of the edges along it;
    the modes differ in the order in which they multiply and add.
    """

    partials: list[Row]
    sources: list[int]
    outputs: tuple[Operand, ...]


def linearized(program: Program, tape: Tape, sources: list[int]) -> Graph:
    """The graph of a program, its partials written on a tape.

    >>> from linkwise.program import trace
    >>> linearized(trace(lambda x: 3.0 * x[0] - x[1], {"x": 2}), Tape(2), [0]).partials
    [{}, {}, {0: 3.0}, {2: 1.0}]
    """
    values: list[Scalar] = list(tape.values)
    partials: list[Row] = [{} for _ in values]
    moves = [i in sources for i in range(len(values))]

    def value(operand: Operand) -> Scalar:
        return operand.value if isinstance(operand, Const) else values[operand]

    for _, (op, operands) in program.numbered():
        args = tuple([value(a) for a in operands])
        result = OPS[op].value(*args)
        row: Row = {}
        if any(isinstance(a, int) and moves[a] for a in operands):
            for a, slope in zip(operands, OPS[op].partials(args, result), strict=True):
                if isinstance(a, int) and moves[a]:
                    add(row, a, slope)
        values.append(result)
        partials.append(row)
        moves.append(bool(row))
    for i, label in program.labels:
        tape.name(values[i], label)
    return Graph(partials, sources, program.outputs)


def add(row: Row, i: int, slope: Scalar) -> None:
    """Add to one derivative; what is always 0 is left out.

    >>> row = {4: 2.0}
    >>> add(row, 4, -2.0)
    >>> row
    {}
    """
    total = row[i] + slope if i in row else slope
    if isinstance(total, Traced) or total != 0.0:
        row[i] = total
    else:
        row.pop(i, None)

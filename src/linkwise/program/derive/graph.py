"""A program as a graph whose edges are derivatives of each value with respect to the arguments of its step."""

from collections.abc import Mapping
from typing import NamedTuple

from ...algebra import Scalar, is_nonzero, where
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
    chosen_from: dict[int, Row] = {}
    moves = [i in sources for i in range(len(values))]

    def value(operand: Operand) -> Scalar:
        return operand.value if isinstance(operand, Const) else values[operand]

    for _, (op, operands) in program.numbered():
        args = tuple([value(a) for a in operands])
        result = OPS[op].value(*args)
        row: Row = {}
        if any(isinstance(a, int) and moves[a] for a in operands):
            if op == "select":
                row = _choice(args[0], [_slopes(a, partials, sources, chosen_from) for a in operands[1:]])
            else:
                for a, slope in zip(operands, OPS[op].partials(args, result), strict=True):
                    if isinstance(a, int) and moves[a]:
                        add(row, a, slope)
        values.append(result)
        partials.append(row)
        moves.append(bool(row))
    for i, label in program.labels:
        tape.name(values[i], label)
    return Graph(partials, sources, program.outputs)


def _choice(condition: Scalar, slopes: list[Row]) -> Row:
    """The derivatives of a choice between two values with these slopes, with respect to the sources themselves.

    The chain rule run backwards would multiply the 0 of the value not chosen with the slopes that lead to it, and an
    infinite one, such as that of sqrt(x) at 0, would make it NaN.
    """
    row: Row = {}
    for source in slopes[0] | slopes[1]:
        add(row, source, where(is_nonzero(condition), *(each.get(source, 0.0) for each in slopes)))
    return row


def _slopes(operand: Operand, partials: list[Row], sources: list[int], known: dict[int, Row]) -> Row:
    """The derivatives of a value with respect to the sources; `known` are those found before."""
    waiting = [operand] if isinstance(operand, int) else []
    while waiting:
        i = waiting[-1]
        unknown = [a for a in partials[i] if a not in known]
        if not unknown:
            known[i] = total(i, partials[i], known, sources)
            waiting.pop()
        waiting += unknown
    return known[operand] if isinstance(operand, int) else {}


def total(i: int, partials: Row, slopes: Mapping[int, Row] | list[Row], sources: list[int]) -> Row:
    """The derivatives of value i with respect to the sources, from those of its arguments.

    >>> total(3, {1: 2.0, 2: 1.0}, {1: {0: 5.0}, 2: {0: -10.0}}, [0])
    {}
    """
    row: Row = {i: 1.0} if i in sources else {}
    for a, partial in partials.items():
        for source, slope in slopes[a].items():
            add(row, source, partial * slope)
    return row


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

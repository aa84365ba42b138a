"""Derivatives of programs, as programs.

The chain rule is run on the tracer with the partials of the op table, so that derivatives are folded, shared and free
of structural zeros like everything else.
"""

from collections.abc import Callable, Sequence

from ...errors import UnknownName
from ..check import check
from ..program import Program
from ..trace import program_of
from ..tracer import Tape
from .forward import forward
from .graph import Graph, Row, linearized
from .reverse import reverse
from .vertex import vertex

MODES: dict[str, Callable[[Graph], list[Row]]] = {"forward": forward, "reverse": reverse, "vertex": vertex}
"""The order in which the chain rule multiplies and adds; which takes the fewest operations depends on the program."""


def jacobian(program: Program, wrt: str | Sequence[str], mode: str = "reverse") -> Program:
    """The program of ∂outputs/∂wrt, row by row: entries that are always 0 are the constant 0.

    What does not depend on wrt is not differentiated; values of the program that are still needed keep their labels.
    Use reverse for few outputs, forward for few inputs; vertex takes the fewest operations for many arms.

    >>> from linkwise.program import trace
    >>> print(jacobian(trace(lambda x: [x[0] * x[1], 3.0 * x[1]], {"x": 2}), ["x1", "x2"]))
    program f_jacobian ( x1 x2 )
    return d_f1_d_x1=x2 d_f1_d_x2=x1 d_f2_d_x1=0.0 d_f2_d_x2=3.0
    """
    check(program)
    if mode not in MODES:
        raise UnknownName("mode", mode, "jacobian", MODES)
    names = (wrt,) if isinstance(wrt, str) else tuple(wrt)
    for name in names:
        if name not in program.inputs or names.count(name) > 1:
            raise UnknownName("input", name, f"program {program.name} (or it is named twice)", program.inputs)
    tape = Tape(len(program.inputs))
    sources = [program.inputs.index(name) for name in names]
    rows = MODES[mode](linearized(program, tape, sources))
    entries = [
        (f"d_{output}_d_{name}", row.get(source, 0.0))
        for output, row in zip(program.output_names, rows, strict=True)
        for name, source in zip(names, sources, strict=True)
    ]
    return program_of(tape, list(program.inputs), entries, f"{program.name}_jacobian")

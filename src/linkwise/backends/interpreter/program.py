"""The meaning of a program: each step in turn."""

from collections.abc import Callable, Sequence

import numpy as np

from ...algebra import Scalar
from ...errors import BadArray
from ...program import OPS, Const, Operand, Program

Rounded = Callable[[Scalar], Scalar]
"""Applied to the value of every step: to round it differently, say."""


def run(program: Program, inputs: Sequence[Scalar], rounded: Rounded | None = None) -> list[Scalar]:
    """The outputs of a program for one value per input: floats, NumPy columns, mpmath numbers, symbols.

    >>> from linkwise.program import trace
    >>> run(trace(lambda x: [x[0] + x[1], x[0] * x[1]], {"x": 2}), [3.0, 4.0])
    [7.0, 12.0]
    """
    if len(inputs) != len(program.inputs):
        raise BadArray(
            f"program {program.name} got {len(inputs)} inputs.", f"It takes {len(program.inputs)}, one value each."
        )
    values = list(inputs)

    def value(operand: Operand) -> Scalar:
        return operand.value if isinstance(operand, Const) else values[operand]

    with np.errstate(all="ignore"):  # columns give no warnings, as floats give none: what is too large is infinite
        for step in program.steps:
            made = OPS[step.op].value(*(value(a) for a in step.args))
            values.append(made if rounded is None else rounded(made))
    return [value(operand) for operand in program.outputs]

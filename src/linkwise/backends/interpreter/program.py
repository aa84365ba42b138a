"""The meaning of a program: each step in turn."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from ...algebra import Scalar
from ...errors import BadArray
from ...program import OPS, Const, Operand, Program

Rounded = Callable[[Scalar], Scalar]
"""Applied to the value of every step: to round it differently, say."""


SUMS = ("add", "sub")
"""The operations that can be fused with a product."""


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

    anew = frozenset() if rounded is None else _added_more_than_once(program)
    with np.errstate(all="ignore"):  # columns give no warnings, as floats give none: what is too large is infinite
        for step in program.steps:
            args = [value(a) for a in step.args]
            if step.op in SUMS and rounded is not None and not anew.isdisjoint(step.args):
                args = [rounded(x) if a in anew else x for a, x in zip(step.args, args, strict=True)]
            made = OPS[step.op].value(*args)
            values.append(made if rounded is None else rounded(made))
    return [value(operand) for operand in program.outputs]


def _added_more_than_once(program: Program) -> frozenset[Operand]:
    """The products that several sums use: a fused multiply–add takes a product as it is, other sums the rounded one."""
    first = len(program.inputs)
    products = {first + k for k, step in enumerate(program.steps) if step.op == "mul"}
    uses = Counter(a for step in program.steps if step.op in SUMS for a in step.args if not isinstance(a, Const))
    return frozenset(a for a, count in uses.items() if count > 1 and a in products)

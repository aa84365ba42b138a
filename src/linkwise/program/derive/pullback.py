"""The pullback of a program: from weights of its outputs to those of its inputs, as one differentiates backwards.

Reverse mode on the weighted sum of the outputs. For a Panda's torques that is half the operations of the whole
Jacobian times the weights.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..program import Const, Operand, Program, Step
from .jacobian import jacobian


def pullback(program: Program, weights: Sequence[str]) -> Program:
    """The program of Σ weight · ∂output/∂input, for each input: it takes the inputs and a weight for each output.

    >>> from linkwise.program import trace
    >>> print(pullback(trace(lambda x: [x[0] * x[1], 3.0 * x[1]], {"x": 2}), ["w1", "w2"]))
    program f_pullback ( x1 x2 w1 w2 )
        v4 = mul 3.0 w2
        v5 = mul x2 w1
        v6 = mul x1 w1
        v7 = add v4 v6
    return d_x1=v5 d_x2=v7
    """
    slopes = jacobian(_weighted(program, tuple(weights)), program.inputs)
    return replace(slopes, name=f"{program.name}_pullback", output_names=tuple(f"d_{name}" for name in program.inputs))


def _weighted(program: Program, weights: tuple[str, ...]) -> Program:
    """The sum of all outputs, each times its weight."""
    n, m = len(program.inputs), len(weights)

    def moved(operand: Operand) -> Operand:
        return operand if isinstance(operand, Const) or operand < n else operand + m

    steps = [Step(op, tuple(map(moved, args))) for op, args in program.steps]
    labels = tuple((i + m, label) for i, label in program.labels)

    def made(op: str, *args: Operand) -> int:
        steps.append(Step(op, args))
        return n + m + len(steps) - 1

    total: Operand = Const(0.0)
    for k, output in enumerate(program.outputs):
        if not isinstance(output, Const):
            total = made("add", total, made("mul", n + k, moved(output)))
    return Program(program.name, (*program.inputs, *weights), tuple(steps), ("sum",), (total,), labels)

"""The pushforward of a program: from changes of its inputs to those of its outputs, as one differentiates forwards.

A pullback is linear in its weights, so its own pullback with respect to them is the pushforward.
"""

from collections.abc import Sequence
from dataclasses import replace

from ..passes import without_dead_code
from ..program import Const, Program, Step
from .pullback import pullback


def pushforward(program: Program, changes: Sequence[str]) -> Program:
    """The program of Σ ∂output/∂input · change, for each output: it takes the inputs and a change for each of them.

    >>> from linkwise.program import trace
    >>> print(pushforward(trace(lambda x: [x[0] * x[1], 3.0 * x[1]], {"x": 2}), ["c1", "c2"]))
    program f_pushforward ( x1 x2 c1 c2 )
        v4 = mul x1 c2
        v5 = mul x2 c1
        v6 = add v4 v5
        v7 = mul 3.0 c2
    return d_f1=v6 d_f2=v7
    """
    n, m = len(program.inputs), len(program.outputs)
    weights = [f"weight_{k}_of_{program.name}" for k in range(m)]
    twice = pullback(pullback(program, weights), changes)
    names = tuple(f"d_{name}" for name in program.output_names)
    forward = without_dead_code(
        replace(twice, name=f"{program.name}_pushforward", outputs=twice.outputs[n:], output_names=names)
    )
    return _without_inputs(forward, n, n + m)


def _without_inputs(program: Program, first: int, last: int) -> Program:
    """The program without these inputs, of which nothing depends."""

    def moved(operand: int | Const) -> int | Const:
        assert isinstance(operand, Const) or not first <= operand < last
        return operand if isinstance(operand, Const) or operand < first else operand - (last - first)

    steps = tuple(Step(op, tuple(map(moved, args))) for op, args in program.steps)
    inputs, outputs = program.inputs[:first] + program.inputs[last:], tuple(map(moved, program.outputs))
    labels = tuple((i - (last - first), label) for i, label in program.labels)
    return replace(program, inputs=inputs, steps=steps, outputs=outputs, labels=labels)

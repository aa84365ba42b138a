"""Leave out steps no output needs."""

from ..program import Operand, Program, Step


def without_dead_code(program: Program) -> Program:
    """The same program with only the steps its outputs depend on.

    >>> from linkwise.program import Program, Step
    >>> two = Program("f", ("x",), (Step("sin", (0,)), Step("cos", (0,))), ("y",), (2,))
    >>> print(without_dead_code(two))
    program f ( x )
        v1 = cos x
    return y=v1
    """
    first = len(program.inputs)
    needed = {operand for operand in program.outputs if isinstance(operand, int)}
    for i in range(first + len(program.steps) - 1, first - 1, -1):
        if i in needed:
            needed.update(a for a in program.steps[i - first].args if isinstance(a, int))
    new = {i: i for i in range(first)}
    steps: list[Step] = []

    def renumbered(operand: Operand) -> Operand:
        return new[operand] if isinstance(operand, int) else operand

    for i, step in program.numbered():
        if i in needed:
            new[i] = first + len(steps)
            steps.append(Step(step.op, tuple(renumbered(a) for a in step.args)))
    outputs = tuple(renumbered(operand) for operand in program.outputs)
    return Program(program.name, program.inputs, tuple(steps), program.output_names, outputs)

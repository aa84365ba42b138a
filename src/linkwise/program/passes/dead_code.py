"""Leave out steps that no output needs."""

from ..program import Program, Step


def without_dead_code(program: Program) -> Program:
    """The same program with only the steps its outputs depend on.

    >>> from linkwise.program import Program, Step
    >>> two = Program("f", ("x",), (Step("sin", (0,)), Step("cos", (0,))), ("y",), (2,), labels=((2, "C"),))
    >>> print(without_dead_code(two))
    program f ( x )
        C = cos x
    return y=C
    """
    first = len(program.inputs)
    needed = needed_values(program)
    if all(needed[first:]):
        return program
    new = list(range(len(needed)))
    steps: list[Step] = []
    for i, step in program.numbered():
        if needed[i]:
            new[i] = first + len(steps)
            steps.append(Step(step.op, tuple([new[a] if type(a) is int else a for a in step.args])))
    return Program(
        program.name,
        program.inputs,
        tuple(steps),
        program.output_names,
        tuple(new[a] if type(a) is int else a for a in program.outputs),
        tuple((new[i], label) for i, label in program.labels if needed[i]),
    )


def needed_values(program: Program) -> list[bool]:
    """For each value, inputs first, whether an output depends on it.

    >>> from linkwise.program import Program, Step
    >>> needed_values(Program("f", ("x",), (Step("sin", (0,)), Step("cos", (0,))), ("y",), (2,)))
    [True, False, True]
    """
    first = len(program.inputs)
    needed = [False] * (first + len(program.steps))
    for operand in program.outputs:
        if type(operand) is int:
            needed[operand] = True
    for i, (_, args) in zip(range(len(needed) - 1, first - 1, -1), reversed(program.steps), strict=True):
        if needed[i]:
            for a in args:
                if type(a) is int:
                    needed[a] = True
    return needed

"""The order of a program's steps, and what is computed a second time, so that fewer values are alive at once.

A thread has 255 registers, and those of a multiprocessor are divided among its threads: what a program holds at a time
decides how many states are on the way together. The derivatives of accelerations of a seven-joint arm hold 326 values
in their own order, 300 by columns, and 204 if a sixth of the steps is done anew.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ...program import Port, Program, Signature, Step, without_dead_code
from .body import needed_by

ORDERS = ("own", "columns", "anew")
"""As the program has it; the columns of answers one after another, the last first; so, and in the middle forgetting
what is quickly computed anew."""

ONE = "linkwise_one"
"""The input that is 1 when the kernel runs, which its compiler cannot know: with it steps are not merged again."""

ROOTS = frozenset({"sin", "cos", "atan2", "exp", "log", "tanh", "sqrt", "rcp"})
"""Operations that are never done twice."""

SMALL = 80
"""The most steps that computing a value anew may take."""

CUTS = 16
"""How many places of a program are tried for forgetting values."""


def ordered(program: Program, signature: Signature, order: str) -> tuple[Program, Signature]:
    """The program in one of ORDERS; "anew" has a further input, ONE."""
    if order == "own":
        return program, signature
    columns = by_columns(program, signature)
    if order == "columns":
        return columns, signature
    return anew(columns), replace(signature, takes=(*signature.takes, Port(ONE, (), uniform=True)))


def most_alive(program: Program) -> int:
    """The most values that wait at once for a later step; inputs count from the start.

    >>> from linkwise.program import trace
    >>> most_alive(trace(lambda x: [x[0] * x[1] + x[2]], {"x": 3}))
    4
    """
    last = {a: i for i, step in program.numbered() for a in step.args if isinstance(a, int)}
    ends: dict[int, int] = {}
    for i in last.values():
        ends[i] = ends.get(i, 0) + 1
    alive = most = sum(i < len(program.inputs) for i in last)
    for i, _ in program.numbered():
        alive += i in last
        most = max(most, alive)
        alive -= ends.get(i, 0)
    return most


def by_columns(program: Program, signature: Signature) -> Program:
    """What the last columns of matrices need comes first, in its own order; vectors and numbers come before."""
    stages: dict[int, list[int]] = {}
    ports = [(port, k) for port in signature.gives for k in range(port.size)]
    for at, (port, k) in enumerate(ports):
        column = k % port.shape[1] if len(port.shape) == 2 else port.size + len(ports)
        stages.setdefault(column, []).append(at)
    order: dict[int, None] = {}
    for column in sorted(stages, reverse=True):
        order.update(dict.fromkeys(sorted(needed_by(program, stages[column]) - order.keys())))
    return _program(program, (i for i in order if i >= len(program.inputs)))


def anew(program: Program) -> Program:
    """Values that take few steps are forgotten at one place and computed anew after it: where that is decided by how
    few values are then alive."""
    first, count = len(program.inputs), len(program.steps)
    places = sorted({first + count * k // CUTS for k in range(1, CUTS)})
    return min((_forgetting(program, place) for place in places), key=lambda p: (most_alive(p), len(p.steps)))


def _forgetting(program: Program, place: int) -> Program:
    """The program that at the step `place` forgets."""
    first, count = len(program.inputs), len(program.steps)
    kept = {*range(first), *(i for i, step in program.numbered() if i < place and step.op in ROOTS)}
    for i in range(first, place):
        if i not in kept and _cone(program, i, kept, SMALL) is None:
            kept.add(i)
    known, after = set(kept), list[int]()
    for i in range(place, first + count):
        cone = _cone(program, i, known, None) or set()
        after += sorted(cone)
        known |= cone
    return _program(program, range(first, place), after)


def _cone(program: Program, value: int, known: Collection[int], most: int | None) -> set[int] | None:
    """The steps that lead from known values to this one; None if they are more than `most`."""
    first, cone, waiting = len(program.inputs), set[int](), [value]
    while waiting:
        i = waiting.pop()
        if i in cone or i in known:
            continue
        cone.add(i)
        if most is not None and len(cone) > most:
            return None
        waiting += [a for a in program.steps[i - first].args if isinstance(a, int)]
    return cone


def _program(program: Program, before: Iterable[int], after: Sequence[int] = ()) -> Program:
    """The program whose steps are these; those that come twice are computed anew, from copies of what they need."""
    first, before = len(program.inputs), list(before)
    inputs = (*program.inputs, ONE) if after else program.inputs
    numbers, steps = {i: i for i in range(first)}, list[Step]()

    def add(step: Step) -> int:
        steps.append(step)
        return len(inputs) + len(steps) - 1

    def copy(i: int) -> Step:
        op, args = program.steps[i - first]
        return Step(op, tuple(numbers[a] if isinstance(a, int) else a for a in args))

    for i in before:
        numbers[i] = add(copy(i))
    again = set(before) & set(after)
    needed = {a for i in again for a in program.steps[i - first].args if isinstance(a, int)} - again
    for i in sorted(needed):
        numbers[i] = add(Step("mul", (numbers[i], first)))
    for i in after:
        numbers[i] = add(copy(i))
    outputs = tuple(numbers[k] if isinstance(k, int) else k for k in program.outputs)
    return without_dead_code(replace(program, inputs=inputs, steps=tuple(steps), outputs=outputs, labels=()))

"""From a function of scalars to a program: run it once on the tracer."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..algebra import listening
from ..errors import NotTraceable
from .check import check
from .names import is_numbered
from .number import number_of
from .passes.dead_code import without_dead_code
from .program import Const, Operand, Program, Step
from .tracer import USE, Tape, Traced


def trace(f: Callable[..., Any], inputs: Mapping[str, int], name: str = "f") -> Program:
    """The program of f, which takes a list of scalars per input name and returns nested lists of scalars, or a dict.

    >>> print(trace(lambda x, y: [x[0] * y[0] + 0.0, x[0] * 0.0], {"x": 1, "y": 1}, "product"))
    program product ( x1 y1 )
        v2 = mul x1 y1
    return f1=v2 f2=0.0
    """
    names, tape, outputs = taped(f, inputs)
    return program_of(tape, names, outputs, name)


def taped(
    f: Callable[..., Any], inputs: Mapping[str, int], kind: type[Tape] = Tape
) -> tuple[list[str], Tape, list[tuple[str, Any]]]:
    """The names of the inputs, the tape on which f wrote, and its answers by name.

    >>> names, tape, answers = taped(lambda x: [x[0] * x[0]], {"x": 1})
    >>> names, len(tape.steps), answers
    (['x1'], 2, [('f1', Traced(1))])
    """
    if not all(isinstance(n, int) and n >= 0 for n in inputs.values()):
        raise NotTraceable(f"inputs is {dict(inputs)}.", "A dict of input names and their sizes was expected.")
    names = [f"{group}{k + 1}" for group, count in inputs.items() for k in range(count)]
    tape = kind(len(names))
    values = iter(tape.values)
    groups = [[next(values) for _ in range(count)] for count in inputs.values()]
    with listening(tape.name):
        answer = _done(f, groups)
    return names, tape, list(_labelled(answer, "f"))


def program_of(tape: Tape, inputs: list[str], outputs: list[tuple[str, Any]], name: str) -> Program:
    """The program on a tape, without the steps that its outputs do not need.

    >>> tape = Tape(1)
    >>> (x,) = tape.values
    >>> unused = x * 3.0
    >>> len(program_of(tape, ["x"], [("y", x * 2.0)], "double").steps)
    1
    """
    return without_dead_code(everything_of(tape, inputs, outputs, name))


def everything_of(tape: Tape, inputs: list[str], outputs: list[tuple[str, Any]], name: str) -> Program:
    """The program on a tape with all its steps, needed or not.

    >>> tape = Tape(1)
    >>> (x,) = tape.values
    >>> unused = x * 3.0
    >>> len(everything_of(tape, ["x"], [("y", x * 2.0)], "double").steps)
    2
    """
    steps = [step for step in tape.steps if isinstance(step, Step)]
    operands: list[Operand] = [
        value.i if isinstance(value, Traced) else Const(number_of(value)) for _, value in outputs
    ]
    names = tuple(name for name, _ in outputs)
    # An input has its name already, and a label must not look like another value's vK.
    free = {i: label for i, label in tape.labels.items() if label not in inputs and not is_numbered(label)}
    labels = tuple(sorted((i, label) for i, label in free.items() if i >= len(inputs)))
    program = Program(name, tuple(inputs), tuple(steps), names, tuple(operands), labels)
    check(program)
    return program


def _labelled(nest: Any, label: str) -> Iterator[tuple[str, Any]]:
    if isinstance(nest, dict):
        for name, part in nest.items():
            yield from _labelled(part, name)
    elif isinstance(nest, list | tuple):
        for k, part in enumerate(nest, 1):
            yield from _labelled(part, f"{label}{k}" if label[-1].isalpha() else f"{label}_{k}")
    else:
        yield label, nest


def _done(f: Callable[..., Any], groups: list[list[Traced]]) -> Any:
    """The result of f; NumPy's own error about traced values would not say what to do."""
    try:
        return f(*groups)
    except TypeError as error:
        if "ufunc" not in str(error):
            raise
        raise NotTraceable(
            f"a NumPy function was called with a traced value ({error}).",
            "Arithmetic and the functions of linkwise.algebra were expected.",
            USE,
        ) from error

"""Checks that a program is valid: known operations, the right number of arguments, no value used before it exists."""

from collections import Counter
from math import isfinite
from typing import Any

from ..errors import Fault, KindMismatch, ReadError, plain
from .names import is_name
from .ops import OPS
from .program import Const, Operand, Program


def check(program: Program) -> None:
    """Refuse an invalid program, listing every fault.

    >>> from linkwise.program import Program, Step
    >>> check(Program("f", ("x",), (Step("sin", (1,)),), ("y",), (1,)))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'program f' was refused: 1 fault.
      v1: '1': an input, an earlier value or a finite number was expected
    """
    if not isinstance(program, Program):
        raise KindMismatch(f"a {type(program).__name__} is not a program.", "A Program was expected.")
    faults = [*_in_steps(program), *_in_outputs(program), *_in_labels(program), *_in_names(program)]
    if faults:
        raise ReadError(f"program {program.name}", faults)


def _in_steps(program: Program) -> list[Fault]:
    faults = []
    arity = {name: op.arity for name, op in OPS.items()}
    for i, (op, args) in program.numbered():
        if op not in arity:
            faults.append(Fault(f"v{i}", op, f"unknown operation; the operations are {', '.join(OPS)}"))
        elif len(args) != arity[op]:
            faults.append(Fault(f"v{i}", op, f"{arity[op]} arguments were expected"))
        for operand in args:
            if not _known(operand, i):
                faults.append(_unknown(operand, f"v{i}"))
    return faults


def _in_outputs(program: Program) -> list[Fault]:
    faults = []
    if len(program.outputs) != len(program.output_names):
        faults.append(Fault("outputs", "", f"{len(program.outputs)} for {len(program.output_names)} names"))
    end = len(program.inputs) + len(program.steps)
    for name, operand in zip(program.output_names, program.outputs, strict=False):
        if not _known(operand, end):
            faults.append(_unknown(operand, f"output {plain(str(name))}"))
    return faults


def _in_labels(program: Program) -> list[Fault]:
    faults = []
    before, end = len(program.inputs) - 1, len(program.inputs) + len(program.steps)
    for i, label in program.labels:
        if type(i) is int and before < i < end:
            before = i
        else:
            faults.append(Fault(f"label {plain(str(label))}", str(i), "steps were expected, each once, in order"))
    return faults


def _in_names(program: Program) -> list[Fault]:
    rule = "a unique name without spaces, parentheses or equals signs was expected"
    faults = []
    for names in ((program.name,), (*program.inputs, *(label for _, label in program.labels)), program.output_names):
        times = Counter(name for name in names if isinstance(name, str))
        faults += [Fault("names", str(name), rule) for name in names if not is_name(name) or times[name] > 1]
    return faults


def _known(operand: Any, end: int) -> bool:
    """Whether an operand is a value before the end, or a finite constant."""
    if type(operand) is int:
        return 0 <= operand < end
    return type(operand) is Const and type(operand.value) is float and isfinite(operand.value)


def _unknown(operand: Operand, where: str) -> Fault:
    said = operand.value if isinstance(operand, Const) else operand
    return Fault(where, str(said), "an input, an earlier value or a finite number was expected")

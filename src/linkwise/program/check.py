"""Whether a program is one: rows that exist, the right number of arguments, nothing used before it is made."""

import math
import re

from ..errors import Fault, KindMismatch, ReadError
from .ops import OPS
from .program import Const, Operand, Program

_NAME = re.compile(r"(?!v\d+$)[^\s()=]+")


def check(program: Program) -> None:
    """Refuse what is no program, with every fault found.

    >>> from linkwise.program import Program, Step
    >>> check(Program("f", ("x",), (Step("sin", (1,)),), ("y",), (1,)))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'program f' was refused: 1 fault.
      v1: '1': an input, an earlier value or a finite number was expected
    """
    if not isinstance(program, Program):
        raise KindMismatch(f"a {type(program).__name__} is not a program.", "A Program was expected.")
    faults: list[Fault] = []
    if len(program.outputs) != len(program.output_names):
        faults.append(Fault("outputs", "", f"{len(program.outputs)} for {len(program.output_names)} names"))

    def known(operand: Operand, before: int, where: str) -> None:
        said = operand.value if isinstance(operand, Const) else operand
        if not isinstance(said, float if isinstance(operand, Const) else int) or not (
            math.isfinite(said) if isinstance(operand, Const) else 0 <= said < before
        ):
            faults.append(Fault(where, str(said), "an input, an earlier value or a finite number was expected"))

    for i, step in program.numbered():
        if step.op not in OPS:
            faults.append(Fault(f"v{i}", step.op, f"no such operation; there are {', '.join(OPS)}"))
        elif len(step.args) != OPS[step.op].arity:
            faults.append(Fault(f"v{i}", step.op, f"{OPS[step.op].arity} arguments were expected"))
        for operand in step.args:
            known(operand, i, f"v{i}")
    for name, operand in zip(program.output_names, program.outputs, strict=False):
        known(operand, len(program.inputs) + len(program.steps), f"output {name}")
    for names in ((program.name,), program.inputs, program.output_names):
        for name in names:
            if not _NAME.fullmatch(name) or names.count(name) > 1 or _is_number(name):
                faults.append(Fault("names", name, "a name of its own, without blanks and parentheses, was expected"))
    if faults:
        raise ReadError(f"program {program.name}", faults)


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True

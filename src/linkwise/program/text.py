"""Programs as text and back; the grammar is in program.py."""

import re

from ..errors import Fault, ReadError
from .check import check
from .names import is_numbered
from .program import Const, Operand, Program, Step

_HEAD = re.compile(r"program (\S+) \( ((?:\S+ )*)\)")
_STEP = re.compile(r"    (\S+) = (\w+)((?: \S+)*)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII)
_TAIL = re.compile(r"return((?: \S+=\S+)*)")


def to_text(program: Program) -> str:
    """The text of a program.

    >>> from linkwise.program import trace
    >>> print(to_text(trace(lambda x: x[0] * 0.5, {"x": 1})))
    program f ( x1 )
        v1 = mul 0.5 x1
    return f=v1
    """
    names = program.value_names

    def said(operand: Operand) -> str:
        return repr(operand.value) if isinstance(operand, Const) else names[operand]

    lines = [f"program {program.name} ( {''.join(f'{name} ' for name in program.inputs)})"]
    lines += [f"    {names[i]} = {' '.join([step.op, *map(said, step.args)])}" for i, step in program.numbered()]
    outputs = zip(program.output_names, program.outputs, strict=True)
    return "\n".join([*lines, " ".join(["return", *(f"{name}={said(operand)}" for name, operand in outputs)])])


def parse(text: str) -> Program:
    """The program that a text describes.

    >>> parse("program f ( x )\\n    v1 = sin x\\nreturn y=v1").steps
    (Step(op='sin', args=(0,)),)
    """
    if not isinstance(text, str):
        raise _fault(1, repr(text)[:80], "a string was expected")
    lines = text.strip().splitlines() or [""]
    head, tail = _HEAD.fullmatch(lines[0]), _TAIL.fullmatch(lines[-1])
    if head is None or tail is None or len(lines) < 2:
        raise _fault(1 if head is None else len(lines), lines[0] if head is None else lines[-1], "not a program")
    inputs = head[2].split()
    index = {name: i for i, name in enumerate(inputs)}

    def operand(word: str, line: int) -> Operand:
        if word in index:
            return index[word]
        if _NUMBER.fullmatch(word):
            return Const(float(word))
        raise _fault(line, word, "an input, an earlier value or a number was expected")

    steps: list[Step] = []
    labels: list[tuple[int, str]] = []
    for i, line in enumerate(lines[1:-1], len(inputs)):
        at = i - len(inputs) + 2
        match = _STEP.fullmatch(line)
        if match is None or (is_numbered(match[1]) and match[1] != f"v{i}"):
            raise _fault(at, line, f"a step that defines v{i}, or a label in its place, was expected")
        steps.append(Step(match[2], tuple(operand(word, at) for word in match[3].split())))
        if match[1] in index:
            raise _fault(at, match[1], "a name that is not in use yet was expected")
        index[match[1]] = i
        if match[1] != f"v{i}":
            labels.append((i, match[1]))
    pairs = [word.rpartition("=") for word in tail[1].split()]
    outputs = tuple(operand(value, len(lines)) for _, _, value in pairs)
    names = tuple(name for name, _, _ in pairs)
    program = Program(head[1], tuple(inputs), tuple(steps), names, outputs, tuple(labels))
    check(program)
    return program


def _fault(line: int, text: str, rule: str) -> ReadError:
    return ReadError("program", [Fault(f"line {line}", text, rule)])

"""What an accepted program must mean: the tests' own reading of its lines gives the same numbers."""

import math
import re
from pathlib import Path

from linkwise.backends.interpreter import run
from linkwise.errors import LinkwiseError
from linkwise.program import count, parse, to_text

from . import NotStrict, Wrong
from .strict_urdf import refuse

NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII)
WORD = re.compile(r"[^\s()=]+")


def _safely(function, *arguments):
    """The value, or what a machine gives where Python raises."""
    try:
        return function(*arguments)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def _sign(a):
    return math.nan if math.isnan(a) else (a > 0) - (a < 0)


MEANING = {
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "neg": (1, lambda a: -a),
    "mul": (2, lambda a, b: a * b),
    "rcp": (1, lambda a: 1.0 / a if a else math.copysign(math.inf, a)),
    "sqrt": (1, math.sqrt),
    "sin": (1, math.sin),
    "cos": (1, math.cos),
    "sign": (1, _sign),
    "exp": (1, math.exp),
    "log": (1, math.log),
    "abs": (1, abs),
    "tanh": (1, math.tanh),
    "atan2": (2, math.atan2),
    "min": (2, lambda a, b: math.nan if a != a or b != b else min(a, b)),
    "max": (2, lambda a, b: math.nan if a != a or b != b else max(a, b)),
    "lt": (2, lambda a, b: float(a < b)),
    "le": (2, lambda a, b: float(a <= b)),
    "select": (3, lambda a, b, c: b if a != 0 else c),
    "fma": (3, lambda a, b, c: a * b + c),
    "fms": (3, lambda a, b, c: a * b - c),
    "fnma": (3, lambda a, b, c: c - a * b),
}
"""How many operands each operation takes, and what it gives; written from the table in the documentation."""


def judge(path: Path) -> str:
    """ "accepted" or "refused"; raises Wrong, or whatever foreign exception linkwise lets out."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    try:
        program = parse(text)
    except LinkwiseError as error:
        str(error)
        return "refused"
    written = to_text(program)
    if parse(written) != program or to_text(parse(written)) != written:
        raise Wrong("its text reads back as another program")
    count(program)
    try:
        inputs, theirs = meaning(text)
    except NotStrict as error:
        raise Wrong(f"accepted, though: {error}") from None
    ours = dict(zip(program.output_names, run(program, inputs), strict=True))
    for name, value in theirs.items():
        if value is not None and not _same(ours[name], value):
            raise Wrong(f"output {name!r} is {ours[name]}, not {value}")
    return "accepted"


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


def meaning(text: str) -> tuple[list[float], dict[str, float | None]]:
    """Values for the inputs, and the outputs they give; None where Python's functions are not defined."""
    lines = text.strip().splitlines()
    refuse(len(lines) < 2, "fewer than two lines")
    head, tail = lines[0].split(), lines[-1].split()
    refuse(head[:1] != ["program"] or head[2:3] != ["("] or head[-1] != ")", "its first line")
    values: dict[str, float | None] = {name: 0.3 + 0.41 * k for k, name in enumerate(head[3:-1])}
    inputs = [float(value) for value in values.values() if value is not None]
    refuse(len(values) != len(head) - 4, "two inputs of one name")
    names = [*head[3:-1], head[1]]
    for k, line in enumerate(lines[1:-1], len(inputs)):
        name, equals, op, *operands = line.split()
        refuse(equals != "=" or op not in MEANING or len(operands) != MEANING[op][0], f"the step {line[:60]!r}")
        numbers = [_operand(word, values) for word in operands]
        refuse(name in values, f"a second {name}")
        refuse(re.fullmatch(r"v\d+", name) and name != f"v{k}", f"{name} in place of v{k}")
        values[name] = None if None in numbers else _safely(MEANING[op][1], *numbers)
        names += [name] if name != f"v{k}" else []
    refuse(tail[:1] != ["return"], "its last line")
    outputs = [word.rpartition("=") for word in tail[1:]]
    names += [name for name, _, _ in outputs]
    refuse(len({name for name, _, _ in outputs}) != len(outputs), "two outputs of one name")
    refuse(any(WORD.fullmatch(name) is None for name in names), "a name")
    return inputs, {name: _operand(word, values) for name, _, word in outputs}


def _operand(word: str, values: dict[str, float | None]) -> float | None:
    if word in values:
        return values[word]
    refuse(NUMBER.fullmatch(word) is None, f"the operand {word[:60]!r}")
    refuse(not math.isfinite(float(word)), f"the operand {word[:60]!r}")
    return float(word)

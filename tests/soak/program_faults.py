"""Seeded faults between a program and its machine code: what is compiled is not what was traced.

Each kind of program, and the text that LLVM gets, has its own faults. Code is compiled from the faulty one and held
to the right one's known answers, as code is before it is used.
"""

import random
import re
from collections.abc import Callable
from dataclasses import replace

from linkwise.program import OPS, Const, Loop, Operand, Program, Reduction, Rollout, Step, Tableau
from linkwise.program.rollout import REDUCTIONS

Faulty = tuple[str, Program | Loop | Rollout]
"""What was done, and the outcome."""

OTHER = {
    "add": ("sub", "mul"),
    "sub": ("add", "mul"),
    "mul": ("add",),
    "neg": ("abs",),
    "rcp": ("neg",),
    "sqrt": ("abs",),
    "sin": ("cos",),
    "cos": ("sin",),
    "abs": ("neg",),
}
"""Operations taken for one another."""


# ---- programs -------------------------------------------------------------------------------------------------------


def in_program(program: Program, rng: random.Random, digits: int) -> tuple[str, Program]:
    """An operation, an operand, a constant (in a digit down to the given one), a sign, a term or an output."""
    while True:
        made = rng.choice((_operation, _operand, _constant, _sign, _term, _order, _output))(program, rng, digits)
        if made is not None and made[1] != program:
            return made


def _replaced(program: Program, k: int, step: Step) -> Program:
    return replace(program, steps=(*program.steps[:k], step, *program.steps[k + 1 :]), labels=())


def _operation(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    k = rng.randrange(len(program.steps))
    step = program.steps[k]
    if step.op not in OTHER:
        return None
    op = rng.choice(OTHER[step.op])
    return f"step {k}: {step.op} → {op}", _replaced(program, k, Step(op, step.args))


def _operand(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    """Another value that is known by then; most often one of the last, as a compiler mistakes registers."""
    k = rng.randrange(len(program.steps))
    step, known = program.steps[k], len(program.inputs) + k
    at, other = rng.randrange(len(step.args)), max(0, known - 1 - int(rng.expovariate(0.1)))
    if step.args[at] == other:
        return None
    args: list[Operand] = list(step.args)
    args[at] = other
    return f"step {k}: operand {at} → v{other}", _replaced(program, k, Step(step.op, tuple(args)))


def _constants(program: Program) -> list[tuple[int, int]]:
    return [(k, at) for k, step in enumerate(program.steps) for at, a in enumerate(step.args) if isinstance(a, Const)]


def _changed_constant(program: Program, rng: random.Random, change: Callable[[float], float]) -> Program | None:
    places = _constants(program)
    if not places:
        return None
    k, at = rng.choice(places)
    step = program.steps[k]
    args = [Const(change(a.value)) if i == at else a for i, a in enumerate(step.args)]
    return _replaced(program, k, Step(step.op, tuple(args)))


def _constant(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    digit = rng.randint(1, digits)
    made = _changed_constant(program, rng, lambda x: x * (1.0 + 10.0**-digit))
    return None if made is None else (f"a constant's digit {digit}", made)


def _sign(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    made = _changed_constant(program, rng, lambda x: -x)
    return None if made is None else ("a constant's sign", made)


def _term(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    places = [k for k, step in enumerate(program.steps) if step.op in ("add", "sub")]
    if not places:
        return None
    k = rng.choice(places)
    return f"step {k}: a term dropped", _replaced(program, k, Step("add", (program.steps[k].args[0], Const(0.0))))


def _order(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    places = [k for k, step in enumerate(program.steps) if step.op in ("sub", "atan2", "lt", "le")]
    if not places:
        return None
    k = rng.choice(places)
    step = program.steps[k]
    return f"step {k}: operands of {step.op} swapped", _replaced(program, k, Step(step.op, step.args[::-1]))


def _output(program: Program, rng: random.Random, digits: int) -> tuple[str, Program] | None:
    if len(program.outputs) < 2:
        return None
    i, j = rng.sample(range(len(program.outputs)), 2)
    outputs = list(program.outputs)
    outputs[i], outputs[j] = outputs[j], outputs[i]
    return f"outputs {i} and {j} swapped", replace(program, outputs=tuple(outputs))


# ---- loops ----------------------------------------------------------------------------------------------------------


def in_loop(loop: Loop, rng: random.Random, digits: int) -> tuple[str, Loop]:
    """In the program of a class, in a table's number, in a parent, in the start of a sweep."""
    kind = rng.choice(("program", "program", "number", "number", "parent", "start", "rows"))
    at = rng.randrange(len(loop.programs))
    if kind == "program":
        what, program = in_program(loop.programs[at], rng, digits)
        return f"class {at}, {what}", replace(loop, programs=_with(loop.programs, at, program))
    if kind in ("number", "rows"):
        rows = loop.numbers[at]
        if not rows or not rows[0] or (kind == "rows" and len(rows) < 2):
            return in_loop(loop, rng, digits)
        i, j = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
        if kind == "rows":
            made = replace(loop, numbers=_with(loop.numbers, at, _with(_with(rows, 0, rows[1]), 1, rows[0])))
            return ("two links' numbers swapped", made) if made != loop else in_loop(loop, rng, digits)
        digit = rng.randint(1, digits)
        row = _with(rows[i], j, rows[i][j] * (1.0 + 10.0**-digit))
        made = replace(loop, numbers=_with(loop.numbers, at, _with(rows, i, row)))
        return (f"number {j} of link {i} of class {at}, digit {digit}", made) if made != loop else in_loop(loop, rng, 9)
    if kind == "parent":
        i = rng.randrange(1, len(loop.parents))
        return f"parent of link {i}", replace(loop, parents=_with(loop.parents, i, rng.choice(_others(loop, i))))
    k = rng.choice([k for k, sweep in enumerate(loop.sweeps) if sweep.start])
    start = loop.sweeps[k].start
    j = rng.randrange(len(start))
    sweep = loop.sweeps[k]._replace(start=_with(start, j, start[j] + 0.01))
    return f"start {j} of sweep {k}", replace(loop, sweeps=_with(loop.sweeps, k, sweep))


def _others(loop: Loop, i: int) -> list[int]:
    return [p for p in range(-1, i) if p != loop.parents[i]]


def _with(row: tuple, k: int, new: object) -> tuple:
    return (*row[:k], new, *row[k + 1 :])


# ---- rollouts -------------------------------------------------------------------------------------------------------


def in_rollout(rollout: Rollout, rng: random.Random, digits: int) -> tuple[str, Rollout]:
    """In one of its programs, in a coefficient of the integrator, in a reduction, in the order of its inputs."""
    kind = rng.choice(("program", "program", "program", "tableau", "tableau", "reduction", "inputs", "staggered"))
    tableau = rollout.tableau
    if kind == "program":
        names = [name for name in ("rate", "rate", "watch", "momentum", "velocity") if getattr(rollout, name)]
        name = rng.choice(names)
        program = getattr(rollout, name)
        if program.steps:
            what, changed = in_program(program, rng, digits)
            return f"{name}, {what}", replace(rollout, **{name: changed})
    if kind == "tableau":
        what, changed = _coefficient(tableau, rng, digits)
        if changed != tableau:
            return what, replace(rollout, tableau=changed)
    if kind == "staggered" and not tableau.implicit:
        return "staggered", replace(rollout, tableau=tableau._replace(staggered=not tableau.staggered))
    if kind == "reduction" and rollout.reductions:
        k = rng.randrange(len(rollout.reductions))
        old = rollout.reductions[k]
        same_size = [
            each for each in REDUCTIONS if each != old.kind and (each == "integral") == (old.kind == "integral")
        ]
        if same_size:
            new = Reduction(rng.choice(same_size), old.first, old.size)
            return f"{old.kind} → {new.kind}", replace(rollout, reductions=_with(rollout.reductions, k, new))
    if kind == "inputs":
        specs = list(enumerate(rollout.inputs))
        pairs = [(i, j) for i, a in specs for j, b in specs if a.size == b.size and a.kind < b.kind]
        if pairs:
            i, j = rng.choice(pairs)
            a, b = rollout.inputs[i], rollout.inputs[j]
            inputs = _with(_with(rollout.inputs, i, a._replace(kind=b.kind)), j, b._replace(kind=a.kind))
            return f"{a.kind} and {b.kind} inputs swapped", replace(rollout, inputs=inputs)
    return in_rollout(rollout, rng, digits)


def _coefficient(tableau: Tableau, rng: random.Random, digits: int) -> tuple[str, Tableau]:
    """A number of b or A in some digit; one that is not 0."""
    more = 1.0 + 10.0 ** -rng.randint(1, min(digits, 4))
    if rng.random() < 0.5:
        k = rng.randrange(len(tableau.b))
        return f"b{k} × {more}", tableau._replace(b=_with(tableau.b, k, tableau.b[k] * more))
    i, j = rng.randrange(len(tableau.A)), rng.randrange(len(tableau.A))
    return f"a{i}{j} × {more}", tableau._replace(A=_with(tableau.A, i, _with(tableau.A[i], j, tableau.A[i][j] * more)))


# ---- the text that LLVM gets ----------------------------------------------------------------------------------------

TEXT = (
    ("icmp ult", "icmp ule"),
    ("icmp ne", "icmp eq"),
    ("add i64", "sub i64"),
    ("fadd", "fsub"),
    ("fsub", "fadd"),
    ("fmul", "fadd"),
)
"""Words of the text taken for one another; besides, any small integer may be one more or one less."""

NUMBER = re.compile(r"(?<=i64 )\d{1,4}\b|(?<=, )\d{1,4}$")


def in_text(text: str, function: str, rng: random.Random) -> tuple[str, str]:
    """One word or integer of one line of a function's text."""
    lines = text.split("\n")
    begin = next(k for k, line in enumerate(lines) if line.startswith("define") and f"@{function}(" in line)
    end = next(k for k in range(begin, len(lines)) if lines[k] == "}")
    while True:
        k = rng.randrange(begin + 1, end)
        line = lines[k]
        if "alloca" in line or line.endswith(":"):
            continue
        words = [(old, new) for old, new in TEXT if old in line]
        found = list(NUMBER.finditer(line))
        if words and (not found or rng.random() < 0.5):
            changed = line.replace(*rng.choice(words), 1)
        elif found:
            number = rng.choice(found)
            value = int(number[0]) + rng.choice((-1, 1))
            changed = f"{line[: number.start()]}{max(value, 0)}{line[number.end() :]}"
        else:
            continue
        if changed != line:
            return f"@{function}: `{line.strip()}` → `{changed.strip()}`", "\n".join(
                [*lines[:k], changed, *lines[k + 1 :]]
            )


assert all(OPS[op].arity == OPS[other].arity for op, others in OTHER.items() for other in others)

"""The straight-line functions of a generated file: parts of arithmetic, and the library calls between them.

They work on entries that are `stride` apart: 1 for a single state, the width of a tile for one lane of a batch. A batch
therefore does to each state exactly what the single call does.
"""

from typing import NamedTuple

from ...program import Const, Operand
from .plan import Plan
from .spelling import Precision, spelled
from .wrap import wrapped


class Function(NamedTuple):
    """A function of the file: its name, the arrays it works on (as declared, and by name), its text."""

    name: str
    arrays: tuple[str, ...]
    text: str

    def call(self, place: dict[str, str], stride: str) -> str:
        """The call, given what the caller calls each array."""
        return f"{self.name}({', '.join([*(place[a] for a in self.arrays), stride])});"


INLINE = """\
#ifndef LINKWISE_INLINE
#ifdef __GNUC__
#define LINKWISE_INLINE static inline __attribute__((always_inline))
#else
#define LINKWISE_INLINE static inline
#endif
#endif
"""
"""Loops over lanes become SIMD code only if the steps are inlined into them."""


def functions(plan: Plan, precision: Precision) -> list[Function]:
    """The functions that do the steps of a program, in the order of their calls.

    >>> from linkwise.algebra import sin
    >>> from linkwise.program import Port, Signature, trace
    >>> from linkwise.backends.c.spelling import DOUBLE
    >>> signature = Signature((Port("x", (2,)),), (Port("y", ()),))
    >>> for function in functions(Plan.of(trace(lambda x: x[0] * sin(x[1]), {"x": 2}, "f"), signature), DOUBLE):
    ...     print(function.text, end="")
    static void f_turns1(const double *x, double *work, size_t stride)
    {
        work[0 * stride] = sin(x[1 * stride]);
    }
    LINKWISE_INLINE void f_steps1(const double *x, const double *work, double *y, size_t stride)
    {
        const double x1 = x[0 * stride];
        const double sin_x2 = work[0 * stride];
        const double v3 = x1 * sin_x2;
        y[0 * stride] = v3;
    }
    """
    every = []
    for part in range(plan.parts.last + 1):
        if plan.parts.calls_before(part):
            every.append(_calls(plan, part, precision))
        if part == plan.parts.last or plan.parts.steps_of(part):
            every.append(_steps(plan, part, precision))
    return every


def _calls(plan: Plan, part: int, precision: Precision) -> Function:
    """The function that does the library calls before a part: turnsK, mostly sines and cosines."""
    first = len(plan.program.inputs)
    calls = plan.parts.calls_before(part)
    steps = [plan.program.steps[i - first] for i in calls]
    lines = [
        f"{_slot(plan, i)} = {spelled(step, lambda a: _source(plan, a), precision)};"
        for i, step in zip(calls, steps, strict=True)
    ]
    read = {plan.places[a][0] for step in steps for a in step.args if isinstance(a, int) and a < first}
    return _function(plan, precision, f"turns{part}", "static", lines, read, work="write")


def _steps(plan: Plan, part: int, precision: Precision) -> Function:
    """The function that does the arithmetic of a part."""
    program, parts, is_last = plan.program, plan.parts, part == plan.parts.last
    first, computed = len(program.inputs), parts.steps_of(part)
    here = set(computed)
    outputs = program.outputs if is_last else ()
    used = [a for i in computed for a in program.steps[i - first].args] + list(outputs)
    loaded = sorted({a for a in used if isinstance(a, int) and a not in here})
    stores: dict[Operand, list[str]] = {}
    for operand, (array, k) in zip(outputs, plan.output_places if is_last else (), strict=True):
        stores.setdefault(operand, []).append(f"{array}[{k} * stride]")

    # Everything is loaded first, so that an output may overlap an input; outputs are stored as soon as they are known.
    lines = [f"const {precision.type} {plan.values[i]} = {_source(plan, i)};" for i in loaded]
    for operand, targets in stores.items():
        if not isinstance(operand, int) or operand not in here:
            value = precision.literal(operand.value) if isinstance(operand, Const) else plan.values[operand]
            lines += [f"{target} = {value};" for target in targets]
    for i in computed:
        value = spelled(program.steps[i - first], plan.values.__getitem__, precision)
        lines.append(f"const {precision.type} {plan.values[i]} = {value};")
        if i in plan.slots:
            lines.append(f"{_slot(plan, i)} = {plan.values[i]};")
        lines += [f"{target} = {plan.values[i]};" for target in stores.get(i, ())]
    read = {plan.places[i][0] for i in loaded if i < first}
    work = "write" if any(i in plan.slots for i in computed) else "read" if any(i >= first for i in loaded) else ""
    return _function(plan, precision, f"steps{part}", "LINKWISE_INLINE", lines, read, work, gives=is_last)


def _function(
    plan: Plan,
    precision: Precision,
    kind: str,
    how: str,
    lines: list[str],
    read: set[str],
    work: str,
    gives: bool = False,
) -> Function:
    """A function that takes only the arrays it needs."""
    real = precision.type
    arrays = {name: f"const {real} *{name}" for name in plan.takes if name in read}
    if work:
        arrays["work"] = f"{'const ' if work == 'read' else ''}{real} *work"
    if gives:
        arrays |= {name: f"{real} *{name}" for name, port in plan.outputs if port.size}
    name = f"{plan.name}_{kind}{precision.ours}"
    head = wrapped(f"{how} void {name}({', '.join([*arrays.values(), 'size_t stride'])})")
    body = lines if any("stride" in line for line in lines) else [*lines, "(void)stride;"]
    return Function(name, tuple(arrays), "\n".join([head, "{", *(f"    {line}" for line in body), "}", ""]))


def _source(plan: Plan, i: int) -> str:
    return _input(plan, i) if i < len(plan.program.inputs) else _slot(plan, i)


def _input(plan: Plan, i: int) -> str:
    array, k = plan.places[i]
    return f"{array}[{k} * stride]"


def _slot(plan: Plan, i: int) -> str:
    return f"work[{plan.slots[i]} * stride]"

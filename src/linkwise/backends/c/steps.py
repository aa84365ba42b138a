"""The straight-line functions of a generated file: parts of arithmetic, and the library calls between them.

They work on entries that are `stride` apart: 1 for a single state, the width of a tile for one lane of a batch. A batch
therefore does to each state exactly what the single call does.
"""

from collections.abc import Collection
from typing import NamedTuple

from ...program import Const, Operand
from .plan import Plan
from .sines import largest
from .spelling import Precision, spelled
from .wrap import wrapped


class Function(NamedTuple):
    """A function of the file: its name, the arrays it works on (as declared, and by name), its text."""

    name: str
    arrays: tuple[str, ...]
    text: str

    def call(self, place: dict[str, str], stride: str) -> str:
        """The call, given what the caller calls each array."""
        return f"{self.name}({', '.join([*(place[a] for a in self.arrays), stride])})"

    def run(self, place: dict[str, str], stride: str, every_lane: str = "") -> list[str]:
        """The lines that call it, for one state or for every lane."""
        return [*([every_lane] if every_lane else []), f"{'    ' * bool(every_lane)}{self.call(place, stride)};"]


class Sines(NamedTuple):
    """Sines and cosines before a part: our own; whether some angle is too large for them; the C library's for those,
    and what else is called there."""

    own: Function
    large: Function
    library: Function
    more: bool

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays they work on."""
        return tuple({**dict.fromkeys(self.own.arrays), **dict.fromkeys(self.library.arrays)})

    @property
    def text(self) -> str:
        """The text of the three."""
        return "".join(function.text for function in (self.own, self.large, self.library))

    def run(self, place: dict[str, str], stride: str, every_lane: str = "") -> list[str]:
        """The lines that call them: all lanes at once, then the C library if some lane needs it."""
        lines = ["#if !LINKWISE_LIBM_SINES", *self.own.run(place, stride, every_lane), "#endif"]
        again = self.library.run(place, stride, every_lane)
        if self.more or not every_lane:
            return [*lines, *again]
        asked = f"large |= {self.large.call(place, stride)};"
        lines += ["{", "    int large = 0;", f"    {every_lane}", f"        {asked}", "    if (large)"]
        return [*lines, *(f"        {line}" for line in again), "}"]


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


def functions(plan: Plan, precision: Precision) -> list[Function | Sines]:
    """The functions that do the steps of a program, in the order of their calls.

    >>> from linkwise.algebra import sin
    >>> from linkwise.program import Port, Signature, trace
    >>> from linkwise.backends.c.spelling import DOUBLE
    >>> signature = Signature((Port("x", (2,)),), (Port("y", ()),))
    >>> for function in functions(Plan.of(trace(lambda x: x[0] * sin(x[1]), {"x": 2}, "f"), signature), DOUBLE):
    ...     print(function.text, end="")
    LINKWISE_INLINE void f_sines1(const double *x, double *work, size_t stride)
    {
        double unused;
        f_sincos(x[1 * stride], &work[0 * stride], &unused);
    }
    LINKWISE_INLINE int f_large1(const double *x, size_t stride)
    {
        return LINKWISE_BY_LIBM(x[1 * stride], 1000000.0);
    }
    static void f_turns1(const double *x, double *work, size_t stride)
    {
        if (LINKWISE_BY_LIBM(x[1 * stride], 1000000.0)) {
            work[0 * stride] = sin(x[1 * stride]);
        }
    }
    LINKWISE_INLINE void f_steps1(const double *x, const double *work, double *y, size_t stride)
    {
        const double x1 = x[0 * stride];
        const double sin_x2 = work[0 * stride];
        const double v3 = x1 * sin_x2;
        y[0 * stride] = v3;
    }
    """
    every: list[Function | Sines] = []
    for part in range(plan.parts.last + 1):
        if plan.parts.calls_before(part):
            every.append(_calls(plan, part, precision))
        if part == plan.parts.last or plan.parts.steps_of(part):
            every.append(_steps(plan, part, precision))
    return every


def _calls(plan: Plan, part: int, precision: Precision) -> Function | Sines:
    """The functions that do the calls before a part, mostly sines and cosines: turnsK calls the C library, sinesK and
    largeK spare it."""
    first = len(plan.program.inputs)
    calls = {i: plan.program.steps[i - first] for i in plan.parts.calls_before(part)}
    pairs: dict[Operand, dict[str, int]] = {}
    for i, step in calls.items():
        if step.op in ("sin", "cos"):
            pairs.setdefault(step.args[0], {})[step.op] = i
    others = [i for i, step in calls.items() if step.op not in ("sin", "cos")]

    def line(i: int) -> str:
        return f"{_slot(plan, i)} = {spelled(calls[i], lambda a: _source(plan, a), precision)};"

    own, large, library = [], [], [line(i) for i in others]
    for angle, pair in pairs.items():
        x = _source(plan, angle) if isinstance(angle, int) else precision.literal(angle.value)
        places = {op: f"&{_slot(plan, pair[op])}" if op in pair else "&unused" for op in ("sin", "cos")}
        own.append(f"{plan.name}_sincos{precision.ours}({x}, {places['sin']}, {places['cos']});")
        large.append(f"LINKWISE_BY_LIBM({x}, {largest(precision)})")
        library += [f"if ({large[-1]}) {{", *(f"    {line(i)}" for i in pair.values()), "}"]
    if any("&unused" in text for text in own):
        own.insert(0, f"{precision.type} unused;")

    def made(kind: str, how: str, lines: list[str], indices: Collection[int], work: str) -> Function:
        used = {a for i in indices for a in calls[i].args if isinstance(a, int)}
        read = {plan.places[a][0] for a in used if a < first}
        work = work or ("read" if any(a >= first for a in used) else "")
        return _function(plan, precision, f"{kind}{part}", how, lines, read, work)

    turns = made("turns", "static void", library, calls, "write")
    if not pairs:
        return turns
    sines = [i for i in calls if i not in others]
    told = "return " + "\n        | ".join(large) + ";"
    return Sines(
        made("sines", "LINKWISE_INLINE void", own, sines, "write"),
        made("large", "LINKWISE_INLINE int", [told], sines, ""),
        turns,
        bool(others),
    )


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
    return _function(plan, precision, f"steps{part}", "LINKWISE_INLINE void", lines, read, work, gives=is_last)


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
    head = wrapped(f"{how} {name}({', '.join([*arrays.values(), 'size_t stride'])})")
    body = lines if any("stride" in line for line in lines) else [*lines, "(void)stride;"]
    return Function(name, tuple(arrays), "\n".join([head, "{", *(f"    {line}" for line in body), "}", ""]))


def _source(plan: Plan, i: int) -> str:
    return _input(plan, i) if i < len(plan.program.inputs) else _slot(plan, i)


def _input(plan: Plan, i: int) -> str:
    array, k = plan.places[i]
    return f"{array}[{k} * stride]"


def _slot(plan: Plan, i: int) -> str:
    return f"work[{plan.slots[i]} * stride]"

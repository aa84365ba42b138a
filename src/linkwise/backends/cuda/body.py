"""The steps of a program in a CUDA kernel, for the states of one thread."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from ...program import Const, Operand, Program, Step
from ..c.plan import Plan
from ..c.spelling import Precision, spelled
from .numbers import FAR, RECIPROCAL, REDO, SINE

Place = Callable[[str, int], str]
"""The address of an entry of an array."""


def needed_by(program: Program, outputs: Collection[int]) -> set[int]:
    """The values that some of the outputs depend on, which are named by their positions.

    >>> from linkwise.program import trace
    >>> needed_by(trace(lambda x: [x[0] * x[1], x[1] + 1.0], {"x": 2}), [1])
    {1, 3}
    """
    first, needed = len(program.inputs), {o for k in outputs if isinstance(o := program.outputs[k], int)}
    for i in range(first + len(program.steps) - 1, first - 1, -1):
        if i in needed:
            needed.update(a for a in program.steps[i - first].args if isinstance(a, int))
    return needed


def body(
    plan: Plan,
    precision: Precision,
    groups: Sequence[Sequence[int]],
    slots: dict[int, str],
    load: Place,
    store: Callable[[str, int, str], str],
    wide: int = 1,
    after: Callable[[Sequence[int]], Iterable[str]] = lambda group: (),
) -> Iterator[str]:
    """The lines that compute some of the outputs, group after group, with what comes after each group; `slots` are the
    places of values that are kept in shared memory.

    All inputs are loaded first, so that their loads overlap; an output is stored as soon as it is known and its group
    has begun. A thread may compute several states, each in a lane of vectors: float2 has x and y.
    """
    program, first = plan.program, len(plan.program.inputs)
    needed = needed_by(program, [k for group in groups for k in group])
    uniform = {k for k, (array, _) in enumerate(plan.places) if dict(plan.inputs)[array].uniform}
    real, lanes = precision.type, [""] if wide == 1 else [f".{c}" for c in "xyzw"[:wide]]
    vector = real if wide == 1 else f"{real}{wide}"

    def name(operand: Operand, lane: str) -> str:
        if isinstance(operand, Const):
            return precision.literal(operand.value)
        return slots.get(operand, plan.values[operand]) + ("" if operand in uniform else lane)

    def of(entries: list[str]) -> str:
        return entries[0] if wide == 1 else f"make_{vector}({', '.join(entries)})"

    def whole(operand: Operand) -> str:
        if isinstance(operand, Const) or operand in uniform:
            return of([name(operand, "")] * wide)
        return name(operand, "")

    for i in sorted(needed):
        if i < first:
            yield f"const {real if i in uniform else vector} {plan.values[i]} = {load(*plan.places[i])};"
    pairs, paired, done = _pairs(program, needed), set(), set(range(first))
    for group in groups:
        stores: dict[Operand, list[tuple[str, int]]] = {}
        for k in group:
            stores.setdefault(program.outputs[k], []).append(plan.output_places[k])
        for operand, places in stores.items():
            if isinstance(operand, Const) or operand in done:
                yield from (store(*place, whole(operand)) for place in places)
        here = needed_by(program, group) - done
        for i, step in program.numbered():
            if i not in here:
                continue
            value, kept = plan.values[i], i in slots
            if step.op in ("sin", "cos") and step.args[0] in pairs:
                angle = step.args[0]
                if angle not in paired:
                    together = [x for x in pairs if _is_input(x, first)] if _is_input(angle, first) else [angle]
                    paired.update(together)
                    yield from _sines([(x, pairs[x]) for x in together], plan, name, precision, vector, lanes)
                if kept:
                    yield f"{slots[i]} = {value};"
            else:
                each = [_spelled(step, partial(name, lane=lane), precision) for lane in lanes]
                yield f"{slots[i]} = {of(each)};" if kept else f"const {vector} {value} = {of(each)};"
            yield from (store(*place, name(i, "")) for place in stores.get(i, ()))
        done |= here
        yield from after(group)


def _is_input(operand: Operand, first: int) -> bool:
    return not isinstance(operand, Const) and operand < first


def _sines(
    pairs: Sequence[tuple[Operand, dict[str, int]]],
    plan: Plan,
    name: Callable[[Operand, str], str],
    precision: Precision,
    vector: str,
    lanes: Sequence[str],
) -> Iterator[str]:
    """Sines and cosines of angles that are known at the same time: whether one is too large is asked once."""
    given = []
    for angle, pair in pairs:
        sine, cosine = plan.values[pair["sin"]], plan.values[pair["cos"]]
        yield f"{vector} {sine}, {cosine};"
        given += [(name(angle, lane), f"&{sine}{lane}, &{cosine}{lane}") for lane in lanes]
    yield from (f"{SINE}{precision.libm}({angle}, {places});" for angle, places in given)
    yield f"if ({' | '.join(f'{FAR}{precision.libm}({angle})' for angle, _ in given)}) {{"
    yield from (f"    {REDO}{precision.libm}({angle}, {places});" for angle, places in given)
    yield "}"


def _spelled(step: Step, name: Callable[[Operand], str], precision: Precision) -> str:
    if step.op == "rcp":
        return f"{RECIPROCAL}{precision.libm}({name(step.args[0])})"
    return spelled(step, name, precision)


def _pairs(program: Program, needed: Collection[int]) -> dict[Operand, dict[str, int]]:
    """The angles whose sine and cosine are both needed, with these two values."""
    found: dict[Operand, dict[str, int]] = {}
    for i, step in program.numbered():
        if i in needed and step.op in ("sin", "cos"):
            found.setdefault(step.args[0], {})[step.op] = i
    return {angle: pair for angle, pair in found.items() if len(pair) == 2}

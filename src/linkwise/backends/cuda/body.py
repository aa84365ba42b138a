"""The steps of a program in a CUDA kernel, for one state."""

from collections.abc import Callable, Collection, Iterator

from ...program import Const, Operand, Program
from ..c.plan import Plan
from ..c.spelling import Precision, spelled

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
    outputs: Collection[int],
    slots: dict[int, str],
    load: Place,
    store: Callable[[str, int, str], str],
) -> Iterator[str]:
    """The lines that compute some of the outputs; `slots` are the places of values that are kept in shared memory.

    All inputs are loaded first, so that their loads overlap; an output is stored as soon as it is known.
    """
    program, first = plan.program, len(plan.program.inputs)
    needed = needed_by(program, outputs)
    stores: dict[Operand, list[tuple[str, int]]] = {}
    for k in outputs:
        stores.setdefault(program.outputs[k], []).append(plan.output_places[k])

    def name(operand: Operand) -> str:
        if isinstance(operand, Const):
            return precision.literal(operand.value)
        return slots.get(operand, plan.values[operand])

    for i in sorted(needed):
        if i < first:
            yield f"const {precision.type} {plan.values[i]} = {load(*plan.places[i])};"
    for operand, places in stores.items():
        if isinstance(operand, Const) or operand < first:
            yield from (store(*place, name(operand)) for place in places)
    pairs, paired = _pairs(program, needed), set()
    for i, step in program.numbered():
        if i not in needed:
            continue
        value, kept = plan.values[i], i in slots
        if step.op in ("sin", "cos") and step.args[0] in pairs:
            angle = step.args[0]
            if angle not in paired:
                paired.add(angle)
                sine, cosine = (plan.values[pairs[angle][op]] for op in ("sin", "cos"))
                yield f"{precision.type} {sine}, {cosine};"
                yield f"sincos{precision.libm}({name(angle)}, &{sine}, &{cosine});"
            if kept:
                yield f"{slots[i]} = {value};"
        else:
            expression = spelled(step, lambda a: name(a), precision)
            yield f"{slots[i]} = {expression};" if kept else f"const {precision.type} {value} = {expression};"
        yield from (store(*place, name(i)) for place in stores.get(i, ()))


def _pairs(program: Program, needed: Collection[int]) -> dict[Operand, dict[str, int]]:
    """The angles whose sine and cosine are both needed, with these two values."""
    found: dict[Operand, dict[str, int]] = {}
    for i, step in program.numbered():
        if i in needed and step.op in ("sin", "cos"):
            found.setdefault(step.args[0], {})[step.op] = i
    return {angle: pair for angle, pair in found.items() if len(pair) == 2}

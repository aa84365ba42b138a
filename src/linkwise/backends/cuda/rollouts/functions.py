"""Programs as functions that a thread of a rollout calls, with its numbers in arrays of its own."""

from ....program import Program, Rollout
from ...c.reserved import words
from ...c.wrap import wrapped
from ..body import body, needed_by
from ..shape import Shape
from ..source import PRECISIONS, plan_of
from ..spills import spill_slots

LANES = 32
"""Rollouts side by side in a tile: a warp, which reads a column of it at once."""

SHARED = words("same timed each rate watch momentum velocity control")
"""What a name in a function must not be, besides the words of CUDA."""


def function(name: str, rollout: Rollout, dtype: str, shape: Shape) -> str:
    """The text of one of a rollout's programs; values of `rate` may be kept in shared memory."""
    program, signature = rollout.programs[name]
    plan, precision = plan_of(program, signature, name=name, avoided=SHARED), PRECISIONS[dtype]
    real, starts, at = precision.type, {}, {"same": 0, "timed": 0, "each": 0}
    own = len(plan.takes) - len(rollout.inputs)
    for array, each in zip(plan.takes[own:], rollout.inputs, strict=True):
        starts[array] = each.kind, at[each.kind]
        at[each.kind] += each.size

    def load(array: str, k: int) -> str:
        if array == plan.takes[0]:
            return array
        if array not in starts:
            return f"{array}[{k}]"
        kind, first = starts[array]
        return f"each[{(first + k) * LANES}]" if kind == "each" else f"__ldg({kind} + {first + k})"

    def store(array: str, k: int, value: str) -> str:
        return f"{array}[{k}] = {value};"

    outputs = range(len(plan.program.outputs))
    slots = _slots(plan.program, outputs, real, shape) if name == "rate" and shape.spilled else {}
    takes = [f"const {real} {plan.takes[0]}", *(f"const {real} *{array}" for array in plan.takes[1:own])]
    takes += [f"const {real} *__restrict__ {kind}" for kind in kinds(rollout)]
    gives = [f"{real} *{array}" for array in plan.gives]
    head = wrapped(f"static __device__ {_how(name, rollout)} void {name}({', '.join([*takes, *gives])})")
    lines = [f"extern __shared__ {real} shared_{real}[];"] if slots else []
    lines += body(plan, precision, [outputs], slots, load, store)
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])


def kinds(rollout: Rollout) -> list[str]:
    """The kinds of inputs there are, in the order in which functions take them."""
    return [kind for kind in ("same", "timed", "each") if rollout.width(kind)]


def in_a_loop(rollout: Rollout) -> bool:
    """Whether the stages of a step are a loop: each depends on the one before alone, so that two of them are kept.

    >>> from linkwise.program import TABLEAUS, trace
    >>> rate = trace(lambda t, q, x: [-q[0]], {"t": 1, "q": 1, "x": 1}, "rate")
    >>> [name for name, tableau in TABLEAUS.items() if in_a_loop(Rollout(1, tableau, (), rate))]
    ['rk4']
    """
    tableau = rollout.tableau
    near = all(a == 0.0 or j == i - 1 for i, row in enumerate(tableau.A) for j, a in enumerate(row))
    return near and len(tableau.b) > 1 and not tableau.implicit and not tableau.staggered


def _how(name: str, rollout: Rollout) -> str:
    """A function that is called at several places is not copied into each."""
    several = name == "rate" and len(rollout.tableau.b) > 1 and not in_a_loop(rollout)
    return "__noinline__" if several else "__forceinline__"


def _slots(program: Program, outputs: range, real: str, shape: Shape) -> dict[int, str]:
    slots = spill_slots(program, needed_by(program, outputs), shape.spilled)
    return {i: f"shared_{real}[{slot * shape.threads} + threadIdx.x]" for i, slot in slots.items()}

"""The functions that callers of a generated file see: for one state, and for a batch of states."""

from .plan import Plan
from .spelling import Precision
from .steps import Function, Sines
from .wrap import wrapped

LANES = """\
/* States of a batch are done in tiles of so many: a multiple of the width of the machine's vectors. */
#ifndef LINKWISE_LANES
#define LINKWISE_LANES 16
#endif
#if LINKWISE_LANES < 1
#error "LINKWISE_LANES is the number of states in a tile: at least 1"
#endif
"""
"""Above the batch functions; 16 floats, or twice 8 doubles, fill the widest registers there are."""


_EVERY_LANE = "for (size_t lane = 0; lane < LINKWISE_LANES; ++lane)"


def single_head(plan: Plan, precision: Precision) -> str:
    """The prototype for one state.

    >>> from linkwise.program import Port, Signature, trace
    >>> from linkwise.backends.c.spelling import FLOAT
    >>> signature = Signature((Port("x", (2,)),), (Port("y", ()),))
    >>> single_head(Plan.of(trace(lambda x: x[0] * x[1], {"x": 2}, "f"), signature), FLOAT)
    'void f_f(const float x[2], float y[1])'
    """
    real = precision.type
    arrays = [
        f"const {real} {name}[{port.size}]" if port.size else f"const {real} *{name}" for name, port in plan.inputs
    ]
    arrays += [f"{real} {name}[{port.size}]" if port.size else f"{real} *{name}" for name, port in plan.outputs]
    return wrapped(f"void {plan.name}{precision.ours}({', '.join(arrays) or 'void'})")


def single(plan: Plan, precision: Precision, functions: list[Function | Sines]) -> str:
    """The function for one state."""
    place = {name: name for name in (*plan.takes, *plan.gives, "work")}
    lines = [f"{precision.type} work[{len(plan.slots)}];"] if plan.slots else []
    lines += [f"(void){name};" for name in _unused(plan, functions)]
    for function in functions:
        lines += function.run(place, "1")
    return "\n".join([single_head(plan, precision), "{", *(f"    {line}" for line in lines), "}", ""])


def batch_head(plan: Plan, precision: Precision, restrict: str = "") -> str:
    """The prototype for a batch; `restrict` is left out of the header, because C++ does not know the word."""
    arrays = [f"const {precision.type} *{restrict}{name}" for name in plan.takes]
    arrays += [f"{precision.type} *{restrict}{name}" for name in plan.gives]
    return wrapped(f"void {plan.name}_batch{precision.ours}({', '.join(['size_t n', *arrays])})")


def batch(plan: Plan, precision: Precision, functions: list[Function | Sines]) -> str:
    """The function for n states, which transposes them tile by tile so that lanes are neighbours in memory.

    The last tile is filled up with its last state, so that the compiler knows the length of every loop. The tile of an
    array is named after it, with an underscore at the end that no other name has.
    """
    used = {array for function in functions for array in function.arrays}
    takes = [(name, port) for name, port in plan.inputs if name in used]
    gives = [(name, port) for name, port in plan.outputs if port.size]
    shared, own = ([take for take in takes if take[1].uniform is uniform] for uniform in (True, False))
    place = {name: f"{name}_ + lane" for name, _ in (*takes, *gives)} | {"work": "work + lane"}
    lines = [f"(void){name};" for name in _unused(plan, functions)]
    for name, port in shared:
        lines += [_tile(precision, f"{name}_", port.size), f"for (size_t j = 0; j < {port.size}; ++j)"]
        lines += ["    for (size_t lane = 0; lane < LINKWISE_LANES; ++lane)"]
        lines += [f"        {name}_[j * LINKWISE_LANES + lane] = {name}[j];"]
    lines += ["for (size_t first = 0; first < n; first += LINKWISE_LANES) {"]
    lines += ["    const size_t rows = n - first < LINKWISE_LANES ? n - first : LINKWISE_LANES;"]
    lines += [f"    {_tile(precision, f'{name}_', port.size)}" for name, port in (*own, *gives)]
    lines += [f"    {_tile(precision, 'work', len(plan.slots))}"] if plan.slots else []
    for name, port in own:
        lines += [f"    {line}" for line in _columns(name, port.size)]
    for function in functions:
        lines += [f"    {line}" for line in function.run(place, "LINKWISE_LANES", _EVERY_LANE)]
    for name, port in gives:
        lines += ["    for (size_t lane = 0; lane < rows; ++lane)", f"        for (size_t j = 0; j < {port.size}; ++j)"]
        lines += [f"            {name}[(first + lane) * {port.size} + j] = {name}_[j * LINKWISE_LANES + lane];"]
    lines += ["    (void)rows;"] if not own and not gives else []
    lines += ["}"]
    head = batch_head(plan, precision, "restrict ")
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])


def _columns(name: str, size: int) -> list[str]:
    """The loops that copy the rows of an array into the columns of its tile, and the last row into lanes left over."""
    if size == 1:  # one loop: two would be a memcpy to some compilers, which not every machine has
        row = "(lane < rows ? lane : rows - 1)"
        return [_EVERY_LANE, f"    {name}_[lane] = {name}[first + {row}];"]
    lines = []
    for first, last, row in (("0", "rows", "lane"), ("rows", "LINKWISE_LANES", "rows - 1")):
        lines += [f"for (size_t lane = {first}; lane < {last}; ++lane)", f"    for (size_t j = 0; j < {size}; ++j)"]
        lines += [f"        {name}_[j * LINKWISE_LANES + lane] = {name}[(first + {row}) * {size} + j];"]
    return lines


def _tile(precision: Precision, name: str, size: int) -> str:
    return f"{precision.type} {name}[{size} * LINKWISE_LANES];"


def tile_size(plan: Plan) -> int:
    """How many numbers per lane a batch keeps on the stack."""
    return sum(port.size for _, port in (*plan.inputs, *plan.outputs)) + len(plan.slots)


def _unused(plan: Plan, functions: list[Function | Sines]) -> list[str]:
    used = {array for function in functions for array in function.arrays}
    return [name for name in (*plan.takes, *plan.gives) if name not in used]

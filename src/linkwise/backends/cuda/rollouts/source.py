"""The kernel that does the steps of a span, a thread for each rollout.

Blocks, the steps at which rollouts ended, and records lie as in `backends/modules.py`: tiles of 32 rollouts, in each of
them columns. States and outputs at the start of steps divisible by `every` (none if it is 0) are kept, with `finish`
also those at the end.
"""

from ....program import Rollout
from ...c.wrap import wrapped
from ..numbers import numbers
from ..shape import Shape
from . import explicit, implicit
from .functions import LANES, function
from .looking import look, record, sample
from .writing import Writing

COUNTS = ("first", "last", "every", "finish", "slots", "table", "period", "delay")
"""What the kernel is told of a span, all but the length of a step."""


def unit(rollout: Rollout, dtype: str, shape: Shape) -> str:
    """What is compiled to be run: the programs, and the kernel `run`.

    >>> from linkwise.program import TABLEAUS, trace
    >>> rate = trace(lambda t, q, x: [-q[0]], {"t": 1, "q": 1, "x": 1}, "rate")
    >>> text = unit(Rollout(1, TABLEAUS["rk4"], (), rate), "float64", Shape())
    >>> text.count("__forceinline__ void rate("), text.count(" rate("), text.count("__global__")
    (1, 2, 1)
    """
    w = Writing(rollout, dtype)
    functions = [function(name, rollout, dtype, shape) for name in rollout.programs]
    return "\n".join([numbers(w.precision), *explicit.constants(w), "", *functions, _kernel(w, shape)])


def _kernel(w: Writing, shape: Shape) -> str:
    rollout, real = w.rollout, w.real
    takes = [f"{real} *blocks", "long long *every_ended", f"{real} *records"]
    takes += [f"const {real} *__restrict__ {name}" for name in ("same", "timed")]
    takes += [*(f"long long {name}" for name in COUNTS), "double step", "size_t count"]
    lines = [
        f"const size_t thread = blockIdx.x * (size_t){shape.threads} + threadIdx.x;",
        "if (thread >= count)",
        "    return;",
        f"const size_t tile = thread / {LANES}, lane = thread % {LANES};",
        f"{real} *block = blocks + tile * {rollout.columns * LANES} + lane;",
        f"{real} *record = records + tile * slots * {rollout.recorded * LANES} + lane;",
        f"const {real} h = ({real})step;",
        "long long ended = every_ended[thread];",
    ]
    if rollout.width("each"):
        lines += [f"const {real} *each = block + {(rollout.moving + rollout.reduced) * LANES};"]
    for name, (begin, size) in w.arrays.items():
        lines += [*w.room(**{name: size}), *w.each(size, f"{name}[i] = {w.column(f'{begin} + i')};")]
    lines += w.room(y=rollout.watched)
    if rollout.tableau.implicit:
        lines += ["if (first == 0) {", "    const long long k = 0;", *_in(implicit.enter(w)), "}"]
    lines += ["long long kept = every ? (first + every - 1) / every * every : last;"]
    lines += ["#pragma unroll 1", "for (long long k = first; k < last + finish; ++k) {", *_in(_at_a_step(w)), "}"]
    for name, (begin, size) in w.arrays.items():
        lines += w.each(size, f"{w.column(f'{begin} + i')} = {name}[i];")
    lines += ["every_ended[thread] = ended;"]
    head = f'extern "C" __global__ void __launch_bounds__({shape.threads}, {shape.blocks})'
    return "\n".join([head, wrapped(f"run({', '.join(takes)})"), "{", *_in(lines), "}", ""])


def _at_a_step(w: Writing) -> list[str]:
    """Look, keep what is to be kept, and go on; at the end there is no further step."""
    look_always = bool(w.rollout.reductions)
    kept = [*([] if look_always else look(w)), *record(w), "kept += every;"]
    by = implicit if w.rollout.tableau.implicit else explicit
    lines = [*sample(w), *(look(w) if look_always else []), "if (k == kept || k == last) {", *_in(kept), "}"]
    return [*lines, "if (ended < 0 && k < last) {", *_in(by.step(w)), "}"]


def _in(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]

"""What happens between steps: samples, outputs with their reductions, records."""

from collections.abc import Callable, Sequence

from .functions import LANES
from .writing import Writing


def sample(w: Writing) -> list[str]:
    """At the start of a step: forces that arrive are held from now on; at a sample there are new ones, and new states.
    Rollouts that have ended keep what they have."""
    n, memory = w.n, w.rollout.memory
    if not memory.holds:
        return []
    lines = []
    if memory.delays:
        lines += [
            "if (ended < 0 && k >= delay && (k - delay) % period == 0) {",
            *_in(w.each(n, "u[i] = late[i];")),
            "}",
        ]
    lines += ["if (k % period == 0 && ended < 0) {"]
    inner = w.room(measured=n, force=n, next=memory.updates)
    inner += w.each(n, "measured[i] = q[i];") + _rounded(w, "measured", memory.resolution)
    inner += [w.ask("control", 0.0, "measured", "v", ["force", *["next"] * bool(memory.updates)])]
    inner += _rounded(w, "force", memory.quantum)
    inner += w.each(n, f"{'late' if memory.delays else 'u'}[i] = force[i];")
    inner += w.each(memory.updates, f"z[{memory.rates} + i] = next[i];")
    return [*lines, *_in(inner), "}"]


def _rounded(w: Writing, name: str, quanta: Sequence[float]) -> list[str]:
    """Each number as the nearest whole multiple of its quantum, where that is not 0."""
    places = [(f"{name}[{i}]", w.number(quantum)) for i, quantum in enumerate(quanta) if quantum]
    return [f"{place} = rint{w.precision.libm}({place} / {one}) * {one};" for place, one in places]


def look(w: Writing) -> list[str]:
    """The outputs, with which the reductions of rollouts still under way are updated."""
    if w.rollout.watch is None:
        return []
    lines, at = [], 0
    for reduction in w.rollout.reductions:
        lines += REDUCTIONS[reduction.kind](w, at, reduction.first, reduction.size)
        at += reduction.columns
    ask = w.ask("watch", 0.0, "q", "v", ["y"])
    return [ask, "if (ended < 0) {", *_in(lines), "}"] if lines else [ask]


def record(w: Writing) -> list[str]:
    """The state and the outputs are kept in the next slot."""
    rollout, at, lines = w.rollout, 0, []
    for name, size in (("q", w.n), ("v", w.n), ("z", rollout.memory.size), ("y", rollout.watched)):
        lines += w.each(size, f"record[({at} + i) * {LANES}] = {name}[i];")
        at += size
    return [*lines, f"record += {rollout.recorded * LANES};"]


def _in(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


Write = Callable[[Writing, int, int, int], list[str]]


def _extreme(how: str) -> Write:
    def write(w: Writing, at: int, first: int, size: int) -> list[str]:
        """A NaN stays."""
        old, y = f"reduced[{at} + i]", f"y[{first} + i]"
        return w.each(size, f"{old} = {y} {how} {old} || {y} != {y} ? {y} : {old};")

    return write


def _sum(w: Writing, at: int, first: int, size: int) -> list[str]:
    return w.each(size, f"reduced[{at} + i] += y[{first} + i];")


def _last(w: Writing, at: int, first: int, size: int) -> list[str]:
    return w.each(size, f"reduced[{at} + i] = y[{first} + i];")


def _integral(w: Writing, at: int, first: int, size: int) -> list[str]:
    """By trapezoids, the first of which has no width: integrals so far, then the outputs of the step before."""
    so_far, before, y = f"reduced[{at} + i]", f"reduced[{at + size} + i]", f"y[{first} + i]"
    half = f"const {w.real} half = k == 0 ? {w.number(0.0)} : h * {w.number(0.5)};"
    return w.each(size, half, f"{so_far} = {w.precision.fma}(half, {before} + {y}, {so_far});", f"{before} = {y};")


REDUCTIONS: dict[str, Write] = {
    "min": _extreme("<"),
    "max": _extreme(">"),
    "sum": _sum,
    "last": _last,
    "integral": _integral,
}
"""How the columns of a reduction are updated with new outputs."""

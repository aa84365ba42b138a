"""Pieces of a kernel's text: sums of stages, calls of programs, the end of a step.

A thread has its numbers in arrays: q, v, z, with implicit methods p and stages, u and late (forces that are held, and
those under way), reduced, and y for outputs; `block` is its column of the block in memory.
"""

from collections.abc import Sequence

from ....program import Rollout
from ....program.rollout import NOT_FINITE, NOT_SETTLED
from ...c.wrap import wrapped
from ..source import PRECISIONS
from .functions import LANES, kinds


class Writing:
    """What the text of one rollout is made of."""

    def __init__(self, rollout: Rollout, dtype: str):
        self.rollout, self.dtype, self.precision = rollout, dtype, PRECISIONS[dtype]
        self.real, self.n = self.precision.type, rollout.n

    def number(self, value: float) -> str:
        """A constant of the precision."""
        return self.precision.literal(value)

    @property
    def arrays(self) -> dict[str, tuple[int, int]]:
        """The arrays that are parts of the block: where each begins, and how long it is."""
        rollout, n, memory = self.rollout, self.n, self.rollout.memory
        implicit, stages = rollout.tableau.implicit, rollout.stages
        found = {
            "q": (0, n),
            "v": (n, n),
            "z": (2 * n, memory.size),
            "p": (rollout.state, n * implicit),
            "stages": (stages.start, (stages.stop - stages.start) * implicit),
            "u": (rollout.held, n * memory.holds),
            "late": (rollout.held + n, n * memory.delays),
            "reduced": (rollout.moving, rollout.reduced),
        }
        return {name: place for name, place in found.items() if place[1]}

    def room(self, **sizes: int) -> list[str]:
        """The declarations of arrays that are not empty."""
        named = ", ".join(f"{name}[{size}]" for name, size in sizes.items() if size)
        return [wrapped(f"{self.real} {named};")] if named else []

    def each(self, size: int, *lines: str) -> list[str]:
        """A loop over the entries i of arrays."""
        return ["#pragma unroll", f"for (int i = 0; i < {size}; ++i) {{", *(f"    {x}" for x in lines), "}"] * bool(
            size
        )

    # ---- sums of stages ---------------------------------------------------------------------------------------------

    def moved(self, x: str, weights: Sequence[float | str], rates: Sequence[str]) -> str:
        """x + h Σ weight · rate, rounded as on the processor; weights are numbers or names of numbers."""
        fma, total = self.precision.fma, ""
        for weight, rate in zip(weights, rates, strict=False):  # stages to come have no rate yet, and no weight
            if weight != 0.0:
                factor = weight if isinstance(weight, str) else self.number(weight)
                total = f"{fma}({factor}, {rate}, {total})" if total else f"{factor} * {rate}"
        return f"{fma}(h, {total}, {x})" if total else x

    # ---- programs ---------------------------------------------------------------------------------------------------

    def ask(self, program: str, part: float | str, q: str, v: str, gives: Sequence[str], z: str = "z") -> str:
        """Call a program at a fraction of the step, a number or the name of one; then its node is called node."""
        rollout, nodes = self.rollout, self.rollout.tableau.nodes
        if isinstance(part, str):
            time, node = f"step * ((double)k + {part})", "node"
        else:
            time = f"step * ((double)k + {part!r})" if part else "step * (double)k"
            node = str(len(nodes) if part == 1.0 else nodes.index(part))
        row = f"timed + (k * {len(nodes)} + {node} - table) * {rollout.width('timed')}"
        takes = [f"({self.real})({time})", q, v, *[z] * bool(rollout.memory.size), *["u"] * rollout.memory.holds]
        takes += [row if kind == "timed" else kind for kind in kinds(rollout)]
        return wrapped(f"{program}({', '.join([*takes, *gives])});")

    # ---- the end of a step ------------------------------------------------------------------------------------------

    def commit(self, new: dict[str, tuple[str, int]], unsettled: bool = False) -> list[str]:
        """The state becomes the new one, arrays by the name of the one they replace, where that is finite, and settled;
        the rollout ends here otherwise."""
        zero = self.number(0.0)
        lines = [f"{self.real} {', '.join(f'check_{old} = {zero}' for old in new)};"]
        for old, (name, size) in new.items():
            lines += self.each(size, f"check_{old} = {self.precision.fma}({name}[i], {zero}, check_{old});")
        lines += [f"const {self.real} sum = {' + '.join(f'check_{old}' for old in new)};"]
        good = "sum == sum && !unsettled" if unsettled else "sum == sum"
        lines += [f"if ({good}) {{"]
        for old, (name, size) in new.items():
            lines += [f"    {x}" for x in self.each(size, f"{old}[i] = {name}[i];")]
        why = f"(sum == sum ? {NOT_SETTLED} : {NOT_FINITE})" if unsettled else f"{NOT_FINITE}"
        return [*lines, "} else {", f"    ended = 2 * (k + 1) + {why};", "}"]

    def column(self, k: int | str) -> str:
        """A number of the block in memory."""
        return f"block[({k}) * {LANES}]"

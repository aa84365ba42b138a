"""The arrays of a result, filled chunk by chunk while rollouts run."""

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from ..backends.tiles import Numbers
from ..calls.threads import memory
from ..errors import LinkwiseError
from ..program import Span
from .problem import Problem
from .result import Rollouts
from .time_grid import instants

if TYPE_CHECKING:
    from ..robot import Robot


class ResultArrays:
    """Memory for many rollouts: states and outputs at the instants that are kept, reductions, and where they ended."""

    def __init__(self, problem: Problem, count: int, whole: Span, states: bool, dtype: str):
        n, sizes = problem.tree.n, {name: prod(shape) for name, shape in problem.shapes.items()}
        state = (n, n, *(each.size for each in problem.memory.states)) if states else ()
        row, itemsize = sum(state) + sum(sizes.values()), float(np.dtype(dtype).itemsize)
        self.problem, self.whole = problem, whole
        try:
            if itemsize * count * whole.slots * row > memory():  # systems promise more memory than there is
                raise MemoryError
            self.t = instants(whole)
            self.states = [np.empty((count, whole.slots, size), dtype) for size in state]
            self.outputs = {name: np.empty((count, whole.slots, size), dtype) for name, size in sizes.items()}
            self.reductions = {r.name: np.empty((count, sizes[r.output]), dtype) for r in problem.reductions}
            self.ended = np.full(count, -1, np.int64)
        except (MemoryError, ValueError):  # ValueError: an array larger than the address space
            raise LinkwiseError(
                f"there is not enough memory for {count} rollouts at {whole.slots} instants.",
                "A result that fits in memory was expected.",
                "keep fewer instants (every=), no states (states=False), or reduce outputs while the loop runs.",
            ) from None

    def store(self, rows: slice, slot: int, records: Numbers) -> None:
        """Store the records (tiles, slots, columns, lanes) of some rollouts, from a slot on."""
        slots = slice(slot, slot + records.shape[1])
        at = 0 if self.states else self.problem.rollout.state
        for array in (*self.states, *self.outputs.values()):
            _untile(array[rows], slots, records[:, :, at : at + array.shape[-1]])
            at += array.shape[-1]

    def finish(self, rows: slice, reduced: Numbers, ended: Numbers) -> None:
        """Store what some rollouts leave at the end: their reductions, and the step at which each ended, or −1."""
        at = 0
        steps = np.where(ended < 0, self.whole.last + 1, ended >> 1)[:, None]  # those a mean is taken over
        for named, reduction in zip(self.problem.reductions, self.problem.rollout.reductions, strict=True):
            columns = reduced[:, at : at + reduction.size]
            self.reductions[named.name][rows] = columns / steps if named.kind == "mean" else columns
            at += reduction.columns
        self.ended[rows] = ended

    def result(self, robot: "Robot", method: str, batch: tuple[int, ...], notes: tuple[str, ...] = ()) -> Rollouts:
        """The result, with the axes of the initial states."""
        shapes, K = self.problem.shapes, len(self.t)
        of = {r.name: shapes[r.output] for r in self.problem.reductions}
        q, qd, *others = [x.reshape((*batch, K, x.shape[-1])) for x in self.states] or (None, None)
        ended = self.ended.reshape(batch)
        return Rollouts(
            robot,
            method,
            self.whole.step,
            self.whole.last,
            self.t,
            q,
            qd,
            {name: x.reshape((*batch, K, *shapes[name])) for name, x in self.outputs.items()},
            {name: x.reshape((*batch, *of[name])) for name, x in self.reductions.items()},
            np.where(ended < 0, -1, ended >> 1),
            np.where(ended < 0, 0, 1 + (ended & 1)).astype(np.int8),
            {each.name: z for each, z in zip(self.problem.memory.states, others, strict=False) if z is not None},
            notes,
        )


def _untile(rows: Numbers, slots: slice, tiles: Numbers) -> None:
    """Copy tiles (tiles, slots, columns, lanes) to rows (N, instants, columns), in one pass; the last may be short."""
    lanes = tiles.shape[-1]
    whole, rest = divmod(len(rows), lanes)
    full = rows[: whole * lanes].reshape(whole, lanes, *rows.shape[1:])
    full[:, :, slots] = tiles[:whole].transpose(0, 3, 1, 2)
    if rest:
        rows[whole * lanes :, slots] = tiles[whole, ..., :rest].transpose(2, 0, 1)

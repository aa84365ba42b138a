"""Room for what rollouts give, filled chunk by chunk."""

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from .problem import Problem
from .result import Rollouts

if TYPE_CHECKING:
    from ..robot import Robot


class Found:
    """Arrays for so many rollouts: states and outputs at some instants, what is reduced, how they ended."""

    def __init__(self, problem: Problem, count: int, t: Array, states: bool, dtype: str):
        n, sizes = problem.tree.n, {name: prod(shape) for name, shape in problem.shapes.items()}
        self.problem, self.t = problem, t
        self.states = [np.empty((count, len(t), n), dtype) for _ in range(2)] if states else []
        self.outputs = {name: np.empty((count, len(t), size), dtype) for name, size in sizes.items()}
        self.reduced = {r.name: np.empty((count, sizes[r.output]), dtype) for r in problem.reduced}
        self.ended = np.full(count, -1, np.int64)

    def keep(self, here: slice, slot: int, records: NDArray[Any]) -> None:
        """Records (tiles, slots, columns, lanes) of some rollouts, from an instant on."""
        n, when = self.problem.tree.n, slice(slot, slot + records.shape[1])
        at = 0 if self.states else 2 * n
        for array in (*self.states, *self.outputs.values()):
            _turned(array[here], when, records[:, :, at : at + array.shape[-1]])
            at += array.shape[-1]

    def end(self, here: slice, reduced: NDArray[Any], ended: NDArray[np.int64], steps: int) -> None:
        """What is reduced, and where rollouts ended; a mean is over the states there were."""
        at = 0
        looks = np.where(ended < 0, steps + 1, ended >> 1)[:, None]
        for r, reduction in zip(self.problem.reduced, self.problem.rollout.reductions, strict=True):
            columns = reduced[:, at : at + reduction.size]
            self.reduced[r.name][here] = columns / looks if r.kind == "mean" else columns
            at += reduction.columns
        self.ended[here] = ended

    def result(self, robot: "Robot", method: str, step: float, steps: int, batch: tuple[int, ...]) -> Rollouts:
        """All of it, with the axes of the initial states."""
        shapes, K = self.problem.shapes, len(self.t)
        of = {r.name: shapes[r.output] for r in self.problem.reduced}
        q, qd = [x.reshape((*batch, K, self.problem.tree.n)) for x in self.states] or (None, None)
        outputs = {name: x.reshape((*batch, K, *shapes[name])) for name, x in self.outputs.items()}
        reductions = {name: x.reshape((*batch, *of[name])) for name, x in self.reduced.items()}
        ended = self.ended.reshape(batch)
        why = np.where(ended < 0, 0, 1 + (ended & 1)).astype(np.int8)
        first = np.where(ended < 0, -1, ended >> 1)
        return Rollouts(robot, method, step, steps, self.t, q, qd, outputs, reductions, first, why)


def _turned(rows: NDArray[Any], when: slice, tiles: NDArray[Any]) -> None:
    """Tiles (tiles, slots, columns, lanes) to rows (N, instants, columns), in one pass: the last tile may be short."""
    lanes = tiles.shape[-1]
    whole, rest = divmod(len(rows), lanes)
    full = rows[: whole * lanes].reshape(whole, lanes, *rows.shape[1:])
    full[:, :, when] = tiles[:whole].transpose(0, 3, 1, 2)
    if rest:
        rows[whole * lanes :, when] = tiles[whole, ..., :rest].transpose(2, 0, 1)

"""A batch of initial states integrated by compiled code: laid out in chunks, run window after window, stored.

A window is a range of steps for which the functions of time are tabulated together.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from ..backends import AbstractRolloutModule
from ..backends.tallies import Tallied
from ..backends.tiles import Numbers, fill
from ..calls.arrays import Array, batch_shape
from ..calls.progress import progress_bar
from ..errors import BadArray
from ..program import Span
from .chunks import Chunk, Tallying, run_chunks
from .input_values import InputValues
from .problem import Problem
from .result_arrays import ResultArrays


class Integrated(NamedTuple):
    """The axes of a batch; its filled arrays, None if they were not wanted; if tallies were wanted, those of its parts,
    in order, each with its first rollout."""

    batch: tuple[int, ...]
    arrays: ResultArrays | None
    tallies: list[tuple[int, Tallied]]


def integrate(
    problem: Problem,
    module: AbstractRolloutModule,
    states: dict[str, Array],
    values: InputValues,
    whole: Span,
    *,
    keep_states: bool,
    threads: int | None,
    show_progress: bool,
    tallying: Tallying | None = None,
) -> Integrated:
    """A batch from initial states q, q̇ (…, n) and z, and the inputs' values."""
    each, dtype, nodes = states | values.each, module.spec.dtype, problem.rollout.tableau.nodes
    batch = batch_shape(each)
    _require_representable(each | {"what all rollouts share": values.same}, dtype)
    columns = [_rows(array, batch) for array in each.values()]
    count, window = len(columns[0]), values.window(nodes, whole.last)
    arrays = ResultArrays(problem, count, whole, keep_states, dtype) if tallying is None or tallying.values else None
    run = _Run(problem, module, columns, values.same.astype(dtype), whole, arrays, tallying)
    with progress_bar(show_progress, count * whole.last, "steps") as advance:
        for first in range(0, whole.last if count else 0, window):
            last = min(first + window, whole.last)
            table = values.table(nodes, whole.step, first, last, problem.system.inputs)
            _require_representable({"a function of time": table}, dtype)
            here = _Window(first, last, np.ascontiguousarray(table, dtype=dtype))
            run_chunks(range(0, count, run.plan.rollouts), partial(run.work, here), threads, advance)
    return Integrated(batch, arrays, sorted(run.tallies.items()))


class _Window(NamedTuple):
    """Steps from `first` to `last`, and the table of timed inputs for them."""

    first: int
    last: int
    timed: Numbers


class _Run:
    """All rollouts of a batch, chunk by chunk; chunks wait between windows."""

    def __init__(
        self,
        problem: Problem,
        module: AbstractRolloutModule,
        columns: list[Array],
        same: Numbers,
        whole: Span,
        arrays: ResultArrays | None,
        tallying: Tallying | None,
    ):
        self.problem, self.module, self.columns, self.same = problem, module, columns, same
        self.whole, self.arrays, self.count = whole, arrays, len(columns[0])
        self.tallying, tallied = tallying, len(tallying.request.columns) if tallying else 0
        self.plan, self.start = module.plan(problem.rollout, self.count, whole, tallied), problem.start()
        self.waiting: dict[int, Chunk] = {}
        self.tallies: dict[int, Tallied] = {}

    def initial(self, rows: slice) -> Chunk:
        """Some rollouts in their initial states, with the inputs of each."""
        rollout, moves, at = self.problem.rollout, 2 + len(self.problem.memory.states), 0
        lanes, own = self.module.lanes, rollout.moving + rollout.reduced
        blocks = np.empty((-(-(rows.stop - rows.start) // lanes), rollout.columns, lanes), self.module.spec.dtype)
        blocks[:, :own] = self.start[:own, None]
        for k, x in enumerate(self.columns):
            at = own if k == moves else at
            fill(blocks[:, at : at + x.shape[1]], x[rows])
            at += x.shape[1]
        return Chunk.of(blocks)

    def work(self, window: _Window, begin: int, done: Callable[[int], None]) -> None:
        """Run the steps of a window for the chunk whose first rollout is `begin`."""
        rollout, whole = self.problem.rollout, self.whole
        rows = slice(begin, min(begin + self.plan.rollouts, self.count))
        count = rows.stop - begin
        chunk = self.waiting.pop(begin) if window.first else self.initial(rows)
        for span in self.plan.spans(whole, window.first, window.last, window.first * len(rollout.tableau.nodes)):
            given = (self.module, rollout, self.same, window.timed, span)
            if self.tallying and span.finish:
                records, self.tallies[begin] = chunk.run_tallied(*given, count, self.tallying)
            else:
                records = chunk.run(*given)
            if span.slots and self.arrays:
                slot = span._replace(first=0, last=span.first, finish=False).slots  # the slots before this span
                self.arrays.store(rows, slot, records)
            done(count * (span.last - span.first))
        if window.last < whole.last:
            self.waiting[begin] = chunk
        elif self.arrays:
            self.arrays.finish(rows, *chunk.remains(rollout, count))


def _require_representable(arrays: dict[str, Array], dtype: str) -> None:
    """Refuse numbers too large for the precision."""
    largest = np.finfo(dtype).max
    for name, array in arrays.items():
        if array.size and (size := max(array.max(), -array.min())) > largest:
            raise BadArray(
                f"{name} has a number of size {size:g}.",
                f"The largest number of {dtype} is {largest:g}.",
                "scale it, or use dtype='float64'.",
            )


def _rows(array: Array, batch: tuple[int, ...]) -> Array:
    """One row for each rollout; without a copy if the batch has one axis."""
    full = np.broadcast_to(array, (*batch, array.shape[-1]))
    return full if len(batch) == 1 else full.reshape(-1, array.shape[-1])

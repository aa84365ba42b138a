"""Initial states of a batch, laid out chunk by chunk, integrated, and put where they belong."""

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..backends import AbstractRolloutModule
from ..calls.arrays import Array
from ..calls.threads import memory
from ..errors import BadArray, LinkwiseError
from ..program import Span
from .found import Found
from .inputs import Values
from .problem import Problem
from .progress import progress
from .running import Chunk, plan, share


def integrated(
    problem: Problem,
    module: AbstractRolloutModule,
    states: dict[str, Array],
    values: Values,
    whole: Span,
    kept: bool,
    threads: int,
    shown: bool,
) -> tuple[tuple[int, ...], Found]:
    """The batch's axes, and what was found, from states q and q̇ (…, n) and the values of inputs on."""
    each, dtype, nodes = states | values.each, module.spec.dtype, problem.rollout.tableau.nodes
    batch = _batch({name: array.shape[:-1] for name, array in each.items()})
    _require_room(each | {"what all rollouts share": values.same}, dtype)
    columns = [_rows(array, batch) for array in each.values()]
    total, window = len(columns[0]), values.window(nodes, whole.last)
    found = _found(problem, total, whole, kept, dtype)
    several = _Several(problem, module, columns, values.same.astype(dtype), whole, found)
    with progress(shown, total * whole.last, "steps") as advance:
        for first in range(0, whole.last if total else 0, window):
            last = min(first + window, whole.last)
            timed = values.table(nodes, whole.step, first, last, problem.tree.n)
            _require_room({"what is a function of time": timed}, dtype)
            here = Window(first, last, np.ascontiguousarray(timed, dtype=dtype))
            share(range(0, total, several.chunk), partial(several.work, here), threads, advance)
    return batch, found


class Window(NamedTuple):
    """Steps whose timed inputs are known together."""

    first: int
    last: int
    timed: NDArray[Any]


class _Several:
    """Rollouts that begin with columns q, q̇ and inputs of each, chunk by chunk; between windows they wait."""

    def __init__(
        self,
        problem: Problem,
        module: AbstractRolloutModule,
        columns: list[Array],
        same: NDArray[Any],
        whole: Span,
        found: Found,
    ):
        self.problem, self.module, self.columns, self.same = problem, module, columns, same
        self.whole, self.found, self.total = whole, found, len(columns[0])
        self.plan = plan(problem.rollout, module.lanes, self.total, whole)
        self.chunk, self.start = self.plan.rollouts, problem.start()
        self.waiting: dict[int, Chunk] = {}

    def begun(self, here: slice) -> Chunk:
        """Some of them at their start."""
        rollout, n, (q, qd, *inputs) = self.problem.rollout, self.problem.tree.n, self.columns
        rows = np.empty((here.stop - here.start, rollout.columns))
        rows[:] = self.start
        rows[:, :n], rows[:, n : 2 * n] = q[here], qd[here]
        if inputs:
            rows[:, rollout.moving + rollout.reduced :] = np.concatenate([x[here] for x in inputs], axis=1)
        return Chunk.of(rows, self.module)

    def work(self, window: Window, begin: int, done: Callable[[int], None]) -> None:
        """The steps of a window of the chunk that begins there."""
        rollout, whole = self.problem.rollout, self.whole
        here = slice(begin, min(begin + self.chunk, self.total))
        count = here.stop - begin
        some = self.waiting.pop(begin) if window.first else self.begun(here)
        row = window.first * len(rollout.tableau.nodes)
        for span in self.plan.spans(whole, window.first, window.last, row):
            records = some.run(self.module, rollout, self.same, window.timed, span)
            if span.slots:
                before = span._replace(first=0, last=span.first, finish=False).slots
                self.found.keep(here, before, records)
            done(count * (span.last - span.first))
        if window.last == whole.last:
            self.found.end(here, *some.left(rollout, count), whole.last)
        else:
            self.waiting[begin] = some


def _found(problem: Problem, total: int, whole: Span, states: bool, dtype: str) -> Found:
    """Room for what is kept."""
    row = 2 * problem.tree.n * states + sum(prod(shape) for shape in problem.shapes.values())
    try:
        if (
            float(np.dtype(dtype).itemsize) * total * whole.slots * row > memory()
        ):  # systems promise more room than there is
            raise MemoryError
        return Found(problem, total, _instants(whole), states, dtype)
    except (MemoryError, ValueError):  # NumPy's words for arrays larger than all addresses
        raise LinkwiseError(
            f"there is no room for {total} rollouts at {whole.slots} instants.",
            "Fewer were expected.",
            "keep fewer instants (every=), no states (states=False), or reduce outputs on the way.",
        ) from None


def _require_room(given: dict[str, Array], dtype: str) -> None:
    """Refuse numbers that a precision has no room for."""
    most = np.finfo(dtype).max
    for name, array in given.items():
        if array.size and (size := np.abs(array).max()) > most:
            raise BadArray(f"{name} has a number of size {size:g}.", f"{dtype} has none above {most:g}.")


def _rows(array: Array, batch: tuple[int, ...]) -> Array:
    """One row for each rollout; where the batch has one axis, without a copy."""
    full = np.broadcast_to(array, (*batch, array.shape[-1]))
    return full if len(batch) == 1 else full.reshape(-1, array.shape[-1])


def _instants(span: Span) -> Array:
    """The times of what is kept."""
    kept = np.arange(0, span.last, span.every) if span.every else np.empty(0, int)
    return span.step * np.append(kept, span.last)


def _batch(shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        said = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
        raise BadArray(
            f"these batches do not go together: {said}.", "One entry for each rollout was expected."
        ) from None

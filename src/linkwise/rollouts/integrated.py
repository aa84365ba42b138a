"""Initial states of a batch, laid out chunk by chunk, integrated, and put where they belong."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..backends.llvm.rollout_unit import Span
from ..errors import BadArray
from .found import Found
from .problem import Problem
from .running import Runner, plan, run_chunk, share


def integrated(
    problem: Problem, runner: Runner, each: dict[str, Array], same: Array, timed: Array, span: Span, states: bool,
    threads: int, progress: bool,
) -> tuple[tuple[int, ...], Found]:  # fmt: skip
    """The batch's axes, and what was found. `each` are q, q̇ and the inputs of each rollout, (…, m), in this order."""
    rollout, n, dtype = problem.rollout, problem.tree.n, runner.shape.dtype
    batch = _batch({name: array.shape[:-1] for name, array in each.items()})
    q, qd, *inputs = (_rows(array, batch) for array in each.values())
    shared, table = (np.ascontiguousarray(x, dtype=dtype) for x in (same, timed))
    total, start = len(q), problem.start()
    found = Found(problem, total, _instants(span), states, dtype)

    def work(first: int, done: Callable[[int], None]) -> None:
        here = slice(first, min(first + chunk.rollouts, total))
        rows = np.empty((here.stop - first, rollout.columns))
        rows[:] = start
        rows[:, :n], rows[:, n : 2 * n] = q[here], qd[here]
        if inputs:
            rows[:, rollout.moving + rollout.reduced :] = np.concatenate([x[here] for x in inputs], axis=1)

        def keep(slot: int, records: NDArray[Any]) -> None:
            found.keep(here, slot, records)

        found.end(here, *run_chunk(runner, rollout, rows, shared, table, chunk.spans, keep, done), span.last)

    if total:
        chunk = plan(rollout, runner.shape.lanes, total, span)
        share(list(range(0, total, chunk.rollouts)), work, threads, progress, total * span.last)
    return batch, found


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

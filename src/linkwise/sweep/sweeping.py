"""`robot.sweep`: arguments checked, rollouts compiled, run block by block, summaries merged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from itertools import islice
from os import PathLike
from threading import Lock
from typing import Any

import numpy as np

from ..backends import BACKENDS
from ..calls.checks import finite, whole
from ..calls.progress import progress_bar
from ..calls.scalar_system import Movable
from ..calls.thread_count import ThreadCount, threads_of
from ..calls.thread_count import threads as default_threads
from ..calls.threads import share
from ..errors import LinkwiseError, UnknownName, plain, shown
from ..rollouts import InLoop
from ..rollouts.in_loop import controller_of, kind_of, torque_input
from ..rollouts.kernel import METHOD
from ..rollouts.sampled import require_driven
from ..rollouts.smooth_friction import WIDTH
from ..rollouts.time_grid import step_and_count
from .bins import bins_of
from .block import Merger, block_spans
from .checkpoint import Checkpoint, checkpoint_in
from .identity import identity
from .outcomes import failed_of
from .physical_checks import require_physical
from .quantities import quantities
from .random_numbers import LARGEST_SEED
from .result import Sweep
from .spreads import checked_spreads
from .statistic import Statistic
from .work import AbstractWork, Work, compiled, number_shapes

MOST_ROLLOUTS, MOST_IN_BLOCK = 2**40, 2**24

MOST_SHARED = 2**12
"""Blocks that threads share before the next ones are listed."""


INSTEAD = {
    "sweep": {
        "q0": 'spreads name it: robot.sweep(rollouts, {"q0": …}, …).',
        "payload": 'spreads name it: robot.sweep(rollouts, {"payload.mass": …}, …).',
        "parameters": 'spreads name what differs: robot.sweep(rollouts, {"payload.mass": …}, …).',
        "t": "duration= says how long, in seconds.",
        "dt": "did you mean step=, the length of a step?",
    }
}
"""What to write for keywords that the method does not have."""


def sweep(
    robot: Movable,
    rollouts: int,
    spreads: Mapping[str, Any],
    *,
    step: float,
    duration: float | None = None,
    steps: int | None = None,
    controller: Any = None,
    tau: Any = None,
    outputs: Mapping[str, Any] | None = None,
    reduce: Mapping[str, Any] | None = None,
    method: str = METHOD,
    wrenches: Mapping[str, Any] | None = None,
    friction_width: float | str = WIDTH,
    sample: Any = None,
    companions: Mapping[str, Any] | None = None,
    backend: str | None = None,
    dtype: str | None = None,
    seed: int = 0,
    bins: Mapping[str, Any] | None = None,
    keep: bool = False,
    block: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    client: Any = None,
    threads: ThreadCount = None,
    progress: bool = False,
) -> Sweep:
    """Statistics of very many `rollouts`, 10⁵ and more, whose states and parameters are drawn at random.

    `spreads` says by name what the rollouts start from and what differs between them; "q0" is required. Each is a
    distribution of `linkwise.sweep` (Uniform, Normal, LogNormal, Choice), numbers for all rollouts, or an array with a
    row for each; for links and joints also a dict of these by their names:
        "q0", "qd0"                                          the initial state
        "gravity"                                            in base axes
        "payload.mass", "payload.com", "payload.inertia"     at the tip
        "links.factor", "links.mass" or "links.inertia"      of each link
        "friction.factor", or .viscous and .coulomb          of each joint
        "controller.INPUT"                                   an input of the controller; "controller.tau" without one
        "wrench.FRAME"                                       moment and force in base axes
    What a rollout draws depends on the `seed`, the name and its index alone.

    The rollouts themselves are described as for `robot.rollouts`: `controller` or `tau`, `step` with `duration` or
    `steps`, `method`, `sample`, `companions`, `outputs`, `reduce`, `wrenches`, `friction_width`, `backend`, `dtype`.
    There are statistics of all outputs at the end and of all reductions, or of the final states "q" and "qd" without
    outputs.

        bins         {name: edges} of histograms; their bins are as fine as needed unless given
        keep         True: keep every number, for exact quantiles
        block        how many rollouts run, and are merged, at a time: 4096, on a GPU more
        checkpoint   a folder for finished blocks: an interrupted sweep resumes from there
        client       a dask.distributed.Client, whose cluster runs the blocks
        threads      threads that share a block: by default as `linkwise.threads` says, on a cluster one
        progress     draw a bar on a terminal

    Results are the same to the last bit for any number of threads, here or on a cluster, in one go or resumed.

    >>> import linkwise
    >>> from linkwise.sweep import Normal, Uniform
    >>> arm = linkwise.load("planar2r")
    >>> spreads = {"q0": Normal([0.3, 0.5], 0.1), "payload.mass": Uniform(0.0, 2.0)}
    >>> sweep = arm.sweep(2000, spreads, duration=0.5, step=1e-3, seed=1)
    >>> sweep
    Sweep('planar2r', 2000 rollouts, 0 failed: q, qd)
    >>> sweep.statistics["q"].sd.round(2)
    array([0.05, 0.23])
    """
    begun = time.perf_counter()
    count = whole("rollouts", rollouts, 1, MOST_ROLLOUTS)
    size = None if block is None else whole("block", block, 1, MOST_IN_BLOCK)
    workers, seed = threads_of(threads), whole("seed", seed, 0, LARGEST_SEED, "seed=0, for example.")
    h, many = step_and_count(step, steps, duration)
    require_driven(sample, tau, controller)
    loop, acting = _controller(robot, controller, tau), _wrenches(robot, wrenches, spreads)
    varied = checked_spreads(spreads, quantities(robot.scalar_system, loop, acting), seed, count, shown(robot.name))
    require_physical(varied, count)
    kernel = compiled(
        robot,
        loop,
        varied,
        acting,
        method=method,
        outputs=outputs,
        reduce=reduce,
        friction_width=friction_width,
        sample=sample,
        companions=companions,
        backend=backend,
        dtype=dtype,
    )
    machine = BACKENDS[kernel.backend]
    shapes, size = number_shapes(kernel), size or machine.sweep_block
    if not isinstance(keep, bool):
        raise LinkwiseError(f"keep is {plain(repr(keep))}.", "True or False was expected.")
    work = Work(kernel, varied, h, many, shapes, _bins(bins, shapes), keep)
    merger, spans = Merger(count), block_spans(count, size)
    with ExitStack() as stack:
        stored = (
            stack.enter_context(checkpoint_in(checkpoint, identity(work, size))) if checkpoint is not None else None
        )
        advance = stack.enter_context(progress_bar(progress, count, "rollouts"))
        if client is None:
            run_blocks(work, spans, merger, stored, workers, advance, machine.sweeps_side_by_side)
        else:
            from .cluster import run_blocks_on_cluster

            run_blocks_on_cluster(client, work, spans, merger, stored, workers or 1, advance)
    summary = merger.summary
    assert summary is not None and summary.count == count
    statistics = {
        name: Statistic(name, shape, summary.tallies[name], work.bins[name], merger.kept.get(name))
        for name, shape in shapes.items()
    }
    failed = failed_of(summary.failed, summary.failures)
    notes = (*(stored.notes if stored else ()), *kernel.notes(h, varied.drawn(0, 1)["q0"]))
    return Sweep(robot, count, statistics, failed, varied, time.perf_counter() - begun, notes, work)


def run_blocks(
    work: AbstractWork,
    spans: Iterable[tuple[int, int]],
    merger: Merger,
    checkpoint: Checkpoint | None,
    threads: int | None,
    advance: Callable[[int], None],
    side_by_side: bool = False,
) -> None:
    """Run blocks in this process, one after the other or, `side_by_side`, each by a thread of its own; those that the
    checkpoint has are read from it."""
    one_by_one = Lock()

    def run(span: tuple[int, int]) -> None:
        block = checkpoint.load(*span) if checkpoint else None
        done, block = block is not None, block or work.block(*span, 1 if side_by_side else threads)
        with one_by_one:
            if checkpoint and not done:
                checkpoint.store(block)
            merger.add(block)
            advance(block.count)

    helpers, left = (default_threads() if threads is None else threads) - 1, iter(spans)
    while some := list(islice(left, MOST_SHARED)):
        share(some, run, helpers if side_by_side else 0)


def _controller(robot: Movable, controller: Any, tau: Any) -> InLoop:
    """What drives the robot; inputs that differ between rollouts must be spreads."""
    if tau is not None and controller is not None:
        raise LinkwiseError("a sweep was given tau and a controller.", "One of the two was expected.")
    if callable(tau):
        return torque_input(tau)
    if controller is None:
        m = robot.scalar_system.inputs
        return torque_input(finite("tau", np.zeros(m) if tau is None else tau, (m,), "joint forces"))
    loop = controller_of(controller)
    for name, declared in loop.inputs.items():
        kind, value = kind_of(declared)
        if kind == "each" and np.ndim(value) != 1:
            raise LinkwiseError(
                f"the input {shown(name)} has a value for each rollout.",
                "One value for all was expected.",
                f'spreads={{"controller.{name}": array}} gives each rollout its own.',
            )
    return loop


def _wrenches(robot: Movable, wrenches: Any, spreads: Any) -> dict[str, Any]:
    """Wrenches by frame: those given, and zeros at the frames that have a spread."""
    if wrenches is not None and not isinstance(wrenches, Mapping):
        raise LinkwiseError(f"wrenches are {shown(repr(wrenches))}.", "A dict of wrenches by frame was expected.")
    acting = dict(wrenches or {})
    for name in spreads if isinstance(spreads, Mapping) else ():
        if isinstance(name, str) and name.startswith("wrench."):
            frame = robot.scalar_system.tree.frame(name.removeprefix("wrench.")).name
            if frame in acting:
                raise LinkwiseError(
                    f"the wrench at {shown(frame)} is given twice.",
                    "One of wrenches= and spreads was expected.",
                )
            acting[frame] = np.zeros(6)
    return acting


def _bins(edges: Any, shapes: Mapping[str, Any]) -> dict[str, Any]:
    """The bins of each number."""
    if edges is not None and not isinstance(edges, Mapping):
        raise LinkwiseError(f"bins are {shown(repr(edges))}.", "A dict of edges by name was expected.")
    for name in edges or {}:
        if name not in shapes:
            raise UnknownName("number", name, "a sweep", shapes, "bins are for outputs and reductions.")
    return {name: bins_of((edges or {}).get(name), name) for name in shapes}

"""A sweep asked of a robot: checked, compiled, run block by block, put together."""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from math import prod
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.threads import threads_of
from ..errors import LinkwiseError, UnknownName, shown
from ..rollouts import InLoop, RolloutKernel
from ..rollouts.given import finite, span_of, whole
from ..rollouts.in_loop import controller_of, held, kind_of
from ..rollouts.progress import progress as bar
from .assembling import assembled
from .bins import bins_of
from .block import Fold
from .counter import checked_seed
from .here import spans, sweep_here
from .identity import identity
from .ledger import ledger_at
from .physical import require_physical
from .places import places
from .result import Sweep, failed_of
from .spreads import Spreads, spreads_of
from .statistic import Statistic
from .work import Work

if TYPE_CHECKING:
    from ..robot import Robot

BLOCK = 4096
"""Rollouts in a block: some megabytes, and some seconds of an arm over a thousand steps."""

MOST_ROLLOUTS = 2**40


def sweep(
    robot: "Robot",
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
    method: str = "rk4",
    wrenches: Mapping[str, Any] | None = None,
    friction: float | str = 0.01,
    backend: str | None = None,
    dtype: str = "float64",
    seed: int = 0,
    bins: Mapping[str, Any] | None = None,
    keep: bool = False,
    block: int = BLOCK,
    ledger: str | PathLike[str] | None = None,
    client: Any = None,
    threads: int = 1,
    progress: bool = False,
) -> Sweep:
    """Very many rollouts, with what varies drawn for each and statistics of their outputs: 10⁵ and more.

    `spreads` say what rollouts begin with and what differs between them: distributions of `linkwise.sweep`, numbers
    for all, or arrays with a row for each, by name: "q0", "qd0", "gravity", "payload.mass", "payload.com",
    "payload.inertia", "links.factor", "links.mass", "links.inertia", "friction.factor", "friction.viscous",
    "friction.coulomb", "controller.INPUT", "wrench.FRAME"; of links and joints also dicts by their names. What a
    rollout draws depends on the seed and its index alone. Statistics are of all outputs at the end and of what is
    reduced, where nothing is asked for of the last states.

    What drives the arm, `step`, `duration` and `method` are given as to `rollouts`. `ledger="folder"` keeps blocks
    that are done, and a sweep that was killed goes on from there; `client=` has a dask.distributed cluster do them;
    `keep=True` keeps every number; `bins` are edges of histograms by name; `block` rollouts are done at a time;
    `threads`, `progress`. Results are the same to the last bit whoever does them.

    >>> import linkwise
    >>> from linkwise.sweep import Normal, Uniform
    >>> arm = linkwise.load("planar2r")
    >>> spreads = {"q0": Normal([0.3, 0.5], 0.1), "payload.mass": Uniform(0.0, 2.0)}
    >>> found = arm.sweep(2000, spreads, duration=0.5, step=1e-3, seed=1)
    >>> found.failed.count, found.statistics["q"].sd.shape
    (0, (2,))
    """
    begun = time.perf_counter()
    count, size = whole("rollouts", rollouts, 1, MOST_ROLLOUTS), whole("block", block, 1, 2**24)
    shared = threads_of(threads)
    h, many = span_of(step, steps, duration)
    law, pressed = _law(robot, controller, tau), _wrenches(robot, wrenches, spreads)
    drawn = spreads_of(spreads, places(robot.tree, law, pressed), checked_seed(seed), count, shown(robot.name))
    require_physical(drawn, count)
    kernel = _kernel(
        robot,
        law,
        drawn,
        pressed,
        method=method,
        outputs=outputs,
        reduce=reduce,
        friction=friction,
        backend=backend,
        dtype=dtype,
    )
    shapes = _shapes(kernel)
    if not isinstance(keep, bool):
        raise LinkwiseError(f"keep is {keep!r}.", "True or False was expected.")
    work = Work(kernel, drawn, h, many, shapes, _bins(bins, shapes), keep)
    fold, todo = Fold(count, keep), spans(count, size)
    with ExitStack() as stack:
        book = None if ledger is None else stack.enter_context(ledger_at(ledger, identity(work, size)))
        done = stack.enter_context(bar(progress, count, "rollouts"))
        if client is None:
            sweep_here(work, todo, fold, book, shared, done)
        else:
            from .cluster import sweep_by

            sweep_by(client, work, todo, fold, book, shared, done)
    found = fold.whole
    assert found is not None and found.count == count
    numbers = {
        name: Statistic(name, shape, found.tallies[name], work.bins[name], fold.kept.get(name))
        for name, shape in shapes.items()
    }
    failed, notes = failed_of(found.failed, found.failures), tuple(book.notes) if book else ()
    return Sweep(robot, count, numbers, failed, drawn, time.perf_counter() - begun, notes, work)


def _law(robot: "Robot", controller: Any, tau: Any) -> InLoop:
    """What drives the robot; inputs that differ from rollout to rollout are spreads here."""
    if tau is not None and controller is not None:
        raise LinkwiseError("a sweep was given tau and a controller.", "One of the two was expected.")
    if controller is None:
        still = np.zeros(robot.n) if tau is None else tau
        return held(tau if callable(tau) else finite("tau", still, (robot.n,), "forces"))
    law = controller_of(controller)
    for name, given in law.inputs.items():
        kind, value = kind_of(given)
        if kind == "each" and np.ndim(value) != 1:
            raise LinkwiseError(
                f"the input {shown(name)} has a value for each rollout.",
                "One for all was expected.",
                f'spreads={{"controller.{name}": array}} has one for each.',
            )
    return law


def _wrenches(robot: "Robot", wrenches: Any, spreads: Any) -> dict[str, Any]:
    """Frames that wrenches act at, with those that are given and zeros where a spread is."""
    if wrenches is not None and not isinstance(wrenches, Mapping):
        raise LinkwiseError(f"wrenches are {shown(repr(wrenches))}.", "A dict by frame was expected.")
    found = dict(wrenches or {})
    for name in spreads if isinstance(spreads, Mapping) else ():
        if isinstance(name, str) and name.startswith("wrench."):
            frame = robot.tree.frame(name.removeprefix("wrench.")).name
            if frame in found:
                raise LinkwiseError(f"a wrench at {shown(frame)} is given twice.", "Once was expected.")
            found[frame] = np.zeros(6)
    return found


def _kernel(robot: "Robot", law: InLoop, drawn: Spreads, pressed: dict[str, Any], **options: Any) -> RolloutKernel:
    """The loop, with everything open that varies; its known rollouts begin near the first of the sweep."""
    first = assembled(drawn.drawn(0, 1), drawn)
    opened = {**law.inputs, **{name: ("each", values[0]) for name, (_, values) in first["inputs"].items()}}
    parameters = {name: values[0] for name, values in first["parameters"].items()}
    wrenches = {**pressed, **{name: values[0] for name, values in first["wrenches"].items()}}
    driven = InLoop(law.function, opened)
    return RolloutKernel(robot, controller=driven, parameters=parameters, wrenches=wrenches, **options)


def _shapes(kernel: RolloutKernel) -> dict[str, tuple[int, ...]]:
    """The numbers of a rollout: states at the end where no outputs are asked for, else these and what is reduced."""
    problem = kernel.problem
    if not problem.outputs:
        return {"q": (kernel.robot.n,), "qd": (kernel.robot.n,)}
    found = {**problem.shapes, **{r.name: problem.shapes[r.output] for r in problem.reduced}}
    for name, shape in found.items():
        if not prod(shape):
            raise LinkwiseError(f"the output {shown(name)} has no entries.", "One at least was expected.")
    return found


def _bins(asked: Any, shapes: Mapping[str, Any]) -> dict[str, Any]:
    if asked is not None and not isinstance(asked, Mapping):
        raise LinkwiseError(f"bins are {shown(repr(asked))}.", "A dict of edges by name was expected.")
    for name in asked or {}:
        if name not in shapes:
            raise UnknownName("number", name, "a sweep", shapes, "bins are for outputs and reductions.")
    return {name: bins_of((asked or {}).get(name), name) for name in shapes}

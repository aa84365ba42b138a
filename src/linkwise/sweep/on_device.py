"""Statistics of a block by the backend that runs it, where the numbers are: only tallies come back."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from math import prod
from threading import Lock

import numpy as np

from ..backends import BACKENDS, ModuleSpec
from ..backends.tallies import AbstractTallyModule, Tallied, Tally, TallyRequest, Whole
from ..calls.arrays import Array
from ..rollouts import RolloutKernel
from ..rollouts.chunks import Tallying
from .bins import HIGHEST, MOST, AbstractBins, Edges
from .block import FIRST_FAILED, Summary, joined
from .known_tallies import known_tallies

Shapes = Mapping[str, tuple[int, ...]]
"""The shapes of the numbers of a rollout, by name."""

_COMPILING = Lock()


def tallying_of(
    kernel: RolloutKernel,
    steps: int,
    shapes: Shapes,
    bins: Mapping[str, AbstractBins],
    keep: bool,
) -> Tallying | None:
    """What makes the tallies of a kernel's rollouts; None: the host."""
    if "tally" not in BACKENDS[kernel.backend].kinds:
        return None
    places, edges = number_columns(kernel, steps), list[Array | None]()
    for name, shape in shapes.items():
        one = bins[name]
        edges += [one.edges if isinstance(one, Edges) else None] * prod(shape)
    columns, divisors = (np.concatenate(parts) for parts in zip(*(places[name] for name in shapes), strict=True))
    request = TallyRequest(columns, divisors, tuple(edges), MOST, HIGHEST, FIRST_FAILED)
    with _COMPILING:  # blocks may ask for it at the same time
        return Tallying(tally_module(kernel.backend, kernel.dtype), request, keep)


def number_columns(kernel: RolloutKernel, steps: int) -> dict[str, tuple[Whole, Array]]:
    """Where the numbers of a sweep are at the end, by name: columns as in a TallyRequest, and what they are divided by.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum").compile_rollouts(backend="interpreter")
    >>> {name: columns.tolist() for name, (columns, _) in number_columns(pendulum, 10).items()}
    {'q': [3], 'qd': [4]}
    """
    problem, rollout, n = kernel.problem, kernel.problem.rollout, kernel.problem.rollout.n
    places: dict[str, tuple[Whole, Array]] = {}
    if not problem.outputs:
        return {name: (rollout.columns + at + np.arange(n), np.ones(n)) for name, at in (("q", 0), ("qd", n))}
    at = rollout.columns + rollout.state
    for name, shape in problem.shapes.items():
        places[name] = at + np.arange(prod(shape)), np.ones(prod(shape))
        at += prod(shape)
    at = rollout.moving
    for named, reduction in zip(problem.reductions, rollout.reductions, strict=True):
        divisor = steps + 1.0 if named.kind == "mean" else 1.0
        places[named.name] = at + np.arange(reduction.size), np.full(reduction.size, divisor)
        at += reduction.columns
    return places


def summary_of(tallies: list[tuple[int, Tallied]], first: int, shapes: Shapes, kept: dict[str, Array]) -> Summary:
    """The summary of the rollouts from `first` on, from the tallies of its parts."""
    parts = []
    for begin, (tally, failed, failures) in tallies:
        start, at, named = first + begin, 0, dict[str, Tally]()
        for name, shape in shapes.items():
            named[name] = _part(tally, at, prod(shape), start)
            at += prod(shape)
        parts.append(Summary(start, int(failed.sum()), named, failed, failures + np.array([start, 0, 0]), {}))
    whole = parts[0]
    for part in parts[1:]:
        whole = joined(whole, part)
    return replace(whole, kept=kept)


def _part(tally: Tally, at: int, size: int, first: int) -> Tally:
    """The tally of some of the numbers, of rollouts that are counted from `first` on."""
    rows = tally.bins[(at <= tally.bins[:, 0]) & (tally.bins[:, 0] < at + size)] - np.array([at, 0, 0, 0])
    arrays = {name: array[at : at + size] for name, array in tally.arrays.items() if name != "bins"}
    for name in ("low_at", "high_at"):
        arrays[name] = np.where(arrays["count"] > 0, arrays[name] + first, -1)
    return Tally(**arrays, bins=rows)


@cache
def tally_module(backend: str, dtype: str) -> AbstractTallyModule:
    """The backend's code, whose tallies are compared with the host's before it is used."""
    known = partial(known_tallies, dtype)
    spec = ModuleSpec("tally", "", lambda: None, dtype=dtype, layout="tiles", name="tally", known_answers=known)
    module = BACKENDS[backend].module(spec)
    assert isinstance(module, AbstractTallyModule)
    return module

"""Statistics of a block by the backend that runs it, where the numbers are: only tallies come back."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import prod
from threading import Lock

import numpy as np

from ..backends import BACKENDS, ModuleSpec
from ..backends.known_answers import Known
from ..backends.tallies import AbstractTallyModule, Tallied, Tally, TallyRequest, Whole, known_request
from ..calls.arrays import Array
from ..rollouts import RolloutKernel
from ..rollouts.chunks import Tallying
from .bins import HIGHEST, MOST, AbstractBins, Edges, Relative
from .block import FIRST_FAILED, RolloutNumbers, Summary, joined, summarised

SLACK = 64
"""Roundings, each of the largest number, that two means may be apart: sums of 2¹⁶ numbers by halves have 16 on the way
from a number to the sum, those of NumPy some more."""

Shapes = Mapping[str, tuple[int, ...]]
"""The shapes of the numbers of a rollout, by name."""

_COMPILING = Lock()


def tallying_of(
    kernel: RolloutKernel,
    steps: int,
    shapes: Mapping[str, tuple[int, ...]],
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


# ---- the self-test --------------------------------------------------------------------------------------------------


@cache
def tally_module(backend: str, dtype: str) -> AbstractTallyModule:
    """The backend's code, whose tallies are compared with the host's before it is used."""
    machine = BACKENDS[backend]
    spec = ModuleSpec(
        "tally",
        "",
        lambda: None,
        dtype=dtype,
        layout="tiles",
        name="tally",
        known_answers=lambda: known_tallies(dtype),
    )
    module = machine.module(spec)
    assert isinstance(module, AbstractTallyModule)
    return module


def known_tallies(dtype: str) -> Known:
    """The host's tallies of numbers that are easily got wrong: counts, extremes and bins are the same to the last bit.

    Means may be some roundings of the largest number apart, and sums of squares some of their own roundings and by
    what follows from the means.
    """
    values = odd_numbers(dtype)
    count, ended = len(values), np.full((4, len(values)), -1.0)
    ended[0, 5::29], ended[0, 7::31], ended[2] = 8.0, 11.0, 6.0
    given = {
        "values": values,
        "ended": ended,
        "counts": np.array([count, 1.0, count, 40.0]),
        "edges": np.array([-1.0, 0.0, 0.5, 3.0, 6.0]),
        "divisors": np.array([3.0] + [1.0] * (values.shape[1] - 1)),
        "bounds": np.array([MOST, HIGHEST, FIRST_FAILED], float),
    }
    found = [
        host_tallies(values[:many], ends[:many].astype(np.int64), known_request(given), dtype)
        for many, ends in zip(given["counts"].astype(int), ended, strict=True)
    ]
    answers = np.concatenate([one.row(FIRST_FAILED) for one in found])
    none = np.zeros(3, np.int64), np.zeros((FIRST_FAILED, 3), np.int64)
    allowed = np.concatenate([Tallied(allowed_apart(one.tally), *none).row(FIRST_FAILED) for one in found])
    return Known(given, answers[None], np.nan_to_num(allowed)[None])


def host_tallies(values: Array, ended: Whole, request: TallyRequest, dtype: str) -> Tallied:
    """The same by the host, of rows of numbers in columns of a block."""
    why, at = np.where(ended < 0, 0, 1 + (ended & 1)), np.where(ended < 0, -1, ended >> 1)
    columns = {
        str(j): (values[:, [k]].astype(dtype) / divisor).astype(dtype)
        for j, (k, divisor) in enumerate(zip(request.columns, request.divisors, strict=True))
    }
    bins = {str(j): Relative() if edges is None else Edges(edges) for j, edges in enumerate(request.edges)}
    summary = summarised(RolloutNumbers(columns, why.astype(np.int8), at), 0, bins, keep=False)
    tallies = [tally.arrays for tally in summary.tallies.values()]
    rows = [tally["bins"] + np.array([j, 0, 0, 0]) for j, tally in enumerate(tallies)]
    arrays = {name: np.concatenate([tally[name] for tally in tallies]) for name in tallies[0] if name != "bins"}
    return Tallied(Tally(**arrays, bins=np.concatenate(rows)), summary.failed, summary.failures)


def allowed_apart(tally: Tally) -> Tally:
    """How far the numbers of other tallies of the same values may be from these."""
    zero, eps = np.zeros_like(tally.count), SLACK * float(np.finfo(np.float64).eps)
    mean = eps * np.maximum(np.abs(tally.low), np.abs(tally.high))
    squares = eps * tally.squares + tally.count * mean**2
    return Tally(zero, zero, mean, squares, zero, zero, zero, zero, np.empty((0, 4), np.int64))


def odd_numbers(dtype: str) -> Array:
    """Numbers (N, m) of one precision that are close together, far apart, equal, tiny, zero, and none."""
    rng, N, facts = np.random.default_rng(3), 1500, np.finfo(dtype)
    x = rng.standard_normal((N, 9))
    x[::7, 1], x[3::11, 1], x[4::13, 1] = np.nan, np.inf, -np.inf
    x[:, 2] = np.where(x[:, 2] < 0.0, -0.0, 0.0)
    x[:, 3] *= float(facts.smallest_subnormal) * 100.0
    x[:, 4] = np.round(x[:, 4] * 3.0)
    x[:, 5], x[:, 6] = 0.1, np.nan
    x[:, 7] = 100.0 + 1e-9 * x[:, 7]
    x[:, 8] = np.sign(x[:, 8]) * float(facts.max) ** (0.45 * rng.uniform(-1.0, 1.0, N))
    return x.astype(dtype).astype(np.float64)

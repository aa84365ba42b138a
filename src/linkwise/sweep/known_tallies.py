"""The self-test of tallies: the host's of numbers that are easily got wrong, and how far others may be from them."""

import numpy as np

from ..backends.known_answers import Known
from ..backends.tallies import Tallied, Tally, TallyRequest, Whole, known_request
from ..calls.arrays import Array
from .bins import HIGHEST, MOST, Edges, Relative
from .block import FIRST_FAILED, RolloutNumbers, summarised

SLACK = 64
"""Roundings, each of the largest number, that two means may be apart: sums of 2¹⁶ numbers by halves have 16 on the way
from a number to the sum, those of NumPy some more."""


def known_tallies(dtype: str) -> Known:
    """The host's tallies, of all rollouts, of one, of none, of few; others are the same to the last bit but for means
    and sums of squares."""
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
    """The host's tallies of rows of numbers."""
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
    """How far other tallies of the same values may be off: means by roundings of the largest number, sums of squares by
    roundings of their own and by what follows from the means."""
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

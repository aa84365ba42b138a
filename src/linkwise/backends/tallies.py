"""The seam of tallies: columns of numbers of many rollouts reduced where they lie, so that only statistics come back.

It is optional: the host makes the tallies of rollouts of a backend without it.
"""

from abc import abstractmethod
from dataclasses import dataclass, fields
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ..program import Span
from .modules import AbstractModule, AbstractRolloutModule
from .tiles import Numbers, tiled

Whole = NDArray[np.int64]
"""Counts and indices: whole numbers."""


@dataclass(frozen=True, eq=False, repr=False)
class Tally:
    """The tally of m numbers per rollout: arrays (m,).

    In `count` rollouts the number was finite, in `missing` it was not; `squares` are sums of squares about the mean;
    `low` and `high` are the extremes, found in the rollouts `low_at` and `high_at`, −1 if there is none. `bins` has
    rows (which of the m, bin, count, level of the bin), in rising order.
    """

    count: Whole
    missing: Whole
    mean: Numbers
    squares: Numbers
    low: Numbers
    low_at: Whole
    high: Numbers
    high_at: Whole
    bins: Whole

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name: what a file keeps."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __repr__(self) -> str:
        return f"Tally({len(self.count)} numbers of {self.count.max(initial=0)} rollouts)"


class TallyRequest(NamedTuple):
    """What is tallied: columns of a block or, numbered after those, of a record; each divided by a number, and counted
    between edges, or without edges at the least level, up to `highest`, at which not more than `most` bins are filled.
    The first `failures` rollouts that failed are listed.
    """

    columns: Whole
    divisors: Numbers
    edges: tuple[Numbers | None, ...]
    most: int
    highest: int
    failures: int


class Tallied(NamedTuple):
    """The tally of the rollouts that did not fail; how many ended for each reason, the first of which is that they did
    not; rows (rollout, reason, step) of the first that failed. Rollouts are numbered from 0."""

    tally: Tally
    failed: Whole
    failures: Whole

    def row(self, most: int) -> Numbers:
        """Everything as one row of numbers, for comparison: of the bins of a number, how many there are and a checksum;
        room for `most` failures.

        >>> none, nan = np.array([0]), np.array([np.nan])
        >>> empty = Tally(none, none, nan, nan, nan, none - 1, nan, none - 1, np.empty((0, 4), int))
        >>> len(Tallied(empty, np.array([1, 0, 0]), np.empty((0, 3), int)).row(2))
        19
        """
        arrays = self.tally.arrays
        rows = [arrays["bins"][arrays["bins"][:, 0] == j] for j in range(len(arrays["count"]))]
        bins = [(len(each), crc32(np.ascontiguousarray(each, "<i8").tobytes())) for each in rows]
        failures = np.full((most, 3), -1)
        failures[: len(self.failures)] = self.failures
        numbers = [array for name, array in arrays.items() if name != "bins"]
        return np.concatenate([*numbers, np.ravel(bins), self.failed, failures.ravel()], dtype=np.float64)


class LastSpan(NamedTuple):
    """The arrays that a rollout module takes, with space for one record of each rollout; into which nothing is written
    without `values`. So many `rollouts` are tallied."""

    blocks: Numbers
    ended: Numbers
    records: Numbers
    same: Numbers
    timed: Numbers
    span: Span
    rollouts: int
    values: bool


class AbstractTallyModule(AbstractModule):
    """Code that makes tallies of columns of one precision."""

    lanes: int

    @abstractmethod
    def tallied(self, blocks: Numbers, ended: Numbers, count: int, request: TallyRequest) -> Tallied:
        """The tallies of the first `count` rollouts of NumPy's arrays: blocks (tiles, columns, lanes) and the steps at
        which rollouts ended (tiles, lanes)."""

    @abstractmethod
    def run(self, module: AbstractRolloutModule, chunk: LastSpan, request: TallyRequest) -> Tallied:
        """Let a rollout module of the same backend do its last steps, and tally what it has computed."""

    def answers_to(self, inputs: dict[str, Numbers]) -> Numbers:
        """One row: those of all cases of the self-test, each of some rows of `values`, and when these `ended`."""
        request = known_request(inputs)
        found = []
        for count, ended in zip(inputs["counts"].astype(int), inputs["ended"].astype(np.int64), strict=True):
            values = tiled(inputs["values"][:count].astype(self.spec.dtype), self.lanes)
            ends = tiled(ended[:count, None], self.lanes)[:, 0]
            found.append(self.tallied(values, np.ascontiguousarray(ends), count, request).row(request.failures))
        return np.concatenate(found)[None]


def known_request(inputs: dict[str, Numbers]) -> TallyRequest:
    """What the self-test asks for: every column without edges, and again between them."""
    m = inputs["values"].shape[1]
    most, highest, failures = inputs["bounds"].astype(int).tolist()
    edges = (*[None] * m, *[inputs["edges"]] * m)
    return TallyRequest(np.tile(np.arange(m), 2), np.tile(inputs["divisors"], 2), edges, most, highest, failures)

"""Blocks, the unit of a sweep: consecutive rollouts that run together, and the summary that is kept of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..backends.tallies import Tally, Whole
from ..calls.arrays import Array
from ..calls.threads import memory
from ..errors import LinkwiseError, shown
from .bins import AbstractBins
from .tally import merged, tally

FIRST_FAILED = 16
"""How many failed rollouts are remembered: the first ones."""


def block_spans(rollouts: int, size: int) -> Iterator[tuple[int, int]]:
    """The first rollout and the number of rollouts of each block.

    >>> list(block_spans(10, 4))
    [(0, 4), (4, 4), (8, 2)]
    """
    return ((first, min(size, rollouts - first)) for first in range(0, rollouts, size))


class RolloutNumbers(NamedTuple):
    """What N rollouts returned: values (N, m) by name, the reason each ended (0: on time), and the step it ended at."""

    values: dict[str, Array]
    why: NDArray[np.int8]
    ended: Whole


@dataclass(frozen=True, eq=False, repr=False)
class Summary:
    """What is kept of the `count` rollouts from `first` on: tallies by name, failures, and values if they are kept.

    `failed` counts rollouts by reason; `failures` has rows (rollout, reason, step) for the first that failed.
    """

    first: int
    count: int
    tallies: dict[str, Tally]
    failed: Whole
    failures: Whole
    kept: dict[str, Array]

    def __repr__(self) -> str:
        return f"Summary(rollouts {self.first} to {self.first + self.count - 1}: {', '.join(self.tallies)})"


def summarised(numbers: RolloutNumbers, first: int, bins: Mapping[str, AbstractBins], keep: bool) -> Summary:
    """The summary of one block; rollouts that failed are counted, and enter no tally."""
    good, indices = numbers.why == 0, first + np.arange(len(numbers.why))
    values = {name: np.asarray(numbers.values[name], np.float64) for name in bins}
    tallies = {name: tally(x[good], indices[good], bins[name]) for name, x in values.items()}
    bad = np.flatnonzero(~good)[:FIRST_FAILED]
    failures = np.stack([indices[bad], numbers.why[bad].astype(np.int64), numbers.ended[bad]], axis=1)
    counts = np.bincount(numbers.why.astype(np.int64), minlength=3).astype(np.int64)
    values = kept(numbers) if keep else {}
    return Summary(first, len(good), tallies, counts, failures.astype(np.int64), values)


def kept(numbers: RolloutNumbers) -> dict[str, Array]:
    """The values of one block, NaN for rollouts that failed."""
    good = (numbers.why == 0)[:, None]
    return {name: np.where(good, np.asarray(x, np.float64), np.nan) for name, x in numbers.values.items()}


class Merger:
    """Takes the summaries of blocks in any order, and merges them in the order of their rollouts.

    The order is fixed so that roundings do not depend on which block was done first.
    """

    summary: Summary | None
    """The blocks merged so far."""

    def __init__(self, rollouts: int):
        self.rollouts, self.summary = rollouts, None
        self.kept: dict[str, Array] = {}
        self._waiting: dict[int, Summary] = {}
        self._next = 0

    def add(self, block: Summary) -> None:
        """Take the summary of a block; one that comes before its turn waits."""
        for name, values in block.kept.items():
            if name not in self.kept:
                self.kept[name] = _room(name, self.rollouts, values.shape[1])
            self.kept[name][block.first : block.first + block.count] = values
        self._waiting[block.first] = replace(block, kept={})
        while self._next in self._waiting:
            following = self._waiting.pop(self._next)
            self.summary = following if self.summary is None else joined(self.summary, following)
            self._next += following.count


def _room(name: str, rollouts: int, size: int) -> Array:
    """An array for all values of a number."""
    try:
        if 8.0 * rollouts * size > memory():  # systems promise more memory than there is
            raise MemoryError
        return np.empty((rollouts, size))
    except (MemoryError, ValueError):  # ValueError: an array larger than the address space
        raise LinkwiseError(
            f"there is not enough memory for {shown(name)} of {rollouts} rollouts.",
            "Values that fit in memory were expected.",
            "keep=False keeps statistics only.",
        ) from None


def joined(a: Summary, b: Summary) -> Summary:
    """Two summaries as one; `b` is of the rollouts that follow."""
    tallies = {name: merged(earlier, b.tallies[name]) for name, earlier in a.tallies.items()}
    failures = np.concatenate([a.failures, b.failures])[:FIRST_FAILED]
    return Summary(a.first, a.count + b.count, tallies, a.failed + b.failed, failures, {})


def to_arrays(block: Summary) -> dict[str, NDArray[Any]]:
    """A summary as arrays by name, for a file."""
    arrays: dict[str, NDArray[Any]] = {
        "span": np.array([block.first, block.count]),
        "failed": block.failed,
        "failures": block.failures,
    }
    for k, (name, one) in enumerate(block.tallies.items()):
        arrays[f"name{k}"] = np.array(name)
        arrays |= {f"tally{k}.{part}": array for part, array in one.arrays.items()}
        if name in block.kept:
            arrays[f"kept{k}"] = block.kept[name]
    return arrays


def of_arrays(arrays: Mapping[str, NDArray[Any]]) -> Summary:
    """The summary these arrays came from."""
    tallies, kept = {}, {}
    for k in range(sum(key.startswith("name") for key in arrays)):
        name = str(arrays[f"name{k}"])
        start = f"tally{k}."
        tallies[name] = Tally(**{key.removeprefix(start): x for key, x in arrays.items() if key.startswith(start)})
        if f"kept{k}" in arrays:
            kept[name] = arrays[f"kept{k}"]
    first, count = arrays["span"].tolist()
    return Summary(first, count, tallies, arrays["failed"], arrays["failures"], kept)

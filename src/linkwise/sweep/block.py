"""The unit of a sweep: so many rollouts in a row, and what is left of them once they are done."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.threads import memory
from ..errors import LinkwiseError, shown
from .bins import AbstractBins
from .tally import Tally, Whole, merged, tally

FIRST_FAILED = 16
"""So many of the rollouts that failed are remembered, the first ones."""


class Numbers(NamedTuple):
    """What some rollouts gave: values (N, m) by name, how each ended (0: well), and the step it ended at."""

    values: dict[str, Array]
    why: NDArray[np.int8]
    ended: Whole


@dataclass(frozen=True, eq=False)
class Partial:
    """What is known of the rollouts from `first` on: tallies by name, those that failed, and kept values.

    `failed` counts by reason; `failures` has rows (rollout, reason, step) of the first that failed.
    """

    first: int
    count: int
    tallies: dict[str, Tally]
    failed: Whole
    failures: Whole
    kept: dict[str, Array]


def partial(numbers: Numbers, first: int, bins: Mapping[str, AbstractBins], keep: bool) -> Partial:
    """Of one block; rollouts that failed are counted, and are in no tally."""
    good, indices = numbers.why == 0, first + np.arange(len(numbers.why))
    values = {name: np.asarray(numbers.values[name], np.float64) for name in bins}
    tallies = {name: tally(x[good], indices[good], bins[name]) for name, x in values.items()}
    bad = np.flatnonzero(~good)[:FIRST_FAILED]
    failures = np.stack([indices[bad], numbers.why[bad].astype(np.int64), numbers.ended[bad]], axis=1)
    kept = {name: np.where(good[:, None], x, np.nan) for name, x in values.items()} if keep else {}
    counts = np.bincount(numbers.why.astype(np.int64), minlength=3).astype(np.int64)
    return Partial(first, len(good), tallies, counts, failures.astype(np.int64), kept)


class Fold:
    """Blocks in any order in, one partial out: merged in the order of the rollouts, kept values put in their place."""

    def __init__(self, rollouts: int, keep: bool):
        self.rollouts, self.keep, self.whole = rollouts, keep, None
        self.kept: dict[str, Array] = {}
        self._waiting: dict[int, Partial] = {}
        self._next = 0

    whole: Partial | None

    def take(self, part: Partial) -> None:
        """Take a block; those that came before their turn wait."""
        for name, values in part.kept.items():
            if name not in self.kept:
                self.kept[name] = _room(name, self.rollouts, values.shape[1])
            self.kept[name][part.first : part.first + part.count] = values
        self._waiting[part.first] = replace(part, kept={})
        while self._next in self._waiting:
            one = self._waiting.pop(self._next)
            self.whole = one if self.whole is None else _joined(self.whole, one)
            self._next += one.count


def _room(name: str, rollouts: int, size: int) -> Array:
    try:
        if 8.0 * rollouts * size > memory():  # systems promise more room than there is
            raise MemoryError
        return np.empty((rollouts, size))
    except (MemoryError, ValueError):  # NumPy's words for arrays larger than all addresses
        raise LinkwiseError(
            f"there is no room for {shown(name)} of {rollouts} rollouts.",
            "Fewer were expected.",
            "keep=False keeps statistics alone.",
        ) from None


def _joined(a: Partial, b: Partial) -> Partial:
    tallies = {name: merged(one, b.tallies[name]) for name, one in a.tallies.items()}
    failures = np.concatenate([a.failures, b.failures])[:FIRST_FAILED]
    return Partial(a.first, a.count + b.count, tallies, a.failed + b.failed, failures, {})


def to_arrays(part: Partial) -> dict[str, NDArray[Any]]:
    """As arrays by name, for a file."""
    found: dict[str, NDArray[Any]] = {
        "span": np.array([part.first, part.count]),
        "failed": part.failed,
        "failures": part.failures,
    }
    for k, (name, one) in enumerate(part.tallies.items()):
        found[f"name{k}"] = np.array(name)
        found |= {f"tally{k}.{what}": array for what, array in one.arrays.items()}
        if name in part.kept:
            found[f"kept{k}"] = part.kept[name]
    return found


def of_arrays(arrays: Mapping[str, NDArray[Any]]) -> Partial:
    """Back from arrays by name."""
    tallies, kept = {}, {}
    for k in range(sum(key.startswith("name") for key in arrays)):
        name = str(arrays[f"name{k}"])
        start = f"tally{k}."
        tallies[name] = Tally(**{key.removeprefix(start): x for key, x in arrays.items() if key.startswith(start)})
        if f"kept{k}" in arrays:
            kept[name] = arrays[f"kept{k}"]
    first, count = arrays["span"].tolist()
    return Partial(first, count, tallies, arrays["failed"], arrays["failures"], kept)

"""What a sweep knows of one of its numbers."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array
from ..errors import BadArray
from .bins import AbstractBins
from .tally import Tally


@dataclass(frozen=True, eq=False)
class Statistic:
    """Of a number, or of each entry of an array of this shape, over the rollouts that finished.

    All answers have that shape. `min_at` and `max_at` are the rollouts with the ends, −1 where nothing was finite.

    >>> import linkwise
    >>> from linkwise.sweep import Uniform
    >>> pendulum = linkwise.load("pendulum")
    >>> swing = pendulum.sweep(1000, {"q0": Uniform(0.1, 0.2)}, step=1e-2, steps=100).statistics["q"]
    >>> swing.count, swing.mean.shape, bool((swing.min < swing.quantile(0.5)).all())
    (array([1000]), (1,), True)
    """

    name: str
    shape: tuple[int, ...]
    tally: Tally
    bins: AbstractBins
    kept: Array | None = None

    def _of(self, array: NDArray[Any]) -> Any:
        return array.reshape(self.shape)[()]

    @property
    def count(self) -> Any:
        """Rollouts it was found of."""
        return self._of(self.tally.count)

    @property
    def missing(self) -> Any:
        """Rollouts that finished, and in which it was not finite."""
        return self._of(self.tally.missing)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._of(self.tally.mean)

    @property
    def variance(self) -> Any:
        """The sample variance, with n − 1."""
        few = self.tally.count < 2
        return self._of(np.where(few, np.nan, self.tally.squares / np.where(few, 1, self.tally.count - 1)))

    @property
    def sd(self) -> Any:
        """The standard deviation."""
        return np.sqrt(self.variance)

    @property
    def min(self) -> Any:
        """The least."""
        return self._of(self.tally.low)

    @property
    def max(self) -> Any:
        """The largest."""
        return self._of(self.tally.high)

    @property
    def min_at(self) -> Any:
        """The rollout that has the least; of several the first."""
        return self._of(self.tally.low_at)

    @property
    def max_at(self) -> Any:
        """The rollout that has the largest; of several the first."""
        return self._of(self.tally.high_at)

    def quantile(self, p: ArrayLike) -> Any:
        """Values (*p's shape, *shape) below which shares p of the rollouts lie.

        Exact where values were kept. Else interpolated in a bin, and within its width: between edges where the sweep
        was given some, else a 64th of the value.
        """
        shares = np.asarray(p)
        if shares.dtype.kind not in "iuf" or not ((shares >= 0.0) & (shares <= 1.0)).all():
            raise BadArray(f"quantiles are asked at {p!r}.", "Shares from 0 to 1 were expected.")
        each = [self._quantile(j, shares.ravel().astype(float)) for j in range(len(self.tally.count))]
        return np.stack(each, axis=-1).reshape((*shares.shape, *self.shape))[()]

    def _quantile(self, j: int, p: Array) -> Array:
        if not self.tally.count[j]:
            return np.full(p.shape, np.nan)
        if self.kept is not None:
            column = self.kept[:, j]
            return np.asarray(np.quantile(column[np.isfinite(column)], p))
        low, high, counts = self._binned(j)
        ends = np.cumsum(counts)
        rank = p * (ends[-1] - 1)  # as numpy.quantile counts: 0 is the least, n − 1 the largest
        at = np.minimum(np.searchsorted(ends, rank, side="right"), len(ends) - 1)
        within = (rank - (ends - counts)[at] + 0.5) / counts[at]
        found = low[at] + np.clip(within, 0.0, 1.0) * (high[at] - low[at])
        return np.asarray(np.where(p == 0.0, self.tally.low[j], np.where(p == 1.0, self.tally.high[j], found)))

    def _binned(self, j: int) -> tuple[Array, Array, Array]:
        """Bins with something in them, none of them beyond the least and the largest."""
        rows = self._rows[j]
        low, high = self.bins.bounds(rows[:, 1])
        least, most = self.tally.low[j], self.tally.high[j]
        return np.clip(low, least, most), np.clip(high, least, most), rows[:, 2].astype(float)

    def histogram(self, entry: int = 0) -> tuple[Array, Array, Array]:
        """Where bins begin and end, and the count in each, of one entry of the array; empty bins are left out."""
        if not isinstance(entry, int) or not 0 <= entry < len(self.tally.count):
            raise BadArray(f"there is no entry {entry!r}.", f"0 to {len(self.tally.count) - 1} were expected.")
        return self._binned(entry)

    @cached_property
    def _rows(self) -> list[NDArray[np.int64]]:
        bins = self.tally.bins
        return [bins[bins[:, 0] == j] for j in range(len(self.tally.count))]

"""The statistics of one number of a sweep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..backends.tallies import Tally
from ..calls.arrays import Array
from ..calls.checks import whole
from ..errors import BadArray, plain, shown
from ..html_table import html_table
from .bins import AbstractBins

COLUMNS = ("", "count", "mean", "sd", "min", "5 %", "median", "95 %", "max", "max at")
"""The columns of a table of statistics."""

MOST_ROWS = 100
"""The most rows of a table in a notebook."""

WRITTEN_OUT = 4
"""The most entries of an array whose statistics a repr writes out."""


@dataclass(frozen=True, eq=False, repr=False)
class Statistic:
    """Statistics of a number, or of each entry of an array of this `shape`, over the rollouts that finished.

    All answers have that shape. `min_at` and `max_at` are the rollouts with the extremes, −1 if no value was finite.

    >>> import linkwise
    >>> from linkwise.sweep import Uniform
    >>> pendulum = linkwise.load("pendulum")
    >>> swing = pendulum.sweep(1000, {"q0": Uniform(0.1, 0.2)}, step=1e-2, steps=100).statistics["q"]
    >>> swing
    Statistic('q' of 1000 rollouts, shape (1,): mean [-0.116], sd [0.0223], min [-0.155], max [-0.077])
    >>> swing.mean.shape, bool((swing.min < swing.quantile(0.5)).all())
    ((1,), True)
    """

    name: str
    shape: tuple[int, ...]
    tally: Tally
    bins: AbstractBins
    kept: Array | None = None

    def _shaped(self, array: NDArray[Any]) -> Any:
        """Entries (m,) with the shape of the number; a scalar for a single one."""
        return array.reshape(self.shape)[()]

    @property
    def count(self) -> Any:
        """The rollouts in which the number was finite.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].count
        array([3])
        """
        return self._shaped(self.tally.count)

    @property
    def missing(self) -> Any:
        """The rollouts that finished, and in which the number was not finite.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].missing
        array([0])
        """
        return self._shaped(self.tally.missing)

    @property
    def mean(self) -> Any:
        """The mean.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].mean.round(3)
        array([0.233])
        """
        return self._shaped(self.tally.mean)

    @property
    def variance(self) -> Any:
        """The sample variance, with n − 1.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].variance.round(4)
        array([0.0233])
        """
        few = self.tally.count < 2
        return self._shaped(np.where(few, np.nan, self.tally.squares / np.where(few, 1, self.tally.count - 1)))

    @property
    def sd(self) -> Any:
        """The standard deviation.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].sd.round(3)
        array([0.153])
        """
        return np.sqrt(self.variance)

    @property
    def min(self) -> Any:
        """The smallest value.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].min.round(3)
        array([0.1])
        """
        return self._shaped(self.tally.low)

    @property
    def max(self) -> Any:
        """The largest value.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].max.round(3)
        array([0.4])
        """
        return self._shaped(self.tally.high)

    @property
    def min_at(self) -> Any:
        """The rollout with the smallest value, the first of several.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].min_at
        array([0])
        """
        return self._shaped(self.tally.low_at)

    @property
    def max_at(self) -> Any:
        """The rollout with the largest value, the first of several.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].max_at
        array([1])
        """
        return self._shaped(self.tally.high_at)

    def quantile(self, p: ArrayLike) -> Any:
        """The values (*p's shape, *shape) below which the fractions p of the rollouts lie.

        Exact if values were kept (`keep=True`). Otherwise interpolated in a bin, and right to within its width: that of
        the edges the sweep was given, or a 64th of the value, and far less where values lie close together.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1, keep=True)
        >>> sweep.statistics["q"].quantile(0.5).round(3)
        array([0.2])
        """
        shares = np.asarray(p)
        if shares.dtype.kind not in "iuf" or not ((shares >= 0.0) & (shares <= 1.0)).all():
            raise BadArray(
                f"p is {plain(repr(p))}.", "Probabilities from 0 to 1 were expected.", "quantile(0.95), for example."
            )
        each = [self._quantile(j, shares.ravel().astype(float)) for j in range(len(self.tally.count))]
        return np.stack(each, axis=-1).reshape((*shares.shape, *self.shape))[()]

    def _quantile(self, j: int, p: Array) -> Array:
        if not self.tally.count[j]:
            return np.full(p.shape, np.nan)
        if self.kept is not None:
            column = self.kept[:, j]
            return np.asarray(np.quantile(column[np.isfinite(column)], p))
        low, high, counts = self._filled_bins(j)
        ends = np.cumsum(counts)
        rank = p * (ends[-1] - 1)  # as numpy.quantile counts: 0 is the smallest value, n − 1 the largest
        at = np.minimum(np.searchsorted(ends, rank, side="right"), len(ends) - 1)
        within = (rank - (ends - counts)[at] + 0.5) / counts[at]
        value = low[at] + np.clip(within, 0.0, 1.0) * (high[at] - low[at])
        return np.asarray(np.where(p == 0.0, self.tally.low[j], np.where(p == 1.0, self.tally.high[j], value)))

    def histogram(self, entry: int = 0) -> tuple[Array, Array, Array]:
        """Where bins begin and end, and the count in each, for one entry of the array; empty bins are left out.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.statistics["q"].histogram()[2]
        array([1., 1., 1.])
        """
        return self._filled_bins(whole("entry", entry, 0, len(self.tally.count) - 1))

    def _filled_bins(self, j: int) -> tuple[Array, Array, Array]:
        """The bins that hold something, cut off at the smallest and the largest value."""
        rows = self._bins_of_entries[j]
        low, high = self.bins.bounds(rows[:, 1], rows[:, 3])
        least, most = self.tally.low[j], self.tally.high[j]
        return np.clip(low, least, most), np.clip(high, least, most), rows[:, 2].astype(float)

    @cached_property
    def _bins_of_entries(self) -> list[NDArray[np.int64]]:
        bins = self.tally.bins
        return [bins[bins[:, 0] == j] for j in range(len(self.tally.count))]

    # ---- for people -------------------------------------------------------------------------------------------------

    def table_rows(self) -> Iterator[tuple[str, ...]]:
        """A row of text for each entry, with the columns `COLUMNS`.

        >>> import linkwise
        >>> q = linkwise.load("pendulum").sweep(9, {"q0": [0.1]}, step=1e-3, steps=1).statistics["q"]
        >>> next(q.table_rows())[:3]
        ('q[0]', '9', '0.0999993')
        """
        quantiles = self.quantile([0.05, 0.5, 0.95]).reshape(3, -1)
        columns = [np.ravel(x) for x in (self.count, self.mean, self.sd, self.min, *quantiles, self.max, self.max_at)]
        for j, index in enumerate(np.ndindex(*self.shape)):
            count, *values, at = (column[j] for column in columns)
            entry = plain(self.name, 24) + (f"[{', '.join(map(str, index))}]" if index else "")
            yield (entry, f"{count:d}", *(f"{x:.6g}" for x in values), f"{at:d}")

    def __repr__(self) -> str:
        tally, shape = self.tally, f", shape {self.shape}" if self.shape else ""
        if len(tally.count) > WRITTEN_OUT:
            text = f"min {np.fmin.reduce(tally.low):.3g}, max {np.fmax.reduce(tally.high):.3g} of all entries"
        else:
            numbers = {"mean": self.mean, "sd": self.sd, "min": self.min, "max": self.max}
            text = ", ".join(f"{what} {self._short(x)}" for what, x in numbers.items())
        return f"Statistic({shown(self.name, 24)} of {tally.count.max(initial=0)} rollouts{shape}: {text})"

    def _short(self, numbers: Any) -> str:
        listed = ", ".join(f"{x:.3g}" for x in np.ravel(numbers).tolist())
        return f"[{listed}]" if self.shape else listed

    def _repr_html_(self) -> str:
        rows = list(self.table_rows())
        cut = f", the first {MOST_ROWS} of {len(rows)} entries" if len(rows) > MOST_ROWS else ""
        return html_table(f"{plain(self.name, 24)}{cut}", COLUMNS, rows[:MOST_ROWS])

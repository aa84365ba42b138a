"""Samples that machine code takes on its way: it asks for torques when a stretch of time begins, and holds them in it.

They are written in the table of what is given, one row for each stretch, so that they are known afterwards as well.
"""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from .breaks import Breaks, apart
from .plant import Plant

MOST = 200_000
"""Stretches of a run whose table is made at once; samples of longer runs are taken between calls of the code."""


class SamplesInCode:
    """The torques of one run; `table` is that of its code, `breaks` are those that the code ends its steps at."""

    def __init__(self, plant: Plant, table: Array, breaks: Breaks):
        assert plant.inputs.sampler is not None
        self.plant, self.sampler, self.table, self.breaks = plant, plant.inputs.sampler, table, breaks
        self.trouble, self.size = "", len(self.sampler.now)
        breaks.in_code, table[:, 1 : 1 + self.size] = True, np.nan

    def __call__(self, t: float, y: Array) -> Array:
        """The torques from a time on: a sample is taken if it is due."""
        sampler, n = self.sampler, self.plant.n
        if sampler.due(t):
            sampler.at(t, y[:n], y[n : 2 * n], y[:0])
            self.trouble = self.plant.inputs.trouble.text
        return sampler.now

    def known(self, t: float, y: Array) -> Array:
        """Those that were written in the table."""
        return self.table[self._row(t), 1 : 1 + self.size]

    def write(self, t: float) -> None:
        """Write those that act now, at the beginning of a run or at its end; all others are known."""
        row = self.table[self._row(t)]
        if np.isnan(row[1]) or t >= self.breaks.end:
            row[1 : 1 + self.size] = self.sampler.now

    def _row(self, t: float) -> int:
        return min(int(np.searchsorted(self.table[:, 0], t, side="right")), len(self.table) - 1)

    def hand_over(self, t: float) -> float:
        """From a time on samples are taken by the run; returns when the next one is due."""
        self.breaks.in_code = False
        self.plant.inputs.trouble.text = self.trouble
        if self.plant.plain:
            self.plant.constant_tau = self.plant.inputs.torques(t, *[np.zeros(0)] * 3)
        return self.breaks.enter(t)


def after(times: Array) -> Array:
    """Times at which what begins there acts already: a sample's own time may be a rounding before it."""
    later: Array = times + apart(0.0) * (1.0 + np.abs(times))
    return later

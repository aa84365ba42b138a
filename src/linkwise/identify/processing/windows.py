"""A log, window by window: states from positions, and the low-pass of whatever is computed from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ..logs.log import Log
from .derivatives import DERIVATIVES
from .evenly import evenly
from .filter import Filter
from .low_pass import low_pass, settling

LONGEST = 8192
"""How many samples a window has besides its margins."""

TRIMMED = 0.5
"""How much of either end of a log is left out, in periods of the parallel filter's cut-off: it is guessed there."""


@dataclass(frozen=True, eq=False)
class Window:
    """Some samples of a log with margins on either side: its states and torques, and which samples are its own."""

    time: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    own: NDArray[np.intp]
    cutoff: float | None
    rate: float
    order: int

    def filtered(self, x: Array) -> Array:
        """The columns of x through the parallel filter, at the window's own samples."""
        kept: Array = low_pass(x, self.cutoff, self.rate, self.order)[self.own]
        return kept


def windows(log: Log, choices: Filter) -> Iterator[Window]:
    """The windows of a log in order; together their own samples are those of the log, decimated.

    Margins are as long as the filters remember, so that the windows do not show: cut into windows or not, a log gives
    the same to 1e-8.

    >>> log = Log(0.01 * np.arange(1000), np.zeros((1000, 1)), np.zeros((1000, 1)), joints=["a"])
    >>> [window.filtered(window.q).shape for window in windows(log, Filter(parallel=1.0))]
    [(90, 1)]
    """
    log, rate = evenly(log)
    position, parallel = choices.cutoffs(rate)
    step, count = choices.step(rate), len(log.time)
    margin = settling(position, rate, choices.order) + settling(parallel, rate, choices.order) + 10
    trimmed = 0 if parallel is None else int(TRIMMED * rate / parallel)
    kept = np.arange(trimmed, count - trimmed, step)
    longest = max(LONGEST, 2 * margin)
    for start in range(0, count, longest):
        own = kept[(kept >= start) & (kept < start + longest)]
        if not len(own):
            continue
        first, last = max(0, start - margin), min(count, start + longest + margin)
        part = slice(first, last)
        q = low_pass(log.q[part], position, rate, choices.order)
        derivative = DERIVATIVES[choices.derivative]
        if log.qd is not None and choices.measured:
            qd = low_pass(log.qd[part], position, rate, choices.order)
        else:
            qd = derivative(q, 1.0 / rate)
        if log.qdd is not None and choices.measured:
            qdd = low_pass(log.qdd[part], position, rate, choices.order)
        else:
            qdd = derivative(qd, 1.0 / rate)
        yield Window(log.time[part], q, qd, qdd, log.tau[part], own - first, parallel, rate, choices.order)

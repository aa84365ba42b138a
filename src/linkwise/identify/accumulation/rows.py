"""The rows of a regression W x = τ, piece by piece: columns and torques through the same filter, decimated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ..columns import Regressor
from ..logs.log import Log
from ..processing import Filter, Window, windows
from ..resuming import Passes

KEPT_BYTES = 48 * 2**20
"""Rows of up to this size are kept; longer ones are computed again whenever they are needed."""

BLOCKS = 32
"""Into how many blocks of time all logs together are cut, at least four for each log."""


Known = Callable[[Array, Array, Array], Array]
"""Torques (samples, n) that are known, from q, q̇ and q̈."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Some rows: for each joint its columns (samples, …), the torques (samples, n), and times; samples that are left
    out are 0 there and False in `used`. `block` has the number of the block of time of each sample."""

    log: int
    time: Array
    block: NDArray[np.intp]
    W: list[Array]
    tau: Array
    used: NDArray[np.bool_]

    @property
    def size(self) -> int:
        """Bytes.

        >>> Piece(0, np.zeros(2), np.zeros(2), [np.zeros((2, 3))], np.zeros((2, 1)), np.ones((2, 1), dtype=bool)).size
        66
        """
        return sum(W.nbytes for W in self.W) + self.tau.nbytes + self.used.nbytes


class Rows:
    """The rows of logs; iterating gives them in pieces, in the order of time.

    >>> import linkwise
    >>> from linkwise.identify.columns import Request
    >>> robot = linkwise.load("pendulum")
    >>> log = Log(0.01 * np.arange(50), np.zeros((50, 1)), np.zeros((50, 1)), joints=robot.joint_names)
    >>> rows = Rows(Regressor(robot, Request.of()), [log], Filter(parallel=None))
    >>> [(piece.tau.shape, piece.W[0].shape) for piece in rows], rows.blocks
    ([((50, 1), (50, 3))], 32)
    """

    def __init__(
        self,
        regressor: Regressor,
        logs: Sequence[Log],
        choices: Filter,
        loads: Sequence[Known | None] = (),
        blocks: int = BLOCKS,
        passes: Passes | None = None,
    ) -> None:
        self.regressor, self.logs, self.choices = regressor, tuple(logs), choices
        self.loads: tuple[Known | None, ...] = tuple(loads) or (None,) * len(self.logs)
        """For each log the torques of a payload that is known, or None."""
        self.per_log = 4 * max(1, blocks // (4 * max(1, len(self.logs))))
        self.blocks = self.per_log * len(self.logs)
        self._kept: list[Piece] | None = None
        self.passes = Passes() if passes is None else passes
        self.long = False
        """Whether the rows were too large to be kept."""

    def __iter__(self) -> Iterator[Piece]:
        return self.after(0)

    def after(self, done: int) -> Iterator[Piece]:
        """The pieces after the first ones, which belong to rows that are too large to be kept."""
        if done:
            self.long = True
            yield from self.passing(done)
            return
        if self._kept is not None:
            yield from self._kept
            return
        kept: list[Piece] = []
        size = 0
        for piece in self.passing():
            size += piece.size
            if size <= KEPT_BYTES:
                kept.append(piece)
            else:
                kept.clear()
                self.long = True
            yield piece
        if not self.long:
            self._kept = kept

    @property
    def scale_free(self) -> bool:
        """Whether all gains are unknown, and no payload and no links that are kept give their scale."""
        gains = sum(each.kind == "gain" for each in self.regressor.nonlinear)
        known = any(load is not None for load in self.loads)
        return gains == self.regressor.tree.n and self.regressor.request.links and not known

    @property
    def kept(self) -> bool:
        """Whether the rows are in memory, after they were computed once."""
        return self._kept is not None

    def forget(self) -> None:
        """Compute the rows anew from here on: the columns have changed."""
        self._kept = None

    def cut(self, blocks: int) -> Rows:
        """The same rows cut into about `blocks` blocks of time; rows that are kept are not computed again.

        >>> import linkwise
        >>> from linkwise.identify.columns import Request
        >>> robot = linkwise.load("pendulum")
        >>> log = Log(0.01 * np.arange(50), np.zeros((50, 1)), np.zeros((50, 1)), joints=robot.joint_names)
        >>> Rows(Regressor(robot, Request.of()), [log], Filter(parallel=None)).cut(8).blocks
        8
        """
        again = Rows(self.regressor, self.logs, self.choices, self.loads, blocks, self.passes)
        if self._kept is not None:
            again._kept = [replace(piece, block=again._block(piece.log, piece.time)) for piece in self._kept]
        return again

    def quarter(self, block: int) -> int:
        """Which of the four contiguous parts of its log a block belongs to.

        >>> import linkwise
        >>> from linkwise.identify.columns import Request
        >>> robot = linkwise.load("pendulum")
        >>> log = Log(0.01 * np.arange(50), np.zeros((50, 1)), np.zeros((50, 1)), joints=robot.joint_names)
        >>> rows = Rows(Regressor(robot, Request.of()), [log], Filter(parallel=None))
        >>> [rows.quarter(block) for block in (0, 7, 8, 31)]
        [0, 0, 1, 3]
        """
        return (block % self.per_log) * 4 // self.per_log

    def passing(self, done: int = 0) -> Iterator[Piece]:
        """The pieces computed anew after the first ones, none of them kept."""
        for k, log in enumerate(self.logs):
            for window in windows(log, self.choices):
                if done > 0:
                    done -= 1
                    continue
                time = window.time[window.own]
                yield self._piece(k, window, time, self._block(k, time))

    def _block(self, log: int, time: Array) -> NDArray[np.intp]:
        """The number of the block of each time of a log."""
        first, last = self.logs[log].time[[0, -1]]
        within = self.per_log * (time - first) / max(float(last - first), 1e-300)
        return log * self.per_log + np.clip(within, 0, self.per_log - 1).astype(np.intp)

    def _piece(self, log: int, window: Window, time: Array, block: NDArray[np.intp]) -> Piece:
        columns = self.regressor(window.q, window.qd, window.qdd)
        for j, W in enumerate(columns):  # one at a time: the unfiltered columns are large
            columns[j] = window.filtered(W)
        tau = window.filtered(window.tau * self.regressor.gains)
        if (known := self.loads[log]) is not None:
            load = window.filtered(known(window.q, window.qd, window.qdd))
            tau = tau - load
            for k, each in enumerate(self.regressor.nonlinear, self.regressor.linear):
                if each.kind == "gain" and each not in self.regressor.frozen:
                    at = np.flatnonzero(self.regressor.of_row[each.index] == k)
                    columns[each.index][:, at] -= load[:, each.index, None] / self.regressor.gains[each.index]
        used = np.ones(tau.shape, dtype=bool)
        if self.choices.slowest > 0.0:
            used = np.abs(window.filtered(window.qd)) >= self.choices.slowest
            tau = tau * used
            columns = [W * used[:, j, None] for j, W in enumerate(columns)]
        return Piece(log, time, block, columns, tau, used)

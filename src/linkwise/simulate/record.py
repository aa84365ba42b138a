"""The record of a run: a row for every step, or for every requested time."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from .breaks import apart
from .plant import Plant
from .stepping import Step


class Record:
    """Rows of time, state, accelerations and torques, and SciPy's interpolants between them."""

    def __init__(self, plant: Plant, times: Array | None):
        self.plant, self.times = plant, None if times is None else times.tolist()
        self.next, self.renewed = 0, False
        self.rows: list[tuple[float, Array, Array, Array]] = []
        self.pieces: list[tuple[float, float, Any]] = []

    def begin(self, t: float, y: Array) -> None:
        """Keep the start."""
        self._row(t, y)
        self.next = 1

    def step(self, step: Step, t: float, y: Array) -> None:
        """Keep a step, or its part up to a time; `y` is the state there."""
        if step.dense is not None:
            self.pieces.append((step.t0, t, step.dense))
        if self.times is None:
            self._row(t, y)
            return
        while self.next < len(self.times) and self.times[self.next] <= t:
            at = self.times[self.next]
            self._row(at, y if at == t else step.at(at))
            self.next += 1

    def again(self, t: float, y: Array) -> None:
        """Keep the same instant once more, after accelerations or velocities have jumped; the requested time of a
        sample has the torques from then on."""
        if self.times is None:
            self._row(t, y)
        elif self.renewed and t - self.rows[-1][0] <= apart(t):
            self.rows.pop()
            self._row(t, y)
        self.renewed = False

    def renew(self) -> None:
        """A sample was taken: what is kept again replaces the row of a requested time."""
        self.renewed = bool(self.rows)

    def last(self, t: float, y: Array) -> None:
        """Keep the last good state of a run that ended early, unless the last row is that state but for rounding."""
        if t - self.rows[-1][0] > apart(t):
            self._row(t, y)

    def _row(self, t: float, y: Array) -> None:
        qdd, tau, _ = self.plant.look(t, y)
        self.rows.append((t, y.copy(), qdd, tau))

    def columns(self) -> tuple[Array, Array, Array, Array]:
        """t, y, q̈ and τ as arrays."""
        t, y, qdd, tau = zip(*self.rows, strict=True)
        return np.array(t), np.array(y), np.array(qdd), np.array(tau)

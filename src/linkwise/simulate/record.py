"""The record of a run: a row for every step, or for every requested time."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .breaks import apart
from .compiled_steps import CompiledSteps
from .stepping import Step


class Record:
    """Rows of time, state, accelerations and torques, block by block, and the interpolants between them; `look` gives
    accelerations and torques."""

    def __init__(self, look: Callable[[float, Array], tuple[Array, Array]], times: Array | None):
        self.look, self.times = look, times
        self.next, self.renewed = 0, False
        self.blocks: list[tuple[Array, Array, Array, Array]] = []
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
            at = float(self.times[self.next])
            self._row(at, y if at == t else step.at(at))
            self.next += 1

    def together(self, stepper: CompiledSteps, count: int) -> None:
        """Keep the next steps of a stepper, which goes past them."""
        rows, n, size = stepper.ahead()[:count], stepper.plant.n, stepper.kernel.size
        if self.times is None:
            told = rows[:, 1 + 2 * size : 1 + 2 * size + n]
            self.blocks.append((rows[:, 0], rows[:, 1 : 1 + size], rows[:, 1 + size + n : 1 + size + 2 * n], told))
        else:
            until = int(np.searchsorted(self.times, rows[-1, 0], side="right"))
            if until > self.next:
                states = stepper.between(self.times[self.next : until], count)
                self.blocks.append((states[:, 0], states[:, 1:], *stepper.look_at(states)))
                self.next = until
        self.pieces += stepper.take(count)

    def again(self, t: float, y: Array) -> None:
        """Keep the same instant once more, after accelerations or velocities have jumped; the requested time of a
        sample has the torques from then on."""
        if self.times is None:
            self._row(t, y)
        elif self.renewed and t - float(self.blocks[-1][0][-1]) <= apart(t):
            times, states, qdd, tau = self.blocks[-1]
            self.blocks[-1] = times[:-1], states[:-1], qdd[:-1], tau[:-1]
            self._row(t, y)
        self.renewed = False

    def renew(self) -> None:
        """A sample was taken: what is kept again replaces the row of a requested time."""
        self.renewed = bool(self.blocks)

    def last(self, t: float, y: Array) -> None:
        """Keep the last good state of a run that ended early, unless the last row is that state but for rounding."""
        if t - float(self.blocks[-1][0][-1]) > apart(t):
            self._row(t, y)

    def _row(self, t: float, y: Array) -> None:
        qdd, tau = self.look(t, y)
        self.blocks.append((np.array([t]), y.copy()[None], np.array(qdd)[None], np.array(tau)[None]))

    def column(self, k: int, of: slice) -> Array:
        """Some of the columns of y, q̈ or τ (1, 2, 3), as an array of their own."""
        return np.concatenate([block[k][:, of] for block in self.blocks])

    def columns(self) -> tuple[Array, Array, Array, Array]:
        """t, y, q̈ and τ as arrays."""
        t, y, qdd, tau = (np.concatenate(column) for column in zip(*self.blocks, strict=True))
        return t, y, qdd, tau

"""Steps in machine code, many at a call; where a step cannot be made, those of `adaptive` and `fixed_steps` go on.

A call's steps lie ahead: the run takes those together in which nothing happens, and looks into the next one itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..program.integration import BROKEN, Task
from .adaptive import HELD_STEP, SAMPLES
from .asked import AskedFunctions
from .breaks import apart
from .motion_kernel import MotionKernel
from .plant import Plant
from .polynomial import LatePolynomial, Polynomial
from .program_of_modes import numbers_of_modes
from .samples_in_code import SamplesInCode, after
from .stepping import Step, Stepper
from .stretches import later_than, until_ends

Piece = tuple[float, float, Any]
"""Beginning and end of a step, and its dense output."""

FIRST, MOST = (256, 32), 4096
"""Steps of a call, the first of fixed steps and with error control: more each time, as a change may be near."""


class CompiledSteps:
    """Steps of a motion kernel; `otherwise` makes the steps where code comes to no end; `watched` says that something
    may happen on the way."""

    def __init__(
        self,
        plant: Plant,
        kernel: MotionKernel,
        table: Array,
        task: Task,
        otherwise: Stepper,
        watched: bool,
        samples: SamplesInCode | None = None,
    ):
        self.plant, self.kernel, self.table, self.task, self.otherwise = plant, kernel, table, task, otherwise
        self.adaptive, self.handed_over, self.samples_in_code = task.steps == 0, False, samples
        self.lasting = until_ends(table) if samples is None else table
        self.grid, self.end, self.functions = (
            task.steps,
            task.end,
            AskedFunctions(plant, kernel.inputs, task.steps == 0),
        )
        self.ask = self.functions if kernel.inputs.asks else None
        self.watched = watched
        self.longest, self.samples = task.step, SAMPLES if self.adaptive and plant.sticks else 1
        self.state = np.zeros(4 + 2 * kernel.size + kernel.told)
        self.name = getattr(otherwise, "name", "")

    def restart(self, t: float, y: Array, until: float) -> None:
        """Continue from a state."""
        self._follow_modes()
        self.t, self.y, self.until, self.room = t, y, until, FIRST[self.adaptive]
        sampler, known = self.plant.inputs.sampler, float(self.state[1])
        if sampler is not None and self.samples_in_code is None:
            self._hold(sampler.now)
        if self.watched and self.ask is not None:  # what ends a run may lie ahead, and functions end there, too
            self.room = 1
        elif not self.watched and not self.adaptive:
            self.room = min(MOST, self.grid)
        self.rest = later_than(self.table if self.adaptive else self.lasting, t)
        waiting = self.adaptive and self.plant.held.any() and not self.plant.inputs.constant
        longest, task = min(self.longest, HELD_STEP) if waiting else self.longest, self.task
        self.task = Task(task.begin, until, longest, self._steps(until), task.rtol, task.atol)
        self.rows, self.at = np.empty((0, self.kernel.recorded)), 0
        self.state[:] = 0.0
        self.state[0], self.state[4 : 4 + len(y)] = t, y
        if sampler is not None:  # the step is known from the sample before: most samples take one step
            self.state[1] = -(known or min(until, float(self.rest[0, 0])) - t)
        if not self.adaptive:  # a break may lie on the grid up to rounding: that step is done
            self.state[2] = max(0.0, np.floor((t - self.task.begin + apart(t)) / self.task.step))
        if self.ask is not None:
            self.functions.heard.begin()
        if self.handed_over:
            self.otherwise.restart(t, y, until)

    def _follow_modes(self) -> None:
        """Give the modes of joints to the program."""
        n = self.plant.n
        if self.plant.sticks and (self.table[0, -n:] != (modes := numbers_of_modes(self.plant))).any():
            self.table[:, -n:] = modes
            self.lasting = until_ends(self.table)  # a new one: polynomials that are still to be found keep theirs

    def _hold(self, torques: Array) -> None:
        """From now on these torques are given: the first numbers of every row."""
        end = 1 + len(torques)
        self.table[:, 1:end] = self.lasting[:, 1:end] = torques

    def _steps(self, until: float) -> int:
        """The number on the grid of the step that ends at a time; 0 with error control."""
        task = self.task
        if self.adaptive or until >= self.end:
            return self.grid
        return max(1, int(np.ceil((until - apart(until) - task.begin) / task.step)))

    def look(self, t: float, y: Array) -> tuple[Array, Array]:
        """q̈ and τ at a state."""
        inside = np.empty((1, 1 + len(y)))
        inside[0, 0], inside[0, 1:] = self.plant.inputs.stretch.inside(t), y
        if self.samples_in_code is not None:
            inside[0, 0] = np.nextafter(t, -np.inf)  # a step that ends at a sample has the torques before
            self.samples_in_code.write(inside[0, 0] if t < self.end else t)
        n, size, gives = self.plant.n, self.kernel.size, self._rates_at(inside)[0]
        return gives[n : 2 * n], gives[size : size + n]

    def look_at(self, states: Array) -> tuple[Array, Array]:
        """q̈ and τ at rows of time and state, which lie in the stretch between two breaks that the run is in."""
        n, size = self.plant.n, self.kernel.size
        gives = self._told(states)
        return gives[:, n : 2 * n], gives[:, size : size + n]

    def borne_at(self, states: Array) -> Array:
        """What held joints bear, likewise."""
        return self._told(states)[:, self.kernel.size + self.plant.n :]

    def _told(self, states: Array) -> Array:
        """ẏ and what the program tells, likewise."""
        inside, stretch = np.array(states), self.plant.inputs.stretch
        if self.samples_in_code is not None:
            inside[:, 0] = after(inside[:, 0])
        if stretch.low > -np.inf:
            np.maximum(inside[:, 0], stretch.low + apart(stretch.low), out=inside[:, 0])
        if stretch.high < np.inf:
            np.minimum(inside[:, 0], stretch.high - apart(stretch.high), out=inside[:, 0])
        return self._rates_at(inside)

    def _rates_at(self, states: Array) -> Array:
        """ẏ and what the program tells at rows of time and state."""
        sampler = self.plant.inputs.sampler
        self._follow_modes()
        if sampler is not None and self.samples_in_code is None:
            self._hold(sampler.now)
        gives = np.empty((len(states), self.kernel.size + self.kernel.told))
        self.kernel.module.rates(states, self.lasting, gives, self.ask)
        return gives

    def ahead(self) -> Array:
        """Records of the steps to come, those of a new call if there are none; none at all after the last, or if the
        next step cannot be made."""
        if self.at == len(self.rows) and not self.handed_over:
            records = np.empty((self.room, self.kernel.recorded))
            ask = self.samples_in_code if self.ask is None else self.functions.hearing()
            count, why = self.kernel.module.run(self.state, self.task, self.rest, records, ask)
            if self.ask is not None:
                self.functions.heard.steps(self.t, records[:count, 0])
            self.rows, self.at, self.room = records[:count], 0, min(4 * self.room, MOST)
            if self.ask is not None and self.watched:
                self.room = 1
            if why == BROKEN and not count:
                self._hand_over()
        return self.rows[self.at :]

    def _pieces(self, count: int) -> list[Piece]:
        """The next steps' times and dense outputs."""
        size, rows, pieces = self.kernel.size, self.rows[self.at : self.at + count], list[Piece]()
        rest = rows[:, 1 + 2 * size + self.kernel.told :].reshape(count, -1, size)
        t, y, rates = self.t, self.y, partial(self._rates, self.lasting)
        for end, y1, known in zip(rows[:, 0].tolist(), rows[:, 1 : 1 + size], rest, strict=True):
            late = self.ask is not None
            dense = LatePolynomial(t, end - t, y, y1, known, rates) if late else Polynomial(t, end - t, y, known)
            pieces.append((t, end, dense))
            t, y = end, y1
        return pieces

    def _rates(self, table: Array, states: Array) -> Array:
        """ẏ at rows of time and state inside steps, whatever stretch the run is in."""
        size, stretch = self.kernel.size, self.plant.inputs.stretch
        gives, now = np.empty((len(states), size + self.kernel.told)), (stretch.low, stretch.high)
        stretch.low, stretch.high = -np.inf, np.inf
        try:
            self.kernel.module.rates(states, table, gives, self.ask)
        finally:
            stretch.low, stretch.high = now
        return gives[:, :size]

    def take(self, count: int) -> list[Piece]:
        """Go past so many steps; their times and dense outputs, with error control."""
        size, rows = self.kernel.size, self.rows
        pieces = [each for each in self._pieces(count) if each[1] > each[0]] if self.adaptive else []
        self.at += count
        last = rows[self.at - 1]
        self.t, self.y = float(last[0]), last[1 : 1 + size]
        return pieces

    def between(self, times: Array, count: int) -> Array:
        """Rows of time and state at increasing times within the next steps."""
        rows, size = self.rows[self.at : self.at + count], self.kernel.size
        starts = np.concatenate([[[self.t, *self.y]], rows[:-1, : 1 + size]])
        k = np.searchsorted(rows[:, 0], times, side="left")
        t0, y0 = starts[k, 0], starts[k, 1:]
        if self.adaptive and self.ask is not None:
            pieces = self._pieces(count)
            y = np.array([pieces[i][2](t) for t, i in zip(times.tolist(), k.tolist(), strict=True)])
        elif self.adaptive:
            dense = rows[k, 1 + 2 * size + self.kernel.told :].reshape(-1, 7, size).swapaxes(0, 1)
            y = Polynomial(t0[:, None], (rows[k, 0] - t0)[:, None], y0, dense)(times[:, None])
        else:
            every = zip(times.tolist(), k.tolist(), strict=True)
            y = np.array([self._shorter(t0[i], y0[i])(t) for i, (t, _) in enumerate(every)])
        exact = rows[k, 0] == times
        y[exact] = rows[k[exact], 1 : 1 + size]
        return np.concatenate([times[:, None], y], axis=1)

    def step(self) -> Step:
        """The next step alone."""
        t, y = self.t, self.y
        if self.handed_over or not len(self.ahead()):
            if not self.handed_over:
                self._hand_over()
            return self.otherwise.step()
        pieces = self.take(1)
        at = pieces[0][2] if pieces else self._shorter(t, y)
        return Step(t, y.copy(), self.t, self.y.copy(), at, pieces[0][2] if pieces else None, self.samples)

    def _shorter(self, t: float, y: Array) -> Callable[[float], Array]:
        """The states inside a fixed step: the ends of shorter ones."""

        def at(s: float) -> Array:
            if s == t:
                return y
            state, record = np.zeros(len(self.state)), np.empty((2, self.kernel.recorded))
            state[0], state[4 : 4 + len(y)] = t, y
            ask = self.ask if self.samples_in_code is None else self.samples_in_code.known
            self.kernel.module.run(state, Task(t, s, self.task.step, 1), self.rest, record, ask)
            return state[4 : 4 + len(y)]

        return at

    def _hand_over(self) -> None:
        """What cannot be done here is done, or explained, by the other stepper."""
        self.handed_over = True
        if self.samples_in_code is not None:
            self.until = self.samples_in_code.hand_over(self.t)
        self.otherwise.restart(self.t, self.y.copy(), self.until)

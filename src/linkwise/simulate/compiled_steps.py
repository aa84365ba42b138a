"""Steps in machine code, many at a call; where a step cannot be made, those of `adaptive` and `fixed_steps` go on.

A call's steps lie ahead: the run takes those together in which nothing happens, and looks into the next one itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..program.integration import BROKEN, Task
from .adaptive import HELD_STEP, Adaptive
from .asked import AskedFunctions
from .breaks import apart
from .motion_kernel import MotionKernel, motion_kernel
from .plant import Plant
from .polynomial import LatePolynomial, Polynomial
from .scalar_inputs import scalar_inputs
from .stepping import Fixed, Step, Stepper
from .stretches import later_than, stretches, until_ends

Piece = tuple[float, float, Any]
"""Beginning and end of a step, and its dense output."""

FIRST, MOST = (256, 32), 4096
"""Steps of a call, the first of fixed steps and with error control: more each time, as a change may be near."""


class CompiledSteps:
    """Steps of a motion kernel; `otherwise` makes the steps where code comes to no end; `watched` says that something
    may happen on the way."""

    def __init__(self, plant: Plant, kernel: MotionKernel, table: Array, task: Task, otherwise: Stepper, watched: bool):
        self.plant, self.kernel, self.table, self.task, self.otherwise = plant, kernel, table, task, otherwise
        self.adaptive, self.lasting, self.handed_over = task.steps == 0, until_ends(table), False
        self.grid, self.end, self.functions = (
            task.steps,
            task.end,
            AskedFunctions(plant, kernel.inputs, task.steps == 0),
        )
        self.ask = self.functions if kernel.inputs.asks else None
        self.watched = watched
        self.state = np.zeros(4 + 2 * kernel.size + kernel.told)
        self.name = getattr(otherwise, "name", "")

    def restart(self, t: float, y: Array, until: float) -> None:
        """Continue from a state."""
        self.t, self.y, self.until, self.room = t, y, until, FIRST[self.adaptive]
        sampler, known = self.plant.inputs.sampler, float(self.state[1])
        if sampler is not None:
            self._hold(sampler.now)
        if self.watched and self.ask is not None:  # what ends a run may lie ahead, and functions end there, too
            self.room = 1
        elif not self.watched and not self.adaptive:
            self.room = min(MOST, self.grid)
        self.rest = later_than(self.table if self.adaptive else self.lasting, t)
        task = self.task
        self.task = Task(task.begin, until, task.step, self._steps(until), task.rtol, task.atol)
        self.rows, self.at = np.empty((0, self.kernel.recorded)), 0
        self.state[:] = 0.0
        self.state[0], self.state[4 : 4 + len(y)] = t, y
        if sampler is not None:  # the step is known from the sample before: most samples take one step
            self.state[1] = -(known or until - t)
        if not self.adaptive:  # a break may lie on the grid up to rounding: that step is done
            self.state[2] = max(0.0, np.floor((t - self.task.begin + apart(t)) / self.task.step))
        if self.ask is not None:
            self.functions.heard.begin()
        if self.handed_over:
            self.otherwise.restart(t, y, until)

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
        qdd, tau = self._rates_at(inside)
        return qdd[0], tau[0]

    def look_at(self, states: Array) -> tuple[Array, Array]:
        """q̈ and τ at rows of time and state, which lie in the stretch between two breaks that the run is in."""
        inside, stretch = np.array(states), self.plant.inputs.stretch
        if stretch.low > -np.inf:
            np.maximum(inside[:, 0], stretch.low + apart(stretch.low), out=inside[:, 0])
        if stretch.high < np.inf:
            np.minimum(inside[:, 0], stretch.high - apart(stretch.high), out=inside[:, 0])
        return self._rates_at(inside)

    def _rates_at(self, states: Array) -> tuple[Array, Array]:
        n, size, sampler = self.plant.n, self.kernel.size, self.plant.inputs.sampler
        if sampler is not None:
            self._hold(sampler.now)
        gives = np.empty((len(states), size + self.kernel.told))
        self.kernel.module.rates(states, self.lasting, gives, self.ask)
        return gives[:, n : 2 * n], gives[:, size:]

    def ahead(self) -> Array:
        """Records of the steps to come, those of a new call if there are none; none at all after the last, or if the
        next step cannot be made."""
        if self.at == len(self.rows) and not self.handed_over:
            records = np.empty((self.room, self.kernel.recorded))
            ask = None if self.ask is None else self.functions.hearing()
            count, why = self.kernel.module.run(self.state, self.task, self.rest, records, ask)
            if ask is not None:
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
        t, y = self.t, self.y
        for end, y1, known in zip(rows[:, 0].tolist(), rows[:, 1 : 1 + size], rest, strict=True):
            late = self.ask is not None
            dense = LatePolynomial(t, end - t, y, y1, known, self._rates) if late else Polynomial(t, end - t, y, known)
            pieces.append((t, end, dense))
            t, y = end, y1
        return pieces

    def _rates(self, states: Array) -> Array:
        """ẏ at rows of time and state inside steps, whatever stretch the run is in."""
        size, stretch = self.kernel.size, self.plant.inputs.stretch
        gives, now = np.empty((len(states), size + self.kernel.told)), (stretch.low, stretch.high)
        stretch.low, stretch.high = -np.inf, np.inf
        try:
            self.kernel.module.rates(states, self.lasting, gives, self.ask)
        finally:
            stretch.low, stretch.high = now
        return gives[:, :size]

    def take(self, count: int) -> list[Piece]:
        """Go past so many steps; their times and dense outputs, with error control."""
        size, rows = self.kernel.size, self.rows
        pieces = self._pieces(count) if self.adaptive else []
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
        return Step(t, y.copy(), self.t, self.y.copy(), at, pieces[0][2] if pieces else None)

    def _shorter(self, t: float, y: Array) -> Callable[[float], Array]:
        """The states inside a fixed step: the ends of shorter ones."""

        def at(s: float) -> Array:
            if s == t:
                return y
            state, record = np.zeros(len(self.state)), np.empty((1, self.kernel.recorded))
            state[0], state[4 : 4 + len(y)] = t, y
            self.kernel.module.run(state, Task(t, s, self.task.step, 1), self.rest, record, self.ask)
            return state[4 : 4 + len(y)]

        return at

    def _hand_over(self) -> None:
        """What cannot be done here is done, or explained, by the other stepper."""
        self.handed_over = True
        self.otherwise.restart(self.t, self.y.copy(), self.until)


def compiled_steps(
    plant: Plant,
    otherwise: Stepper,
    method: str,
    span: tuple[float, float],
    driven_by: tuple[Any, Any, Any],
    watched: bool,
) -> Stepper:
    """The compiled stepper of a run, if there is one, or the other."""
    system, inputs = plant.system, plant.inputs
    if plant.sticks or plant.onto is not None or inputs.companions or plant.driven != slice(0, plant.n):
        return otherwise
    if plant.dry.unheld:  # joints may be held fast
        return otherwise
    if getattr(system, "tree", None) is None or not isinstance(otherwise, Adaptive | Fixed):
        return otherwise
    tau, controller, wrenches = driven_by
    if inputs.sampler is not None:  # between samples torques are numbers
        tau, controller = np.zeros(plant.n), None
    given = scalar_inputs(system, tau, controller, wrenches, inputs.most)
    kernel = motion_kernel(system, method, given)
    if given is None or kernel is None or (given.asks and inputs.sampler is not None):
        return otherwise
    if isinstance(otherwise, Fixed):
        task = Task(*span, otherwise.h, otherwise.steps)
    else:
        longest = min(otherwise.longest, HELD_STEP) if inputs.touching else otherwise.longest
        task = Task(*span, longest, 0, otherwise.rtol, otherwise.atol)
    return CompiledSteps(plant, kernel, stretches(given.values, span[0]), task, otherwise, watched)

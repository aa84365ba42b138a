"""Steps ahead through which the modes hold: no joint comes to rest, breaks loose or meets a stop.

What is looked at are the instants of `mode_changes`, all steps at a time. A step in which something may happen is left
to the rules there, which find out; they are told where in it to look.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from .compiled_steps import CompiledSteps
from .dry_friction import Mask
from .plant import Plant
from .stepping import Step
from .stops import Stops

FIRST = 8
"""Steps looked at together at first; four times as many after that."""

PARTS, FEW = 32, 8
"""Parts of an interval that are looked at together, with a dense output and without: each is a step then."""

SHORT = 64 * 2.0**-52
"""An interval that is short enough, relative to its time: the last digits are found one by one."""


class Outlook:
    """At which states a change may be due, as long as the modes are what they are now."""

    def __init__(self, plant: Plant, stops: Stops, stepper: CompiledSteps):
        self.plant, self.stops, self.stepper = plant, stops, stepper
        self.slides = [k for k in plant.dry.laws if plant.modes[k] in (1, -1)]
        self.held: list[int] = np.flatnonzero(plant.held).tolist()

    def quiet(self, count: int) -> int:
        """How many of the next steps nothing happens in."""
        quiet, some, each = 0, FIRST, self.stepper.samples
        while quiet < count:
            states = self._within(quiet, min(quiet + some, count))
            due = self.due(states).reshape(-1, each).any(axis=1) | self._slow(states[each - 1 :: each, 1:])
            if due.any():
                return quiet + int(np.argmax(due))
            quiet, some = quiet + len(due), 4 * some
        return count

    def narrowed(self, step: Step, before: float, after: float) -> tuple[float, float]:
        """A shorter interval of a step in which a change that is due `after`, and was not `before`, becomes due."""
        parts = FEW if step.dense is None else PARTS
        while after - before > SHORT * (1.0 + abs(after)):
            times = np.linspace(before, after, parts + 1)
            due = self.due(self._states(step, times[1:-1]))
            k = int(np.argmax(due)) if due.any() else parts - 1
            before, after = float(times[k]), float(times[k + 1])
        return before, after

    def due(self, states: Array) -> Mask:
        """At which of these rows of time and state a change may be due."""
        plant, n = self.plant, self.plant.n
        q, qd = states[:, 1 : 1 + n], states[:, 1 + n : 1 + 2 * n]
        due = np.asarray((plant.modes[self.slides] * qd[:, self.slides] < 0.0).any(axis=1))
        if self.stops.watched:
            due |= (((q < self.stops.lower) | (q > self.stops.upper)) & ~plant.held).any(axis=1)
        if self.held:
            borne = self.stepper.borne_at(states)[:, self.held]
            forward, backward = self._bounds if self._bounds is not None else _bounds(plant, self.held, q)
            due |= ~((-backward <= borne) & (borne <= forward)).all(axis=1)
        return due

    @cached_property
    def _bounds(self) -> tuple[Array, Array] | None:
        """What held joints can bear, forward and backward; None if that varies with positions."""
        laws = [sliding.law for k in self.held for sliding in self.plant.dry.laws.get(k, ())]
        return None if any(law.needs for law in laws) else _bounds(self.plant, self.held, np.zeros((1, self.plant.n)))

    def _within(self, first: int, last: int) -> Array:
        """Rows of time and state at the instants in the next steps, from number `first` to `last`, that are looked
        at."""
        rows, stepper = self.stepper.ahead()[:last], self.stepper
        if stepper.samples == 1:
            return rows[first:, : 1 + stepper.kernel.size]
        starts = np.concatenate([[stepper.t], rows[:-1, 0]])[first:]
        times = np.linspace(starts, rows[first:, 0], stepper.samples + 1, axis=1)[:, 1:]
        return stepper.between(times.ravel(), last)

    def _states(self, step: Step, times: Array) -> Array:
        """Rows of times and states inside a step."""
        y = step.dense(times[:, None]) if step.dense is not None else [step.at(t) for t in times.tolist()]
        return np.concatenate([times[:, None], y], axis=1)

    def _slow(self, y: Array) -> Mask:
        """Which of these states, rows at ends of steps, have slides that may have crept to rest."""
        return np.asarray(self.plant.slow(y.T)[self.slides].any(axis=0))


def _bounds(plant: Plant, held: list[int], q: Array) -> tuple[Array, Array]:
    """What held joints can bear, forward and backward, at these positions."""
    each = [[plant.bounds(k, row, load) for k in held] for row in q for load in (plant.load(row),)]
    return np.array(each)[..., 0], np.array(each)[..., 1]

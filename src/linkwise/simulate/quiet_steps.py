"""Steps ahead through which the modes hold: no joint comes to rest, breaks loose or meets a stop.

What is looked at are the instants of `mode_changes`, all steps at a time. A step in which something may happen is left
to the rules there, which find out.
"""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from .compiled_steps import CompiledSteps
from .dry_friction import Mask
from .plant import Plant
from .stops import Stops

FIRST = 8
"""Steps looked at together at first; four times as many after that."""


def quiet_steps(plant: Plant, stops: Stops, stepper: CompiledSteps, count: int) -> int:
    """How many of the next steps nothing happens in."""
    if not plant.sticks:
        return count
    quiet, some, per_step = 0, FIRST, stepper.samples
    while quiet < count:
        states = _within(stepper, quiet, min(quiet + some, count))
        due = _due(plant, stops, stepper, states).reshape(-1, per_step).any(axis=1)
        due |= _slow(plant, states[per_step - 1 :: per_step, 1:])
        if due.any():
            return quiet + int(np.argmax(due))
        quiet, some = quiet + len(due), 4 * some
    return count


def _within(stepper: CompiledSteps, first: int, last: int) -> Array:
    """Rows of time and state at the instants in the next steps, from number `first` to `last`, that are looked at."""
    rows = stepper.ahead()[:last]
    if stepper.samples == 1:
        return rows[first:, : 1 + stepper.kernel.size]
    starts = np.concatenate([[stepper.t], rows[:-1, 0]])[first:]
    times = np.linspace(starts, rows[first:, 0], stepper.samples + 1, axis=1)[:, 1:]
    return stepper.between(times.ravel(), last)


def _due(plant: Plant, stops: Stops, stepper: CompiledSteps, states: Array) -> Mask:
    """At which of these rows of time and state a change may be due."""
    n, held = plant.n, plant.held
    q, qd = states[:, 1 : 1 + n], states[:, 1 + n : 1 + 2 * n]
    slides = _sliding(plant)
    due = np.asarray((plant.modes[slides] * qd[:, slides] < 0.0).any(axis=1))
    if stops.watched:
        due |= (((q < stops.lower) | (q > stops.upper)) & ~held).any(axis=1)
    if held.any():
        borne = stepper.borne_at(states)
        for k in np.flatnonzero(held).tolist():
            forward, backward = _bounds(plant, k, q)
            due |= ~((-backward <= borne[:, k]) & (borne[:, k] <= forward))
    return due


def _bounds(plant: Plant, k: int, q: Array) -> tuple[Array, Array]:
    """What a held joint can bear, forward and backward, at these positions."""
    varies = any(sliding.law.needs for sliding in plant.dry.laws.get(k, ()))
    each = np.array([plant.bounds(k, row, plant.load(row)) for row in (q if varies else q[:1])])
    return each[:, 0], each[:, 1]


def _slow(plant: Plant, y: Array) -> Mask:
    """Which of these states, rows at ends of steps, have slides that may have crept to rest."""
    return np.asarray(plant.slow(y.T)[_sliding(plant)].any(axis=0))


def _sliding(plant: Plant) -> list[int]:
    """The slides that slide with dry friction."""
    return [k for k in plant.dry.laws if plant.modes[k] in (1, -1)]

"""Changes of the equations within a step: a joint comes to rest, breaks loose, or meets a stop."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from .plant import Plant
from .resting import crept, passed_zero
from .stepping import Step
from .stops import Stops

Narrowed = Callable[[Step, float, float], tuple[float, float]]
"""Finds a shorter interval in which a change becomes due, within that from a time before it to one after."""


class Change(NamedTuple):
    """What happens to slide k: "rest", "loose" or "stop"."""

    kind: str
    k: int


def changes_at(plant: Plant, stops: Stops, t: float, y: Array) -> list[Change]:
    """The changes that are due at a state, because it contradicts the modes."""
    due = [Change("stop", k) for k in stops.passed(y, plant)]
    due += [Change("rest", k) for k in passed_zero(plant, t, y)]
    return due + [Change("loose", k) for k in plant.loose(t, y)]


def first_changes(
    plant: Plant, stops: Stops, step: Step, narrowed: Narrowed | None = None
) -> tuple[float, list[Change]] | None:
    """The first time in a step at which the modes no longer hold, to the last digits, and what changes there."""

    def due(t: float) -> list[Change]:
        return changes_at(plant, stops, t, step.y1 if t == step.t1 else step.at(t))

    if not plant.sticks and not stops.watched:
        return None
    before = step.t0
    for t in np.linspace(step.t0, step.t1, step.samples + 1)[1:].tolist():
        if due(t):
            low, high = (before, t) if narrowed is None else narrowed(step, before, t)
            if (low > before and due(low)) or (high < t and not due(high)):  # it is not as simple as that
                low, high = before, t
            after = bisect(lambda s: bool(due(s)), low, high)
            return after, due(after)
        before = t
    rest = [Change("rest", k) for k in crept(plant, step.t1, step.y1)]
    return (step.t1, rest) if rest else None


def bisect(happened: Callable[[float], bool], before: float, after: float) -> float:
    """The first time at which something has happened that had not happened `before` and has `after`.

    >>> bisect(lambda t: t >= 0.3, 0.0, 1.0)
    0.3
    """
    while True:
        middle = 0.5 * (before + after)
        if not before < middle < after:
            return after
        if happened(middle):
            after = middle
        else:
            before = middle

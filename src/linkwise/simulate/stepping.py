"""One step of any method: where it begins and ends, and every state between."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..calls.arrays import Array
from .breaks import apart
from .held import pin
from .plant import Plant

SingleStep = Callable[[Plant, float, Array, float], Array]
"""One step of a fixed-step method: (plant, t, y, h) -> y at t + h."""

ROUNDED = 64 * 2.0**-52
"""What dozens of roundings leave of a position of size 1."""


class Step(NamedTuple):
    """A step that was taken; `at(t)` is the state at any time in it."""

    t0: float
    y0: Array
    t1: float
    y1: Array
    at: Callable[[float], Array]
    dense: Any = None
    """SciPy's interpolant, if there is one: it outlives the step."""
    samples: int = 1
    """At how many times to look into the step for joints that stop and start again within it."""


class Failed(Exception):
    """A step could not be made; `args` are the time and why."""


class Stepper(Protocol):
    """Makes one step after the other."""

    def restart(self, t: float, y: Array, until: float) -> None:
        """Begin at a state, or restart after the equations have changed; no step goes beyond `until`."""

    def step(self) -> Step:
        """The next step."""


class Fixed:
    """Steps of equal length on the grid t0 + k h; one that is cut short by an event or a break is completed by a
    shorter one.

    A state inside a step is the end of a shorter step: it has the method's own order.
    """

    def __init__(self, plant: Plant, method: SingleStep, h: float, t0: float, t1: float):
        self.plant, self.method, self.h, self.t0, self.t1 = plant, method, h, t0, t1
        self.steps = max(1, int(np.ceil((t1 - t0) / h * (1.0 - 1e-12))))
        self.k = 0
        plant.resolution = self._resolution

    def restart(self, t: float, y: Array, until: float) -> None:
        """Continue from a state."""
        self.t, self.y, self.until = t, y, until

    def step(self) -> Step:
        """A step to the next time of the grid."""
        t, y = self.t, self.y
        while (end := self._grid(self.k + 1)) <= t:  # an event may lie on the grid
            self.k += 1
        if end > self.until - apart(end):
            if end <= self.until + apart(end):  # a break lies on the grid
                self.k += 1
            end = self.until

        def at(s: float) -> Array:
            return pin(self.plant, self.method(self.plant, t, y, s - t), y) if s != t else y

        self.t, self.y = end, at(end)
        return Step(t, y, end, self.y, at)

    def _grid(self, k: int) -> float:
        return self.t1 if k >= self.steps else self.t0 + k * self.h

    def _resolution(self, y: Array) -> Array:
        q = ROUNDED * np.maximum(np.abs(y[: self.plant.n]), 1.0)
        return np.concatenate([q, q / self.h])

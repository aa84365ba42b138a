"""Sampled controllers: torques held between samples, which arrive late and are rounded if that is asked for.

The run ends a step at each sample (`breaks`), so that no step sees the torque jump: between samples it is a number.
A function that keeps its own last sample cannot be right: steps are tried, rejected, and go back in time.
"""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray
from ..rollouts.sampled import Sampled
from .breaks import apart
from .caller_function import CallerFunction

MOST = 10**7
"""The most samples of one run: days of work."""


class SampledTorques:
    """The torques that act now, and those under way; `asked` gives new ones, `update` new states of the controller."""

    def __init__(
        self,
        sampled: Sampled,
        asked: Any,
        sizes: tuple[int, int],
        update: CallerFunction | None = None,
        place: slice | None = None,
    ):
        self.sampled, self.asked, self.update, self.place = sampled, asked, update, place
        n, m = sizes
        self.resolution, self.quantum = sampled.quanta("resolution", n), sampled.quanta("quantum", m)
        self.now, self.coming = np.zeros(m), np.zeros(m)
        self.begin, self.taken, self.arrived = 0.0, 0, 0

    def __call__(self, t: float, q: Array, qd: Array, z: Array) -> Array:
        """The torques that act, whatever the time and the state."""
        return self.now

    def instants(self, begin: float, end: float) -> Array:
        """When a run from `begin` to `end` samples, and when torques arrive."""
        self.begin, count = begin, int((end - begin) / self.sampled.period) + 2
        if count > MOST:
            raise BadArray(
                f"a run of {end - begin:g} s has {count:.3g} samples of {self.sampled.period:g} s.",
                f"At most {MOST} were expected.",
                "sample more slowly, or end sooner.",
            )
        samples = begin + self.sampled.period * np.arange(count)
        return np.concatenate([samples, samples + self.sampled.delay] if self.sampled.delay else [samples])

    def due(self, t: float) -> bool:
        """Whether a sample is taken at a time, or torques arrive."""
        return self._sample_at() <= t + apart(t) or self._arrival_at() <= t + apart(t)

    def at(self, t: float, q: Array, qd: Array, z: Array) -> None:
        """Whatever is due: torques arrive, then a sample is taken; the controller's states in z change in place."""
        if self.sampled.delay and self._arrival_at() <= t + apart(t):
            self.now, self.arrived = self.coming, self.arrived + 1
        if self._sample_at() <= t + apart(t):
            measured, when = _rounded(q, self.resolution), self._sample_at()
            new = _rounded(self.asked(when, measured, qd, z), self.quantum)
            if self.update is not None and self.place is not None:
                z[self.place] = self.update(when, measured, qd, z[self.place])
            self.taken += 1
            if self.sampled.delay:
                self.coming = new
            else:
                self.now = new

    def _sample_at(self) -> float:
        return self.begin + self.sampled.period * self.taken

    def _arrival_at(self) -> float:
        return self.begin + self.sampled.period * self.arrived + self.sampled.delay if self.sampled.delay else np.inf


class HeldStates:
    """A controller whose states change at samples, as a companion: in between they do not."""

    def __init__(self, controller: Any):
        self.controller, self.size = controller, controller.size

    def start(self, q0: Array, qd0: Array) -> Any:
        """Where they start."""
        return self.controller.start(q0, qd0)

    def rate(self, t: float, q: Array, qd: Array, tau: Array, z: Array) -> Array:
        """0."""
        return np.zeros(len(z))


def _rounded(x: Array, quanta: tuple[float, ...]) -> Array:
    """Each number as a whole multiple of its quantum, where that is not 0; halves go to even multiples."""
    if not quanta:
        return x
    each = np.array(quanta)
    rounded: Array = np.where(each > 0.0, np.rint(x / np.where(each > 0.0, each, 1.0)) * each, x)
    return rounded

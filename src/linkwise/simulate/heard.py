"""What the caller's functions answered while steps were made: their values along the motion, for whoever asks later."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..calls.arrays import Array

MOST = 50_000
"""Answers that are kept; where there are more, they are given up, and functions are called again."""

SAME_PLACE = 1e-7
"""How far from a stage's place in its step an answer may be, in steps, to be that stage's."""


class Heard:
    """Answers at times, stretch by stretch. With error control those of steps that were not taken are left out: they
    are not at the times of the stages, at increasing `places` of each step.

    >>> heard = Heard((0.0, 0.5, 1.0))
    >>> heard.begin()
    >>> for t in (0.0, 0.7, 1.4, 0.25, 0.5):                      # a step of 1.4, which was too long, and one of 0.5
    ...     heard.add(t, np.array([10.0 * t]))
    >>> heard.steps(0.0, np.array([0.5]))
    >>> times, values, stretches = heard.along()
    >>> times, values[:, 0], stretches
    (array([0.  , 0.25, 0.5 ]), array([0. , 2.5, 5. ]), array([0, 0, 0]))
    """

    def __init__(self, places: Sequence[float] | Array = ()):
        self.places = np.array(places)
        self.times, self.values = list[float](), list[Array]()
        self.stretch, self.firsts = -1, list[int]()
        self.starts, self.ends = list[Array](), list[Array]()
        self.full = False

    def begin(self) -> None:
        """Another stretch begins."""
        self.stretch += 1
        self.firsts.append(len(self.times))

    def add(self, t: float, value: Array) -> None:
        """An answer."""
        self.times.append(t)
        self.values.append(value)

    def steps(self, begin: float, ends: Array) -> None:
        """Steps were taken, one after the other."""
        if self.full or len(self.times) > MOST:
            self.full = True
            self.times.clear()
            self.values.clear()
        if len(ends) and len(self.places) and not self.full:
            self.starts.append(np.append(begin, ends[:-1]))
            self.ends.append(ends.copy())

    def along(self) -> tuple[Array, Array, Array] | None:
        """Increasing times, the answers there, and the numbers of their stretches; None if they were given up.

        A time that was asked for more than once has the last answer, which is that at the end of a step.
        """
        if self.full or not self.times:
            return None
        times, values = np.array(self.times), np.concatenate(self.values).reshape(len(self.times), -1)
        stretch = np.searchsorted(self.firsts, np.arange(len(times)), side="right") - 1
        if len(self.places):
            if not self.starts:
                return None
            starts, ends = np.concatenate(self.starts), np.concatenate(self.ends)
            k = np.clip(np.searchsorted(ends, times), 0, len(ends) - 1)
            place = (times - starts[k]) / (ends[k] - starts[k])
            near = np.clip(np.searchsorted(self.places, place), 1, len(self.places) - 1)
            off = np.minimum(np.abs(place - self.places[near]), np.abs(place - self.places[near - 1]))
            kept = off <= SAME_PLACE
            times, values, stretch = times[kept], values[kept], stretch[kept]
        order = np.lexsort((np.arange(len(times)), times, stretch))
        times, values, stretch = times[order], values[order], stretch[order]
        last = np.append((times[1:] > times[:-1]) | (stretch[1:] > stretch[:-1]), True)
        return times[last], values[last], stretch[last]

"""Times at which inputs jump: steps end there, and the integration starts anew.

Between two of them a run is in one stretch of time. Inputs are asked at times inside the stretch only, so that a step
that ends where a torque jumps sees none of what comes after.
"""

from __future__ import annotations

import functools
import inspect
import types
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite
from ..errors import BadArray
from ..trajectories import AbstractTrajectory

SAME_INSTANT = 64 * 2.0**-52
"""Times closer than this, relative to them, are one: an event is located to some roundings."""

MOST_LOOKED_AT = 1000
"""Objects in which trajectories are looked for; a controller holds a dozen."""

OURS = ("linkwise.", "numpy", "scipy", "functools")
"""Where objects come from that refer to no motion to follow, except as `inputs` of a controller."""


def apart(t: float) -> float:
    """How far from a time t another one must be to be different.

    >>> apart(0.0) < 1e-13
    True
    """
    return SAME_INSTANT * (1.0 + abs(t))


_INF = float("inf")


@dataclass
class Stretch:
    """The times between two breaks, or between one and the beginning or end of the run."""

    low: float = -float("inf")
    high: float = float("inf")

    def inside(self, t: float) -> float:
        """The time, moved off a break by a rounding or two if it lies on one.

        >>> Stretch(0.0, 1.0).inside(0.5), Stretch(0.0, 1.0).inside(1.0) < 1.0
        (0.5, True)
        """
        if self.low == -_INF and self.high == _INF:  # asked in every step of an integrator
            return t
        return min(max(t, self.low + apart(self.low)), self.high - apart(self.high))


@dataclass
class Breaks:
    """The breaks of a run, in order, and the stretch it is in.

    >>> breaks = Breaks([0.25, 0.5], Stretch(), 1.0)
    >>> breaks.enter(0.0), breaks.enter(0.25), breaks.enter(0.5)
    (0.25, 0.5, 1.0)
    """

    times: list[float]
    stretch: Stretch = field(default_factory=Stretch)
    end: float = float("inf")
    in_code: bool = False
    """Whether machine code ends its steps there, so that for all others there are none."""
    until: float = float("inf")
    """When the stretch ends that was entered last."""

    def enter(self, t: float) -> float:
        """Go to the stretch that begins at a time; the time at which it ends."""
        self.until = self.end if self.in_code else self._enter(t)
        return self.until

    def _enter(self, t: float) -> float:
        k = bisect_right(self.times, t)
        if self.times:
            self.stretch.low = self.times[k - 1] if k else -float("inf")
            self.stretch.high = self.times[k] if k < len(self.times) else float("inf")
        return min(self.stretch.high, self.end)

    def with_times(self, times: Array, begin: float) -> Breaks:
        """These breaks and further ones, within a run that begins at a time.

        >>> Breaks([0.25], Stretch(), 1.0).with_times(np.array([0.0, 0.5, 1.0]), 0.0).times
        [0.25, 0.5]
        """
        return Breaks(_distinct(np.concatenate([self.times, times]), begin, self.end), self.stretch, self.end)


def breaks_of(given: Any, span: tuple[float, float], stretch: Stretch, *inputs: Any) -> Breaks:
    """The breaks within a run: those given, and those of the trajectories that its inputs follow.

    >>> breaks_of([0.5, 0.2, 0.5, 7.0], (0.0, 1.0), Stretch()).times
    [0.2, 0.5]
    """
    found: list[Array] = [each.jumps for each in trajectories_in(*inputs)]
    if type(given) is tuple and not given and not any(map(len, found)):
        return Breaks([], stretch, span[1])
    times = finite("breaks", given, (), "times at which torques or other inputs jump")
    if times.ndim > 1:
        raise BadArray(f"breaks has shape {times.shape}.", "An array of times was expected, shape (K,).")
    return Breaks(_distinct(np.concatenate([times.ravel(), *found]), *span), stretch, span[1])


def _distinct(times: Array, begin: float, end: float) -> list[float]:
    """The times within a run, in order, each different from the one before and from the ends."""
    kept: list[float] = []
    if not len(times):
        return kept
    every = np.unique(times)
    every = every[(every - begin > SAME_INSTANT * (1.0 + np.abs(every))) & (every < end)]
    if (np.diff(every) > SAME_INSTANT * (1.0 + np.abs(every[1:]))).all():  # the instants of samples are many
        inside: list[float] = every[end - every > SAME_INSTANT * (1.0 + np.abs(every))].tolist()
        return inside
    for t in every.tolist():
        if t - (kept[-1] if kept else begin) > apart(t) and end - t > apart(t):
            kept.append(t)
    return kept


def trajectories_in(*things: Any) -> Iterator[AbstractTrajectory]:
    """The trajectories that functions and controllers refer to: in attributes, inputs, and variables of a function.

    >>> from linkwise.trajectories import Quintic
    >>> reach = Quintic([0.0], [1.0], duration=1.0)
    >>> list(trajectories_in(lambda t, q, qd: 2.0 * (reach(t).q - q)))
    [Quintic(1 joint, 1 s)]
    """
    waiting, seen = [thing for thing in things if thing is not None], set[int]()
    while waiting and len(seen) < MOST_LOOKED_AT:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, AbstractTrajectory):
            yield thing
        else:
            waiting += _parts(thing)


def _parts(thing: Any) -> list[Any]:
    """What an object refers to, as far as motions to follow may be found there."""
    if isinstance(thing, types.FunctionType):
        try:
            names = inspect.getclosurevars(thing)
        except ValueError:  # a variable that is not filled yet
            return []
        return [*names.nonlocals.values(), *names.globals.values(), *(thing.__defaults__ or ())]
    if isinstance(thing, types.MethodType):
        return [thing.__self__, thing.__func__]
    if isinstance(thing, functools.partial):
        return [thing.func, *thing.args, *thing.keywords.values()]
    if isinstance(thing, Mapping):
        return list(thing.values())
    if isinstance(thing, list | tuple):
        return list(thing) if len(thing) < MOST_LOOKED_AT else []
    if isinstance(thing, type | types.ModuleType) or type(thing).__module__.startswith(OURS):
        return [getattr(thing, "inputs", None)]
    attributes = getattr(thing, "__dict__", None)
    return list(attributes.values()) if isinstance(attributes, dict) else []

"""The values of the inputs in one call: numbers shared by all rollouts, numbers for each, functions of time.

Functions of time are evaluated before the loop runs, at the instants its stages need: a table with one row per instant.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite, numbers
from ..errors import BadArray, LinkwiseError, call_user, shown
from ..trajectories import AbstractTrajectory

TABLE = 2**24
"""Bytes that a table of functions of time may take: a long motion runs window by window."""


@dataclass(frozen=True, eq=False, repr=False)
class InputValues:
    """Arrays (…, m) with a row for each rollout, numbers that all share, and functions of time with their sizes m."""

    each: dict[str, Array]
    same: Array
    timed: dict[str, tuple[Any, int]]

    def window(self, nodes: tuple[float, ...], steps: int) -> int:
        """How many steps one table covers: all of them, unless that would take more than `TABLE` bytes."""
        row = 8 * len(nodes) * sum(size for _, size in self.timed.values())
        return min(steps, max(1, TABLE // row)) if row else steps

    def table(self, nodes: tuple[float, ...], step: float, first: int, last: int, n: int) -> Array:
        """The functions of time at the nodes of the steps from `first` to `last`: (steps · nodes + 1, m)."""
        parts = (np.arange(first, last)[:, None] + np.array(nodes)).ravel() if self.timed else np.empty(0)
        times = step * np.append(parts, last)
        columns = [np.empty((len(times), 0))]
        for name, (function, size) in self.timed.items():
            samples = sampled(name, function, times, n)
            if samples.shape[1] != size:
                raise BadArray(
                    f"{name} returns {samples.shape[1]} numbers.",
                    f"{size} were expected, as when the rollouts were compiled.",
                )
            columns.append(samples)
        return np.concatenate(columns, axis=1)


def shared_numbers(name: str, value: ArrayLike) -> Array:
    """The numbers of an input that is the same for all rollouts, as a flat array.

    >>> shared_numbers("gain", 3)
    array([3.])
    """
    return finite(name, value, (), "numbers, the same for all rollouts").ravel()


def is_trajectory(value: Any) -> bool:
    """Whether a function of time is a trajectory: it knows its derivatives.

    >>> from linkwise.trajectories import Quintic
    >>> is_trajectory(Quintic([0.0], [1.0], duration=1.0)), is_trajectory(abs)
    (True, False)
    """
    return hasattr(value, "derivatives")


def sampled(name: str, function: Any, times: Array, n: int) -> Array:
    """The values (len(times), m) of a trajectory, or of a function of t, for a robot of n joints.

    >>> sampled("wind", lambda t: [t, 2 * t], np.array([0.0, 1.0]), 1)
    array([[0., 0.],
           [1., 2.]])
    """
    if is_trajectory(function):
        if function.n != n:
            raise BadArray(f"the trajectory {shown(name)} has {function.n} joints.", f"{n} were expected.")
        parts = function(times) if isinstance(function, AbstractTrajectory) else function.derivatives(times, 2)
        samples = np.concatenate([np.asarray(part, float) for part in parts], axis=-1)
    elif callable(function):
        expected = "A function of t alone was expected; a controller knows the state too."
        rows = [
            np.array(numbers(f"{name} at t = {t:g}", call_user(name, expected, function, t), (), "m numbers")).ravel()
            for t in times.tolist()
        ]  # copies: a function may return the same array each time
        if len({len(row) for row in rows}) != 1:
            raise BadArray(
                f"{name} does not always return {len(rows[0])} numbers.", "The same count at all times was expected."
            )
        samples = np.array(rows, dtype=float)
    else:
        raise LinkwiseError(f"{name} is {shown(repr(function))}.", "A trajectory or a function of t was expected.")
    bad = np.flatnonzero(~np.isfinite(samples).all(axis=1))
    if bad.size:
        raise BadArray(f"{name} is not finite at t = {times[bad[0]]:g}.", "Finite numbers were expected.")
    return samples

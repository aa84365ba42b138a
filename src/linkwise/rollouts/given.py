"""What rollouts are given, checked on the way in: numbers for all, for each, over time."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, asked, shown

MOST_STEPS = 2**40
"""More than any machine does in a year: a step in the wrong unit."""


def finite(name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str) -> Array:
    """Finite numbers (…, *shape).

    >>> finite("q0", [0, 1], (2,), "one entry per joint")
    array([0., 1.])
    """
    array = numbers(name, value, shape, meaning).astype(np.float64)
    if not np.isfinite(array).all():
        place = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        raise BadArray(f"{name} has {array[place]} at {place}.", "Finite numbers were expected.")
    return array


def same(name: str, value: ArrayLike) -> Array:
    """Finite numbers of any shape, as a list.

    >>> same("gain", 3)
    array([3.])
    """
    return finite(name, value, np.shape(value), "numbers, the same for all rollouts").ravel()


def timed(name: str, function: Any, times: Array, n: int) -> tuple[Array, bool]:
    """The values (len(times), m) of a trajectory or function at times, and whether it is a trajectory.

    >>> timed("wind", lambda t: [t, 2 * t], np.array([0.0, 1.0]), 1)[0]
    array([[0., 0.],
           [1., 2.]])
    """
    if hasattr(function, "derivatives"):
        if function.n != n:
            raise BadArray(f"the trajectory {shown(name)} has {function.n} joints.", f"{n} were expected.")
        found = np.moveaxis(np.asarray(function.derivatives(times, 2), float), 0, 1).reshape(len(times), -1)
    elif callable(function):
        expected = "A function of t alone was expected; a controller knows the state too."
        rows = [
            np.array(numbers(f"{name} at t = {t:g}", asked(name, expected, function, t), (), "m numbers")).ravel()
            for t in times.tolist()
        ]  # copies: a function may fill the same array again
        if len({len(row) for row in rows}) != 1:
            raise BadArray(f"{name} has {len(rows[0])} numbers, then others.", "The same count at all times.")
        found = np.array(rows, dtype=float)
    else:
        raise LinkwiseError(f"{name} is {shown(repr(function))}.", "A trajectory or a function of t was expected.")
    bad = np.flatnonzero(~np.isfinite(found).all(axis=1))
    if bad.size:
        raise BadArray(f"{name} is not finite at t = {times[bad[0]]:g}.", "Finite numbers were expected.")
    return found, hasattr(function, "derivatives")


def span_of(step: Any, steps: Any, duration: Any) -> tuple[float, int]:
    """The length of a step and their number, from which the duration may be given instead.

    >>> span_of(1e-3, None, 2.0)
    (0.001, 2000)
    """
    h = positive("step", step)
    if (steps is None) == (duration is None):
        raise LinkwiseError("rollouts take steps or a duration.", "One of the two was expected.", "duration=1.0, say.")
    if duration is not None:
        ratio = positive("duration", duration) / h
        count = round(ratio) if ratio < MOST_STEPS else MOST_STEPS + 1
        if count < 1 or abs(count - ratio) > 1e-6 * max(1.0, ratio):
            raise LinkwiseError(
                f"a duration of {duration:g} is {ratio:g} steps of {h:g}.",
                f"A whole number of steps, up to {MOST_STEPS}, was expected.",
                "change the step or the duration, or give steps=.",
            )
        return h, count
    return h, whole("steps", steps, 1, MOST_STEPS)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number within bounds.

    >>> whole("every", 10, 1, 100)
    10
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
        raise LinkwiseError(f"{name} is {value!r}.", f"A whole number from {least} to {most} was expected.")
    return int(value)


def positive(name: str, value: Any) -> float:
    """A finite number above 0.

    >>> positive("step", 1e-3)
    0.001
    """
    good = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not (good and math.isfinite(value) and value > 0):
        raise LinkwiseError(f"{name} is {value!r}.", "A finite number above 0 was expected.", f"{name}=0.001, say.")
    return float(value)


def names(what: str, given: Any) -> tuple[str, ...]:
    """Names, from a list or a dict by name."""
    if isinstance(given, str) or not isinstance(given, Sequence | dict) or not all(isinstance(x, str) for x in given):
        raise LinkwiseError(f"{what} are {shown(repr(given))}.", "A list of names, or a dict by name, was expected.")
    return tuple(given)

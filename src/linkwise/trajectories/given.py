"""What trajectories are made of, checked on the way in: postures, durations, times, whole numbers."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, numbers, real
from ..errors import BadArray, LinkwiseError, shown


def posture(name: str, value: ArrayLike, n: int | None = None) -> Array:
    """One finite number for each joint; of any number of joints where none is said.

    >>> posture("q0", [0, 1])
    array([0., 1.])
    """
    count = (np.size(value) if n is None else n) if np.ndim(value) == 1 or n is not None else -1
    expected = "joints" if n is None else f"{n} joints"
    if count < 1:
        raise BadArray(f"{name} has shape {np.shape(value)}.", "One number for each joint was expected.", "[0.1, 0.2]?")
    array = real(name, value, count, "one entry per joint").copy()
    if array.shape != (count,) or not np.isfinite(array).all():
        raise BadArray(f"{name} is {shown(array.tolist())}.", f"One finite number for each of the {expected}.")
    array.flags.writeable = False  # trajectories are frozen
    return array


def rows(name: str, value: ArrayLike, n: int | None = None) -> Array:
    """Finite numbers of shape (rows, joints).

    >>> rows("waypoints", [[0, 1], [2, 3]]).shape
    (2, 2)
    """
    if np.ndim(value) != 2 or np.size(value) == 0:
        raise BadArray(f"{name} has shape {np.shape(value)}.", "A row for each point, a column for each joint.")
    count = np.shape(value)[1] if n is None else n
    array = real(name, value, count, "one entry per joint").copy()
    if not np.isfinite(array).all():
        k, j = np.argwhere(~np.isfinite(array))[0].tolist()
        raise BadArray(f"{name} has {array[k, j]} in row {k + 1}, joint {j + 1}.", "Finite numbers were expected.")
    array.flags.writeable = False
    return array


def positive(name: str, value: Any) -> float:
    """A finite number above 0.

    >>> positive("duration", 2)
    2.0
    """
    good = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not (good and math.isfinite(value) and value > 0):
        raise LinkwiseError(f"{name} is {value!r}.", "A finite number above 0 was expected.", f"{name}=1.0, say.")
    return float(value)


def whole(name: str, value: Any, least: int) -> int:
    """A whole number not below the least.

    >>> whole("order", 3, 0)
    3
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise LinkwiseError(
            f"{name} is {value!r}.", f"A whole number not below {least} was expected.", f"{name}={max(least, 2)}, say."
        )
    return int(value)


def increasing(name: str, value: ArrayLike, count: int) -> Array:
    """So many finite times, each later than the one before.

    >>> increasing("times", [0, 1, 3], 3)
    array([0., 1., 3.])
    """
    t = posture(name, value, count)
    late = np.flatnonzero(np.diff(t) <= 0)
    if late.size:
        k = int(late[0])
        raise BadArray(
            f"{name} do not increase: {t[k + 1]:g} comes after {t[k]:g}.", "Each later than the one before.", "sort it."
        )
    return t


def instants(t: ArrayLike) -> Array:
    """Times, in any shape; infinite ones are before and after everything, NaN is refused.

    >>> instants(0.5).shape
    ()
    """
    array = numbers("t", t, (), "times in seconds").astype(float)
    if np.isnan(array).any():
        raise BadArray("t has NaN.", "Times in seconds were expected.", "look where they came from.")
    return array

"""What trajectories are made of, checked on the way in: postures, durations, times, whole numbers."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, shown


def posture(name: str, value: ArrayLike, n: int | None = None, of: str = "joint") -> Array:
    """One finite number for each joint (or for each of something else); of any number of them where none is said.

    >>> posture("q0", [0, 1])
    array([0., 1.])
    """
    found = numbers(name, value, (), f"one entry per {of}")
    count = found.size if n is None else n
    expected = f"One finite number for each {of} was expected" + (f", {n} in all." if n else ".")
    if found.shape != (count,) or count < 1:
        raise BadArray(f"{name} has shape {found.shape}.", expected, "[0.1, 0.2]?" if n is None else "")
    return _finite(name, found, expected)


def rows(name: str, value: ArrayLike, n: int | None = None) -> Array:
    """Finite numbers of shape (rows, joints).

    >>> rows("waypoints", [[0, 1], [2, 3]]).shape
    (2, 2)
    """
    found, width = numbers(name, value, (), "one row per point"), "" if n is None else f", {n} in all"
    if found.ndim != 2 or found.size == 0 or (n is not None and found.shape[1] != n):
        raise BadArray(f"{name} has shape {found.shape}.", f"A row for each point, a column for each joint{width}.")
    return _finite(name, found, "Finite numbers were expected.")


def _finite(name: str, found: NDArray[Any], expected: str) -> Array:
    """A copy as float64 that nobody can change: trajectories are frozen."""
    with np.errstate(all="ignore"):  # a long double beyond all doubles is an infinity
        array = found.astype(np.float64)
    if not np.isfinite(array).all():
        where = np.argwhere(~np.isfinite(array))[0].tolist()
        places = zip(("joint",) if array.ndim == 1 else ("row", "joint"), where, strict=True)
        at = ", ".join(f"{kind} {k + 1}" for kind, k in places)
        raise BadArray(f"{name} has {array[tuple(where)]} in {at}.", expected)
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


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number not below the least, nor above the most.

    >>> whole("order", 3, 0, 9)
    3
    """
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
        raise LinkwiseError(
            f"{name} is {value!r}.",
            f"A whole number not below {least}, nor above {most}, was expected.",
            f"{name}={max(least, 2)}, say.",
        )
    return int(value)


def increasing(name: str, value: ArrayLike, count: int) -> Array:
    """So many finite times, each later than the one before.

    >>> increasing("times", [0, 1, 3], 3)
    array([0., 1., 3.])
    """
    t = posture(name, value, count, "point")
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


def moved(robot: Any, n: int | None = None) -> Any:
    """A robot that answers for its torques and limits, and has as many joints as a motion.

    >>> import linkwise
    >>> moved(linkwise.load("ur5"), 6).n
    6
    """
    if not hasattr(robot, "inverse_dynamics"):
        what = f"a {type(robot).__name__} is no robot."
        raise LinkwiseError(what, "A linkwise.Robot was expected.", 'linkwise.load("ur5"), say.')
    if n is not None and robot.n != n:
        raise BadArray(f"the trajectory has {n} joints.", f"Robot {shown(robot.name)} has {robot.n}.")
    return robot

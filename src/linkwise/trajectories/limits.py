"""How far, how fast and how hard joints may go."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers, real
from ..errors import BadArray, LinkwiseError

INF = float("inf")


@dataclass(frozen=True, eq=False)
class MotionLimits:
    """Limits of all joints, one number for each or one for all; infinite where there are none.

    A robot's own (`robot.limits`) serve wherever these do; files of robots hold no accelerations.

    >>> MotionLimits(velocity=[1.0, 2.0], acceleration=5.0).of(2).acceleration
    array([5., 5.])
    """

    lower: ArrayLike = -INF
    upper: ArrayLike = INF
    velocity: ArrayLike = INF
    acceleration: ArrayLike = INF
    effort: ArrayLike = INF

    def of(self, n: int) -> "MotionLimits":
        """The same as arrays of n numbers, checked.

        >>> MotionLimits(lower=1.0, upper=0.0).of(1)
        Traceback (most recent call last):
        linkwise.errors.BadArray: joint 1 has the lower limit 1 above its upper limit 0.
          lower ≤ upper was expected.
        """
        found = {field.name: each(field.name, getattr(self, field.name), n) for field in fields(self)}
        for j in np.flatnonzero(found["lower"] > found["upper"]).tolist():
            low, high = found["lower"][j], found["upper"][j]
            raise BadArray(
                f"joint {j + 1} has the lower limit {low:g} above its upper limit {high:g}.",
                "lower ≤ upper was expected.",
            )
        return MotionLimits(**found)


def limits_of(given: Any, n: int) -> MotionLimits:
    """Limits of n joints: given as such, by a robot, or (None) not at all.

    >>> import linkwise
    >>> limits_of(linkwise.load("ur5"), 6).effort
    array([150., 150., 150.,  28.,  28.,  28.])
    """
    given = getattr(given, "limits", given)
    if given is None:
        return MotionLimits().of(n)
    known = {field.name: getattr(given, field.name) for field in fields(MotionLimits) if hasattr(given, field.name)}
    if not known:
        raise LinkwiseError(
            f"a {type(given).__name__} holds no limits.",
            "MotionLimits, the limits of a robot, or a robot were expected.",
            "MotionLimits(velocity=1.0, acceleration=5.0), say.",
        )
    return MotionLimits(**known).of(n)


def each(name: str, value: ArrayLike, n: int) -> Array:
    """One limit for each of n joints, from one for each or one for all; sizes are not below 0.

    >>> each("velocity", 2.0, 2)
    array([2., 2.])
    """
    meaning = "one entry per joint, or one for all"
    found = numbers(name, value, (), meaning)
    array = real(name, np.full(n, found) if found.ndim == 0 else found, n, meaning)
    below = name not in ("lower", "upper") and bool((array < 0).any())
    if array.shape != (n,) or np.isnan(array).any() or below:
        raise BadArray(
            f"the {name} limits are {array.tolist()}.",
            f"{n} numbers{' not below 0' if below else ''} were expected, infinite where there is no limit.",
        )
    return array

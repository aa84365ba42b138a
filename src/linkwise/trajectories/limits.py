"""How far, how fast and how hard joints may go."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed, not_nan, numbers, real
from ..errors import BadArray, LinkwiseError, shown

if TYPE_CHECKING:
    from ..robot import JointLimits, Robot

    LimitsLike: TypeAlias = "MotionLimits | JointLimits | Robot"
    """Anything that limits can be taken from."""

INF = float("inf")
MEANING = "one entry per joint, or one for all"

MOST_SHOWN = 8
"""How many limits are printed one by one; for more, the least and the greatest."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class MotionLimits:
    """Limits of all joints, one number for each or one for all; infinite where there are none.

    A robot's own (`robot.limits`) work wherever these do; robot files have no limits of acceleration and jerk.

    >>> MotionLimits(velocity=[1.0, 2.0], acceleration=5.0)
    MotionLimits(velocity=[1, 2], acceleration=5)
    >>> MotionLimits(velocity=[1.0, 2.0], acceleration=5.0).of(2).acceleration
    array([5., 5.])
    """

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    jerk: Array

    def __init__(
        self,
        lower: ArrayLike = -INF,
        upper: ArrayLike = INF,
        velocity: ArrayLike = INF,
        acceleration: ArrayLike = INF,
        effort: ArrayLike = INF,
        jerk: ArrayLike = INF,
    ) -> None:
        values = (lower, upper, velocity, acceleration, effort, jerk)
        for field, value in zip(fields(self), values, strict=True):
            with np.errstate(all="ignore"):  # a long double beyond the range of doubles is infinite
                array = numbers(field.name, value, (), MEANING).astype(np.float64)
            object.__setattr__(self, field.name, fixed(array))

    def of(self, n: int) -> MotionLimits:
        """The same limits with one number for each of n joints, checked.

        >>> MotionLimits(lower=1.0, upper=0.0).of(1)
        Traceback (most recent call last):
        linkwise.errors.BadArray: joint 1 has the lower limit 1 above its upper limit 0.
          lower ≤ upper was expected.
        """
        checked = {field.name: one_per_joint(field.name, getattr(self, field.name), n) for field in fields(self)}
        for j in np.flatnonzero(checked["lower"] > checked["upper"]).tolist():
            low, high = checked["lower"][j], checked["upper"][j]
            raise BadArray(
                f"joint {j + 1} has the lower limit {low:g} above its upper limit {high:g}.",
                "lower ≤ upper was expected.",
            )
        return MotionLimits(**checked)

    def __repr__(self) -> str:
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        finite = [f"{name}={_shown(array)}" for name, array in every.items() if not np.isinf(array).all()]
        return f"MotionLimits({', '.join(finite)})"


def limits_of(source: LimitsLike | None, n: int) -> MotionLimits:
    """The limits of n joints: given as such, or those of a robot; none if the source is None.

    >>> import linkwise
    >>> limits_of(linkwise.load("ur5"), 6).effort
    array([150., 150., 150.,  28.,  28.,  28.])
    """
    source = getattr(source, "limits", source)
    if source is None:
        return MotionLimits().of(n)
    known = {field.name: getattr(source, field.name) for field in fields(MotionLimits) if hasattr(source, field.name)}
    if not known:
        raise LinkwiseError(
            f"an object of type '{type(source).__name__}' has no limits.",
            "MotionLimits, the limits of a robot, or a robot were expected.",
            "MotionLimits(velocity=1.0, acceleration=5.0), say.",
        )
    return MotionLimits(**known).of(n)


def one_per_joint(name: str, value: ArrayLike, n: int) -> Array:
    """One limit for each of n joints, from one for each or one for all; sizes are ≥ 0.

    >>> one_per_joint("velocity", 2.0, 2)
    array([2., 2.])
    """
    limit = not_nan(f"the {name} limit", value, (), f"{MEANING}, inf for no limit")
    array = real(name, np.full(n, limit) if limit.ndim == 0 else limit, n, MEANING)
    below = name not in ("lower", "upper") and bool((array < 0).any())
    if array.shape != (n,) or below:
        raise BadArray(
            f"the {name} limits are {array.tolist()}.",
            f"{n} numbers{' ≥ 0' if below else ''} were expected; inf means no limit.",
        )
    return array


def checked_robot(robot: Any, n: int | None = None) -> Any:
    """The robot, if it answers inverse dynamics and has as many joints as a motion.

    >>> import linkwise
    >>> checked_robot(linkwise.load("ur5"), 6).n
    6
    """
    if not hasattr(robot, "inverse_dynamics"):
        what = f"an object of type '{type(robot).__name__}' is not a robot."
        raise LinkwiseError(what, "A linkwise.Robot was expected.", 'linkwise.load("ur5"), say.')
    if n is not None and robot.n != n:
        raise BadArray(f"the trajectory has {n} joints.", f"Robot {shown(robot.name)} has {robot.n}.")
    return robot


def _shown(limit: Array) -> str:
    if limit.size and (limit == limit.flat[0]).all():
        return f"{limit.flat[0]:g}"
    if limit.size <= MOST_SHOWN:
        return f"[{', '.join(f'{x:g}' for x in limit.flat)}]"
    return f"{limit.min():g} … {limit.max():g}"

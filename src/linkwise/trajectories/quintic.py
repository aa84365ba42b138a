"""Smooth motions from one posture to another: the polynomial of degree five that meets both ends.

From rest to rest, with no velocity or acceleration at the ends:

    q(t) = q_i + r(t) (q_f − q_i),    r = 10 s³ − 15 s⁴ + 6 s⁵,    s = t / t_f
    max |q̇| = 15/8 |q_f − q_i| / t_f,    max |q̈| = 10/√3 |q_f − q_i| / t_f²
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .given import positive, posture
from .limits import MotionLimits, limits_of
from .pieces import AbstractPiecewise, Pieces

FASTEST = 1.875
"""The greatest velocity from rest to rest over the way and the duration, half-way: 15/8."""

HARDEST = 10.0 / math.sqrt(3.0)
"""The greatest acceleration from rest to rest over the way and the duration squared."""

ENDS = ("qd0", "qd1", "qdd0", "qdd1")
"""Velocities and accelerations at the two ends."""


@dataclass(frozen=True, eq=False)
class Quintic(AbstractPiecewise):
    """From q0 to q1 by a polynomial of degree five; at rest at both ends unless velocities or accelerations are given.

    Without a duration, from rest to rest, it is the shortest that limits of velocity and acceleration allow. A motion
    beyond limits that are given is refused.

    >>> from linkwise.trajectories import MotionLimits
    >>> Quintic([0.0], [1.0], limits=MotionLimits(velocity=[0.75])).duration
    2.5
    >>> Quintic([0.0], [0.0], duration=1.0, qd0=[1.0])(0.0).qd
    array([1.])
    """

    q0: ArrayLike
    q1: ArrayLike
    duration: float = None  # type: ignore[assignment]  # found where it is not given
    limits: Any = None
    qd0: ArrayLike | None = None
    qd1: ArrayLike | None = None
    qdd0: ArrayLike | None = None
    qdd1: ArrayLike | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "q0", posture("q0", self.q0))
        n = len(self.q0)
        put(self, "q1", posture("q1", self.q1, n))
        rest = all(getattr(self, name) is None for name in ENDS)
        for name in ENDS:
            value = getattr(self, name)
            put(self, name, np.zeros(n) if value is None else posture(name, value, n))
        limits = limits_of(self.limits, n)
        if self.duration is None:
            put(self, "duration", self._shortest(rest, limits))
        put(self, "duration", positive("duration", self.duration))
        _ = self.pieces
        if self.limits is not None:
            self.check(limits).require()

    def _shortest(self, rest: bool, limits: MotionLimits) -> float:
        if not rest:
            raise LinkwiseError("a quintic that is not at rest at its ends has no duration.", "", "duration=2.0, say.")
        with np.errstate(over="ignore"):
            way = np.abs(self.q1 - self.q0)
            return shortest(FASTEST * way, HARDEST * way, limits)

    @cached_property
    def pieces(self) -> Pieces:
        """The one polynomial.

        >>> Quintic([0.0], [1.0], duration=3.0).pieces.coefficients[0, :, 0]
        array([  0.,   0.,   0.,  10., -15.,   6.])
        """
        T = self.duration
        with np.errstate(all="ignore"):
            v0, v1, a0, a1 = self.qd0 * T, self.qd1 * T, 0.5 * self.qdd0 * T * T, 0.5 * self.qdd1 * T * T
            d, dv, da = self.q1 - self.q0 - v0 - a0, v1 - v0 - 2.0 * a0, a1 - a0  # what powers 3 to 5 must still bring
            third, fourth = 10.0 * d - 4.0 * dv + da, -15.0 * d + 7.0 * dv - 2.0 * da
            powers = np.stack((self.q0, v0, a0, third, fourth, 6.0 * d - 3.0 * dv + da))
        return Pieces(np.array([0.0, T]), powers[None])


def shortest(velocity: Array, acceleration: Array, limits: MotionLimits) -> float:
    """The least T with velocity / T and acceleration / T² within limits.

    >>> from linkwise.trajectories import MotionLimits
    >>> limits = MotionLimits(velocity=[1.0, np.inf], acceleration=1.0).of(2)
    >>> shortest(np.array([1.0, 4.0]), np.array([0.0, 4.0]), limits)
    2.0
    """
    with np.errstate(all="ignore"):  # 0 / 0: a joint that stays may be held by its limit
        by_velocity = np.where(velocity > 0, velocity / limits.velocity, 0.0)
        by_acceleration = np.where(acceleration > 0, np.sqrt(acceleration / limits.acceleration), 0.0)
    needed = np.maximum(by_velocity, by_acceleration)
    if not np.isfinite(needed).all():
        j = int(np.argmax(~np.isfinite(needed)))
        raise LinkwiseError(
            f"joint {j + 1} moves, and its limit of velocity or acceleration is 0.", "A number above 0."
        )
    if not velocity.any() and not acceleration.any():
        raise LinkwiseError(
            "the motion ends where it begins.", "A way, or a duration to rest, was expected.", "duration=1.0, say."
        )
    if not needed.any():
        raise LinkwiseError(
            "no limit of velocity or acceleration says how long the motion takes.",
            "A duration, or finite limits of joints that move, were expected.",
            "duration=1.0, or limits=MotionLimits(velocity=1.0), say.",
        )
    return float(needed.max())

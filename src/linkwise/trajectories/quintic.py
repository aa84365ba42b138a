"""Smooth motions from one posture to another: the polynomial of degree five that matches both ends.

From rest to rest, with no velocity or acceleration at the ends:

    q(t) = q_i + r(t) (q_f − q_i),    r = 10 s³ − 15 s⁴ + 6 s⁵,    s = t / t_f
    max |q̇| = 15/8 |q_f − q_i| / t_f,    max |q̈| = 10/√3 |q_f − q_i| / t_f²
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed, positive, vector
from ..errors import LinkwiseError
from .limits import MotionLimits, limits_of
from .pieces import AbstractPiecewise, Pieces
from .trajectory import PER_JOINT

if TYPE_CHECKING:
    from .limits import LimitsLike

FASTEST = 1.875
"""The greatest velocity from rest to rest over distance and duration, reached half-way: 15/8."""

HARDEST = 10.0 / math.sqrt(3.0)
"""The greatest acceleration from rest to rest over distance and duration squared."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Quintic(AbstractPiecewise):
    """From q0 to q1 by a polynomial of degree five; at rest at both ends unless velocities or accelerations are given.

    Without a duration, a motion from rest to rest is as short as the limits of velocity and acceleration allow. A
    motion beyond its `limits` is refused.

    >>> from linkwise.trajectories import MotionLimits
    >>> Quintic([0.0], [1.0], limits=MotionLimits(velocity=[0.75])).duration
    2.5
    >>> Quintic([0.0], [0.0], duration=1.0, qd0=[1.0])(0.0).qd
    array([1.])
    """

    q0: Array
    q1: Array
    duration: float
    limits: LimitsLike | None
    qd0: Array
    qd1: Array
    qdd0: Array
    qdd1: Array

    def __init__(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        duration: float | None = None,
        limits: LimitsLike | None = None,
        qd0: ArrayLike | None = None,
        qd1: ArrayLike | None = None,
        qdd0: ArrayLike | None = None,
        qdd1: ArrayLike | None = None,
    ) -> None:
        start = vector("q0", q0, None, PER_JOINT, "[0.1, 0.2], for example.")
        n, ends = len(start), {"qd0": qd0, "qd1": qd1, "qdd0": qdd0, "qdd1": qdd1}
        self._put(q0=start, q1=vector("q1", q1, n, PER_JOINT), limits=limits)
        for name, value in ends.items():
            self._put(**{name: fixed(np.zeros(n)) if value is None else vector(name, value, n, PER_JOINT)})
        bounds = limits_of(limits, n)
        if duration is None:
            duration = self._shortest(all(value is None for value in ends.values()), bounds)
        self._put(duration=positive("duration", duration))
        _ = self.pieces  # numbers too large are refused here
        if limits is not None:
            self.check(bounds).require()

    def _shortest(self, rest: bool, limits: MotionLimits) -> float:
        if not rest:
            raise LinkwiseError(
                "a quintic that is not at rest at its ends was given no duration.",
                "Limits choose the duration from rest to rest only.",
                "duration=2.0, say.",
            )
        with np.errstate(over="ignore"):
            distance = np.abs(self.q1 - self.q0)
            return shortest(FASTEST * distance, HARDEST * distance, limits)

    @cached_property
    def pieces(self) -> Pieces:
        """The one polynomial.

        >>> Quintic([0.0], [1.0], duration=3.0).pieces.coefficients[0, :, 0]
        array([  0.,   0.,   0.,  10., -15.,   6.])
        """
        T = self.duration
        with np.errstate(all="ignore"):
            v0, v1, a0, a1 = self.qd0 * T, self.qd1 * T, 0.5 * self.qdd0 * T * T, 0.5 * self.qdd1 * T * T
            d, dv, da = self.q1 - self.q0 - v0 - a0, v1 - v0 - 2.0 * a0, a1 - a0  # what powers 3 to 5 must add
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
    with np.errstate(all="ignore"):  # 0 / 0: a joint that stays put may have a limit of 0
        by_velocity = np.where(velocity > 0, velocity / limits.velocity, 0.0)
        by_acceleration = np.where(acceleration > 0, np.sqrt(acceleration / limits.acceleration), 0.0)
    needed = np.maximum(by_velocity, by_acceleration)
    if not np.isfinite(needed).all():
        j = int(np.argmax(~np.isfinite(needed)))
        raise LinkwiseError(
            f"joint {j + 1} moves, but its velocity or acceleration limit is 0.", "A limit above 0 was expected."
        )
    if not velocity.any() and not acceleration.any():
        raise LinkwiseError(
            "the motion ends where it begins.",
            "A distance to go, or how long to rest, was expected.",
            "duration=1.0, say.",
        )
    if not needed.any():
        raise LinkwiseError(
            "no velocity or acceleration limit determines the duration of the motion.",
            "A duration, or finite limits of joints that move, were expected.",
            "duration=1.0, or limits=MotionLimits(velocity=1.0), say.",
        )
    return float(needed.max())

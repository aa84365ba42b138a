"""Speed up, cruise, slow down: all joints at the same times, along a straight line of joint space.

    q(t) = q_i + s(t) (q_f − q_i),    |ṡ| ≤ v = min_j V_j / |Δ_j|,    |s̈| ≤ a = min_j A_j / |Δ_j|

Where v² > a there is no time to cruise: the profile is a triangle with the peak √a.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import positive, vector
from ..errors import LinkwiseError
from .limits import limits_of, one_per_joint
from .pieces import AbstractPiecewise, Pieces
from .trajectory import PER_JOINT

if TYPE_CHECKING:
    from .limits import LimitsLike


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Trapezoidal(AbstractPiecewise):
    """From q0 to q1 with constant acceleration, velocity and deceleration, as fast as velocity and acceleration allow.

    With a longer duration joints accelerate as hard and cruise more slowly; a shorter one is refused. A velocity or
    acceleration that is not given is that of `limits`; a motion beyond its `limits` is refused.

    >>> Trapezoidal([0.0, 0.0], [2.0, 1.0], velocity=[1.0, 1.0], acceleration=2.0).duration
    2.5
    >>> Trapezoidal([0.0], [1.0], velocity=10.0, acceleration=4.0)(0.5).qd  # a triangle
    array([2.])
    """

    q0: Array
    q1: Array
    velocity: Array
    acceleration: Array
    duration: float
    limits: LimitsLike | None

    def __init__(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        duration: float | None = None,
        limits: LimitsLike | None = None,
    ) -> None:
        start = vector("q0", q0, None, PER_JOINT, "[0.1, 0.2], for example.")
        n = len(start)
        end, bounds = vector("q1", q1, n, PER_JOINT), limits_of(limits, n)
        self._put(
            q0=start,
            q1=end,
            velocity=bounds.velocity if velocity is None else one_per_joint("velocity", velocity, n),
            acceleration=bounds.acceleration
            if acceleration is None
            else one_per_joint("acceleration", acceleration, n),
            limits=limits,
        )
        if duration is None and (start == end).all():
            raise LinkwiseError(
                "q0 and q1 are the same.", "A motion, or how long to rest, was expected.", "duration=1.0, say."
            )
        v, a = self._rates
        least = math.nan if math.isinf(a) else 1.0 / v + v / a if v > 0.0 else math.inf
        self._put(duration=positive("duration", least if duration is None else duration))
        if self.duration < least * (1.0 - 1e-12):
            raise LinkwiseError(
                f"the motion cannot be done in {self.duration:g} s.",
                f"It takes at least {least:.6g} s within its velocities and accelerations.",
                "omit the duration, or raise these limits.",
            )
        _ = self.pieces  # numbers too large are refused here
        if limits is not None:
            self.check(bounds).require()

    @property
    def _rates(self) -> tuple[float, float]:
        """The greatest ṡ and s̈; for a triangle ṡ only reaches √a; both infinite if nothing moves."""
        with np.errstate(over="ignore"):
            distance = np.abs(self.q1 - self.q0)
        moving = np.flatnonzero(distance)
        if moving.size == 0:
            return math.inf, math.inf
        for name, limit in (("velocity", self.velocity), ("acceleration", self.acceleration)):
            for j in moving[limit[moving] == 0].tolist():
                raise LinkwiseError(f"joint {j + 1} moves, and its {name} limit is 0.", "A limit above 0 was expected.")
        with np.errstate(over="ignore"):
            v, a = (float((limit[moving] / distance[moving]).min()) for limit in (self.velocity, self.acceleration))
        if not math.isfinite(a):
            raise LinkwiseError(
                "no moving joint has an acceleration limit.",
                "A finite one was expected.",
                "acceleration=5.0, for example.",
            )
        return min(v, math.sqrt(a)), a

    @cached_property
    def pieces(self) -> Pieces:
        """Parabola, line and parabola; two parabolas for a triangle; a constant for rest.

        >>> Trapezoidal([0.0], [1.0], velocity=10.0, acceleration=4.0).pieces.breaks
        array([0. , 0.5, 1. ])
        """
        T, (_, a) = self.duration, self._rates
        way = self.q1 - self.q0
        if not way.any():
            return Pieces(np.array([0.0, T]), self.q0[None, None, :])
        t_a = 2.0 / a / (T + math.sqrt(max(T * T - 4.0 / a, 0.0)))  # a t_a (T − t_a) = 1: the area of the trapezoid
        v = 1.0 / (T - t_a)
        s_a = 0.5 * v * t_a
        profile = [[0.0, 0.0, s_a], [s_a, v * (T - 2.0 * t_a), 0.0], [1.0 - s_a, 2.0 * s_a, -s_a]]
        breaks = np.array([0.0, t_a, T - t_a, T])
        keep = np.diff(breaks) > 1e-12 * T  # a triangle does not cruise
        s = np.array(profile)[keep]
        c: Array = s[:, :, None] * way
        c[:, 0] += self.q0
        return Pieces(np.append(breaks[:-1][keep], T), c)

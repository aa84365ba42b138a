"""Speed up, cruise, slow down: all joints at the same times, along a straight line of joint space.

    q(t) = q_i + s(t) (q_f − q_i),    |ṡ| ≤ v = min_j V_j / |Δ_j|,    |s̈| ≤ a = min_j A_j / |Δ_j|

Where v² > a there is no time to cruise: the profile is a triangle with the peak √a.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import LinkwiseError
from .given import positive, posture
from .limits import each, limits_of
from .pieces import AbstractPiecewise, Pieces


@dataclass(frozen=True, eq=False)
class Trapezoidal(AbstractPiecewise):
    """From q0 to q1 with constant acceleration, velocity and deceleration, as fast as limits allow.

    With a longer duration joints accelerate as hard and cruise more slowly; a shorter one is refused. `limits` say
    velocities and accelerations that are not given; a motion beyond them is refused.

    >>> Trapezoidal([0.0, 0.0], [2.0, 1.0], velocity=[1.0, 1.0], acceleration=2.0).duration
    2.5
    >>> Trapezoidal([0.0], [1.0], velocity=10.0, acceleration=4.0)(0.5).qd  # a triangle
    array([2.])
    """

    q0: ArrayLike
    q1: ArrayLike
    velocity: ArrayLike = None  # type: ignore[assignment]  # as is that of limits, and the next
    acceleration: ArrayLike = None  # type: ignore[assignment]
    duration: float = None  # type: ignore[assignment]  # found where it is not given
    limits: Any = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "q0", posture("q0", self.q0))
        n = len(self.q0)
        put(self, "q1", posture("q1", self.q1, n))
        limits = limits_of(self.limits, n)
        for name in ("velocity", "acceleration"):
            given = getattr(self, name)
            put(self, name, getattr(limits, name) if given is None else each(name, given, n))
        v, a = self._rates
        least = math.nan if math.isinf(a) else 1.0 / v + v / a if v > 0.0 else math.inf
        if self.duration is None:
            put(self, "duration", least)
        put(self, "duration", positive("duration", self.duration))
        if self.duration < least * (1.0 - 1e-12):
            raise LinkwiseError(
                f"the motion cannot be done in {self.duration:g} s.",
                f"It takes {least:.6g} s at least within the limits given.",
                "leave out the duration, or give greater limits.",
            )
        _ = self.pieces
        if self.limits is not None:
            self.check(limits).require()

    @property
    def _rates(self) -> tuple[float, float]:
        """The greatest ṡ and s̈; of a triangle ṡ reaches √a only."""
        with np.errstate(over="ignore"):
            way = np.abs(self.q1 - self.q0)
        moving = np.flatnonzero(way)
        if moving.size == 0:
            if self.duration is None:
                raise LinkwiseError(
                    "q0 and q1 are the same.", "A motion, or a duration to rest, was expected.", "duration=1.0, say."
                )
            return math.inf, math.inf
        for name in ("velocity", "acceleration"):
            for j in moving[getattr(self, name)[moving] == 0].tolist():
                raise LinkwiseError(f"joint {j + 1} moves, and its {name} limit is 0.", "A number above 0.")
        with np.errstate(over="ignore"):
            v, a = (float((limit[moving] / way[moving]).min()) for limit in (self.velocity, self.acceleration))
        if not math.isfinite(a):
            raise LinkwiseError(
                "no joint that moves has a limit of acceleration.", "A finite one was expected.", "acceleration=5.0?"
            )
        return min(v, math.sqrt(a)), a

    @cached_property
    def pieces(self) -> Pieces:
        """Parabola, line and parabola; of a triangle, two parabolas; of rest, a constant.

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
        c = s[:, :, None] * way
        c[:, 0] += self.q0
        return Pieces(np.append(breaks[:-1][keep], T), c)

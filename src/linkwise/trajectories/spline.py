"""Through waypoints without stopping."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import matrix, positive, vector
from ..errors import BadArray, LinkwiseError, UnknownName
from .between_samples import peaks
from .interpolation import check_degree, increasing, interpolating_spline
from .limits import limits_of
from .pieces import AbstractPiecewise, Pieces
from .quintic import shortest
from .trajectory import PER_JOINT

if TYPE_CHECKING:
    from .limits import LimitsLike

KINDS = ("rest", "clamped", "natural", "free", "periodic")
"""What ends can be."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Spline(AbstractPiecewise):
    """Through waypoints (points, n) at times that begin with 0: accelerations are continuous, jerks too for degree 5.

    Without times, each leg's share of the duration is the time its slowest joint needs, and the whole lasts `duration`,
    or is as short as the limits of velocity and acceleration allow. Ends are at "rest", "clamped" (with qd0, qd1 and,
    for degree five, qdd0, qdd1), "natural", "free" or "periodic".

    >>> loop = Spline([[0.0], [1.0], [-1.0], [0.0]], times=[0.0, 1.0, 2.0, 3.0], degree=5)
    >>> loop([0.0, 1.0, 2.0, 3.0]).q.round(12)[:, 0]
    array([ 0.,  1., -1.,  0.])
    >>> from linkwise.trajectories import MotionLimits
    >>> Spline([[0.0], [1.0]], limits=MotionLimits(velocity=0.75)).duration  # 3/2 of the mean velocity, in the middle
    2.0
    """

    waypoints: Array
    times: Array
    degree: int
    ends: str
    duration: float
    limits: LimitsLike | None
    qd0: Array | None
    qd1: Array | None
    qdd0: Array | None
    qdd1: Array | None

    def __init__(
        self,
        waypoints: ArrayLike,
        times: ArrayLike | None = None,
        degree: int = 3,
        ends: str = "rest",
        duration: float | None = None,
        limits: LimitsLike | None = None,
        qd0: ArrayLike | None = None,
        qd1: ArrayLike | None = None,
        qdd0: ArrayLike | None = None,
        qdd1: ArrayLike | None = None,
    ) -> None:
        points = matrix("waypoints", waypoints, None, "a row per point, a column per joint")
        if len(points) < 2:
            raise BadArray("waypoints has one row.", "At least two points were expected.", "put the start first.")
        check_degree(degree)
        if ends not in KINDS:
            raise UnknownName("end", ends, "a spline", KINDS)
        if ends == "periodic" and not np.array_equal(points[0], points[-1]):
            raise BadArray(
                "the last waypoint is not the first.",
                "A periodic spline ends where it began.",
                "repeat the first one at the end.",
            )
        self._put(waypoints=points, degree=degree, ends=ends, limits=limits)
        for name, rate in (("qd0", qd0), ("qd1", qd1), ("qdd0", qdd0), ("qdd1", qdd1)):
            self._put(**{name: None if rate is None else self._end_rate(name, rate)})
        instants = self._timed(duration) if times is None else _checked(times, len(points), duration)
        self._put(times=instants, duration=float(instants[-1]))
        _ = self.pieces  # points that do not determine a spline are refused here
        if limits is not None:
            self.check(limits_of(limits, self.n)).require()

    def _end_rate(self, name: str, rate: ArrayLike) -> Array:
        if self.ends != "clamped" or (name.startswith("qdd") and self.degree == 3):
            raise LinkwiseError(
                f"{name} is given, but a spline of degree {self.degree} with ends {self.ends!r} has no such condition.",
                "Velocities go with ends='clamped', accelerations with degree=5 as well.",
                "use ends='clamped', degree=5.",
            )
        return vector(name, rate, self.waypoints.shape[1], PER_JOINT)

    def _timed(self, duration: float | None) -> Array:
        """Times of the waypoints when none are given."""
        limits = limits_of(self.limits, self.waypoints.shape[1])
        fast = np.where(np.isfinite(limits.velocity), np.maximum(limits.velocity, 1e-300), 1.0)
        legs = np.max(np.abs(np.diff(self.waypoints, axis=0)) / fast, axis=1)
        if not legs.all():
            k = int(np.argmin(legs))
            raise BadArray(
                f"waypoints {k + 1} and {k + 2} are the same.",
                "Without times, each point differs from the one before.",
                "leave one out, or give times.",
            )
        t: Array = np.append(0.0, np.cumsum(legs)) / legs.sum()
        if duration is not None:
            return t * positive("duration", duration)
        if any(rate is not None for rate in (self.qd0, self.qd1, self.qdd0, self.qdd1)):
            raise LinkwiseError(
                "a spline that is not at rest at its ends was given neither times nor duration.",
                "Limits choose the duration only where no rates are given at the ends.",
                "duration=2.0, say.",
            )
        unit = Spline(self.waypoints, t, self.degree, self.ends)  # of duration 1: rates go with 1/T and 1/T²
        instants = unit.instants(max(1001, 64 * len(t)))
        velocity = peaks(lambda s: np.abs(unit.derivatives(s, 2)[1]), instants)[0]
        acceleration = peaks(lambda s: np.abs(unit.derivatives(s, 2)[2]), instants)[0]
        return t * shortest(velocity, acceleration, limits)

    @cached_property
    def pieces(self) -> Pieces:
        """One polynomial between each pair of waypoints.

        >>> Spline([[0.0], [1.0], [0.0]], times=[0.0, 1.0, 2.0]).pieces.coefficients.shape
        (2, 4, 1)
        """
        clamped = self.ends in ("rest", "clamped")
        rates = [self._pair(self.qd0, self.qd1), self._pair(self.qdd0, self.qdd1)] if clamped else []
        kind, conditions = "clamped" if clamped else self.ends, rates[: (self.degree - 1) // 2]
        return interpolating_spline(self.times, self.waypoints, self.degree, kind, conditions)

    def _pair(self, first: Array | None, last: Array | None) -> tuple[Array, Array]:
        """Rates at both ends, 0 where they are not given."""
        rest = np.zeros(self.waypoints.shape[1])
        return rest if first is None else first, rest if last is None else last

    def _features(self) -> tuple[str, ...]:
        return f"{len(self.waypoints)} waypoints", f"degree {self.degree}", f"ends {self.ends}"


def _checked(times: ArrayLike, count: int, duration: float | None) -> Array:
    t = increasing("times", times, count)
    if t[0] != 0.0:
        raise BadArray(f"times begins with {t[0]:g}.", "A trajectory begins at 0.", "subtract the first time.")
    if duration is not None and positive("duration", duration) != t[-1]:
        raise BadArray(
            f"times ends with {t[-1]:g}, and duration is {duration:g}.", "Both set the duration.", "give one of them."
        )
    return t

"""Through waypoints without stopping."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError, UnknownName
from .given import increasing, positive, posture, rows
from .limits import limits_of
from .peaks import peaks
from .pieces import AbstractPiecewise, Pieces
from .quintic import ENDS, shortest
from .splines import DEGREES, spline

KINDS = ("rest", "clamped", "natural", "free", "periodic")
"""What ends can be."""


@dataclass(frozen=True, eq=False)
class Spline(AbstractPiecewise):
    """Through waypoints (points, n) at times that begin with 0: accelerations are continuous, of degree five jerks too.

    Without times, they are in proportion to how long the slowest joint takes from point to point, and as short as the
    duration, or limits of velocity and acceleration, say. Ends are at "rest", "clamped" (qd0, qd1 and, of degree five,
    qdd0, qdd1 are given), "natural", "free" or "periodic".

    >>> loop = Spline([[0.0], [1.0], [-1.0], [0.0]], times=[0.0, 1.0, 2.0, 3.0], degree=5)
    >>> loop([0.0, 1.0, 2.0, 3.0]).q.round(12)[:, 0]
    array([ 0.,  1., -1.,  0.])
    >>> from linkwise.trajectories import MotionLimits
    >>> Spline([[0.0], [1.0]], limits=MotionLimits(velocity=0.75)).duration  # 3/2 of the mean velocity, in the middle
    2.0
    """

    waypoints: ArrayLike
    times: ArrayLike | None = None
    degree: int = 3
    ends: str = "rest"
    duration: float = None  # type: ignore[assignment]  # found where it is not given
    limits: Any = None
    qd0: ArrayLike | None = None
    qd1: ArrayLike | None = None
    qdd0: ArrayLike | None = None
    qdd1: ArrayLike | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "waypoints", rows("waypoints", self.waypoints))
        if len(self.waypoints) < 2:
            raise BadArray("waypoints has one row.", "At least two points were expected.", "put the start first.")
        if type(self.degree) is not int or self.degree not in DEGREES:
            raise LinkwiseError(f"the degree is {self.degree!r}.", f"One of {DEGREES} was expected.", "degree=3?")
        if self.ends not in KINDS:
            raise UnknownName("end", self.ends, "a spline", KINDS)
        if self.ends == "periodic" and not np.array_equal(self.waypoints[0], self.waypoints[-1]):
            raise BadArray("the last waypoint is not the first.", "A periodic spline ends where it began.", "add it.")
        for name in [name for name in ENDS if getattr(self, name) is not None]:
            if self.ends != "clamped" or (name.startswith("qdd") and self.degree == 3):
                raise LinkwiseError(
                    f"{name} is given, and a spline of degree {self.degree} with ends {self.ends!r} has none.",
                    "Velocities go with ends='clamped', accelerations with degree=5 also.",
                    "ends='clamped', degree=5?",
                )
            put(self, name, posture(name, getattr(self, name), self.waypoints.shape[1]))
        put(self, "times", self._at() if self.times is None else self._given())
        put(self, "duration", float(self.times[-1]))
        _ = self.pieces
        if self.limits is not None:
            self.check(limits_of(self.limits, self.n)).require()

    def _given(self) -> Array:
        t = increasing("times", self.times, len(self.waypoints))
        if t[0] != 0.0:
            raise BadArray(f"times begin with {t[0]:g}.", "A trajectory begins at 0.", "subtract the first.")
        if self.duration is not None and positive("duration", self.duration) != t[-1]:
            raise BadArray(f"times end with {t[-1]:g}, and duration is {self.duration:g}.", "", "give one of them.")
        return t

    def _at(self) -> Array:
        """The times of the waypoints where none are given."""
        limits = limits_of(self.limits, self.waypoints.shape[1])
        fast = np.where(np.isfinite(limits.velocity), np.maximum(limits.velocity, 1e-300), 1.0)
        legs = np.max(np.abs(np.diff(self.waypoints, axis=0)) / fast, axis=1)
        if not legs.all():
            k = int(np.argmin(legs))
            raise BadArray(
                f"waypoints {k + 1} and {k + 2} are the same.", "Without times, points differ.", "leave one out."
            )
        t = np.append(0.0, np.cumsum(legs)) / legs.sum()
        if self.duration is not None:
            return t * positive("duration", self.duration)
        if any(getattr(self, name) is not None for name in ENDS):
            raise LinkwiseError("a spline that is not at rest at its ends has no times.", "", "duration=2.0, say.")
        unit = Spline(self.waypoints, t, self.degree, self.ends)  # of duration 1: rates go with 1/T and 1/T²
        instants = unit.instants(max(1001, 64 * len(t)))
        most = [peaks(lambda s, k=k: np.abs(unit.derivatives(s, 2)[k]), instants)[0] for k in (1, 2)]
        return t * shortest(*most, limits)

    @cached_property
    def pieces(self) -> Pieces:
        """One polynomial between each two waypoints.

        >>> Spline([[0.0], [1.0], [0.0]], times=[0.0, 1.0, 2.0]).pieces.coefficients.shape
        (2, 4, 1)
        """
        clamped = self.ends in ("rest", "clamped")
        rates = [self._pair("qd"), self._pair("qdd")][: (self.degree - 1) // 2] if clamped else ()
        return spline(self.times, self.waypoints, self.degree, "clamped" if clamped else self.ends, rates)

    def _pair(self, name: str) -> tuple[Array, Array]:
        found = (getattr(self, f"{name}{end}") for end in (0, 1))
        first, last = (np.zeros(self.waypoints.shape[1]) if rate is None else rate for rate in found)
        return first, last

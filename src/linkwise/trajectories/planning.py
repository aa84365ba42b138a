"""From posture to posture within the limits of a robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import matrix, positive
from ..errors import BadArray, LinkwiseError, UnknownName
from .fastest_uniform import fastest_uniform
from .limit_report import LimitReport
from .limits import MotionLimits, checked_robot, limits_of
from .quintic import Quintic
from .scaling import Scaling
from .spline import Spline
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

if TYPE_CHECKING:
    from .limits import LimitsLike

KINDS = ("quintic", "trapezoidal", "spline")
"""The kinds of motion that can be planned."""


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A motion within limits (`trajectory`), how close it comes to each (`report`), and, if it is the fastest, what
    keeps it from being faster (`scaling`).

    >>> import linkwise
    >>> plan(linkwise.load("ur5"), [[0.0] * 6, [1.0] * 6], duration=2.0)
    Plan(Quintic(6 joints, 2 s), 30 peaks, all within their limits)
    """

    trajectory: AbstractTrajectory
    report: LimitReport
    scaling: Scaling | None = None

    def __repr__(self) -> str:
        text = repr(self.report).removeprefix("LimitReport(").removesuffix(")")
        return f"Plan({self.trajectory!r}, {text if self.scaling is None else self.scaling})"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def plan(
    robot: Any,
    waypoints: ArrayLike,
    kind: str = "quintic",
    *,
    duration: float | None = None,
    fastest: bool = False,
    limits: LimitsLike | None = None,
) -> Plan:
    """A motion through waypoints, the first being the start; refused if it exceeds limits of the robot.

    It lasts `duration`; otherwise it is as short as velocities and accelerations allow or, with `fastest`, as torques
    allow too, at a uniform pace. Quintic and trapezoidal motions have two waypoints. `limits` replace the robot's own,
    and may add those of acceleration.

    >>> import linkwise
    >>> robot = linkwise.load("ur5").with_payload(5.0)
    >>> print(plan(robot, [[0.0] * 6, [1.0] * 6], fastest=True).scaling)
    1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
    """
    points = matrix("waypoints", waypoints, checked_robot(robot).n, "a row per point, a column per joint")
    if kind not in KINDS:
        raise UnknownName("motion", kind, "a plan", KINDS)
    if len(points) < 2 or (len(points) > 2 and kind != "spline"):
        count = "two waypoints" if kind != "spline" else "at least two waypoints"
        raise BadArray(
            f"{len(points)} waypoints were given.", f"A {kind} motion has {count}.", "kind='spline' goes through all."
        )
    if fastest and duration is not None:
        raise LinkwiseError(
            "duration and fastest were both given.",
            "The fastest motion sets its own duration.",
            "give one of them.",
        )
    bounds, scaling = limits_of(robot if limits is None else limits, robot.n), None
    motion = _shaped(points, kind, bounds, 1.0 if fastest else duration)
    if fastest:
        scaling = fastest_uniform(
            robot, motion, effort=bounds.effort, velocity=bounds.velocity, acceleration=bounds.acceleration
        )
        motion = scaling.trajectory
    report = motion.check(robot, limits=bounds)
    report.require()
    return Plan(motion, report, scaling)


def _shaped(points: Array, kind: str, limits: MotionLimits, T: float | None) -> AbstractTrajectory:
    """The motion that lasts T or, without T, is as short as velocities and accelerations allow."""
    if T is not None:
        T = positive("duration", T)
    rates = MotionLimits(velocity=limits.velocity, acceleration=limits.acceleration)
    if kind == "spline":
        return Spline(points, duration=T, limits=rates if T is None else None)
    q0, q1 = points
    if kind == "quintic":
        return Quintic(q0, q1, T, limits=rates if T is None else None)
    if T is None:
        return Trapezoidal(q0, q1, limits.velocity, limits.acceleration)
    thirds = np.where(q0 != q1, 4.5 * np.abs(q1 - q0) / T**2, 1.0)  # a third each to speed up, cruise and slow down
    return Trapezoidal(q0, q1, np.inf, thirds, T)

"""From posture to posture within the limits of a robot."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError, UnknownName
from .fastest_uniform import fastest_uniform
from .given import moved, positive, rows
from .limit_report import LimitReport
from .limits import MotionLimits, limits_of
from .quintic import Quintic
from .scaling import Scaling
from .spline import Spline
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

KINDS = ("quintic", "trapezoidal", "spline")
"""What a planned motion can be."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A motion within limits, what it asks of the joints, and, where it is the fastest, what binds it."""

    trajectory: AbstractTrajectory
    report: LimitReport
    scaling: Scaling | None = None


def plan(
    robot: Any,
    waypoints: ArrayLike,
    kind: str = "quintic",
    *,
    duration: float | None = None,
    fastest: bool = False,
    limits: Any = None,
) -> Plan:
    """A motion through waypoints, the first being the start; refused where it exceeds limits of the robot.

    It takes the duration given; or the shortest that velocities and accelerations allow; or, where it is to be the
    `fastest`, the shortest that torques allow too, at a uniform pace. Quintic and trapezoidal motions have two points.
    `limits` stand in place of the robot's, and may bring those of acceleration.

    >>> import linkwise
    >>> robot = linkwise.load("ur5").with_payload(5.0)
    >>> found = plan(robot, [[0.0] * 6, [1.0] * 6], fastest=True)
    >>> print(found.scaling)
    1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
    """
    points = rows("waypoints", waypoints, moved(robot).n)
    if kind not in KINDS:
        raise UnknownName("motion", kind, "a plan", KINDS)
    if len(points) < 2 or (len(points) > 2 and kind != "spline"):
        count = "two waypoints" if kind != "spline" else "at least two waypoints"
        raise BadArray(
            f"{len(points)} waypoints were given.", f"A {kind} motion has {count}.", "kind='spline' goes through all."
        )
    if fastest and duration is not None:
        raise LinkwiseError("a duration is given, and the fastest motion asked for.", "", "give one of them.")
    known, scaling = limits_of(robot if limits is None else limits, robot.n), None
    motion = _shaped(points, kind, known, 1.0 if fastest else duration)
    if fastest:
        scaling = fastest_uniform(
            robot, motion, effort=known.effort, velocity=known.velocity, acceleration=known.acceleration
        )
        motion = scaling.trajectory
    report = motion.check(robot, limits=known)
    report.require()
    return Plan(motion, report, scaling)


def _shaped(points: Array, kind: str, limits: MotionLimits, T: float | None) -> AbstractTrajectory:
    """The motion in the time given, or as velocities and accelerations allow."""
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

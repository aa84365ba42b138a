"""From posture to posture within the limits of a robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import matrix, positive
from ..errors import BadArray, LinkwiseError, UnknownName
from .fastest_along import fastest_along
from .fastest_uniform import fastest_uniform
from .limit_report import LimitReport
from .limits import MotionLimits, checked_robot, limits_of
from .quintic import Quintic
from .scaling import Scaling
from .scurve import SCurve
from .spline import Spline
from .time_optimal import TimeOptimal
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

if TYPE_CHECKING:
    from .limits import LimitsLike

KINDS = ("quintic", "trapezoidal", "scurve", "spline")
"""The kinds of motion that can be planned."""


@dataclass(frozen=True, eq=False, repr=False)
class Plan:
    """A motion within limits (`trajectory`), how close it comes to each (`report`), and, if it is the fastest, what
    keeps it from being faster: along its path (`best`), or at a uniform pace (`scaling`).

    >>> import linkwise
    >>> plan(linkwise.load("ur5"), [[0.0] * 6, [1.0] * 6], duration=2.0)
    Plan(Quintic(6 joints, 2 s), 30 peaks, all within their limits)
    """

    trajectory: AbstractTrajectory
    report: LimitReport
    scaling: Scaling | None = None
    best: TimeOptimal | None = None

    def __repr__(self) -> str:
        text = repr(self.report).removeprefix("LimitReport(").removesuffix(")")
        return f"Plan({self.trajectory!r}, {self.scaling or self.best or text})"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def plan(
    robot: Any,
    waypoints: ArrayLike,
    kind: str = "quintic",
    *,
    duration: float | None = None,
    fastest: bool = False,
    uniform: bool = False,
    limits: LimitsLike | None = None,
    progress: bool = False,
) -> Plan:
    """A motion through waypoints, the first being the start; refused if it exceeds limits of the robot.

    It lasts `duration`; otherwise it is as short as velocities, accelerations and jerks allow. With `fastest` it is as
    short as torques allow too: only the path is that of the `kind`, and the pace varies (`fastest_along`), unless it is
    to be `uniform` (`fastest_uniform`). All but splines have two waypoints. `limits` replace the robot's own, and may
    add those of acceleration and jerk. `progress` draws a bar if it takes more than two seconds.

    >>> import linkwise
    >>> robot = linkwise.load("ur5").with_payload(5.0)
    >>> print(plan(robot, [[0.0] * 6, [1.0] * 6], fastest=True).best)
    in 0.516 s: at its limit are torque of 'shoulder_lift_joint' 54%, torque of 'shoulder_pan_joint' 23% of the time
    >>> print(plan(robot, [[0.0] * 6, [1.0] * 6], fastest=True, uniform=True).scaling)
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
    if uniform and not fastest:
        raise LinkwiseError(
            "uniform was given without fastest.",
            "It says how the fastest motion is found.",
            "fastest=True, uniform=True.",
        )
    bounds, scaling, best = limits_of(robot if limits is None else limits, robot.n), None, None
    if fastest and (kind == "scurve" or np.isfinite(bounds.jerk).any()):
        raise LinkwiseError(
            "the fastest motion along a path has no jerk limits.",
            "A motion with limited jerk was expected without fastest.",
            "kind='scurve' is as short as velocities, accelerations and jerks allow.",
        )
    motion = _shaped(points, kind, bounds, 1.0 if fastest else duration)
    rates: dict[str, Any] = {"effort": bounds.effort, "velocity": bounds.velocity, "acceleration": bounds.acceleration}
    if uniform:
        scaling = fastest_uniform(robot, motion, **rates)
        motion = scaling.trajectory
    elif fastest:
        best = fastest_along(robot, motion, **rates, progress=progress)
        motion = best.trajectory
    report = motion.check(robot, limits=bounds)
    report.require()
    return Plan(motion, report, scaling, best)


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
    if kind == "scurve":
        return SCurve(q0, q1, limits.velocity, limits.acceleration, limits.jerk, T)
    if T is None:
        return Trapezoidal(q0, q1, limits.velocity, limits.acceleration)
    thirds = np.where(q0 != q1, 4.5 * np.abs(q1 - q0) / T**2, 1.0)  # a third each to speed up, cruise and slow down
    return Trapezoidal(q0, q1, np.inf, thirds, T)

"""A planned motion: where it goes, what it asks of the joints, and how close it comes to their limits."""

from __future__ import annotations

from typing import Any

from ...robot import Robot
from ...trajectories import plan
from .played import played


def planned(
    robot: Robot, waypoints: Any, kind: str = "quintic", duration: float | None = None, fastest: bool = False
) -> dict[str, Any]:
    """The motion through waypoints, its samples, and the peaks beside their limits.

    >>> import linkwise
    >>> found = planned(linkwise.load("ur5"), [[0.0] * 6, [1.0] * 6], duration=2.0)
    >>> found["duration"], len(found["peaks"])
    (2.0, 30)
    """
    made = plan(robot, waypoints, kind, duration=duration, fastest=fastest, progress=True)
    return {
        "duration": made.trajectory.duration,
        "kind": kind,
        "why": str(made.best or made.scaling or ""),
        "peaks": [{**vars(peak), "exceeds": peak.exceeds} for peak in made.report.peaks],
        "motion": played(robot, made.trajectory),
    }

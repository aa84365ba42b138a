"""What the robot does by itself: let go, held at a posture, or pushed while it is held."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...calls.checks import positive, vector
from ...control import pd_gravity
from ...errors import UnknownName
from ...robot import Robot
from .played import played
from .states import held, moving

WAYS = ("let go", "hold", "push")
"""What can be simulated."""

LONGEST_WORK = 60.0
"""Seconds of work for each simulated second, at most."""

MOST_EVENTS = 200
"""Events that are listed."""


def run(
    robot: Robot,
    q: Any,
    way: str = "let go",
    duration: float = 3.0,
    friction: bool = True,
    kp: float = 100.0,
    kd: float = 20.0,
    force: Any = (0.0, 0.0, 0.0),
    frame: str | None = None,
    stops: bool = True,
) -> dict[str, Any]:
    """The motion from rest at `q`: let go; or held there by springs `kp` and dampers `kd`, gravity compensated.

    A push is a `force` at the origin of `frame`, in base axes, over the second fifth of the time. With `stops`, joints
    stop at their limits.

    >>> import linkwise
    >>> found = run(linkwise.load("pendulum"), [0.5], duration=0.5)
    >>> found["status"], found["drift"] < 1e-7
    ('finished', True)
    """
    duration = positive("duration", duration)
    if way not in WAYS:
        raise UnknownName("way", way, "a simulation", WAYS)
    arm = robot if friction else robot.without_friction()
    q0, machine = held(arm, q), moving(arm)
    options: dict[str, Any] = {}
    if way != "let go":
        options["controller"] = pd_gravity(arm, q0, kp=kp, kd=kd)
    begin, end = 0.2 * duration, 0.4 * duration
    if way == "push":
        wrench = np.concatenate([np.zeros(3), vector("force", force, 3, "x, y and z, in N")])
        options["wrenches"] = {frame or arm.model.tip: lambda t, q, qd: wrench if begin <= t < end else 0.0 * wrench}
        options["breaks"] = [begin, end]
    if stops and not arm.model.closures:
        options["stops"] = 0.0
    made = machine.simulate(q0, t=duration, max_wall=LONGEST_WORK, progress=True, **options)
    return {
        "status": made.status,
        "message": made.message,
        "drift": made.drift,
        "events": [{"t": event.t, "name": event.name} for event in made.events[:MOST_EVENTS]],
        "motion": played(machine, made),
    }

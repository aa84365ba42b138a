"""One position: where the links are, what gravity asks of the joints, how heavy they are to move, what the tool can."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import finite, vector
from ...robot import Robot
from ...view.scene import marks_of, poses_of
from ...view.scene.packing import packed
from .states import attempt, held, moving


def at(robot: Robot, q: Any, frame: str | None = None) -> dict[str, Any]:
    """All numbers of the page at joint positions `q`, of the tool `frame`.

    >>> import linkwise
    >>> found = at(linkwise.load("planar2r"), [0.0, 0.0])
    >>> found["gravity"]["is"].round(3), round(found["inertia"]["is"]["condition"], 2)
    (array([41.889, 18.541]), 52.9)
    """
    q = held(robot, q)
    machine, limits, rest = moving(robot), robot.limits, np.zeros((1, robot.n))
    return {
        "q": q,
        "poses": packed(poses_of(robot, q)),
        "marks": marks_of(machine, q[None], rest, rest),
        "within": limits.within(q),
        "gravity": attempt(lambda: machine.gravity_forces(q)),
        "inertia": attempt(lambda: _inertia(machine.mass_matrix(q))),
        "energy": attempt(lambda: machine.potential_energy(q)),
        "tool": attempt(lambda: _tool(robot, q, frame)),
    }


def drawn(robot: Robot, q: Any, to: Any, frame: str | None = None, attitude: Any = None) -> dict[str, Any]:
    """The numbers at the positions, near `q`, at which the tool is at a point, or as near to it as it gets.

    With `attitude`, three rows of a rotation, the tool keeps that.

    >>> import linkwise
    >>> arm = linkwise.load("panda")
    >>> start = [0.1, 0.2, 0.3, -1.5, 0.4, 1.8, 0.7]
    >>> there = arm.forward_kinematics(start)[:3, 3] + [0.01, 0.0, 0.0]
    >>> found = drawn(arm, start, there.tolist())
    >>> found["reached"], bool(abs(found["tool"]["is"]["pose"][:3, 3] - there).max() < 1e-5)
    (True, True)
    """
    q, to = vector("q", q, robot.n, "one entry per joint"), vector("to", to, 3, "a point, in m")
    if attitude is None:
        goal, rows = to, "position"
    else:
        goal, rows = np.eye(4), "pose"
        goal[:3, :3], goal[:3, 3] = finite("attitude", attitude, (3, 3), "a rotation"), to
    found = robot.inverse_kinematics(goal, frame=frame, rows=rows, q0=q, restarts=0, progress=False)
    return {**at(robot, found.q, frame), "reached": bool(found.solved), "off": float(found.distance)}


def _inertia(M: Array) -> dict[str, Any]:
    return {"matrix": M, "condition": float(np.linalg.cond(M)) if M.size else 1.0}


def _tool(robot: Robot, q: Array, frame: str | None) -> dict[str, Any]:
    """The tool's pose, and how well it moves: Yoshikawa's measure and the ellipsoid of velocities.

    Of a robot with loops only the pose.
    """
    pose = robot.forward_kinematics(q, frame)
    if robot.model.closures:
        return {"pose": pose}
    space = robot.task_space(q, frame=frame, rows="position")
    return {
        "pose": pose,
        "manipulability": float(space.manipulability),
        "condition": float(space.condition),
        "radii": space.velocity_ellipsoid().radii,
    }

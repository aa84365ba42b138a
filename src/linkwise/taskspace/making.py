"""A task space from what a user says: checked once, at the door."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import batch_shape
from ..calls.checks import real
from ..errors import BadArray, NotForThisRobot, UnknownName, shown
from ..trajectories import Motion
from .damping import damping_of
from .orientation import ORIENTATIONS
from .rows import Selection, selection
from .task_space import TaskSpace

if TYPE_CHECKING:
    from ..robot import Robot

AXES = ("base", "tool")
"""Whose axes the rows are in."""

TURNS = {"angle1": "rx", "angle2": "ry", "angle3": "rz"}
"""The rows that coordinates of orientation, in their order, stand in."""


def task_space(
    robot: "Robot",
    q: ArrayLike,
    qd: ArrayLike | None = None,
    *,
    frame: str | None = None,
    rows: Any = "pose",
    axes: str = "base",
    orientation: str = "geometric",
    damping: Any = 0.0,
) -> TaskSpace:
    """The dynamics seen from a task at a frame: Λ, μ, p, J̄, nullspace, forces, ellipsoids of what the arm can do.

    `rows` is "pose", "position", "orientation", "planar", a list of rows ("rx", "ry", "rz", "x", "y", "z") or a
    matrix (m, 6), in the `axes` of the "base" or the "tool"; with `orientation` such as "zyx" or "rotation_vector"
    the first three are these angles, "angle1", "angle2", "angle3". `damping` is λ of (J M⁻¹ Jᵀ + λ² 1)⁻¹, "auto"
    (near singularities), "truncate", or a rule of `linkwise.taskspace`.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> arm.task_space([0.0, 1.5707963267948966], rows=["x", "y"]).gravity_forces.round(9)
    array([ 0.   , 33.354])
    """
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "A task needs at least one.")
    if isinstance(q, Motion):
        if qd is not None:
            raise BadArray("a motion was given together with qd.", "It holds q and qd.")
        q, qd = q.q, q.qd
    given = {"q": real("q", q, robot.n, "one entry per joint")}
    given["qd"] = np.zeros(robot.n) if qd is None else real("qd", qd, robot.n, "one entry per joint")
    for name, value in given.items():
        if not np.isfinite(value).all():
            raise BadArray(f"{name} is not finite.", "Finite numbers were expected.")
    shape = (*batch_shape(given), robot.n)
    states = {name: np.ascontiguousarray(np.broadcast_to(value, shape)) for name, value in given.items()}
    place = robot.tree.frame_or_tip(frame).name
    seen = described(rows, axes, orientation)
    return TaskSpace(robot, states["q"], states["qd"], place, *seen, damping_of(damping))


def described(rows: Any, axes: str, orientation: str) -> tuple[Selection, str, str]:
    """The rows of a task and what they are seen in, checked; of angles, rows have their names.

    >>> described("orientation", "base", "zyx")[0].names
    ('angle1', 'angle2', 'angle3')
    """
    if not isinstance(axes, str) or axes not in AXES:
        raise BadArray(f"the axes of a task are {shown(repr(axes))}.", '"base" or "tool" was expected.')
    if not isinstance(orientation, str) or orientation not in ("geometric", *ORIENTATIONS):
        raise UnknownName("orientation", orientation, "a task", ("geometric", *ORIENTATIONS))
    if orientation == "geometric":
        return selection(rows), axes, orientation
    if isinstance(rows, str) and rows == "planar":
        raise BadArray(
            f"the turn in the plane is no coordinate of {orientation} angles.",
            "The task 'planar' turns about z.",
            'say orientation="geometric".',
        )
    if axes != "base":
        raise BadArray(
            f"a task in the axes of the tool is asked for in {orientation} angles.",
            "Angles say how the frame stands in the base; they have no axes.",
            'leave out axes="tool", or orientation.',
        )
    if isinstance(rows, list | tuple):
        for row in rows:
            if isinstance(row, str) and row in TURNS.values():
                raise BadArray(
                    f"the row {shown(row)} is a turn about an axis, and {orientation} coordinates are no such turns.",
                    f"They are {', '.join(TURNS)}, in their order.",
                    'name one of these, or say orientation="geometric".',
                )
        rows = [TURNS.get(row, row) if isinstance(row, str) else row for row in rows]
    chosen, angles = selection(rows), {turn: angle for angle, turn in TURNS.items()}
    return Selection(tuple(angles.get(name, name) for name in chosen.names), chosen.matrix), axes, orientation

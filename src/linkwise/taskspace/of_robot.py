"""`robot.task_space`: a task space from what the caller passes, checked."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import finite
from ..errors import BadArray, NotForThisRobot, shown
from ..trajectories import Motion
from .damping import damping_of
from .rows import task_rows
from .task_space import TaskSpace

if TYPE_CHECKING:
    from ..robot import Robot

DOUBLE = np.dtype(np.float64)
"""NumPy's one object for doubles."""


def task_space(
    robot: Robot,
    q: ArrayLike | Motion,
    qd: ArrayLike | None = None,
    *,
    frame: str | None = None,
    rows: Any = "pose",
    axes: str = "base",
    orientation: str = "geometric",
    damping: Any = 0.0,
) -> TaskSpace:
    """The robot's dynamics in the task space of a frame: Λ ẍ + μ + p = F, and what the arm can do there.

    q, qd        states (…, n), at rest without qd; or one `Motion` of a trajectory. All leading axes are a batch.
    frame        where the task is; the tip by default.
    rows         what it is about: "pose", "position", "orientation", "planar", a list of "rx", "ry", "rz", "x", "y",
                 "z", or a matrix (m, 6) that combines them.
    axes         the axes the rows are in: "base" or "tool".
    orientation  "geometric" for angular velocities, or coordinates of orientation for their rates: "zyx" or any other
                 Euler sequence, "rotation_vector". Their rows are called "angle1", "angle2", "angle3".
    damping      near singularities: λ of Λ = (J M⁻¹ Jᵀ + λ² 1)⁻¹, "auto" (only near them), "truncate" (leave
                 directions out), or a rule of `linkwise.taskspace`. Without it, Λ at a singularity raises `Singular`.

    Returns a `TaskSpace`, which computes each answer on first use: `jacobian`, `inertia` Λ, `velocity_forces` μ,
    `gravity_forces` p, `consistent_inverse` J̄, `nullspace` N, `joint_forces(F)`, `manipulability`,
    `velocity_ellipsoid()` and more.

    >>> import linkwise
    >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
    >>> space
    TaskSpace('planar2r', rows x, y at 'tip')
    >>> space.inertia.round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    >>> space.gravity_forces.round(9) + 0.0
    array([ 0.   , 33.354])
    """
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "A task needs at least one.")
    if isinstance(q, Motion):
        if qd is not None:
            raise BadArray("a motion was given together with qd.", "It holds q and qd.")
        qd, q = q.qd, q.q
    positions, velocities = _states(robot, q, np.zeros(robot.n) if qd is None else qd)
    place, selected = robot.scalar_system.tree.frame_or_tip(frame).name, task_rows(rows, axes, orientation)
    return TaskSpace(robot, positions, velocities, place, selected, axes, orientation, damping_of(damping))


def _states(robot: Robot, q: Any, qd: Any) -> tuple[Array, Array]:
    """q and qd, checked, as arrays of one shape that do not change when the caller's do."""
    if _plain(q, robot.n) and _plain(qd, robot.n):
        return q.copy(), qd.copy()
    states = {
        name: finite(name, value, (robot.n,), "one entry per joint", robot.joint_names)
        for name, value in (("q", q), ("qd", qd))
    }
    shape = (*batch_shape(states), robot.n)
    positions, velocities = (np.array(np.broadcast_to(x, shape)) for x in states.values())
    return positions, velocities


def _plain(state: Any, n: int) -> bool:
    """Whether this is one state of finite doubles: if the sum of squares is finite, each of them is."""
    return (
        type(state) is np.ndarray and state.shape == (n,) and state.dtype is DOUBLE and bool(isfinite(state.dot(state)))
    )

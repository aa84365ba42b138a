"""`robot.inverse_kinematics`: joint positions for poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array, batch_shape
from ...calls.checks import finite, vector
from ...calls.progress import is_shown, progress_bar
from ...calls.thread_count import ThreadCount, threads_of
from .goals import goals
from .one_pose import goal_of
from .plans import plan_of
from .result import InverseKinematics
from .searching import Found, Run

if TYPE_CHECKING:
    from ...robot import Robot

EACH = "one entry per joint"


def inverse_kinematics(
    robot: Robot,
    pose: ArrayLike,
    *,
    frame: str | None = None,
    rows: Any = "pose",
    axes: str = "base",
    q0: ArrayLike | None = None,
    limits: bool = True,
    toward: ArrayLike | None = None,
    solutions: int | str = 1,
    tolerance: Any = 1e-6,
    restarts: int = 100,
    seed: int = 0,
    method: str | None = None,
    threads: ThreadCount = None,
    progress: bool = True,
) -> InverseKinematics:
    """Joint positions at which a frame has a pose, within limits: in closed form, or by damped least squares.

    pose        4×4 poses (…, 4, 4); where only the position matters, points (…, 3) too
    frame       what is to be there; the tip by default
    rows, axes  what of the pose matters, as in `task_space`: "pose", "position", "orientation", "planar", or a list of
                "rx", "ry", "rz", "x", "y", "z", in the axes of the "base" or the "tool". ["rx", "ry", "x", "y", "z"] in
                the tool's axes leaves its turn about its own z open.
    q0          where to begin (…, n), for each pose or for all; the middle of the limits by default. Joints that do not
                move the frame stay there.
    limits      keep the joint limits
    toward      a posture: of all positions that reach the pose, for arms with more joints than the task has rows, those
                as near to it as can be got to from what was found
    solutions   how many different positions to look for, nearest to `q0` first: `result.solutions`; "all" for arms with
                a closed form, which finds every one
    tolerance   how far off a pose may be, in rad and m: a number, or two
    restarts    how often to begin again, elsewhere, if a pose is not reached
    seed        which places these are; the same for every pose
    method      "closed form", "numeric"; None takes the closed form where the geometry allows one for whole poses, and
                searches for what that does not reach

    Returns an `InverseKinematics`: `q`, a `status` for each pose ("solved" or "not reached", then with the nearest
    positions found), what is missing of each (`angle`, `distance`), `solutions`. Singular poses are fine. An answer
    does not depend, to the last bit, on the other poses of the batch or on `threads`. Collisions are not looked at.

    >>> import linkwise
    >>> robot = linkwise.load("panda")
    >>> pose = robot.forward_kinematics([0.1, 0.2, 0.3, -1.5, 0.4, 1.8, 0.7])
    >>> found = robot.inverse_kinematics(pose)
    >>> found
    InverseKinematics('panda', 'panda_link8': 1 of 1 pose reached; q (7,))
    >>> bool(abs(robot.forward_kinematics(found.q) - pose).max() < 1e-6)
    True
    """
    options = (frame, rows, axes, limits, solutions, tolerance, restarts, seed, method, toward is not None)
    plan = plan_of(robot, options)
    start = None if q0 is None else finite("q0", q0, (robot.n,), EACH, robot.joint_names)
    shared = threads_of(threads)
    if progress is not True:
        is_shown(progress)
    if plan.alone and (start is None or start.ndim == 1) and (goal := goal_of(pose)) is not None:
        one = plan.one(goal, start)
        if one is not None:
            return InverseKinematics(robot, plan.search.kernel.task, one)
    wanted = goals(pose, plan.rows)
    rest = None if toward is None else vector("toward", toward, robot.n, EACH, entries=robot.joint_names)
    if start is None:
        start = plan.search.ranges.middle if rest is None else rest
    batch = wanted.shape[:-1] if q0 is None else batch_shape({"pose": wanted, "q0": start})
    each, starts = _repeated(wanted, batch), _repeated(start, batch)
    with progress_bar(progress, len(each), "poses", delay=2.0) as advance:
        found = plan.many(each, starts, Run(rest, shared, advance))
    return InverseKinematics(robot, plan.search.kernel.task, Found(*(x.reshape((*batch, *x.shape[1:])) for x in found)))


def _repeated(array: Array, batch: tuple[int, ...]) -> Array:
    """One row for each pose of the batch."""
    full = array if array.shape[:-1] == batch else np.broadcast_to(array, (*batch, array.shape[-1]))
    return full.reshape(-1, array.shape[-1])

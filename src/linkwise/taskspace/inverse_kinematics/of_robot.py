"""`robot.inverse_kinematics`: joint positions for poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array, batch_shape
from ...calls.checks import finite, vector, whole
from ...calls.kernel_cache import KernelKey
from ...calls.progress import progress_bar
from ...calls.sampling import size
from ...calls.thread_count import ThreadCount, threads_of
from ...errors import BadArray, NotForThisRobot, UnknownName, plain, shown
from ..rows import NAMES
from .goals import chosen_rows, goals, tolerances
from .in_closed_form import form_for, in_closed_form
from .kernel import SearchKernel
from .ranges import Ranges
from .result import InverseKinematics
from .searching import Run, Search
from .task import Task

if TYPE_CHECKING:
    from ...robot import Robot

METHODS = ("closed form", "numeric")
"""How positions can be found."""

LATEST = 16
"""How many sets of options are remembered."""


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
    place, chosen = robot.tree.frame_or_tip(frame).name, chosen_rows(rows, axes)
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "Inverse kinematics needs at least one.")
    if method is not None and (not isinstance(method, str) or method not in METHODS):
        raise UnknownName("method", method, "inverse kinematics", METHODS)
    wanted, near_to = goals(pose, chosen), tolerances(tolerance)
    many = None if isinstance(solutions, str) and solutions == "all" else whole("solutions", solutions, 1)
    again = whole("restarts", restarts, 0)
    if not isinstance(limits, bool | np.bool_):
        raise BadArray(f"limits is {plain(repr(limits), 60)}.", "True or False was expected.")
    begins = whole("seed", seed, 0)
    search = search_of(robot, place, chosen, axes, limits=bool(limits), tolerance=near_to, restarts=again, seed=begins)
    meaning, names = "one entry per joint", robot.joint_names
    rest = None if toward is None else vector("toward", toward, robot.n, meaning, entries=names)
    usual = search.ranges.middle if rest is None else rest
    start = usual if q0 is None else finite("q0", q0, (robot.n,), meaning, names)
    form = form_for(robot, place, chosen, toward, method)
    if many is None and form is None:
        if method == "numeric":
            raise BadArray("solutions is 'all'.", "A search does not know when it has all: a number was expected.")
        form = form_for(robot, place, chosen, toward, "closed form")
    many = many or (form.count if form is not None else 1)
    batch = wanted.shape[:-1] if q0 is None else batch_shape({"pose": wanted, "q0": start})
    each, starts = _repeated(wanted, batch), _repeated(start, batch)
    with progress_bar(progress, len(each), "poses", delay=2.0) as advance:
        run = Run(rest, threads_of(threads), advance)
        if form is not None:
            found = in_closed_form(form, search, each, starts, many, run, only=method is not None)
        else:
            found = search.nearest(each, starts, run) if many == 1 else search.several(each, starts, many, run)
    return InverseKinematics(robot, search.kernel.task, *(x.reshape((*batch, *x.shape[1:])) for x in found))


def _repeated(array: Array, batch: tuple[int, ...]) -> Array:
    """One row for each pose of the batch."""
    full = array if array.shape[:-1] == batch else np.broadcast_to(array, (*batch, array.shape[-1]))
    return full.reshape(-1, array.shape[-1])


def search_of(
    robot: Robot,
    frame: str,
    rows: tuple[str, ...] = NAMES,
    axes: str = "base",
    *,
    limits: bool,
    tolerance: tuple[float, float],
    restarts: int,
    seed: int = 0,
) -> Search:
    """The search with these options, all of them checked: one of the latest if they are the same."""
    kernel = _search_kernel(robot, frame, rows, axes)
    key = (limits, tolerance, restarts, seed)
    made = kernel.plans.get(key)
    if made is None:
        if len(kernel.plans) >= LATEST:
            kernel.plans.clear()
        made = kernel.plans[key] = Search(kernel, Ranges.of(kernel.tree, limits), tolerance, restarts, seed)
    assert isinstance(made, Search)
    return made


def _search_kernel(robot: Robot, frame: str, rows: tuple[str, ...], axes: str) -> SearchKernel:
    """The compiled search, made once for a robot, a frame and what of its pose matters."""
    key = KernelKey("inverse_kinematics", frame=frame, options=(rows, axes))
    made = robot.kernels.get_or_make(key, lambda: SearchKernel(robot.tree, Task(frame, rows, axes, size(robot.tree))))
    assert isinstance(made, SearchKernel)
    return made

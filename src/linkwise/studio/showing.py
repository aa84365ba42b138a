"""robot.view and robot.animate: one posture, or a motion, as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.progress import working_shown
from ..errors import BadArray, plain
from ..view.scene import marks_of, motion_of, scene_of
from .animation import Animation, View
from .instants import Instants, instants_of


def view(
    robot: Any,
    q: ArrayLike | None = None,
    *,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: str | None = None,
    show: bool = True,
) -> View:
    """The robot in a posture (n,), in 3-D: the shapes of its file, or capsules along its links.

    A browser opens the page, or a notebook shows it; with show=False nothing is opened, and `view.save("arm.html")`
    writes it. Beside the links it can show frames, joint axes, centres of mass, inertia ellipsoids, `wrenches`, what
    each joint transmits at rest, and the velocities that the tip, or `frame`, can reach. Links whose joints have come
    to a limit are red. Without q it is the posture at 0, or in the middle of limits that exclude 0.

    >>> import linkwise
    >>> linkwise.load("panda").view([0.0, 0.3, 0.0, -2.0, 0.0, 2.0, 0.8], show=False)
    View('panda', 7 joints)
    """
    _check(show)
    posture = _start(robot) if q is None else finite("q", q, (robot.n,), "one entry per joint")
    if posture.ndim != 1:
        raise BadArray(
            f"q has shape {posture.shape}.",
            f"One posture ({robot.n},) was expected.",
            "robot.animate((t, q)) plays several.",
        )
    rest = np.zeros((1, robot.n))
    at = Instants(np.zeros(1), posture[None], {"qd": rest, "qdd": rest}).answered(robot, wrenches)
    shown = View(robot, *_pages(robot, at, wrenches, frame))
    return shown.opened() if show else shown


def animate(
    robot: Any,
    motion: Any,
    *,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: str | None = None,
    show: bool = True,
) -> Animation:
    """The robot in motion, in 3-D, as a page that plays it, with torques beside their limits, and curves.

    `motion` is a simulated run, a trajectory, or times and positions (t, q) with q (K, n). The page shows 60 pictures
    for each second, at most 3600. Torques and energies are those of the run; along a trajectory they are computed,
    under `wrenches` if there are any. `frame` is the one whose path is drawn, the tip if none is named. A browser opens
    the page, or a notebook shows it; `animation.save` writes "motion.html", and films as "motion.gif" or "motion.mp4".

    >>> import linkwise
    >>> arm = linkwise.load("ur5")
    >>> reach = linkwise.trajectories.Quintic([0.0] * 6, [0.5] * 6, duration=2.0)
    >>> arm.animate(reach, show=False)
    Animation('ur5', 121 pictures of 2 s)
    """
    _check(show)
    at = instants_of(robot, motion, wrenches)
    shown = Animation(robot, *_pages(robot, at, wrenches, frame))
    return shown.opened() if show else shown


def _pages(
    robot: Any, at: Instants, wrenches: Mapping[str, ArrayLike] | None, frame: str | None
) -> tuple[dict[str, Any], dict[str, Any], Array, Array]:
    """The scene and the motion, and its times and positions."""
    with working_shown("reading shapes, computing poses"):
        qd, qdd = (at.curves.get(name, np.zeros_like(at.q)) for name in ("qd", "qdd"))
        marks = marks_of(robot, at.q, qd, qdd, wrenches, frame, reactions=at.explained)
        scene = scene_of(robot, frame)
        motion = motion_of(robot, at.t, at.q, at.curves, at.energies, marks, at.driven)
    return scene, motion, at.t, at.q


def _check(show: object) -> None:
    if not isinstance(show, bool | np.bool_):
        raise BadArray(f"show is {plain(repr(show), 60)}.", "True or False was expected.")


def _start(robot: Any) -> Array:
    limits = getattr(robot, "limits", None)
    if limits is None or len(limits.lower) != robot.n:
        return np.zeros(robot.n)
    lower, upper = np.asarray(limits.lower), np.asarray(limits.upper)
    outside = (lower > 0.0) | (upper < 0.0)
    with np.errstate(invalid="ignore"):
        middle = 0.5 * (lower + upper)
    return np.where(outside & np.isfinite(middle), middle, 0.0)

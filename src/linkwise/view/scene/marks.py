"""What is drawn beside the links: the path of the tip, wrenches, what joints transmit, the ellipsoid of velocities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import numbers
from ...errors import LinkwiseError, plain
from ...model import Frame, Model
from .packing import packed, row
from .poses import matrix, rigid, seven

ROOM = 250_000
"""Numbers of reactions in a page: of more joints or instants they are left out."""

AT_ORIGIN = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def marks_of(
    robot: Any,
    q: Array,
    qd: Array,
    qdd: Array,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: str | None = None,
    reactions: bool = True,
) -> dict[str, Any]:
    """The marks of K states, each array (K, n); what this kind of robot does not answer is left out.

    `wrenches` are those of `robot.inverse_dynamics`, (6,) or (K, 6) each. The path is that of `frame`, or of the tip.
    `reactions` are what joints transmit when these wrenches are all that acts from outside.

    >>> import linkwise
    >>> at_rest = np.zeros((1, 2))
    >>> marks = marks_of(linkwise.load("planar2r"), at_rest, at_rest, at_rest)
    >>> [arrows["kind"] for arrows in marks["arrows"]], marks["ellipsoid"]["shape"]
    (['reaction', 'reaction'], [1, 3, 3])
    """
    tree = rigid(robot).tree
    marks: dict[str, Any] = {"arrows": [*_wrenches(tree, wrenches or {})]}
    if reactions:
        marks["arrows"] += _reactions(robot, q, qd, qdd, wrenches)
    tip = tip_of(tree, frame)
    if tip is None:
        return marks
    if len(q) > 1:
        marks["path"] = packed(np.asarray(robot.forward_kinematics(q, tip.name))[:, :3, 3])
    if (ellipsoid := _ellipsoid(robot, q, tip.name)) is not None:
        marks["ellipsoid"] = packed(ellipsoid)
    return marks


def tip_of(tree: Model, frame: str | None = None) -> Frame | None:
    """The frame whose path is drawn: the one named, or the tip; None where there are several ends and none is named.

    >>> import linkwise
    >>> tip_of(linkwise.load("planar2r").tree).name
    'tip'
    """
    try:
        return tree.frame_or_tip(frame)
    except LinkwiseError:
        if frame is not None:
            raise
        return None


def _wrenches(tree: Model, wrenches: Mapping[str, ArrayLike]) -> Iterator[dict[str, Any]]:
    for name, value in wrenches.items():
        frame = tree.frame(name)
        rows = np.atleast_2d(numbers(f"the wrench at {plain(name, 60)}", value, (6,), "moment and force"))
        yield _arrows("wrench", name, frame.body + 1, row(seven(matrix(frame.placement))), rows)


def _reactions(
    robot: Any, q: Array, qd: Array, qdd: Array, wrenches: Mapping[str, ArrayLike] | None
) -> Iterator[dict[str, Any]]:
    tree = rigid(robot).tree
    if 6 * len(tree.moving) * len(q) > ROOM or rigid(robot) is not robot:
        return
    try:
        held = np.asarray(robot.reaction_wrenches(q, qd, qdd, axes="base", wrenches=wrenches or None))
    except LinkwiseError:  # no masses, closed loops, …
        return
    for j, k in enumerate(tree.moving):
        yield _arrows("reaction", tree.bodies[k].joint.name, k + 1, AT_ORIGIN, held[:, j])


def _arrows(kind: str, name: str, link: int, pose: list[Any], rows: Array) -> dict[str, Any]:
    return {"kind": kind, "name": plain(name, 80), "link": link, "pose": pose, "values": packed(rows)}


def _ellipsoid(robot: Any, q: Array, frame: str) -> Array | None:
    """The semi-axes, as columns, of the velocities that the tip reaches with joint rates of norm 1: (K, 3, 3)."""
    try:
        J = np.asarray(robot.jacobian(q, frame), dtype=float)[..., 3:, :]
    except LinkwiseError:
        return None
    if not J.shape[-1] or not np.isfinite(J).all():
        return None
    U, sigma, _ = np.linalg.svd(J, full_matrices=True)
    radii = np.zeros((len(J), 3))
    radii[:, : sigma.shape[1]] = sigma
    return np.asarray(U * radii[:, None, :])

"""An arm in several postures of a motion, as a figure of rods seen from the side."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import BadArray
from .curves import CURVE, LIMIT

ELEVATION = np.radians(18.0)
"""The picture is taken from a little above."""

ROD, JOINT = 9.0, 4.0
"""The widths of rods and joints, in points."""

FAINT = 0.14
"""How strongly the first posture is drawn; the last one is drawn in full."""


def draw_arm(axes: Any, robot: Any, q: ArrayLike, path: ArrayLike | None = None, azimuth: float = 0.9) -> None:
    """Draw a robot in postures (K, n), the later the stronger, with their shadows on the floor.

    `path` are positions (T, n) along the motion: the way of the tip is drawn through them. What points to the right is
    the x axis of the base turned by `azimuth` about z.

    >>> import linkwise
    >>> from linkwise.view.picture import blank
    >>> axes = blank(4.0, 4.0).add_subplot()
    >>> draw_arm(axes, linkwise.load("ur5"), [[0.0] * 6, [0.0, -1.0, 1.0, 0.0, 0.0, 0.0]])
    >>> axes.get_aspect()
    1.0
    """
    postures = real("q", q, robot.n, "one entry per joint")
    if postures.ndim != 2 or not len(postures):
        raise BadArray(f"q has shape {postures.shape}.", "Postures (K, n) were expected, with K above 0.")
    rods = _rods(robot)
    names = sorted({name for rod in rods for name in rod})
    for k, places in enumerate(robot.forward_kinematics(postures, names)[..., :3, 3]):
        strength = FAINT + (1.0 - FAINT) * ((k + 1) / len(postures)) ** 2
        at = dict(zip(names, places, strict=True))
        for rod in rods:
            points = np.array([at[name] for name in rod])
            floor = points * np.array([1.0, 1.0, 0.0])
            _line(axes, seen(points, azimuth), seen(floor, azimuth), strength)
    if path is not None:
        tip = robot.forward_kinematics(real("path", path, robot.n, "one entry per joint"))[..., :3, 3]
        axes.plot(*seen(tip, azimuth).T, color=LIMIT, linewidth=1.6, zorder=6)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_axis_off()


def seen(points: Array, azimuth: float) -> Array:
    """Points (…, 3) of space in the plane of the picture, (…, 2), in parallel projection.

    >>> seen(np.eye(3), 0.0).round(3).tolist()
    [[1.0, 0.0], [0.0, 0.309], [0.0, 0.951]]
    """
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    away = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    up = np.sin(ELEVATION) * away + np.cos(ELEVATION) * np.array([0.0, 0.0, 1.0])
    return np.stack([points @ right, points @ up], axis=-1)


def _rods(robot: Any) -> list[list[str]]:
    """The frames that rods connect: each chain of links from the base, or from where it branches, to its end."""
    model = robot.model
    children: dict[int, list[int]] = {}
    for k, body in enumerate(model.bodies):
        children.setdefault(body.parent, []).append(k)
    tip = next((frame for frame in model.frames if frame.name == model.tip), None)
    rods = []
    for start, firsts in children.items():
        for k in firsts if len(firsts) > 1 or start < 0 else ():
            rod = [model.tag(start), model.tag(k)]
            while len(children.get(k, ())) == 1:
                [k] = children[k]
                rod.append(model.tag(k))
            rods.append([*rod, tip.name] if tip is not None and tip.body == k else rod)
    return rods


def _line(axes: Any, points: Array, shadow: Array, strength: float) -> None:
    """One chain of rods: its shadow, its rods with round ends, its joints."""
    round_ends = {"solid_capstyle": "round", "solid_joinstyle": "round"}
    axes.plot(*shadow.T, color="0.4", alpha=0.13 * strength, linewidth=ROD, zorder=1, **round_ends)
    axes.plot(*points.T, color="white", linewidth=ROD + 2.0, alpha=strength, zorder=2, **round_ends)
    axes.plot(*points.T, color=CURVE, linewidth=ROD, alpha=strength, zorder=3, **round_ends)
    axes.plot(*points.T, "o", color="white", markersize=JOINT, alpha=strength, zorder=4)

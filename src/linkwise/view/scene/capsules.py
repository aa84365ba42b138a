"""Shapes for links whose file has none: capsules from joint to joint, drums at joints, as thick as suits the arm."""

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...model import BASE, Body, Closure, Model
from .packing import row
from .poses import along, matrix, seven

LINK, JOINT, SLIDE = "#c3cfdd", "#4a78a8", "#8fa9c4"
"""Colours of links, of joints that turn, and of rods that slide."""

THICK, THIN = 0.042, 0.016
"""Radii of the first and the last link of a chain, relative to the robot's reach."""

STOUT = 0.3
"""The largest radius relative to the length of what it is the radius of."""

UNLIMITED = 0.4
"""How far a joint without limits slides in the picture, relative to the reach."""


def reach_of(tree: Model) -> float:
    """The longest way from the base to the end of a link, along the links.

    >>> import linkwise
    >>> round(reach_of(linkwise.load("planar2r").tree), 3)
    1.6
    """
    far = [0.0] * len(tree.bodies)
    longest = 0.0
    for k, body in tree.outward():
        before = 0.0 if body.parent == BASE else far[body.parent]
        slide = sum(map(abs, _rod(body))) if body.joint.slides else 0.0
        far[k] = before + float(np.linalg.norm(matrix(body.placement)[:3, 3])) + slide
        longest = max([longest, far[k], *(far[k] + float(np.linalg.norm(end)) for end in _ends(tree, k))])
    return longest if np.isfinite(longest) and longest > 1e-6 else 1.0


def capsules(tree: Model, links: set[int], drawn: Collection[str] = ()) -> list[dict[str, Any]]:
    """Shapes of the links in these rows of `links`, 0 being the base; `drawn` are frames whose shapes a file has.

    >>> import linkwise
    >>> [shape["kind"] for shape in capsules(linkwise.load("pendulum").tree, {1})]
    ['cylinder', 'capsule']
    """
    radii = _radii(tree)
    grouped = {name for group in tree.groups for name in group.joints}  # a ball, a body afloat: no drive to be drawn
    return [
        shape for k in sorted(links) for shape in _of_link(tree, k - 1, radii[k], _afloat(tree, k - 1, grouped), drawn)
    ]


def _of_link(tree: Model, k: int, radius: float, afloat: bool, drawn: Collection[str]) -> Iterator[dict[str, Any]]:
    if k == BASE and not afloat:
        yield _shape(k, "cylinder", (1.9 * radius, 0.5 * radius), _raised(0.25 * radius), JOINT)
    elif k != BASE and not afloat:
        yield from _joint(tree, k, radius)
    for end in _ends(tree, k, drawn):
        length = float(np.linalg.norm(end))
        if length > 0.2 * radius:  # the base stands on the ground, without a round end below it
            kind = "cylinder" if k == BASE else "capsule"
            yield _shape(k, kind, (min(radius, STOUT * length), length), along(np.zeros(3), end), LINK)


def _afloat(tree: Model, k: int, grouped: set[str]) -> bool:
    """Whether a link moves, or as the base carries, without a drive."""
    moved = [k] if k != BASE else tree.children[BASE]
    return bool(moved) and all(tree.bodies[each].joint.name in grouped for each in moved)


def _joint(tree: Model, k: int, radius: float) -> Iterator[dict[str, Any]]:
    body = tree.bodies[k]
    if not body.joint.moves:
        return
    if body.joint.slides:
        axis = np.array(body.S.v.components, dtype=float)
        start, end = _rod(body, UNLIMITED * reach_of(tree))
        yield _shape(k, "box", (2.2 * radius,) * 3, along(-0.01 * radius * axis, 0.01 * radius * axis), JOINT)
        if end - start > 1e-6:
            yield _shape(k, "cylinder", (0.5 * radius, end - start), along(start * axis, end * axis), SLIDE)
    else:
        axis = np.array(body.S.ω.components, dtype=float)
        yield _shape(k, "cylinder", (1.15 * radius, 2.5 * radius), along(-radius * axis, radius * axis), JOINT)


def _rod(body: Body, otherwise: float = 0.0) -> tuple[float, float]:
    """From where to where, along the axis, a link that slides is a rod, so that it always meets what it slides on; of a
    joint without limits `otherwise` long."""
    lower, upper = (float(end) + float(body.joint.offset) for end in (body.joint.limits.lower, body.joint.limits.upper))
    back = max(upper, 0.0) if np.isfinite(upper) else otherwise
    ahead = max(-lower, 0.0) if np.isfinite(lower) else otherwise
    return -back, ahead


def _ends(tree: Model, k: int, drawn: Collection[str] = ()) -> list[Array]:
    """Where the joints that a link carries are, in its frame; of a last link, where its own frames or its mass are.

    From what a file draws on a link, its gripper, joints are reached without capsules.
    """
    mine = [frame for frame in tree.frames if frame.body == k and frame.name not in drawn]
    if len(mine) < sum(frame.body == k for frame in tree.frames) and tree.tag(k) not in drawn:
        return _different([matrix(frame.placement)[:3, 3] for frame in mine])
    ends = [matrix(tree.bodies[child].placement)[:3, 3] for child in tree.children[k]]
    closing = {name for each in tree.closures if isinstance(each, Closure) for name in (each.frame, each.other)}
    own = [frame for frame in tree.frames if frame.body == k and (not ends or frame.name in closing)]
    ends += [matrix(frame.placement)[:3, 3] for frame in own]
    if k != BASE and not tree.children[k] and not _different(ends) and tree.bodies[k].inertia.m:
        ends = [2.0 * np.array(tree.bodies[k].inertia.com.components, dtype=float)]
    return _different(ends)


def _different(points: list[Array]) -> list[Array]:
    """Points that are not at the origin, each once."""
    kept: list[Array] = []
    for point in points:
        if np.linalg.norm(point) > 1e-6 and all(np.linalg.norm(point - other) > 1e-6 for other in kept):
            kept.append(point)
    return kept


def _radii(tree: Model) -> list[float]:
    """The radius of each link, the base first: thinner towards the ends of chains."""
    depth = [0] * (len(tree.bodies) + 1)
    for k, body in tree.outward():
        depth[k + 1] = depth[body.parent + 1] + 1
    reach, deepest = reach_of(tree), max(max(depth), 1)
    return [reach * (THICK + (THIN - THICK) * each / deepest) for each in depth]


def _raised(height: float) -> Array:
    pose = np.eye(4)
    pose[2, 3] = height
    return pose


def _shape(k: int, kind: str, size: tuple[float, ...], pose: Array, colour: str) -> dict[str, Any]:
    return {
        "link": k + 1,
        "kind": kind,
        "size": row(size),
        "pose": row(seven(pose)),
        "colour": colour,
        "opacity": 1.0,
        "source": "drawn",
    }

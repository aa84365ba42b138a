"""What does not change while a robot moves: its shapes, joints, masses and limits."""

from typing import Any

import numpy as np

from ...errors import plain
from ...model import Model
from .capsules import capsules, reach_of
from .file_shapes import FileShapes
from .marks import tip_of
from .masses import masses_of
from .packing import number, row
from .poses import link_names, matrix, rigid, seven

LONGEST = 80
"""Characters of a name; a file's may be of any length."""


def scene_of(robot: Any, frame: str | None = None) -> dict[str, Any]:
    """The scene of a robot; one of elastic joints, closed loops or a transmission is drawn as its rigid robot. `frame`
    is marked as the tip.

    >>> import linkwise
    >>> scene = scene_of(linkwise.load("planar2r"))
    >>> scene["links"], scene["joints"][1]["axis"], round(scene["reach"], 3)
    (['base', 'link1', 'link2'], [0.0, 0.0, 1.0], 1.6)
    """
    own = rigid(robot)
    tree = own.tree
    file = FileShapes(tree, own.report)
    return {
        "robot": plain(own.name, LONGEST),
        "links": [plain(name, LONGEST) for name in link_names(tree)],
        "shapes": [*file.shapes, *capsules(tree, file.bare(), file.described)],
        "meshes": file.meshes,
        "joints": [_joint(tree, k) for k in tree.moving],
        "coordinates": _coordinates(robot),
        "masses": masses_of(tree),
        "tip": _tip(tree, frame),
        "reach": number(reach_of(tree)),
        "notes": file.notes,
    }


def _joint(tree: Model, k: int) -> dict[str, Any]:
    joint = tree.bodies[k].joint
    at = tree.moving.index(k)
    alone = tree.coordinates.rows[at]
    return {
        "name": plain(joint.name, LONGEST),
        "link": k + 1,
        "axis": row(joint.axis.components),
        "slides": joint.slides,
        "coordinate": alone[0][0] if len(alone) == 1 else None,
    }


def _coordinates(robot: Any) -> list[dict[str, Any]]:
    """Names, kinds and limits of the robot's coordinates, as its arrays have them."""
    slides = {body.joint.name: body.joint.slides for body in rigid(robot).tree.bodies}
    limits = getattr(robot, "limits", None)
    sides = ("lower", "upper", "velocity", "effort")
    columns = {side: np.asarray(getattr(limits, side)) for side in sides if limits is not None}
    return [
        {
            "name": plain(name, LONGEST),
            "slides": slides.get(name, False),
            **{side: number(column[k]) if k < len(column) else None for side, column in columns.items()},
        }
        for k, name in enumerate(robot.joint_names)
    ]


def _tip(tree: Model, name: str | None) -> dict[str, Any] | None:
    frame = tip_of(tree, name)
    return None if frame is None else {"link": frame.body + 1, "pose": row(seven(matrix(frame.placement)))}

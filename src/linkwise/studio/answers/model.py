"""What a robot is: its tree with masses and limits, what reading it noticed, and what the doctor finds."""

from __future__ import annotations

from typing import Any

from ...doctor import examine
from ...formulations import QUESTIONS
from ...robot import Robot
from ...view.scene import scene_of
from .states import chosen, home, motors, tool

ALONE = (
    "A file chosen here comes without the other files it names: to see its meshes, start the studio with its path, "
    "linkwise studio FOLDER/arm.urdf."
)
"""What the page says of an uploaded file some of whose shapes cannot be drawn."""


def summary(robot: Robot, uploaded: bool = False) -> dict[str, Any]:
    """Everything the page needs to begin: the tree, the joints with limits, frames, notes, where the sliders begin.

    Of an `uploaded` file whose meshes are missing it says how to see them.

    >>> import linkwise
    >>> [link["name"] for link in summary(linkwise.load("planar2r"))["links"]]
    ['link1', 'link2']
    """
    model, limits = robot.model, robot.limits
    kinds = {body.joint.name: body.joint.kind for body in model.bodies}
    scene = scene_of(robot)
    if uploaded and scene["notes"]:
        scene["notes"].insert(0, ALONE)
    return {
        "name": robot.name,
        "n": robot.n,
        "joints": [
            {
                "name": name,
                "unit": "m" if kinds.get(name) == "prismatic" else "rad",
                "force": "N" if kinds.get(name) == "prismatic" else "N m",
                "lower": limits.lower[k],
                "upper": limits.upper[k],
                "velocity": limits.velocity[k],
                "effort": limits.effort[k],
                "chosen": name in chosen(robot),
            }
            for k, name in enumerate(robot.joint_names)
        ],
        "base": model.base,
        "motors": motors(robot),
        "tool": tool(robot),
        "frames": robot.frames,
        "gravity": robot.gravity,
        "mass": robot.total_mass,
        "links": [
            {
                "name": body.name,
                "parent": model.tag(body.parent),
                "joint": body.joint.name,
                "kind": body.joint.kind,
                "mass": body.inertia.m,
                "com": body.inertia.com.components if body.inertia.m else None,
                "rotor": body.joint.rotor.reflected,
                "friction": dict(body.joint.friction.data),
            }
            for body in model.bodies
        ],
        "closures": [closure.name for closure in model.closures],
        "format": robot.report.format,
        "notes": [
            {"kind": note.kind, "where": note.where.replace("\\", "/").rpartition("/")[2], "text": note.text}
            for note in robot.report.notes
        ],
        "questions": [name for name in QUESTIONS],
        "home": home(robot),
        "scene": scene,
    }


def catalog(robot: Robot) -> list[dict[str, Any]]:
    """The robots that can be opened by name, the built-in ones first."""
    from ...readers.catalog import entries

    return [
        {"name": entry.name, "joints": entry.joints, "title": entry.title, "origin": entry.origin}
        for entry in entries.catalog().entries
    ]


def findings(robot: Robot, states: int = 100) -> dict[str, Any]:
    """What the doctor finds, each finding with the link or joint it concerns.

    >>> import linkwise
    >>> findings(linkwise.load("puma560"))["verdict"]
    "'puma560' is infeasible: 3 infeasible, 0 suspicious, 6 notes"
    """
    examination = examine(robot, states=states)
    return {**examination.data, "verdict": examination.verdict}

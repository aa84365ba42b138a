"""Poses on the command line, and the joint positions that reach them."""

import math
from typing import Any

import numpy as np
import typer

from ..algebra import Rotation
from ..calls.arrays import Array
from ..errors import BadArray, listed, shown
from ..readers.numbers import RULE, number
from ..robot import Robot
from .options import in_degrees
from .output import format_number
from .postures import say
from .states import SEPARATOR

PARTS = ("x", "y", "z", "roll", "pitch", "yaw")
"""What a pose is written as: a place in m, then angles in rad (degrees with --deg), as in URDF. Without angles any
orientation will do."""


def pose_option(flag: str, what: str) -> Any:
    """An option that takes a pose.

    >>> pose_option("--pose", "The pose to reach").help
    'The pose to reach, x y z roll pitch yaw in m and rad (or --deg), or x y z alone, such as "0.4 0 0.5 0 3.14 0".'
    """
    text = f'{what}, x y z roll pitch yaw in m and rad (or --deg), or x y z alone, such as "0.4 0 0.5 0 3.14 0".'
    return typer.Option(flag, metavar="NUMBERS", help=text, show_default=False)


def pose_numbers(name: str, text: str) -> Array:
    """The pose of an option, (4, 4), or a point, (3,), if only x, y and z are given.

    >>> pose_numbers("pose", "0.4 0 0.5")
    array([0.4, 0. , 0.5])
    >>> pose_numbers("pose", "0.4 0 0.5 0 0 1.5707963267948966").tolist()[1]
    [1.0, 0.0, 0.0, 0.0]
    """
    expected = f"Six numbers were expected, {listed(PARTS)}, or the first three of them."
    values = []
    for word in SEPARATOR.split(text.strip()) if text.strip() else []:
        value = number(word)
        if value is None:
            raise BadArray(f"--{name}: {shown(word)} is not a number.", expected, f"write {RULE}.")
        values.append(value)
    if len(values) not in (3, 6):
        hint = "decimals have points: commas separate numbers." if "," in text else ""
        raise BadArray(f"--{name} has {len(values)} number{'s' if len(values) != 1 else ''}.", expected, hint)
    if len(values) == 3:
        return np.array(values)
    angles = [math.radians(x) if in_degrees() else x for x in values[3:]]
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = Rotation.rpy(*angles).rows, values[:3]
    return pose


def rows_of(pose: Array) -> str:
    """What of a pose matters.

    >>> rows_of(np.zeros(3)), rows_of(np.eye(4))
    ('position', 'pose')
    """
    return "position" if pose.ndim == 1 else "pose"


def positions_at(robot: Robot, name: str, text: str, frame: str | None, q0: Array) -> Array:
    """Joint positions at which a frame has the pose of an option, those nearest to q0 that are known."""
    pose = pose_numbers(name, text)
    place, rows = robot.tree.frame_or_tip(frame).name, rows_of(pose)
    found = robot.inverse_kinematics(pose, frame=place, rows=rows, q0=q0)
    if not found.solved:
        beyond = robot.inverse_kinematics(pose, frame=place, rows=rows, q0=q0, limits=False)
        why = (
            f"is reached only beyond the joint limits, for example at q = {_text(beyond.q)}."
            if beyond.solved
            else f"is out of reach: the nearest pose found is off by {format_number(float(found.distance), 3)} m"
            + (f" and {format_number(float(found.angle), 3)} rad." if rows == "pose" else ".")
        )
        raise BadArray(
            f"--{name} {shown(text)} for frame {shown(place)} of robot {shown(robot.name)} {why}",
            "A pose within reach and joint limits was expected.",
            f"`linkwise ik` shows the positions for a pose, `--frame` names another frame than {shown(place)}.",
        )
    say("to", found.q)
    return np.array(found.q)


def _text(q: Array) -> str:
    return " ".join(format_number(float(x)) for x in q)

"""The states at which a question is asked: one from the command line, or many from a file."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import typer

from ..calls.arrays import Array, batch_shape
from ..errors import BadArray, listed, shown
from ..readers.numbers import RULE, number
from ..robot import Robot
from . import state_files
from .options import in_degrees
from .output import not_used, remark

SEPARATOR = re.compile(r"\s*,\s*|\s+")

MOTION = {"q", "qd", "qdd", "q0", "qd0", "from", "to", "via", "velocity", "acceleration"}
"""Options, and columns of files, that --deg gives in degrees; the others are torques."""

ZERO_IF_OMITTED = ("qd", "qdd")
"""Without them the robot is at rest, or does not accelerate."""


def states_from(robot: Robot, options: Mapping[str, str | None], file: Path | None) -> dict[str, Array]:
    """The arrays a question takes, in its order: from the options --q, --qd, … or from a file."""
    texts = {name: text for name, text in options.items() if text is not None}
    if file is not None and texts:
        flags = " and ".join(f"--{name}" for name in texts)
        raise typer.BadParameter(
            f"the states are read from the file, so leave out {flags} (or --states)", param_hint="--states"
        )
    if file is None and not texts:
        raise typer.BadParameter("no state was given: give --q, or --states with a file", param_hint="--q")
    if file is None:
        arrays = {name: joint_numbers(name, text, robot) for name, text in texts.items()}
    else:
        arrays = {name: in_radians(name, x, robot) for name, x in state_files.read(file, robot).items()}
        not_used([name for name in arrays if name not in options])
    for name in options:
        if name not in arrays and name not in ZERO_IF_OMITTED:
            if file is None:
                raise typer.BadParameter("this option is missing", param_hint=f"--{name}")
            raise BadArray(f"{shown(file, 200)} has no {name}.", needed(options), f"add {name}.")
    omitted = [name for name in options if name not in arrays]
    if omitted:
        remark(f"taken as 0: {', '.join(omitted)}")
    at = {name: arrays.get(name, np.zeros(robot.n)) for name in options}
    batch_shape(at)  # raises where the shapes do not broadcast
    if "q" in at:
        warn_outside_limits(robot, at["q"])
    return at


def needed(names: Iterable[str]) -> str:
    """What a file of states must hold, and what it may leave out.

    >>> needed(["q", "qd", "tau"])
    'It must give q and tau; qd is 0 if left out.'
    """
    required = [name for name in names if name not in ZERO_IF_OMITTED]
    optional = [name for name in names if name in ZERO_IF_OMITTED]
    rest = f"; {' and '.join(optional)} {'is' if len(optional) == 1 else 'are'} 0 if left out" if optional else ""
    return f"It must give {' and '.join(required)}{rest}."


def joint_numbers(name: str, text: str, robot: Robot, joints: Sequence[str] | None = None) -> Array:
    """The numbers of one option: separated by spaces or commas, one for each joint, or for each of some joints.

    >>> import linkwise
    >>> joint_numbers("q", "0.1, -0.5", linkwise.load("planar2r"))
    array([ 0.1, -0.5])
    """
    joints = robot.joint_names if joints is None else joints
    expected = f"{len(joints)} numbers were expected, one for each of {listed(joints)}."
    values = []
    for word in SEPARATOR.split(text.strip()) if text.strip() else []:
        value = number(word)
        if value is None:
            raise BadArray(f"--{name}: {shown(word)} is not a number.", expected, f"write {RULE}.")
        values.append(value)
    if len(values) != len(joints):
        decimals = "decimals have points: commas separate numbers. " if "," in text else ""
        raise BadArray(
            f"--{name} has {len(values)} number{'s' if len(values) != 1 else ''}.",
            expected,
            f"{decimals}`linkwise show` lists the joints of {shown(robot.name)}.",
        )
    return in_radians(name, np.array(values, dtype=float), robot, joints)


def in_radians(name: str, array: Array, robot: Robot, joints: Sequence[str] | None = None) -> Array:
    """What a command was given, with angles in radians: they are in degrees if it was given --deg.

    >>> import linkwise
    >>> in_radians("q", np.array([0.1, -0.5]), linkwise.load("planar2r"))
    array([ 0.1, -0.5])
    """
    if name not in MOTION or not in_degrees():
        return array
    slides = {body.joint.name for body in robot.model.bodies if body.joint.slides}
    names = robot.joint_names if joints is None else joints
    return array * np.array([1.0 if name in slides else np.pi / 180.0 for name in names])


def warn_outside_limits(robot: Robot, q: Array) -> None:
    """Say on stderr which joints are outside their position limits; they are answered like any others."""
    kept = robot.limits.within(q)
    inside = np.atleast_1d(kept.all(axis=tuple(range(kept.ndim - 1))))
    outside = [name for name, fine in zip(robot.joint_names, inside, strict=True) if not fine]
    if outside:
        states = "the state is" if kept.ndim == 1 else f"{int((~kept.all(axis=-1)).sum())} states are"
        remark(f"{states} outside the position limits of {listed(outside)}")

"""The state a question is put at: from the command line, or many from a file."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import typer

from ..calls.arrays import Array, batch_shape
from ..errors import BadArray, listed, shown
from ..readers.numbers import RULE, number
from ..robot import Robot
from . import state_files
from .output import not_used, remark

ZERO_UNLESS_GIVEN = ("qd", "qdd")
"""What may be left out: a robot at rest, or one that does not accelerate."""


def gathered(robot: Robot, given: Mapping[str, str | None], file: Path | None) -> dict[str, Array]:
    """The arrays a question takes, in its order: from the texts given on the command line, or from a file."""
    texts = {name: text for name, text in given.items() if text is not None}
    if file is not None and texts:
        options = " and ".join(f"--{name}" for name in texts)
        raise typer.BadParameter(f"the states are in the file, so {options} cannot be given too", param_hint="--states")
    if file is None and not texts:
        raise typer.BadParameter("no state was given: give --q, or --states with a file", param_hint="--q")
    if file is None:
        found = {name: parsed(name, text, robot) for name, text in texts.items()}
    else:
        found = state_files.read(file, robot)
        not_used([name for name in found if name not in given])
    for name in given:
        if name not in found and name not in ZERO_UNLESS_GIVEN:
            if file is None:
                raise typer.BadParameter("this is needed too", param_hint=f"--{name}")
            raise BadArray(f"{shown(file, 200)} has no {name}.", needed(given), f"add {name}.")
    zero = [name for name in given if name not in found]
    if zero:
        remark(f"taken as 0: {', '.join(zero)}")
    at = {name: found.get(name, np.zeros(robot.n)) for name in given}
    batch_shape(at)
    return at


def needed(names: Iterable[str]) -> str:
    """What a file of states must give, and what it may leave out.

    >>> needed(["q", "qd", "tau"])
    'It must give q and tau; where qd is left out, it is 0.'
    """
    must = [name for name in names if name not in ZERO_UNLESS_GIVEN]
    may = [name for name in names if name in ZERO_UNLESS_GIVEN]
    rest = f"; where {' or '.join(may)} is left out, it is 0" if may else ""
    return f"It must give {' and '.join(must)}{rest}."


def parsed(name: str, text: str, robot: Robot) -> Array:
    """The numbers of one option: separated by spaces, one for each joint."""
    expected = f"{robot.n} numbers separated by spaces were expected, one for each of {listed(robot.joint_names)}."
    if "," in text:
        raise BadArray(
            f"--{name} {shown(text)} has a comma.", expected, f'write --{name} "0.1 0.2": the decimal sign is a point.'
        )
    values = []
    for word in text.split():
        value = number(word)
        if value is None:
            raise BadArray(f"--{name}: {shown(word)} is not a number.", expected, f"write {RULE}.")
        values.append(value)
    if len(values) != robot.n:
        raise BadArray(
            f"--{name} has {len(values)} numbers.",
            expected,
            f"`linkwise show` lists the joints of {shown(robot.name)}.",
        )
    return np.array(values, dtype=float)

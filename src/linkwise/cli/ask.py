"""The common part of `id`, `fd`, `mass` and `gravity`: read the states, ask the question, print or write the answer."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..calls.routes import formulation_of
from ..load import load
from ..robot import Robot
from . import state_files
from .options import arguments
from .output import (
    console,
    format_numbers,
    plain,
    print_json,
    print_matrix,
    print_table,
    print_warnings,
    remark,
)
from .states import states_from


class Quantity(NamedTuple):
    """The letter of an answer, and its units for a joint that turns and one that slides."""

    letter: str
    units: tuple[str, str]


QUANTITIES = {
    "inverse_dynamics": Quantity("tau", ("N m", "N")),
    "forward_dynamics": Quantity("qdd", ("rad/s^2", "m/s^2")),
    "mass_matrix": Quantity("M", ("kg m^2", "kg")),
    "gravity_forces": Quantity("g", ("N m", "N")),
}
"""What each question answers."""


def ask(
    question: str,
    source: str,
    options: Mapping[str, str | None],
    *,
    states: Path | None,
    out: Path | None,
    by: str | None,
    json: bool,
    strict: bool,
    allow: Sequence[str] | None,
    arg: Sequence[str] | None,
) -> None:
    """Ask a robot a question at one state or many; the answer goes to stdout or into a file.

    `options` are the texts of --q, --qd, … in the order the question takes them.
    """
    if out is not None:
        state_files.check_target(out, states)
    robot = load(source, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(robot.report)
    at = states_from(robot, options, states)
    quantity = QUANTITIES[question]
    start = perf_counter()
    answer = getattr(robot, question)(*at.values(), formulation=by)
    seconds = perf_counter() - start
    by = by or formulation_of(robot.tree, question)
    count = int(np.prod(np.broadcast_shapes(*(array.shape[:-1] for array in at.values()))))
    remark(f"{question} at {count} state{'s' if count != 1 else ''} by {by} in {seconds:.3g} s")
    arrays = {**at, quantity.letter: answer}
    if out is not None:
        state_files.write(out, arrays, robot.n)
    if json:
        data: dict[str, Any] = {
            "robot": robot.name,
            "question": question,
            "formulation": by,
            "joints": robot.joint_names,
        }
        print_json({**data, **({"states": count, "out": str(out)} if out is not None else arrays)})
    elif out is None:
        _print(robot, quantity, arrays)


def _print(robot: Robot, quantity: Quantity, arrays: Mapping[str, Array]) -> None:
    """Print one state as a table, many as CSV."""
    answer = arrays[quantity.letter]
    names = [plain(name) for name in robot.joint_names]
    if answer.ndim == 1:
        units = _units(robot, quantity)
        rows = list(zip(names, format_numbers(answer), units, strict=True))
        print_table(console(), "", ("joint", quantity.letter, "unit"), rows, (quantity.letter,))
    elif answer.ndim == 2 and quantity.letter == "M":
        print_matrix(console(), "", "M", names, names, answer)
    else:
        state_files.print_csv(arrays, robot.n)


def _units(robot: Robot, quantity: Quantity) -> list[str]:
    """The unit of each joint's entry."""
    slides = {body.joint.name: body.joint.slides for body in robot.model.bodies}
    return [quantity.units[slides.get(name, False)] for name in robot.joint_names]

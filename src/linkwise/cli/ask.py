"""What `id`, `fd`, `mass` and `gravity` have in common: read states, put the question, give the answer."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..load import load
from ..robot import Robot
from . import state_files
from .output import console, document, figure, lay_out, plain, remark, report
from .states import gathered


class Answer(NamedTuple):
    """How the answer to a question is called, and its units for turning and sliding."""

    letter: str
    units: tuple[str, str]


ANSWERS = {
    "inverse_dynamics": Answer("tau", ("N m", "N")),
    "forward_dynamics": Answer("qdd", ("rad/s^2", "m/s^2")),
    "mass_matrix": Answer("M", ("kg m^2", "kg")),
    "gravity_forces": Answer("g", ("N m", "N")),
}
"""The questions the command line puts."""


def ask(
    question: str,
    source: str,
    given: Mapping[str, str | None],
    *,
    states: Path | None,
    out: Path | None,
    by: str | None,
    json: bool,
    strict: bool,
    allow: Sequence[str] | None,
) -> None:
    """Put a question to a robot at one state or many, and give the answer on stdout or in a file."""
    if out is not None:
        state_files.check_target(out, states)
    robot = load(source, strict=strict, allow=allow or ())
    report(robot.report)
    at = gathered(robot, given, states)
    answer = ANSWERS[question]
    start = perf_counter()
    result = getattr(robot, question)(*at.values(), formulation=by)
    seconds = perf_counter() - start
    by = by or robot.formulations(question)[0]
    count = int(np.prod(np.broadcast_shapes(*(array.shape[:-1] for array in at.values()))))
    remark(f"{question} at {count} state{'s' if count != 1 else ''} by {by} in {seconds:.3g} s")
    everything = {**at, answer.letter: result}
    if out is not None:
        state_files.write(out, everything, robot.n)
        remark(f"wrote {plain(str(out), 200)}")
    if json:
        data: dict[str, Any] = {
            "robot": robot.name,
            "question": question,
            "formulation": by,
            "joints": robot.joint_names,
        }
        document({**data, **({"states": count, "out": str(out)} if out is not None else everything)})
    elif out is None:
        _print(robot, answer, everything)


def _print(robot: Robot, answer: Answer, everything: Mapping[str, Array]) -> None:
    """One state as a table for people, many as CSV."""
    result = everything[answer.letter]
    names = [plain(name) for name in robot.joint_names]
    if result.ndim == 1:
        rows = [(name, figure(x, 12), unit) for name, x, unit in zip(names, result, units(robot, answer), strict=True)]
        lay_out(console(), "", ("joint", answer.letter, "unit"), rows, (answer.letter,))
    elif result.ndim == 2 and answer.letter == "M":
        matrix = [(name, *(figure(x, 9) for x in row)) for name, row in zip(names, result, strict=True)]
        lay_out(console(), "", ("M", *names), matrix, names)
    else:
        state_files.print_csv(everything, robot.n)


def units(robot: Robot, answer: Answer) -> list[str]:
    """The unit of each joint's entry."""
    slides = {body.joint.name: body.joint.slides for body in robot.model.bodies}
    return [answer.units[slides.get(name, False)] for name in robot.joint_names]

"""Answers of every backend, in every precision it has, against answers known from elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...backends import BACKENDS
from ...load import load
from ...robot import Robot
from . import known_numbers as known
from .trouble import Trouble

BATCH = 37
"""States of the batches: some whole tiles of any width, and a rest."""


class Case(NamedTuple):
    """Answers of a robot at a state; `decimals` is how many were printed, None for all digits of a double."""

    robot: str
    state: Mapping[str, Sequence[float]]
    answers: Mapping[str, Any]
    decimals: int | None = None


CASES = (
    Case("panda", known.PANDA_STATE, known.PANDA),
    Case("puma560", known.PUMA_STATE, {"inverse_dynamics": known.PUMA["inverse_dynamics"]}, decimals=4),
)

ALLOWED = {"float64": 1e-13, "float32": 1e-4}
"""The largest error relative to the largest number of an answer. Usual are 5e-16, and 3e-7 in single precision (7e-7 of
the PUMA); hundreds of times as much leave room for other processors, and are far below what any mistake does."""


class Answered(NamedTuple):
    """How far one backend's answer is off, relative to its largest number, for a single state and for a batch."""

    backend: str
    dtype: str
    robot: str
    question: str
    error: float
    allowed: float
    why: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer is that known; not if there was none."""
        return not self.why and self.error <= self.allowed


def answered(names: Sequence[str]) -> list[Answered]:
    """The answers of these backends to all cases.

    >>> all(each.right for each in answered(["python"]))
    True
    """
    robots = {case.robot: load(case.robot) for case in CASES}
    return [
        _answered(robots[case.robot], case, question, name, dtype)
        for name in names
        if "program" in BACKENDS[name].kinds
        for dtype in BACKENDS[name].dtypes
        for case in CASES
        for question in case.answers
    ]


def _answered(robot: Robot, case: Case, question: str, backend: str, dtype: str) -> Answered:
    """Single states and a batch, on one thread and two."""
    true = np.array(case.answers[question], dtype=float)
    size = float(np.abs(true).max())
    allowed = max(ALLOWED[dtype], 0.505 * 10.0**-case.decimals / size if case.decimals else 0.0)
    head = (backend, dtype, robot.name, question)
    try:
        kernel = robot.compile(question, backend=backend, dtype=dtype)
        arrays = [np.array(case.state[port.name], dtype=dtype) for port in kernel.signature.takes]
        batches = [np.tile(array, (BATCH, 1)) for array in arrays]
        given = [kernel(*arrays), kernel(*batches), kernel(*batches, threads=2)]
        with np.errstate(all="ignore"):
            error = max(float(np.max(np.abs(np.asarray(each, dtype=float) - true))) for each in given) / size
    except Exception as reason:  # whatever it is, it is what the user wants to know
        return Answered(*head, np.inf, allowed, f"{type(reason).__name__}: {reason}")
    return Answered(*head, float(error) if np.isfinite(error) else np.inf, allowed)


def answer_troubles(found: Sequence[Answered]) -> Iterator[Trouble]:
    """One for each backend and precision with a wrong answer, or with none."""
    remedy = "do not use these numbers: reinstall linkwise, NumPy and llvmlite, test the memory, and report it"
    for name, dtype in dict.fromkeys((each.backend, each.dtype) for each in found):
        bad = [each for each in found if (each.backend, each.dtype) == (name, dtype) and not each.right]
        if not bad:
            continue
        worst = max(bad, key=lambda each: each.error)
        text = f"{worst.question} of {worst.robot} by backend {name} in {dtype}"
        how = worst.why.splitlines()[0] if worst.why else f"off by {worst.error:.1e}, allowed are {worst.allowed:.1e}"
        yield Trouble("wrong", f"{text} is {'not answered' if worst.why else 'wrong'}", how, remedy)

"""Nanoseconds per state of compiled programs, within a budget."""

import time
from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from ..calls.kernel import Kernel
from ..calls.sampling import fixed_states
from ..costs.measure import AbstractContestant, Call, pinned, round_robin
from ..costs.measure.kernels import IN_CACHE
from ..formulations import QUESTIONS, shape_of
from ..robot import Robot
from .comparison import QuestionComparison
from .programs import Progress, no_progress

CACHED_BYTES = 2**20
"""Size of a batch, inputs and answers, that stays in the cache."""

MEASURED = 0.03
"""Seconds for which each program is measured."""

PER_OPERATION, PER_PAIR_OF_OUTPUTS = 1.3e-4, 2e-7
"""Seconds of compiling, measured on programs of 1000 to 70,000 operations with up to 10,000 outputs."""


def compile_seconds(robot: Robot, question: str, operations: int) -> float:
    """The seconds that compiling a program with this many operations may take.

    >>> import linkwise
    >>> panda = linkwise.load("panda")
    >>> compile_seconds(panda, "mass_matrix", 10_000) < compile_seconds(panda, "regressor", 10_000) < 2.0
    True
    """
    row = QUESTIONS[question]
    outputs = prod(shape_of(row.gives, robot.tree)) * max(1, len(row.parts))
    return PER_OPERATION * operations + PER_PAIR_OF_OUTPUTS * outputs * outputs


def timed(
    robot: Robot, questions: Sequence[QuestionComparison], deadline: float, progress: Progress = no_progress
) -> list[QuestionComparison]:
    """The same questions with times per state; programs are compiled until the deadline, the shortest first.

    Measured on one core, in batches that stay in the cache, the programs of a question in turn. A program that is not
    compiled in time gets the reason instead.

    >>> import linkwise
    >>> from linkwise.compare import compare
    >>> arm = linkwise.load("pendulum")
    >>> questions = compare(arm, ["gravity_forces"], ["newton_euler.featherstone"], time=False).questions
    >>> timed(arm, questions, time.perf_counter() + 10.0)[0].rows[0].nanoseconds > 0.0
    True
    """
    order = sorted(
        [
            (compile_seconds(robot, answered.question, row.operations), k, row)
            for k, answered in enumerate(questions)
            for row in answered.rows
        ],
        key=lambda each: each[0],
    )
    calls: list[dict[str, AbstractContestant]] = [{} for _ in questions]
    untimed: list[dict[str, str]] = [{} for _ in questions]
    with pinned():
        for needed, k, row in order:
            progress(questions[k].question, row.formulation)
            left = deadline - time.perf_counter()
            if needed > left:
                untimed[k][row.formulation] = (
                    f"compiling it may take {needed:.1f} s, {max(left, 0.0):.1f} s of the budget are left"
                )
            else:
                calls[k][row.formulation] = _call(
                    robot, robot.compile(questions[k].question, formulation=row.formulation)
                )
        return [_with_times(*each, progress) for each in zip(questions, calls, untimed, strict=True)]


def _with_times(
    answered: QuestionComparison, calls: dict[str, AbstractContestant], untimed: dict[str, str], progress: Progress
) -> QuestionComparison:
    progress(answered.question, "measuring")
    times = round_robin(calls, MEASURED * len(calls))
    rows = [
        replace(row, nanoseconds=1e9 * times[name].median, least=1e9 * times[name].minimum)
        if (name := row.formulation) in times
        else replace(row, untimed=untimed[name])
        for row in answered.rows
    ]
    return replace(answered, rows=tuple(rows))


def _call(robot: Robot, kernel: Kernel[Any]) -> Call:
    each = 8 * sum(prod(port.shape) for port in (*kernel.signature.takes, *kernel.signature.gives))
    count = max(32, min(IN_CACHE, CACHED_BYTES // each // 32 * 32))
    states = fixed_states(robot.n, len(kernel.signature.takes), count)
    kernel(*states)  # compiles
    return Call(kernel, states, count)

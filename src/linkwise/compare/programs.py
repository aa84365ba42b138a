"""The programs of all formulations that answer some questions, and their answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..calls.arrays import Array
from ..calls.kernel import Kernel
from ..calls.question_program import QuestionProgram
from ..calls.traceable import ReplayedProgram
from ..errors import LinkwiseError, NoInertia, NotForThisRobot, NotTraceable, UnknownName
from ..formulations import QUESTIONS
from ..model import Model
from ..program import Program, count
from ..robot import Robot
from .comparison import LeftOut, Row
from .tracing import MOST, TooLong, traced

REFUSED = (NotForThisRobot, NoInertia, NotTraceable, UnknownName)
"""Errors of a formulation that does not answer for a robot; the unknown name is the tip if there are several."""

LENGTHS = (MOST // 10, MOST // 3, MOST)
"""The limit on the operations in each round: time is spent on the many short programs first."""

Progress = Callable[[str, str], object]
"""A progress callback: it gets the question and the formulation in progress."""


def no_progress(question: str, formulation: str) -> None:
    """The progress callback that shows nothing."""


@dataclass
class QuestionPrograms:
    """The programs for one question: costs and answers (an array for each part) by formulation, and refusals.

    Filled in as programs are traced.

    >>> QuestionPrograms(("lagrange.waters",)).rows
    {}
    """

    names: tuple[str, ...]
    rows: dict[str, Row] = field(default_factory=dict)
    answers: dict[str, list[Array]] = field(default_factory=dict)
    refused: dict[str, Exception] = field(default_factory=dict)

    @property
    def waiting(self) -> list[str]:
        """The formulations whose program was too long so far, or has not been tried yet."""
        tried = {name for name, error in self.refused.items() if not isinstance(error, TooLong)} | set(self.rows)
        return [name for name in self.names if name not in tried]

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The formulations without a program, each with the reason."""
        return tuple(LeftOut(name, _why(self.refused[name], name)) for name in self.names if name in self.refused)


def trace_all(
    robot: Robot,
    formulations: Mapping[str, Sequence[str]],
    at: Mapping[str, Array],
    deadline: float = float("inf"),
    progress: Progress = no_progress,
) -> dict[str, QuestionPrograms]:
    """Trace the programs of the formulations listed for each question, short ones first, and run them at some states.

    >>> import linkwise
    >>> from linkwise.calls.sampling import within_limits
    >>> arm = linkwise.load("scara")
    >>> name = "composite.featherstone"
    >>> programs = trace_all(arm, {"mass_matrix": [name]}, within_limits(arm.model, 5, 0))["mass_matrix"]
    >>> programs.answers[name][0].shape, programs.left_out
    ((5, 4, 4), ())
    """
    programs = {question: QuestionPrograms(tuple(names)) for question, names in formulations.items()}
    for most in LENGTHS:
        for question, each in programs.items():
            first = each.names[0]  # the default: traced in the first round, even if it is long
            for name in each.waiting:
                progress(question, name)
                try:
                    program = traced(robot.tree, question, name, deadline, LENGTHS[-1] if name == first else most)
                except (*REFUSED, TooLong) as error:
                    each.refused[name] = error
                else:
                    each.refused.pop(name, None)
                    each.rows[name] = Row(name, count(program), len(program.steps))
                    states = [at[port] for port in QUESTIONS[question].takes]
                    each.answers[name] = answers_of(robot.tree, question, program, states)
    return programs


def _why(error: Exception, formulation: str) -> str:
    return (error.what if isinstance(error, LinkwiseError) else str(error)).removeprefix(f"{formulation} ")


def answers_of(tree: Model, question: str, program: Program, states: Sequence[Array]) -> list[Array]:
    """A program's answer to a question at some states, run by the interpreter: an array for each part of the answer.

    >>> import linkwise
    >>> import numpy as np
    >>> tree = linkwise.load("scara").tree
    >>> program = traced(tree, "mass_matrix", "composite.featherstone")
    >>> [part.shape for part in answers_of(tree, "mass_matrix", program, [np.zeros((5, 4))])]
    [(5, 4, 4)]
    """
    replayed = ReplayedProgram(tree, program, QuestionProgram(tree, (question,)).signature)
    answer: Any = Kernel(replayed, backend="interpreter")(*states)
    return list(answer) if isinstance(answer, tuple) else [answer]

"""Programs of all formulations that answer some questions, and what they answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..calls.arrays import Array
from ..calls.kernel import Kernel
from ..calls.question_program import QuestionProgram
from ..calls.traceable import ReplayedProgram
from ..errors import LinkwiseError, NoInertia, NotForThisRobot, NotTraceable, UnknownName
from ..formulations import QUESTIONS
from ..model import Model
from ..program import Program, count
from ..robot import Robot
from .affordable import MOST, TooLong, program
from .comparison import LeftOut, Row
from .telling import Told, nobody

REFUSED = (NotForThisRobot, NoInertia, NotTraceable, UnknownName)
"""What keeps a formulation from answering for a robot; the unknown name is that of the tip, of a robot with several."""

LENGTHS = (MOST // 10, MOST // 3, MOST)
"""Operations of programs that are written down first, then, and last: time is spent on many short ones first."""


@dataclass
class Written:
    """Of one question: programs' costs and answers (an array for each part) by formulation, and why others have none;
    filled in as they are written down.

    >>> Written(("lagrange.waters",)).rows
    {}
    """

    names: tuple[str, ...]
    rows: dict[str, Row] = field(default_factory=dict)
    answers: dict[str, list[Array]] = field(default_factory=dict)
    refused: dict[str, Exception] = field(default_factory=dict)

    @property
    def waiting(self) -> list[str]:
        """Whose program was too long so far, or was not tried yet."""
        tried = {name for name, error in self.refused.items() if not isinstance(error, TooLong)} | set(self.rows)
        return [name for name in self.names if name not in tried]

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Who has no program, in words."""
        return tuple(LeftOut(name, _why(self.refused[name], name)) for name in self.names if name in self.refused)


def written(
    robot: Robot,
    asked: Mapping[str, Sequence[str]],
    at: Mapping[str, Array],
    deadline: float = float("inf"),
    told: Told = nobody,
) -> dict[str, Written]:
    """Write programs down until a time, the short ones of all questions first, and run them at some states.

    >>> import linkwise
    >>> from linkwise.calls.sampling import within_limits
    >>> arm = linkwise.load("scara")
    >>> found = written(arm, {"mass_matrix": ["composite.featherstone"]}, within_limits(arm.model, 5, 0))["mass_matrix"]
    >>> found.answers["composite.featherstone"][0].shape, found.left_out
    ((5, 4, 4), ())
    """
    found = {question: Written(tuple(names)) for question, names in asked.items()}
    for most in LENGTHS:
        for question, each in found.items():
            first = each.names[0]  # the default: it is written down however long it is
            for name in each.waiting:
                told(question, name)
                try:
                    made = program(robot.tree, question, name, deadline, LENGTHS[-1] if name == first else most)
                except (*REFUSED, TooLong) as error:
                    each.refused[name] = error
                else:
                    each.refused.pop(name, None)
                    each.rows[name] = Row(name, count(made), len(made.steps))
                    states = [at[port] for port in QUESTIONS[question].takes]
                    each.answers[name] = answers_of(robot.tree, question, made, states)
    return found


def _why(error: Exception, formulation: str) -> str:
    return (error.what if isinstance(error, LinkwiseError) else str(error)).removeprefix(f"{formulation} ")


def answers_of(tree: Model, question: str, program: Program, states: Sequence[Array]) -> list[Array]:
    """A program's answers to a question at some states, step by step: an array for each part of them."""
    replayed = ReplayedProgram(tree, program, QuestionProgram(tree, (question,)).signature)
    found = Kernel(replayed, backend="interpreter")(*states)
    return list(found) if isinstance(found, tuple) else [found]

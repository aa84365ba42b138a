"""All formulations on one robot: written down, run on the same states, compiled and timed."""

from collections.abc import Iterable
from time import perf_counter

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import require_mass
from ..calls.sampling import within_limits
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import FORMULATIONS, QUESTIONS, answering
from ..robot import Robot
from .agreement import Sizes, apart
from .comparison import Answered, Comparison
from .cost import timed
from .telling import Told, nobody
from .writing import Written, written

MAIN = (
    "inverse_dynamics",
    "mass_matrix",
    "forward_dynamics",
    "coriolis_matrix",
    "gravity_forces",
    "inverse_dynamics_derivatives",
)
"""What is compared where nothing is named."""

WHO = "`linkwise count ROBOT --formulation all` shows who answers what."
"""Where questions and formulations are listed."""


def compare(
    robot: Robot,
    questions: Iterable[str] = MAIN,
    formulations: Iterable[str] | None = None,
    *,
    states: int = 64,
    seed: int = 0,
    time: bool = True,
    budget: float = 60.0,
    told: Told = nobody,
) -> Comparison:
    """Put questions to all formulations, or to those named, on the robot as it was loaded.

    Their programs are run in double precision on so many random states within the joints' limits, and compared. Unless
    `time` is False they are compiled, too, and timed. Writing programs down takes half of the budget of seconds at
    most, compiling what is left of it; whatever does not fit is left out, with the reason.

    >>> import linkwise
    >>> found = compare(linkwise.load("scara"), ["gravity_forces"], ["newton_euler.luh_walker_paul"], states=5)
    >>> found.questions[0].rows[0].nanoseconds > 0.0, found.agree
    (True, True)
    """
    _check(robot, states, budget)
    asked = _asked(robot, tuple(questions), None if formulations is None else tuple(formulations))
    at, start = within_limits(robot.model, states, seed), perf_counter()
    sizes = Sizes(robot.tree, at)
    programs = written(robot, asked, at, start + 0.5 * budget, told)
    found = [_answered(question, each, sizes) for question, each in programs.items()]
    if time:
        found = timed(robot, found, start + budget, told)
    return Comparison(robot.name, robot.n, states, seed, tuple(found))


def _check(robot: Robot, states: int, budget: float) -> None:
    if robot.n == 0:
        raise LinkwiseError(
            f"robot {shown(robot.name)} has no moving joint.", "A robot that moves was expected.", "name another robot."
        )
    if not states >= 1:
        raise LinkwiseError(f"{states} states cannot be compared.", "One at least was expected.")
    if not 0.0 < budget < float("inf"):
        raise LinkwiseError(f"a budget of {budget} s was given.", "A positive number of seconds was expected.")


def _asked(robot: Robot, questions: tuple[str, ...], wanted: tuple[str, ...] | None) -> dict[str, list[str]]:
    """Who is asked which question."""
    for kind, names, known in (("question", questions, QUESTIONS), ("formulation", wanted or (), FORMULATIONS)):
        for name in names:
            if name not in known:
                raise UnknownName(kind, name, "linkwise", known, WHO)
    found = {}
    for question in dict.fromkeys(questions):
        require_mass(robot.tree, question)
        everybody = [name for name in answering(question) if wanted is None or name in wanted]
        if everybody:
            found[question] = everybody
    if not found:
        raise LinkwiseError(
            "there is nothing to compare.",
            f"None of {', '.join(wanted or ())} answers {', '.join(questions)}."
            if wanted and questions
            else "A question was expected.",
            WHO,
        )
    return found


def _answered(question: str, found: Written, sizes: Sizes) -> Answered:
    """One question: how far every two answers are apart."""
    names = sorted(found.rows, key=lambda name: (found.rows[name].arithmetic, name))
    rows, answers = tuple(found.rows[name] for name in names), [found.answers[name] for name in names]
    if len(rows) < 2:
        nothing = np.zeros((len(rows), len(rows)))
        return Answered(question, rows, nothing, nothing, 0.0, found.left_out)
    allowed, terms = sizes.allowed(question), sizes.terms(question)
    pairs = [[apart(a, b, terms) for b in answers] for a in answers]
    difference = np.array([[np.max(each) for each in line] for line in pairs])
    excess = np.array([[np.max(_times(each, allowed)) for each in line] for line in pairs])
    return Answered(question, rows, difference, excess, float(np.max(allowed)), found.left_out)


def _times(difference: Array, allowed: Array) -> Array:
    """How many times what is allowed; anything is where nothing is determined."""
    with np.errstate(invalid="ignore"):
        found: Array = np.where(np.isinf(allowed), 0.0, difference / allowed)
    return found

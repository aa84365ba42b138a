"""All formulations on one robot: traced, run at the same states, compiled and timed."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import positive, whole
from ..calls.direct import require_mass
from ..calls.sampling import within_limits
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import FORMULATIONS, QUESTIONS, formulations_for
from ..robot import Robot
from .agreement import Sizes, relative_difference
from .comparison import Comparison, QuestionComparison
from .cost import timed
from .programs import Progress, QuestionPrograms, no_progress, trace_all

MAIN = (
    "inverse_dynamics",
    "mass_matrix",
    "forward_dynamics",
    "coriolis_matrix",
    "gravity_forces",
    "inverse_dynamics_derivatives",
)
"""The questions that are compared by default."""

LISTED = "`linkwise count ROBOT --formulation all` lists questions and formulations."
"""The hint for unknown names."""


def compare(
    robot: Robot,
    questions: Iterable[str] = MAIN,
    formulations: Iterable[str] | None = None,
    *,
    states: int = 64,
    seed: int = 0,
    time: bool = True,
    budget: float = 60.0,
    progress: Progress = no_progress,
) -> Comparison:
    """Compare the answers of all formulations, or of those named, on the robot as it was loaded.

    Their programs are run in double precision at random states within the joint limits. Unless `time` is False they are
    also compiled and timed. Tracing takes at most half of the budget (in seconds), compiling the rest; formulations
    that do not fit are left out, with the reason. `progress` is a callback: it gets the question and the
    formulation in progress.

    >>> import linkwise
    >>> comparison = compare(linkwise.load("scara"), ["gravity_forces"], ["newton_euler.luh_walker_paul"], states=5)
    >>> comparison.questions[0].rows[0].nanoseconds > 0.0, comparison.agree
    (True, True)
    """
    _check(robot, states, budget)
    chosen = _chosen(robot, tuple(questions), None if formulations is None else tuple(formulations))
    at, start = within_limits(robot.model, states, seed), perf_counter()
    sizes = Sizes(robot.tree, at)
    programs = trace_all(robot, chosen, at, start + 0.5 * budget, progress)
    answered = [_answered(question, each, sizes) for question, each in programs.items()]
    if time:
        answered = timed(robot, answered, start + budget, progress)
    return Comparison(robot.name, robot.n, int(states), int(seed), tuple(answered))


def _check(robot: Robot, states: int, budget: float) -> None:
    if robot.n == 0:
        raise LinkwiseError(
            f"robot {shown(robot.name)} has no moving joint.",
            "Formulations are compared on a robot that moves.",
            "load a robot with a revolute or prismatic joint.",
        )
    whole("states", states, 1)
    positive("budget", budget, "give it in seconds.")


def _chosen(robot: Robot, questions: tuple[str, ...], formulations: tuple[str, ...] | None) -> dict[str, list[str]]:
    """The formulations to compare, by question."""
    for kind, names, known in (("question", questions, QUESTIONS), ("formulation", formulations or (), FORMULATIONS)):
        for name in names:
            if name not in known:
                raise UnknownName(kind, name, "linkwise", known, LISTED)
    chosen = {}
    for question in dict.fromkeys(questions):
        require_mass(robot.tree, question)
        those = [name for name in formulations_for(question) if formulations is None or name in formulations]
        if those:
            chosen[question] = those
    if not chosen:
        raise LinkwiseError(
            "there is nothing to compare.",
            f"None of {', '.join(formulations or ())} answers {', '.join(questions)}."
            if formulations and questions
            else "At least one question and one formulation were expected.",
            LISTED,
        )
    return chosen


def _answered(question: str, programs: QuestionPrograms, sizes: Sizes) -> QuestionComparison:
    """One question, with the differences between all pairs of answers."""
    names = sorted(programs.rows, key=lambda name: (programs.rows[name].arithmetic, name))
    rows, answers = tuple(programs.rows[name] for name in names), [programs.answers[name] for name in names]
    if len(rows) < 2:
        zeros = np.zeros((len(rows), len(rows)))
        return QuestionComparison(question, rows, zeros, zeros, 0.0, programs.left_out)
    allowed, terms = sizes.allowed(question), sizes.terms(question)
    pairs = [[relative_difference(a, b, terms) for b in answers] for a in answers]
    difference = np.array([[np.max(each) for each in line] for line in pairs])
    excess = np.array([[np.max(_excess(each, allowed)) for each in line] for line in pairs])
    return QuestionComparison(question, rows, difference, excess, float(np.max(allowed)), programs.left_out)


def _excess(difference: Array, allowed: Array) -> Array:
    """Differences as multiples of what is allowed; 0 where the answer is not determined at all."""
    with np.errstate(invalid="ignore"):
        excess: Array = np.where(np.isinf(allowed), 0.0, difference / allowed)
    return excess

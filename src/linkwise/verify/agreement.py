"""The law that all textbooks agree: every formulation that applies to a robot, against the default one."""

import numpy as np

from ..calls.arrays import Array
from ..calls.question_checks import SOLVING
from ..compare.agreement import relative_difference
from ..compare.programs import REFUSED, answers_of
from ..compare.tracing import TooLong, traced
from ..formulations import QUESTIONS, formulations_for
from .law import Measurement
from .sample import Sample

OPERATIONS = 16_000
"""Programs with more operations are left out; the closed Lagrangian sums of seven joints have fewer."""

REDUNDANT = "bias_forces"
"""A question that is skipped: its answers are inverse dynamics without accelerations, which is compared anyway."""


def formulations_agree(sample: Sample) -> Measurement:
    """How far the answers of each formulation's program are from the default's, question by question.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(formulations_agree(sampled(linkwise.load("pendulum"), 3)).figures.max() < 1e-14)
    True
    """
    tree, names, figures, times = sample.robot.tree, [], [], []
    compared, questions, too_long = set(), set(), 0
    for question in QUESTIONS:
        first: list[Array] | None = None
        default, *others = formulations_for(question, tree)
        if not others or question == REDUNDANT or (question in SOLVING and sample.undetermined):
            continue
        for name in (default, *others):
            sample.require_time()
            try:
                answer = _answer(sample, question, name)
            except TooLong:
                too_long += 1
                continue
            except REFUSED:
                continue
            if first is None:
                first = answer
                continue
            figures.append(relative_difference(answer, first, sample.sizes.terms(question)))
            times.append(sample.allowance(question))
            names.append(f"{question} by {name}")
            compared |= {default, name}
            questions.add(question)
    detail = f"{len(compared)} formulations, {len(names) + len(questions)} answers to {len(questions)} questions"
    detail += f"; {too_long} programs too long" if too_long else ""
    if not names:
        return Measurement(np.zeros(len(sample.q)), detail=detail)
    return Measurement(np.stack(figures, axis=1), np.stack(times, axis=1), (names,), detail)


def _answer(sample: Sample, question: str, formulation: str) -> list[Array]:
    """A formulation's answer at all states, one array for each of its parts."""
    program = traced(sample.robot.tree, question, formulation, most=OPERATIONS)
    return answers_of(sample.robot.tree, question, program, sample.states(question))

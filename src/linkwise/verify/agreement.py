"""The law that every textbook says the same: all formulations that answer for a robot, against the default."""

import numpy as np

from ..calls.arrays import Array
from ..calls.dispatch import SOLVING
from ..compare.affordable import TooLong, program
from ..compare.agreement import apart
from ..compare.writing import REFUSED, answers_of
from ..formulations import QUESTIONS, answering
from .law import Found
from .sample import Sample

OPERATIONS = 16_000
"""The longest program that is written down: the closed Lagrangian sums of seven joints are shorter."""

FOLLOWS = "bias_forces"
"""A question whose answers are made of those to another one that is asked."""


def formulations_agree(sample: Sample) -> Found:
    """How far each formulation's program is from the default's, question by question.

    >>> import linkwise
    >>> from linkwise.verify.states import sampled
    >>> bool(formulations_agree(sampled(linkwise.load("pendulum"), 3)).figures.max() < 1e-14)
    True
    """
    tree, names, figures, times = sample.robot.tree, [], [], []
    who, questions, long = set(), set(), 0
    for question in QUESTIONS:
        first: list[Array] | None = None
        default, *others = answering(question, tree)
        if not others or question == FOLLOWS or (question in SOLVING and sample.undetermined):
            continue
        for name in (default, *others):
            try:
                answer = _answer(sample, question, name)
            except TooLong:
                long += 1
                continue
            except REFUSED:
                continue
            if first is None:
                first = answer
                continue
            figures.append(apart(answer, first, sample.sizes.terms(question)))
            times.append(sample.allowance(question))
            names.append(f"{question} by {name}")
            who |= {default, name}
            questions.add(question)
    left_out = f"; {long} too long to be written down" if long else ""
    detail = f"{len(who)} formulations, {len(names) + len(questions)} answers to {len(questions)} questions{left_out}"
    if not names:
        return Found(np.zeros(len(sample.q)), detail=detail)
    return Found(np.stack(figures, axis=1), np.stack(times, axis=1), (names,), detail)


def _answer(sample: Sample, question: str, formulation: str) -> list[Array]:
    """A formulation's answers at all states, an array for each part of them."""
    made = program(sample.robot.tree, question, formulation, most=OPERATIONS)
    return answers_of(sample.robot.tree, question, made, sample.states(question))

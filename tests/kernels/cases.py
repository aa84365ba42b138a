"""Robots and states the kernels are tried on, and how far two answers are apart."""

from functools import cache

import numpy as np

import linkwise
from linkwise import Robot
from linkwise.calls.question_program import QuestionProgram
from linkwise.errors import UnknownName
from linkwise.formulations import QUESTIONS
from tests.robots import CATALOG, random_model, states

RANDOM = (4, 5, 14, 27, 29, 35)
"""Seeds: a chain with sliding joints and one link without mass, one of six, coupled ones, and trees."""

ROBOTS = (*CATALOG, *RANDOM)
"""Names of the catalog and seeds of random robots."""


@cache
def robot(name: str | int) -> Robot:
    """A robot by the catalog's name or the random robots' seed."""
    return linkwise.load(name) if isinstance(name, str) else Robot(random_model(name))


def frame_of(robot: Robot) -> str:
    """The tip, or where there are several the last frame."""
    try:
        return robot.tree.frame_or_tip(None).name
    except UnknownName:
        return robot.tree.frames[-1].name


def task(robot: Robot, question: str, **options) -> QuestionProgram:
    """The task behind a kernel of the robot."""
    return robot.compile(question, **options).traceable


def framed(robot: Robot, question: str) -> dict[str, str]:
    """The option that names the frame, for the questions about one."""
    return {"frame": frame_of(robot)} if QUESTIONS[question].frame else {}


def asked(robot: Robot, question: str, count: int, seed: int = 1) -> list[np.ndarray]:
    """States for the question, (count, n) each."""
    q, qd, qdd = states(robot.n, count, seed)
    given = {"q": q, "qd": qd, "qdd": qdd, "tau": 10.0 * qdd}
    return [given[name] for name in QUESTIONS[question].takes]


def parts(answer) -> tuple[np.ndarray, ...]:
    """One answer or several, as a tuple."""
    return answer if isinstance(answer, tuple) else (answer,)


def off(found, truth) -> float:
    """The largest difference of each part, relative to its largest entry."""
    worst = 0.0
    for ours, reference in zip(parts(found), parts(truth), strict=True):
        assert np.shape(ours) == np.shape(reference)
        difference = np.max(np.abs(ours - reference), initial=0.0)
        worst = max(worst, float(difference / np.max(np.abs(reference)))) if difference else worst
    return worst


def same_bits(found, truth) -> bool:
    """Whether every part has the same bytes."""
    return all(
        a.shape == b.shape and np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()
        for a, b in zip(parts(found), parts(truth), strict=True)
    )

"""Answers against 50 digits: the golden file's 200 robots × 5 states, and built-in, random and vendors' robots.

The default run meets one robot of each hard kind, the slow one all of them: every program as the interpreter runs it,
every formulation on a quarter of the robots in turn, compiled answers of some. `make soak` leaves nothing out but
closed Lagrangian sums beyond three joints, which grow with the fourth power, and formulations beyond 16.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.backends import BACKENDS
from linkwise.formulations import FORMULATIONS, QUESTIONS
from tests.robots import CATALOG, SEEDS, example_robots, is_serial_arm, random_model, states
from tests.tolerances import EPS, FORTY_DIGITS, ORACLE, ORACLE_FORMULATIONS, SOLVED, SOLVED_UNSCALED

from . import golden
from .formulations import disagreements
from .robots import Case, robot
from .textbook import answers

MAIN = ("inverse_dynamics", "mass_matrix", "forward_dynamics")
UNSCALED = ("newton_euler.walker_orin_4", "newton_euler.lynch_park")

WITNESSES = {
    "near-parallel 40": MAIN,
    "near-parallel 56": MAIN,
    "one near-parallel 43": MAIN,
    "near-antiparallel 44": MAIN,
    "nearly perpendicular 66": MAIN,
    "long links 153": MAIN,
    "slender links 138": MAIN,
    "nearly singular 122": MAIN,
    "mass ratios 168": MAIN,
    "skew 13": (*ORACLE, "forward_dynamics"),
}
"""Robots of the default run, and what they are asked."""


@cache
def robots() -> dict[str, tuple[Case, golden.Truth]]:
    """The golden file's robots by name."""
    return {case.model.name: (case, truth) for case, truth in golden.load()}


def inputs(given: tuple[np.ndarray, ...], question: str) -> list[np.ndarray]:
    return [dict(zip(("q", "qd", "qdd", "tau"), given, strict=True))[name] for name in QUESTIONS[question].takes]


def check(
    who: str,
    truth: golden.Truth,
    given: tuple[np.ndarray, ...],
    ask: Callable[..., np.ndarray],
    questions: tuple[str, ...] = MAIN,
    most: float | None = None,
    unscaled: bool = False,
) -> None:
    """Every answer is near enough to the truth."""
    M = truth["mass_matrix"].hi
    κ = np.linalg.cond(M) if unscaled else golden.condition(M)
    for question in questions:
        off = truth[question].off(ask(question, *inputs(given, question)))
        if question == "forward_dynamics":
            assert (off <= (SOLVED_UNSCALED if unscaled else SOLVED) * κ * EPS / 2).all(), f"q̈ of {who}: {off / κ}"
        else:
            assert (off <= (most or ORACLE[question])).all(), f"{question} of {who}: {off}"


def as_people_ask(arm: Robot) -> Callable[..., np.ndarray]:
    return lambda question, *at: getattr(arm, question)(*at)


def compiled(arm: Robot, backend: str) -> Callable[..., np.ndarray]:
    return lambda question, *at: arm.compile(question, backend=backend)(*at)


# ---- the 200 robots of the golden file -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITNESSES)
def test_hard_robots(name):
    case, truth = robots()[name]
    check(name, truth, case.states(), as_people_ask(Robot(case.model)), WITNESSES[name])


@pytest.mark.slow
def test_every_program():
    """As the interpreter runs it, to which every backend is held by tests/backends."""
    for name, (case, truth) in robots().items():
        questions = MAIN if case.model.n <= 16 else MAIN[:1]
        check(name, truth, case.states(), compiled(Robot(case.model), "interpreter"), questions)


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_some_robots_on_every_backend(backend):
    if why := BACKENDS[backend].missing():
        pytest.skip(why)
    for name in ("near-parallel 41", "slides 191"):
        case, truth = robots()[name]
        check(name, truth, case.states(), compiled(Robot(case.model), backend))


@pytest.mark.slow
def test_long_chains_as_loops():
    case, truth = robots()["long chains 174"]
    assert case.model.n > 60
    check(case.model.name, truth, case.states(), as_people_ask(Robot(case.model)))


def formulations(turn: int, of: int) -> list[tuple[str, str, str]]:
    """Robot, question and formulation: every robot, and of its formulations one in so many, in turn."""
    found = []
    for k, (name, (case, _)) in enumerate(robots().items()):
        if case.model.n <= 16:
            arm = Robot(case.model)
            own = [(name, q, by) for q in MAIN for by in arm.formulations(q) if hasattr(FORMULATIONS[by], q)]
            short = [row for row in own if arm.n <= 3 or not row[2].startswith("lagrange.")]
            found += [row for j, row in enumerate(short) if (j + k) % of == turn]
    return found


def check_formulations(rows: list[tuple[str, str, str]]) -> None:
    for name, question, by in rows:
        case, truth = robots()[name]
        arm, whole = Robot(case.model), by in UNSCALED
        ask = lambda q, *at, r=arm, by=by: getattr(r, q)(*at, formulation=by)  # noqa: E731
        check(f"{name} by {by}", truth, case.states(), ask, (question,), ORACLE_FORMULATIONS, whole)


@pytest.mark.slow
def test_formulations():
    rows = formulations(0, 4)
    arm = linkwise.load("planar2r")
    assert {by for _, _, by in rows} == {by for q in MAIN for by in arm.formulations(q) if hasattr(FORMULATIONS[by], q)}
    check_formulations(rows)


@pytest.mark.soak
def test_every_formulation_on_every_robot():
    check_formulations(formulations(0, 1))


@pytest.mark.soak
def test_all_that_people_ask():
    for name, (case, truth) in robots().items():
        check(name, truth, case.states(), as_people_ask(Robot(case.model)), (*ORACLE, "forward_dynamics"))


# ---- the oracle itself -----------------------------------------------------------------------------------------------


def test_the_golden_file_is_the_textbooks():
    case, truth = robots()["skew 3"]
    for question, exact in golden.truth(case.model, case.states()).items():
        for part, stored in zip(exact, truth[question], strict=True):
            assert np.array_equal(part, stored), question


@pytest.mark.parametrize("name", ["slides 192", "near-parallel trees 47"])
def test_the_textbook_agrees_with_other_recursions(name):
    case, _ = robots()[name]
    first = tuple(part[0] for part in case.states())
    found = dict(disagreements(case.model, first, answers(case.model, *first)))
    assert max(found.values()) < FORTY_DIGITS, found


def test_a_small_error_is_noticed():
    """Two hundred roundings of the largest entry do not pass for right."""
    case, truth = robots()["skew 3"]
    arm, wrong = Robot(case.model), 1.0 + 100 * EPS
    with pytest.raises(AssertionError, match="inverse_dynamics of skew"):
        check("skew", truth, case.states(), lambda q, *at: wrong * getattr(arm, q)(*at))


# ---- other robots, their truth computed here -------------------------------------------------------------------------


def check_live(arm: Robot, seed: int) -> None:
    q, qd, qdd = states(arm.n, 1, seed)
    given = (q, qd, qdd, 10.0 * qdd)
    check(arm.name, golden.truth(arm.model, given), given, as_people_ask(arm))


@pytest.mark.parametrize("name", CATALOG)
def test_built_in_robots(name):
    check_live(linkwise.load(name), 3)


@pytest.mark.parametrize("tilt", [9e-13, 5e-14])
def test_tilts_too_small_to_measure_still_count(tilt):
    """Base parameters take them for rounding; programs must not."""
    check_live(Robot(robot("tilted", 3, 5, tilt=tilt)), 3)


def test_a_slide_nearly_at_right_angles_to_the_first_axis():
    """Its first moments are grouped along the component that is not small."""
    check_live(Robot(robot("across", 119, 3, perpendicular=5e-3, slides=0.7)), 3)


@pytest.mark.slow
def test_random_robots():
    for seed in SEEDS[::10]:
        check_live(Robot(random_model(seed)), seed)


@pytest.mark.soak
def test_all_random_robots():
    for seed in SEEDS:
        check_live(Robot(random_model(seed)), seed)


@pytest.mark.slow
def test_arms():
    files = example_robots()
    if not files:
        pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'")
    for name in (name for name, path in files.items() if name != "ur3" and is_serial_arm(path)):
        check_live(linkwise.load(files[name]), 3)

"""Every law on one robot."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from math import inf
from numbers import Real
from time import perf_counter

import numpy as np

from ..calls.checks import positive, whole
from ..calls.closed_loops import refuse_loops
from ..calls.progress import progress_bar
from ..errors import LinkwiseError, MissingExtra, NoInertia, NoMass, shown
from ..model import Model
from ..robot import Robot
from .certificate import FAILS, HOLDS, NOT_HERE, NOT_REACHED, Certificate, Verdict
from .law import Law
from .laws import LAWS
from .sample import BudgetSpent, Sample, sampled

INAPPLICABLE = (NoMass, NoInertia, MissingExtra)
"""Errors that say a law does not apply to this robot, or cannot be tested here; on any other error the law fails."""

PATIENCE = 2.0
"""Seconds before a progress bar is drawn."""

MOST_STATES = 100_000
"""The most states at which a robot can be tested at once."""


def verify(
    robot: Robot, *, states: int = 32, seed: int = 0, budget: float | None = None, progress: bool = False
) -> Certificate:
    """Test the laws of mechanics on this robot at random states within its limits.

    The certificate has, for each law, the worst error, the bound it must meet with the reason, and the state where it
    is worst: symmetry and positivity of M, passivity, power balance, derivatives, regressors, agreement of all
    formulations, and more (docs/verify.md lists them). `print` shows all of it; `seed` chooses the states.

    `budget` is the most seconds to spend, None for as long as it takes; laws that were not reached by then are listed
    as such. The clock is looked at between two answers: a compilation that has begun is finished. With `progress` a bar
    is drawn on stderr, if that is a terminal and it takes longer than two seconds.

    >>> import linkwise
    >>> certificate = linkwise.load("pendulum").verify(states=4)
    >>> certificate.holds
    True
    >>> certificate.laws[0]
    <mass matrix symmetric: holds, 0.0e+00 <= 2.2e-14 at state 0, joint1>
    """
    start = perf_counter()
    _check(robot, states, seed)
    refuse_loops(robot.model)
    deadline = inf if budget is None else start + positive("budget", budget, "give it in seconds.")
    sample = sampled(robot, states, seed, deadline=deadline)
    verdicts = []
    with progress_bar(progress, len(LAWS), "laws", delay=PATIENCE) as advance:
        for law in LAWS:
            verdicts.append(_verdict(law, sample))
            advance(1)
    return Certificate(
        robot.name,
        fingerprint(robot.model),
        _version(),
        robot.n,
        len(robot.tree.bodies),
        len(sample.q),
        int(seed),
        tuple(verdicts),
    )


def fingerprint(model: Model) -> str:
    """Sixteen hexadecimal digits that change with any name or number in a model.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> fingerprint(arm.model) == fingerprint(arm.with_gravity([0, 0, -9.80665]).model)
    False
    """
    return hashlib.sha256(model.text.encode()).hexdigest()[:16]


def _verdict(law: Law, sample: Sample) -> Verdict:
    links, bound = len(sample.robot.tree.bodies), law.bound

    def without_figures(outcome: str, why: str) -> Verdict:
        return Verdict(law.name, law.formula, outcome, why=why, dynamics=law.dynamics)

    if sample.robot.n == 0:
        return without_figures(NOT_HERE, "no joint of this robot moves.")
    try:
        sample.require_time()
        with np.errstate(all="ignore"):  # a figure that is not a number counts as a failure
            worst = law.measure(sample).worst(bound, links)
    except BudgetSpent:
        return without_figures(NOT_REACHED, "the budget was spent before.")
    except INAPPLICABLE as error:
        return without_figures(NOT_HERE, error.what)
    except LinkwiseError as error:
        return without_figures(FAILS, error.what)
    return Verdict(
        law.name,
        law.formula,
        HOLDS if worst.holds else FAILS,
        worst.figure,
        worst.bound,
        bound.reason,
        bound.least,
        worst.state,
        worst.names,
        worst.detail,
        dynamics=law.dynamics,
    )


def _check(robot: Robot, states: int, seed: int) -> None:
    if not isinstance(robot, Robot):
        raise LinkwiseError(
            f"a {type(robot).__name__} is not a robot.", "A linkwise.Robot was expected.", "linkwise.load gives one."
        )
    whole("states", states, 1, MOST_STATES)
    whole("seed", seed, 0)
    parameters = [x for body in robot.model.bodies for x in (*body.inertia.parameters, body.joint.rotor.inertia)]
    if not all(isinstance(x, Real) for x in parameters):
        raise LinkwiseError(
            f"robot {shown(robot.name)} has symbols as parameters.",
            "Laws are tested with numbers.",
            "replace the symbols by numbers first.",
        )


def _version() -> str:
    try:
        return version("linkwise")
    except PackageNotFoundError:
        return "(not installed)"

"""Every law on one robot."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from numbers import Real

import numpy as np

from ..calls.checks import whole
from ..errors import LinkwiseError, MissingExtra, NoInertia, NoMass, shown
from ..model import Model
from ..robot import Robot
from .certificate import FAILS, HOLDS, NOT_HERE, Certificate, Verdict
from .law import Law
from .laws import LAWS
from .sample import Sample, sampled

INAPPLICABLE = (NoMass, NoInertia, MissingExtra)
"""Errors that say a law does not apply to this robot, or cannot be tested here; on any other error the law fails."""

MOST_STATES = 100_000
"""The most states at which a robot can be tested at once."""


def verify(robot: Robot, *, states: int = 32, seed: int = 0) -> Certificate:
    """Test the laws of mechanics on this robot at random states within its limits.

    The certificate has, for each law, the worst error, the bound it must meet with the reason, and the state where it
    is worst: symmetry and positivity of M, passivity, power balance, derivatives, regressors, agreement of all
    formulations, and more (docs/verify.md lists them). `print` shows all of it; `seed` chooses the states.

    >>> import linkwise
    >>> certificate = linkwise.load("pendulum").verify(states=4)
    >>> certificate.holds
    True
    >>> certificate.laws[0]
    <mass matrix symmetric: holds, 0.0e+00 <= 2.2e-14 at state 0, joint1>
    """
    _check(robot, states, seed)
    sample = sampled(robot, states, seed)
    return Certificate(
        robot.name,
        fingerprint(robot.model),
        _version(),
        robot.n,
        len(robot.tree.bodies),
        len(sample.q),
        int(seed),
        tuple(_verdict(law, sample) for law in LAWS),
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
    if sample.robot.n == 0:
        return Verdict(law.name, law.formula, NOT_HERE, why="no joint of this robot moves.")
    try:
        with np.errstate(all="ignore"):  # a figure that is not a number counts as a failure
            worst = law.measure(sample).worst(bound, links)
    except INAPPLICABLE as error:
        return Verdict(law.name, law.formula, NOT_HERE, why=error.what)
    except LinkwiseError as error:
        return Verdict(law.name, law.formula, FAILS, why=error.what)
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

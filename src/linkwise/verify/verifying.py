"""All laws on one robot."""

import hashlib
from importlib.metadata import PackageNotFoundError, version
from numbers import Real

import numpy as np

from ..errors import LinkwiseError, MissingExtra, NoInertia, NoMass, shown
from ..model import Model
from ..robot import Robot
from .certificate import FAILS, HOLDS, NOT_HERE, Certificate, Verdict
from .law import Law
from .laws import LAWS
from .sample import Sample
from .states import sampled

NOT_MEANT = (NoMass, NoInertia, MissingExtra)
"""Errors that say a law is not about this robot, or cannot be tested here; all others say that it fails."""

MOST = 100_000
"""States of a certificate, at most."""


def verify(robot: Robot, *, states: int = 32, seed: int = 0) -> Certificate:
    """The laws of mechanics put to this robot at random states: a certificate with the worst figures.

    >>> import linkwise
    >>> linkwise.load("pendulum").verify(states=4).holds
    True
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
        seed,
        tuple(_verdict(law, sample) for law in LAWS),
    )


def fingerprint(model: Model) -> str:
    """Sixteen digits that change with any name or number of a model.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> fingerprint(arm.model) == fingerprint(arm.with_gravity([0, 0, -9.80665]).model)
    False
    """
    return hashlib.sha256(repr(model).encode()).hexdigest()[:16]


def _verdict(law: Law, sample: Sample) -> Verdict:
    links, bound = len(sample.robot.tree.bodies), law.bound
    if sample.robot.n == 0:
        return Verdict(law.name, law.formula, NOT_HERE, why="no joint of this robot moves.")
    try:
        with np.errstate(all="ignore"):  # what is not a number fails
            worst = law.measure(sample).worst(bound, links)
    except NOT_MEANT as error:
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
        raise LinkwiseError(f"a {type(robot).__name__} is no robot.", "A linkwise.Robot was expected.")
    for name, value, least in (("states", states, 1), ("seed", seed, 0)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value:
            raise LinkwiseError(f"{name}={value!r} was given.", f"A whole number from {least} on was expected.")
    if states > MOST:
        raise LinkwiseError(f"states={states} was given.", f"{MOST} at most were expected.")
    every = [x for body in robot.model.bodies for x in (*body.inertia.parameters, body.joint.rotor.inertia)]
    if not all(isinstance(x, Real) for x in every):
        raise LinkwiseError(
            f"robot {shown(robot.name)} holds symbols.",
            "Laws are put to the test with numbers.",
            "give its parameters values first.",
        )


def _version() -> str:
    try:
        return version("linkwise")
    except PackageNotFoundError:
        return "(not installed)"

"""`robot.identify`: from logs of a real robot to its model."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadArray, UnknownName, shown
from .accumulation import Rows
from .accumulation.squares import squares
from .columns import Regressor, Request
from .deviations import covariance
from .estimators import ESTIMATORS, Estimate, Problem
from .fit import Fit
from .logs import Log, check_logs, read_log
from .notes import noticed
from .processing import Filter
from .resuming import passes
from .tilting import level_by_level
from .validation import Errors, on_blocks, on_logs, on_training

if TYPE_CHECKING:
    from ..parameters import Drives
    from ..robot import Robot

    LogLike = Log | str | os.PathLike[str]

FRICTION = ("viscous", "coulomb", "offset")
"""The columns of friction by default."""

LOAD_ROUNDS = 2
"""How often the gravity that loads the gears is taken from the fit before, for load-dependent friction."""


def identify(
    robot: Robot,
    logs: LogLike | Sequence[LogLike],
    *,
    friction: Sequence[str] = FRICTION,
    width: float | None = 0.02,
    filter: Filter | None = None,
    estimator: str = "physical",
    prior: float = 1e-5,
    rotors: bool | None = None,
    drives: Drives | None = None,
    tilt: bool = False,
    links: bool = True,
    validate: LogLike | Sequence[LogLike] | None = None,
    deviations: str = "auto",
    accept: Sequence[str] = (),
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Fit:
    """Fit the robot's inertial parameters and friction to logs of joint positions and torques.

    logs
        `linkwise.identify.Log`s, or files that `linkwise.identify.read_log` reads. Faults that would
        spoil a fit are refused by name (BadLog); `accept` names those to let pass.
    friction, width
        kinds of columns (`linkwise.identify.KINDS`); Coulomb's is tanh(q̇/width), or sign(q̇) if width is None.
    filter
        how logs are processed: `linkwise.identify.Filter`.
    estimator
        "physical" (parameters that bodies can have, near the robot's own with the strength `prior`), "wls", "ols",
        "irls-huber" or "irls-tukey".
    rotors, drives
        inertias of rotors and of drives that several joints share, as in `robot.parameters`.
    tilt
        whether to estimate how the base is tilted.
    links
        False keeps the links' and rotors' parameters as the robot has them, and estimates friction alone.
    validate
        other logs to predict, or "blocks": four contiguous parts of the logs, each predicted by a fit to the others.
    deviations
        "correlated" (residuals correlated in time), "blocks" and "bootstrap" (also between joints), "white", or "auto".
    checkpoint
        a folder for what has been summed of logs too long to be kept in memory: an interrupted fit resumes from there.
    progress
        draw a bar on a terminal while a pass over the logs takes more than two seconds.

    The result has `values`, `sigma`, `errors`, `predict` and `robot`; printed, it shows all of this and every choice.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("planar2r")
    >>> fit = arm.identify(simulated_log(arm, duration=8.0, noise=0.02), validate="blocks")
    >>> fit.names[:2], bool(abs(fit.values[0] - arm.base_parameters().values[0]) < 0.05)
    (('ZZR1', 'MXR1'), True)
    """
    request = Request.of(friction, width, rotors, drives, tilt, links)
    if estimator not in ESTIMATORS:
        raise UnknownName("estimator", estimator, "linkwise.identify", ESTIMATORS)
    choices = Filter() if filter is None else filter
    if not isinstance(choices, Filter):
        raise BadArray(f"filter is {shown(repr(choices))}.", "A linkwise.identify.Filter was expected.")
    training, remarks = _read(robot, logs, choices, accept)
    blocks = isinstance(validate, str) and validate == "blocks"
    other, more = ([], []) if validate is None or blocks else _read(robot, validate, choices, accept)
    regressor = Regressor(robot, request)
    chosen = request.data | {"filter": choices.data, "estimator": estimator, "prior": prior, "deviations": deviations}
    with passes(robot, [*training, *other], chosen | {"validate": blocks}, checkpoint, progress) as kept:
        problem, estimate = _fitted(regressor, Rows(regressor, training, choices, passes=kept), estimator, prior)
        errors: list[Errors] = [on_training(problem, estimate.x)]
        errors += [on_blocks(problem, ESTIMATORS[estimator])] if blocks else on_logs(problem, estimate.x, other)
        found, way = covariance(problem, estimate, deviations)
    made: dict[str, Any] = {"estimator": estimator, "prior": prior if estimator == "physical" else None}
    made |= request.data | {"filter": choices.data, "deviations": way, "logs": [repr(log) for log in training]}
    made["accepted faults"] = list(accept)
    notes = [
        *dict.fromkeys([*remarks, *more]),
        *noticed(problem, estimate, errors, np.sqrt(np.maximum(np.diag(found), 0.0))),
    ]
    condition = problem.squares.condition(estimate.sigma)
    rows = Rows(regressor, training, choices)
    return Fit(
        robot,
        regressor,
        estimate.x,
        found,
        estimate.full,
        tuple(errors),
        condition,
        made,
        tuple(notes),
        rows,
        tuple(other),
    )


def _fitted(regressor: Regressor, rows: Rows, estimator: str, prior: float) -> tuple[Problem, Estimate]:
    """The estimate, after the tilt of the base and the load of the gears have been found, where these are asked for."""
    if regressor.request.tilt:
        level_by_level(rows)
    problem = Problem(squares(rows), rows, prior)
    estimate = ESTIMATORS[estimator](problem)
    if "load" in regressor.request.friction:
        for _ in range(LOAD_ROUNDS):
            if regressor.request.links:
                regressor.load_values = estimate.x[: regressor.first]
            rows.forget()
            problem = Problem(squares(rows), rows, prior)
            estimate = ESTIMATORS[estimator](problem)
    return problem, estimate


def _read(
    robot: Robot, logs: LogLike | Sequence[LogLike], choices: Filter, accept: Sequence[str]
) -> tuple[list[Log], list[str]]:
    """The logs with their columns in the robot's order, checked, and what was noticed."""
    every: list[Any] = list(logs) if isinstance(logs, list | tuple) else [logs]
    if not every:
        raise BadArray("there are no logs.", "At least one log was expected.")
    for each in every:
        if not isinstance(each, Log | str | os.PathLike):
            raise BadArray(
                f"a log is {shown(repr(each))}.", "A linkwise.identify.Log or the path of a file was expected."
            )
    found = [each if isinstance(each, Log) else read_log(each, robot) for each in every]
    ordered = [log.ordered(robot.joint_names) for log in found]
    return ordered, check_logs(ordered, robot, choices, accept)

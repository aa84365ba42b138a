"""`robot.identify`: from logs of a real robot to its model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadArray, UnknownName, shown
from .accumulation import Rows
from .columns import Regressor, Request
from .deviations import covariance
from .didim import Loop, didim, loops_of
from .estimators import ESTIMATORS
from .estimators.physical import require_prior
from .fit import Fit
from .logs import Log, check_logs, read_log
from .notes import noticed
from .payloads import known_loads, require_scale
from .processing import Filter
from .resuming import passes
from .settling import settled
from .suggestions import suggested
from .validation import Errors, on_blocks, on_logs, on_training

if TYPE_CHECKING:
    from ..parameters import Drives
    from ..robot import Robot

    LogLike = Log | str | os.PathLike[str]

FRICTION = ("viscous", "coulomb", "offset")
"""The columns of friction by default."""


def identify(
    robot: Robot,
    logs: LogLike | Sequence[LogLike],
    *,
    friction: Sequence[str] = FRICTION,
    width: float | None = 0.02,
    filter: Filter | None = None,
    estimator: str = "physical",
    prior: float = 1e-6,
    rotors: bool | None = None,
    drives: Drives | None = None,
    tilt: bool = False,
    links: bool = True,
    loop: Loop | Sequence[Loop] | None = None,
    gains: Sequence[str] | bool | None = None,
    payloads: Sequence[Mapping[str, Any] | None] | None = None,
    validate: LogLike | Sequence[LogLike] | None = None,
    deviations: str = "auto",
    suggest: bool = True,
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
        "irls-huber", "irls-tukey", "essential" (without what is not needed to predict), or "didim" (at positions of a
        simulated `loop`, a `linkwise.identify.Loop`, rather than measured ones).
    rotors, drives
        inertias of rotors and of drives that several joints share, as in `robot.parameters`.
    tilt
        whether to estimate how the base is tilted.
    links
        False keeps the links' and rotors' parameters as the robot has them, and estimates friction alone.
    gains
        True, or the joints whose logged values are currents or torques of unknown size; what turns these into N m is
        then estimated. The scale of all gains together comes from a joint whose gain is known, or from a payload.
    payloads
        for each log None, or the payload that the arm held: {"mass": 4.0, "com": [0.0, 0.0, 0.05]}, as in
        `robot.with_payload`.
    validate
        other logs to predict, or "blocks": four contiguous parts of the logs, each predicted by a fit to the others.
    deviations
        "correlated" (residuals correlated in time), "blocks" and "bootstrap" (also between joints), "white", or "auto".
    suggest
        whether notes say what would predict better: friction of gears, a base that is tilted.
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
    request = Request.of(friction, width, rotors, drives, tilt, links, gains)
    if estimator not in (*ESTIMATORS, "didim"):
        raise UnknownName("estimator", estimator, "linkwise.identify", (*ESTIMATORS, "didim"))
    if loop is not None and estimator != "didim":
        raise BadArray("loop is the closed loop of a log.", 'estimator="didim" was expected with it.')
    if checkpoint is not None and estimator == "didim":
        raise BadArray(
            "checkpoint is a folder for sums at measured positions.",
            'Another estimator than "didim", which has simulated ones, was expected with it.',
        )
    if estimator == "physical":
        require_prior(prior, links)
    choices = Filter() if filter is None else filter
    if not isinstance(choices, Filter):
        raise BadArray(f"filter is {shown(repr(choices))}.", "A linkwise.identify.Filter was expected.")
    accept = [*accept, "scaled torque"] if request.gains and not isinstance(accept, str) else accept
    training, remarks = _read(robot, logs, choices, accept, request.gains is True)
    blocks = isinstance(validate, str) and validate == "blocks"
    other, more = (
        ([], []) if validate is None or blocks else _read(robot, validate, choices, accept, request.gains is True)
    )
    regressor = Regressor(robot, request)
    loads = known_loads(regressor, payloads, len(training))
    rows = Rows(regressor, training, choices, loads)
    require_scale(rows, estimator)
    by = ESTIMATORS["wls" if estimator == "didim" else estimator]
    chosen = request.data | {"filter": choices.data, "estimator": estimator, "prior": prior, "deviations": deviations}
    chosen |= {"validate": blocks, "payloads": [load.data if load else None for load in loads]}
    with passes(robot, [*training, *other], chosen, checkpoint, progress) as kept:
        rows.passes = kept
        if estimator == "didim":
            problem, estimate = didim(rows, loops_of(loop, len(training)))
        else:
            first = by if estimator == "ols" or rows.scale_free else ESTIMATORS["wls"]
            problem, estimate = settled(rows, by, prior, first)
        errors: list[Errors] = [on_training(problem, estimate.x)]
        errors += [on_blocks(problem, by)] if blocks else on_logs(problem, estimate.x, other)
        found, way = covariance(problem, estimate, deviations)
    unknown = [regressor.linear + k for k, each in enumerate(regressor.nonlinear) if regressor.at_an_edge(each)]
    found[unknown, unknown] = np.inf
    made: dict[str, Any] = {"estimator": estimator, "prior": prior if estimator == "physical" else None}
    made |= request.data | {"filter": choices.data, "deviations": way, "logs": [repr(log) for log in training]}
    made |= ({"payloads": chosen["payloads"]} if payloads else {}) | {"accepted faults": list(accept)}
    sigma = np.sqrt(np.maximum(np.diag(found), 0.0))
    notes = [*dict.fromkeys([*remarks, *more]), *noticed(problem, estimate, errors, sigma)]
    notes += suggested(problem, estimate) if suggest and estimator != "didim" else []
    condition = problem.squares.condition(estimate.sigma)
    values = np.concatenate([estimate.x[: regressor.linear], regressor.found])
    seen = Rows(regressor, training, choices, loads)
    parts = (found, estimate.full, tuple(errors), condition, made, tuple(notes), seen, tuple(other))
    return Fit(robot, regressor, values, *parts)


def _read(
    robot: Robot, logs: LogLike | Sequence[LogLike], choices: Filter, accept: Sequence[str], gains: bool = False
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
    of_one = dict.fromkeys(robot.joint_names, 1.0) if gains else None  # currents stay as they are
    found = [each if isinstance(each, Log) else read_log(each, robot, gains=of_one) for each in every]
    ordered = [log.ordered(robot.joint_names) for log in found]
    return ordered, check_logs(ordered, robot, choices, accept)

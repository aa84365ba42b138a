"""`robot.identify_payload`: mass, centre and inertia of a load, from logs with and without it.

The torques of all logs are explained at once, by the robot's base parameters and friction and, where it is carried, by
the load's ten parameters φ: weighted least squares. What the logs say about φ alone is a quadratic, |R φ − b|², the
last block of the triangle. Among loads that can exist the one is taken that makes

    ½ |R φ − b|² + λ D(φ)

least, D being the divergence of its pseudo-inertia from that of a small ball (`parameters.bodies`): where the logs tell
φ, λ is too small to matter; what they do not tell is that of the ball.                        [wensing2018] [lee2020]
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...calls.arrays import Array
from ...errors import BadArray, UnknownName, shown
from ...parameters.bodies import Bodies, along_the_path
from ...parameters.conversions import of_central
from ..accumulation.squares import squares, triangle
from ..columns import Request
from ..deviations import covariance
from ..estimators import Problem
from ..estimators.least_squares import wls
from ..identifying import FRICTION, _read
from ..processing import Filter
from .columns import LoadRegressor, LoadRows
from .result import SURE, Payload

if TYPE_CHECKING:
    from ...robot import Robot
    from ..logs import Log

    LogLike = Log | str | os.PathLike[str]

WEAK = 0.5
"""λ, next to squares of residuals over their variances: a parameter ten times its deviation is moved by a twentieth of
that."""

BALL = 0.05
"""The radius of gyration of the ball, in m."""

UNSEEN = 1e-9
"""A direction of φ whose column is shorter than this share of the longest does not show."""

CHECKED = ("swapped torques", "reversed torque", "scaled torque", "lag")
"""Faults found by the robot's own model, which does not know the load: not looked for in logs that carry it."""


def identify_payload(
    robot: Robot,
    before: LogLike | Sequence[LogLike] | None,
    after: LogLike | Sequence[LogLike],
    *,
    frame: str | None = None,
    friction: Sequence[str] = FRICTION,
    width: float | None = 0.02,
    filter: Filter | None = None,
    deviations: str = "auto",
    accept: Sequence[str] = (),
) -> Payload:
    """What the robot carries in the logs `after` and not in `before`: its mass, centre and inertia.

    The motions may be the same or others; the robot's own parameters and friction are estimated along. Without logs
    `before` (None) the robot's model is trusted, and friction alone is estimated along. The load is seen from `frame`,
    the tip by default. Other options are those of `robot.identify`.

    The result has `mass`, `com`, `inertia` with their deviations, and `robot.with_payload(**result)` carries it.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("panda")
    >>> loaded = arm.with_payload(1.5, com=[0.0, 0.02, 0.06])
    >>> found = arm.identify_payload(simulated_log(arm, noise=0.01), simulated_log(loaded, noise=0.01, seed=1))
    >>> found
    Payload(1.5... kg at [... 0.02... 0.06...])
    >>> arm.with_payload(**found).total_mass > arm.total_mass + 1.4
    True
    """
    choices = Filter() if filter is None else filter
    if not isinstance(choices, Filter):
        raise BadArray(f"filter is {shown(repr(choices))}.", "A linkwise.identify.Filter was expected.")
    if isinstance(accept, str):
        raise BadArray(f"accept is {shown(accept)}.", "A list of kinds of faults was expected.", f"[{accept!r}].")
    if deviations not in ("auto", "correlated", "blocks", "white"):
        raise UnknownName("way to deviations", deviations, "linkwise.identify", ("auto", "correlated", "blocks"))
    if "stribeck" in friction:
        raise BadArray(
            'friction has "stribeck", whose speeds a search finds.',
            "Other kinds were expected here.",
            "identify the robot with it first, and give the fit's robot without logs before.",
        )
    regressor = LoadRegressor(robot, Request.of(friction, width, links=before is not None), frame)
    without, remarks = ([], []) if before is None else _read(robot, before, choices, accept)
    carrying, more = _read(robot, after, choices, (*accept, *CHECKED))
    more = [each for each in more if not any(f"accepted {kind}" in each for kind in CHECKED)]
    rows = LoadRows(regressor, [*without, *carrying], choices, len(without))
    problem = Problem(squares(rows), rows, 1e-5)
    estimate = wls(problem)
    found, way = covariance(problem, estimate, deviations)
    R, b = _of_load(problem, estimate.sigma)
    φ, hidden = _ball_where_unseen(R, b)
    C = found[-10:, -10:]
    made: dict[str, Any] = regressor.request.data | {"frame": regressor.tree.frame_or_tip(frame).name}
    made |= {"filter": choices.data, "deviations": way, "model trusted": before is None}
    made["logs before"], made["logs after"] = ([repr(log) for log in logs] for logs in (without, carrying))
    surprise = _surprise(estimate.x[-10:], C, R)
    if surprise < SURE:
        φ = np.zeros(10)
    each = np.sqrt(problem.squares.misfits(estimate.x) / np.maximum(problem.squares.torques(), 1e-300))
    return Payload.of(robot, frame, φ, C, hidden, surprise, each, made, [*remarks, *more])


def _of_load(problem: Problem, sigma: Array) -> tuple[Array, Array]:
    """R and b: what the rows say of the load, whatever all other unknowns are."""
    stacked, held = problem.squares.stacked(sigma), problem.squares.held
    shifted = stacked[:, -1] - stacked[:, :held].sum(axis=1)  # what is known: the links' torques, where these are kept
    own = triangle([np.column_stack([stacked[:, held:-1], shifted])])[-11:]
    return own[:10, -11:-1], own[:10, -1]


def _ball_where_unseen(R: Array, b: Array) -> tuple[Array, Array]:
    """φ among loads that can exist; and for each parameter how much of it does not show, from 0 to 1."""
    length = np.linalg.norm(R, axis=0)
    unit = np.array([BALL**2] * 6 + [BALL] * 3 + [1.0])  # what a kilogram of the ball's size has
    _, s, V = np.linalg.svd(R * unit)
    unseen = V[s <= UNSEEN * max(float((length * unit).max(initial=0.0)), 1e-300)]
    hidden = np.linalg.norm(unseen, axis=0) if len(unseen) else np.zeros(10)
    first = np.linalg.lstsq(R * unit, b, rcond=1e-9)[0] * unit
    mass = max(float(first[9]), 1e-3)
    com = np.clip(first[6:9] / mass, -1.0, 1.0)
    ball = of_central(mass, com, np.eye(3) * mass * BALL**2)
    bodies = Bodies.around(ball, [np.arange(10)], np.array([], dtype=int), np.array([]))
    φ = along_the_path(R, b, bodies, WEAK, first=max(float(b @ b), 1.0))
    return φ, hidden


def _surprise(φ: Array, C: Array, R: Array) -> float:
    """The square of φ in units of its deviations, over all directions that show."""
    d = np.sqrt(np.maximum(np.diag(C), 1e-300))
    λ, V = np.linalg.eigh(C / np.outer(d, d))
    shown = λ > 1e-10 * λ.max(initial=0.0)
    return float(np.sum((V.T @ (φ / d))[shown] ** 2 / λ[shown]))

"""The estimate, once all that is not linear has settled: gains, tilt, Stribeck's speeds, the load of the gears.

Gauss and Newton's method: each round is a linear fit with a column for the change of each nonlinear unknown
(`columns.nonlinear`), which then moves by that change. Gains start where the robot's own model has them, Stribeck's
speeds where `speeds` finds them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import LinkwiseError, listed
from .accumulation import Rows
from .accumulation.squares import squares, triangle
from .estimators import Estimate, Estimator, Problem
from .speeds import first_speeds

ROUNDS = 25
"""Steps; five are usual."""

SETTLED = 1e-7
"""A change of an angle in rad, or of a gain or speed next to its value, that no longer matters; nor does one that
changes the torques by less than this share of a share."""

ROUGHLY = 1e-3
"""A last change below this is let pass after all rounds: without noise weights are made of rounding, and swing."""

SHOWN = 0.9
"""A joint's own torques show its gain if they leave less than this share of what friction alone leaves."""

DEVIATION = 0.1
"""A gain whose relative deviation under white noise is above this is kept where it starts."""

NOMINAL = (0.2, 5.0)
"""Where the median of the first gains lies within these, they start at 1."""

PATIENT = 3
"""From this round on a speed that is at an edge of what the motion shows stays there."""

DAMPED = 8
"""From this round on steps are halved: what has not settled by then swings."""

BOUND = 0.5
"""No step changes a gain or a speed by more than this share of it, no angle by more than this in rad."""

LOAD_ROUNDS = 2
"""How often the gravity that loads the gears is taken from the fit before, for load-dependent friction."""


def settled(rows: Rows, estimator: Estimator, prior: float, inner: Estimator) -> tuple[Problem, Estimate]:
    """The problem and its estimate at the end; `inner` is what the nonlinear unknowns are first found by."""
    regressor, request = rows.regressor, rows.regressor.request
    if request.gains:
        _first_gains(rows)
    if "stribeck" in request.friction:
        first_speeds(rows)

    def fitted(by: Estimator) -> tuple[Problem, Estimate]:
        rows.forget()
        problem = Problem(squares(rows), rows, prior)
        return problem, by(problem)

    if regressor.nonlinear:
        _moved(rows, fitted, inner)
    problem, estimate = _moved(rows, fitted, estimator) if regressor.nonlinear else fitted(estimator)
    if "load" in request.friction:
        for _ in range(LOAD_ROUNDS):
            regressor.move(np.concatenate([estimate.x[: regressor.linear], np.zeros(len(regressor.nonlinear))]))
            problem, estimate = _moved(rows, fitted, estimator) if regressor.nonlinear else fitted(estimator)
    return problem, estimate


def _moved(
    rows: Rows, fitted: Callable[[Estimator], tuple[Problem, Estimate]], by: Estimator
) -> tuple[Problem, Estimate]:
    """Rounds until the nonlinear unknowns no longer move; their share of x is then 0."""
    regressor = rows.regressor
    kinds = [each.kind for each in regressor.nonlinear]
    for count in range(ROUNDS + 1):
        problem, estimate = fitted(by)
        kept = [regressor.linear + k for k, each in enumerate(regressor.nonlinear) if each in regressor.frozen]
        estimate.x[kept] = 0.0  # their columns are 0 but for rounding
        step, before = estimate.x[regressor.linear :].copy(), regressor.found
        size = np.where([kind == "tilt" for kind in kinds], 1.0, np.abs(before))
        still = _still(problem, estimate, step, size)
        if _frozen(rows, estimate):
            continue
        if (count and still.all()) or count == ROUNDS:
            break
        held = np.clip(step, -BOUND * size, BOUND * size) * (1.0 if count < DAMPED else 0.5)
        regressor.move(np.concatenate([estimate.x[: regressor.linear], np.nan_to_num(held)]))
        lost = ~still if count == ROUNDS - 1 else ~still & (regressor.found == before) & (count >= PATIENT)
        regressor.frozen |= {regressor.nonlinear[k] for k in np.flatnonzero(lost) if kinds[k] == "speed"}
        if np.abs(regressor.rigid.tilt).max() > 1.0:
            break
    still |= np.abs(step) < ROUGHLY * size
    if not still.all():
        names = [each.name for each, rests in zip(regressor.nonlinear, still, strict=True) if not rests]
        raise LinkwiseError(
            f"{listed(names)} cannot be found from these logs.",
            "Motions were expected in which several joints carry load in many postures.",
            "leave out tilt=True or gains=, or log another motion, with a payload that is known.",
        )
    estimate.x[regressor.linear :] = 0.0
    regressor.here = estimate.x.copy()
    return problem, estimate


def _frozen(rows: Rows, estimate: Estimate) -> bool:
    """Keep gains that these logs do not show where they are; whether there were more of these.

    Where nothing but a prior gives their scale, one of them counts as known: what matters is the others next to it.
    """
    regressor, before = rows.regressor, len(rows.regressor.frozen)
    C = estimate.inverse[regressor.linear :, regressor.linear :]
    size = np.abs(regressor.found)
    gains = np.array([each.kind == "gain" and each not in regressor.frozen for each in regressor.nonlinear])
    if gains.any() and rows.scale_free:
        known = int(np.argmin(np.where(gains, np.diag(C) / size**2, np.inf)))
        C = C - np.outer(C[:, known], C[known]) / max(float(C[known, known]), 1e-300)
    off = np.where(gains, np.sqrt(np.maximum(np.diag(C), 0.0)) / size, 0.0)
    if off.max(initial=0.0) > DEVIATION:  # the worst at a time: the others may be clear without it
        regressor.frozen.add(regressor.nonlinear[int(np.argmax(off))])
    return len(regressor.frozen) > before


def _still(problem: Problem, estimate: Estimate, step: Array, size: Array) -> NDArray[np.bool_]:
    """Which changes no longer matter."""
    R = problem.squares.stacked(estimate.sigma, problem.blocks)
    own = R[:, problem.rows.regressor.linear : -1]
    effect = np.linalg.norm(own, axis=0) * np.abs(step) / max(float(np.linalg.norm(R[:, -1])), 1e-300)
    small: NDArray[np.bool_] = (np.abs(step) < SETTLED * size) | (effect < SETTLED**1.5)
    return small


def _first_gains(rows: Rows) -> None:
    """The gains with which the robot's own model explains what was logged, each joint by itself."""
    regressor = rows.regressor
    total: dict[int, Array] = {}
    own = {each.index: k for k, each in enumerate(regressor.nonlinear, regressor.linear) if each.kind == "gain"}
    start, first = regressor.start, regressor.first
    regressor.here = start  # the column of a gain of 1 is the robot's own torque, that of the payload with it
    for piece in rows:
        for j in own:
            columns = regressor.of_row[j]
            torque = -piece.W[j][:, columns == own[j]][:, 0]
            load = torque - piece.W[j][:, columns < first] @ start[columns[columns < first]]
            friction = piece.W[j][:, (columns >= first) & (columns < regressor.linear)]
            part = triangle([np.column_stack([torque, friction, piece.tau[:, j] + load])])
            total[j] = triangle([total[j], part]) if j in total else part
    for j in own:
        A, b = total[j][:, :-1], total[j][:, -1]
        scale = np.linalg.norm(A, axis=0)
        scale[scale == 0.0] = 1.0
        x = np.linalg.lstsq(A / scale, b, rcond=1e-10)[0]
        rest = np.linalg.lstsq((A / scale)[:, 1:], b, rcond=1e-10)[0]
        without = float(np.linalg.norm((A / scale)[:, 1:] @ rest - b))
        shown = float(np.linalg.norm(A / scale @ x - b)) < SHOWN * without
        regressor.gains[j] = scale[0] / x[0] if shown and x[0] else np.nan
    known = np.abs(regressor.gains[np.isfinite(regressor.gains)])
    regressor.gains = np.where(np.isfinite(regressor.gains), regressor.gains, np.median(known) if len(known) else 1.0)
    if len(known) and NOMINAL[0] < np.median(known) < NOMINAL[1]:
        regressor.gains[:] = 1.0  # the log is in N m by some nominal gains: better than a file that may be far off
    rows.forget()

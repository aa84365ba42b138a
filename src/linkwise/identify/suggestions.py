"""What a fit was not asked for and would predict better with: friction of gears, a base that is not level.

One pass over the rows with the columns of both; parts of the logs that a weighted fit did not see tell whether they
pay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..calls.arrays import Array
from ..model import FREE
from ..parameters.replace_parameters import replace_parameters
from .accumulation.squares import triangle
from .columns import KINDS
from .columns.kinds import Motion, direction
from .columns.rigid import turned
from .estimators import Estimate, Problem
from .processing import windows

PAYS = 0.9
"""A suggestion must leave at most this share of the error on data held out."""

LEVEL = 0.003
"""Angles in rad below which nobody levels a base."""

GEARS = ("sqrt", "load")
"""Friction that motors behind gears show."""


def suggested(problem: Problem, estimate: Estimate) -> list[str]:
    """Notes on what would pay, where the rows are at hand."""
    rows, regressor = problem.rows, problem.rows.regressor
    request = regressor.request
    if not rows.kept or not request.links:
        return []
    n, p = regressor.tree.n, regressor.linear
    own = [kind for kind in GEARS if kind not in request.friction] if request.friction else []
    names = [f"{kind}{j}" for kind in own for j in range(n)] + ([] if request.tilt else ["tilt_x", "tilt_y"])
    if not names:
        return []
    quarters = _quarters(problem, estimate, own, not request.tilt)
    gears, tilt = p + len(own) * n, p + len(names)
    plain = _held_out(quarters, list(range(p)))
    notes = []
    with_gears = _held_out(quarters, list(range(gears))) if own else plain
    if with_gears < PAYS * plain:
        kinds = " and ".join(f'"{kind}"' for kind in own)
        notes.append(
            f"friction with {kinds} too would lower the error on parts held out by {_percent(with_gears, plain)}: "
            "these torques seem to be those of motors behind gears"
        )
    if not request.tilt:
        columns = [*range(p), *range(gears, tilt)]
        with_tilt = _held_out(quarters, columns)
        whole = triangle([np.array(each) for each in quarters])
        angles = _solved(whole, columns)[-2:]
        if with_tilt < PAYS * plain and np.abs(angles).max() > LEVEL:
            degrees = ", ".join(f"{x:.2g}" for x in np.degrees(angles).tolist())
            notes.append(
                f"the base seems to be tilted by about {degrees} degrees about x and y: tilt=True would lower the "
                f"error on parts held out by {_percent(with_tilt, plain)}"
            )
    return notes


def _percent(less: float, than: float) -> str:
    return f"{100.0 * (1.0 - less / than):.0f} %"


def _quarters(problem: Problem, estimate: Estimate, kinds: list[str], tilt: bool) -> list[Array]:
    """For each quarter of the logs the triangle of all columns, the new ones behind them, and the torques."""
    rows, regressor = problem.rows, problem.rows.regressor
    n, p, width = regressor.tree.n, regressor.linear, regressor.request.width
    gravity = _gravity(problem, estimate) if tilt else None
    count = p + len(kinds) * n + (2 if tilt else 0)
    size = np.sqrt(problem.squares.torques() / np.maximum(problem.squares.count(), 1.0))
    sigma = np.maximum(estimate.sigma, 1e-3 * size)
    found = [np.zeros((0, count + 1)) for _ in range(4)]
    pieces = iter(rows)
    for log in rows.logs:
        for window in windows(log, rows.choices):
            piece = next(pieces)
            loads = regressor.rigid.gravity(window.q, estimate.x[: regressor.first])
            changes = None if gravity is None else gravity(window.q)
            quarter = np.array([rows.quarter(int(b)) for b in piece.block])
            for j in range(n):
                speed = window.qd[:, j]
                at = Motion(speed, direction(speed, width), window.q[:, j], loads[:, j])
                A = np.zeros((len(piece.tau), count + 1))
                linear = regressor.of_row[j] < p
                A[:, regressor.of_row[j][linear]] = piece.W[j][:, linear]
                used = piece.used[:, j, None]
                for k, kind in enumerate(kinds):
                    A[:, [p + k * n + j]] = window.filtered(KINDS[kind].value(at)[:, None]) * used
                if changes is not None:
                    A[:, -3:-1] = window.filtered(changes[:, j]) * used
                A[:, -1] = piece.tau[:, j]
                for part in range(4):
                    chosen = quarter == part
                    if chosen.any():
                        found[part] = triangle([found[part], A[chosen] / sigma[j]])
    return found


def _gravity(problem: Problem, estimate: Estimate) -> Callable[[Array], Array]:
    """How the torques change with both angles of the base, from the bodies that were found or those of the file."""
    regressor = problem.rows.regressor
    tree, columns = regressor.tree, regressor.rigid.base.columns
    names = [n for n in columns.names(tree) if not any(n == f"Ia_{drive.name}" for drive in columns.drives)]
    robot = regressor.robot
    if estimate.full is not None:
        robot = replace(robot, model=replace_parameters(tree, estimate.full[: len(names)], names))
    robot = robot.with_friction({body.joint.name: FREE for body in tree.bodies})
    level, h = regressor.rigid.level, 1e-6
    slopes = [(turned(level, step) - turned(level, -step)) / (2.0 * h) for step in h * np.eye(2)]
    robots = [robot.with_gravity(axis) for axis in np.eye(3)]

    def changes(q: Array) -> Array:
        each = np.stack([np.asarray(one.gravity_forces(q)) for one in robots])
        return np.stack([np.tensordot(slope, each, 1) for slope in slopes], axis=-1)

    return changes


def _held_out(quarters: list[Array], columns: list[int]) -> float:
    """The share of the weighted torques that is left on each quarter by a fit to the others."""
    left = total = 0.0
    for k, own in enumerate(quarters):
        x = _solved(triangle([other for i, other in enumerate(quarters) if i != k]), columns)
        left += float(np.sum((own[:, columns] @ x - own[:, -1]) ** 2))
        total += float(np.sum(own[:, -1] ** 2))
    return float(np.sqrt(left / total)) if total > 0.0 else 0.0


def _solved(R: Array, columns: list[int]) -> Array:
    A = R[:, columns]
    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    x: Array = np.linalg.lstsq(A / scale, R[:, -1], rcond=1e-10)[0] / scale
    return x

"""How the base is tilted: two angles, with the rest of the parameters by Gauss and Newton's method."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .accumulation import Rows, Squares
from .accumulation.squares import squares, triangle
from .estimators import Problem
from .estimators.least_squares import wls
from .processing import windows

ROUNDS = 12
"""Steps; four are usual."""

SETTLED = 1e-6
"""Angles in rad that no longer matter."""


def level_by_level(rows: Rows) -> None:
    """Find the tilt: each step adds to the regression how torques change with both angles."""
    rigid = rows.regressor.rigid
    for _ in range(ROUNDS):
        found = squares(rows)
        x = wls(Problem(found, rows, 1.0)).x
        step = _step(rows, found, x)
        if not np.isfinite(step).all() or np.abs(rigid.tilt + step).max() > 1.0:
            raise LinkwiseError(
                "the tilt of the base cannot be found from these logs.",
                "Motions were expected in which several joints carry load in many postures.",
                "leave out tilt=True, or give gravity as the base sees it: robot.with_gravity(…).",
            )
        rigid.tilt = rigid.tilt + step
        rows.forget()
        if np.abs(step).max() < SETTLED:
            return


def _step(rows: Rows, found: Squares, x: Array) -> Array:
    """By how much both angles change, all parameters refitted."""
    regressor, n = rows.regressor, len(found.of_row)
    sigma = Problem(found, rows, 1.0).noise(x)
    values = x[: len(regressor.rigid.names)]
    count = len(x)
    total = np.zeros((0, count + 3))
    pieces = iter(rows)
    for log in rows.logs:
        for window in windows(log, rows.choices):
            piece = next(pieces)
            change = regressor.rigid.tilting(window.q, values)
            for j in range(n):
                A = np.zeros((len(piece.tau), count + 3))
                A[:, found.of_row[j]] = piece.W[j]
                A[:, count : count + 2] = window.filtered(change[:, j]) * piece.used[:, j, None]
                A[:, -1] = piece.tau[:, j] - piece.W[j] @ x[found.of_row[j]]
                total = triangle([total, A / sigma[j]])
    A, b = total[:, :-1], total[:, -1]
    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    step: Array = (np.linalg.lstsq(A / scale, b, rcond=1e-10)[0] / scale)[count : count + 2]
    return step

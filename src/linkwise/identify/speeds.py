"""Where Stribeck's speeds start: at the best of a grid, refined (variable projection: all else is fitted for each).

An axis is looked at by itself, in its own equations. [golub1973]
"""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from .accumulation import Rows
from .accumulation.squares import triangle
from .columns.kinds import direction
from .columns.nonlinear import falling
from .columns.request import Axis
from .processing import windows

GRID, PASSES = 12, 4
"""Speeds that are tried at a time, and how often, each time between the neighbours of the best."""

SHAPES = (2.0, 1.0)
"""Shapes of its fall that are tried."""

Tried = dict[str, dict[float, Array]]
"""For each axis and shape an array with an entry for each speed."""


def first_speeds(rows: Rows) -> None:
    """The speeds and shapes with the least misfit."""
    regressor, law = rows.regressor, rows.regressor.stribeck
    axes = [each.axis for each in regressor.coefficients if each.kind == "stribeck"]
    tried: Tried = {}
    for axis in axes:
        top, k = 0.7 * _fastest(rows, axis), law.of[axis.suffix]
        law.low[k] = min(max(2.0 * (regressor.request.width or 0.0), 0.01 * top), 0.5 * top)
        law.high[k] = top
        tried[axis.suffix] = {shape: np.geomspace(law.low[k], top, GRID) for shape in SHAPES}
    for _ in range(PASSES):
        found = _misfits(rows, axes, tried)
        for axis in axes:
            own, k = found[axis.suffix], law.of[axis.suffix]
            best = min(SHAPES, key=lambda shape: float(own[shape].min()))
            for shape in SHAPES:
                grid, at = tried[axis.suffix][shape], int(np.argmin(own[shape]))
                if shape == best:
                    law.speed[k], law.shape[k] = grid[at], shape
                tried[axis.suffix][shape] = np.geomspace(grid[max(at - 1, 0)], grid[min(at + 1, GRID - 1)], GRID)
    rows.forget()


def _fastest(rows: Rows, axis: Axis) -> float:
    speeds = [
        np.abs((np.gradient(log.q, log.time, axis=0) if log.qd is None else log.qd) @ axis.row).max()
        for log in rows.logs
    ]
    return max(float(max(speeds)), 1e-9)


def _misfits(rows: Rows, axes: list[Axis], tried: Tried) -> Tried:
    """The squares that are left for each speed, all other coefficients of the axis's equations fitted."""
    regressor, width = rows.regressor, rows.regressor.request.width
    total: dict[tuple[str, int], Array] = {}
    pieces = iter(rows)
    names = regressor.names
    for log in rows.logs:
        for window in windows(log, rows.choices):
            piece = next(pieces)
            for axis in axes:
                speed = window.qd @ axis.row
                s = direction(speed, width)
                columns = [s * falling(speed, v, shape) for shape, grid in tried[axis.suffix].items() for v in grid]
                filtered = window.filtered(np.column_stack(columns))
                for j in axis.coordinates:
                    own = regressor.of_row[j]
                    keep = (own < regressor.linear) & (own != names.index(f"FS{axis.suffix}"))
                    use = piece.used[:, j, None]
                    part = np.column_stack([piece.W[j][:, keep], filtered * use, piece.tau[:, j]])
                    key = (axis.suffix, j)
                    total[key] = triangle([total[key], part] if key in total else [part])
    found: Tried = {}
    for axis in axes:
        count = sum(map(len, tried[axis.suffix].values()))
        left = np.zeros(count)
        for j in axis.coordinates:
            R = total[axis.suffix, j]
            others, b = R[:, : -count - 1], R[:, -1]
            for k in range(count):
                A = np.column_stack([others, R[:, -count - 1 + k]])
                scale = np.linalg.norm(A, axis=0)
                scale[scale == 0.0] = 1.0
                x = np.linalg.lstsq(A / scale, b, rcond=1e-12)[0]
                # a term that grows towards rest is what is looked for
                left[k] += np.sum((A / scale @ x - b) ** 2) if x[-1] > 0.0 else np.sum(b**2)
        each = np.split(left, len(tried[axis.suffix]))
        found[axis.suffix] = dict(zip(tried[axis.suffix], each, strict=True))
    return found

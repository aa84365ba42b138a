"""The picture of an exciting motion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import plain
from ...view.curves import CURVE, LIMIT, units
from ...view.histories import joint_history
from ...view.picture import blank, require, save

if TYPE_CHECKING:
    import os

    from .result import Excitation

POINTS = 600
"""Times at which curves are drawn."""


def draw_excitation(found: Excitation, path: str | os.PathLike[str] | None) -> Any:
    """A row for each joint with position, velocity and torque; below, the singular values before and after."""
    target = None if path is None else require(Path(path))
    robot, n, t = found.robot, found.robot.n, np.linspace(0.0, found.trajectory.duration, POINTS)
    motion, limits = found.trajectory(t), found.limits
    slides = [body.joint.slides for body in robot.tree.bodies]
    columns = {"position": (motion.q, limits.lower, limits.upper), "velocity": _both(motion.qd, limits.velocity)}
    if np.isfinite(limits.effort).any():
        columns["torque"] = _both(robot.inverse_dynamics(*motion), limits.effort)
    else:
        columns["acceleration"] = _both(motion.qdd, limits.acceleration)
    figure = blank(4.0 * len(columns) + 1.0, min(1.2 * n + 4.2, 100.0))
    above, below = figure.subfigures(2, 1, height_ratios=(1.2 * n + 0.8, 3.0))
    grid = above.subplots(n, len(columns), sharex=True, squeeze=False)
    for k, (what, (curve, low, high)) in enumerate(columns.items()):
        label = f"{what} [{units(what, slides) if what != 'acceleration' else '1/s²'}]"
        grid[0, k].set_title(label, fontsize=10, loc="left")
        for j in range(n):
            joint_history(grid[j, k], t, curve[:, j], float(low[j]), float(high[j]))
        grid[-1, k].set_xlabel("time t [s]", fontsize=9)
    for j, name in enumerate(robot.joint_names):
        grid[j, 0].set_ylabel(plain(name, 24), fontsize=8, parse_math=False)
    _singular_values(below.subplots(), found)
    if target is not None:
        save(figure, target)
    return figure


def _both(curve: Any, limit: Any) -> tuple[Any, Any, Any]:
    return curve, -limit, limit


def _singular_values(axes: Any, found: Excitation) -> None:
    k = np.arange(1, len(found.names) + 1)
    was = float(found.before[0] / max(found.before[-1], 1e-300))
    for values, colour, label in (
        (found.before, LIMIT, f"a random motion within the limits: condition number {was:.4g}"),
        (found.singular_values, CURVE, f"this motion: condition number {found.condition:.4g}"),
    ):
        axes.semilogy(k, np.maximum(values, 1e-300), marker="o", markersize=3, linewidth=1.2, color=colour, label=label)
    low = min(float(found.before.min()), float(found.singular_values.min()))
    if low <= 0.0:
        axes.set_ylim(bottom=1e-9 * float(found.singular_values.max()))
    axes.set_xlabel("singular values of the stacked regressor, by size", fontsize=9)
    axes.set_ylabel("singular value", fontsize=9)
    axes.legend(frameon=False, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(True, color="0.9", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)

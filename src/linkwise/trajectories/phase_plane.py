"""A picture of the fastest motion along a path: phase plane, velocities and torques."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import plain
from ..view.curves import BEYOND, CURVE, LIMIT, units
from ..view.picture import blank, require, save

if TYPE_CHECKING:
    from .time_optimal import TimeOptimal

COLOURS = ("#3b6ea5", "#c8743a", "#4f9d69", "#b04a5a", "#7d5ba6", "#8c6d46", "#3aa6a0", "#9a9a35", "#555555", "#d482b0")
"""Of the joints, in turn."""

BESIDE = 1e-6
"""How far from its ends, relatively, a step is sampled: accelerations jump there."""

ABOVE = 1.35
"""How much higher the picture of the phase plane is than the motion: a ceiling above is left out."""


def draw_time_optimal(best: TimeOptimal, path: str | Path | None) -> Any:
    """The phase plane, and velocities and torques over time."""
    target = None if path is None else require(path)
    figure = blank(11.0, 5.4)
    grid = figure.add_gridspec(2, 2, width_ratios=(1.15, 1.0))
    plane = figure.add_subplot(grid[:, 0])
    upper = figure.add_subplot(grid[0, 1])
    lower = figure.add_subplot(grid[1, 1], sharex=upper)
    _draw_plane(plane, best)
    ends = best.trajectory.times
    step = np.diff(ends)
    t = np.stack([ends[:-1] + BESIDE * step, ends[1:] - BESIDE * step], axis=1).ravel()
    q, qd, qdd = best.trajectory(t)
    limits, slides = best.plane.limits, [body.joint.slides for body in best.robot.tree.bodies]
    _draw_curves(upper, t, qd, limits.velocity, "velocity", units("velocity", slides))
    for line, name in zip(upper.lines, best.robot.joint_names, strict=False):
        line.set_label(plain(name, 28).lstrip("_"))
    _draw_curves(lower, t, best.robot.inverse_dynamics(q, qd, qdd), limits.effort, "torque", units("torque", slides))
    nodes = np.sqrt(best.plane.speeds.squares) * best.speeds[:, None]
    for k, (kind, name) in enumerate(best.plane.speeds.names):
        if kind != "velocity":
            label = f"{kind} of {plain(name, 20)}"
            share = 100.0 if np.isfinite(limits.velocity).any() else 1.0
            upper.plot(ends, share * nodes[:, k], color="0.15", linestyle="-." if "ang" in kind else "--", label=label)
    lower.set_xlabel("time [s]")
    upper.tick_params(labelbottom=False)
    drawn = [line for line in upper.lines if not line.get_label().startswith("_")]
    names = [line.get_label() for line in drawn]
    figure.legend(drawn, names, loc="outside lower center", ncols=min(4, len(names)), frameon=False, fontsize=8)
    figure.suptitle(
        f"{plain(best.robot.name, 60)}: {best.duration:.4g} s along the path", fontsize=11, parse_math=False
    )
    if target is not None:
        save(figure, target)
    return figure


def _draw_plane(axes: Any, best: TimeOptimal) -> None:
    """Speed over length: what the limits of each node allow, what can still stop, and what is taken."""
    λ, top = best.nodes, ABOVE * float(best.speeds.max())
    ceiling = np.minimum(best.ceiling, 10.0 * top)
    axes.fill_between(λ, ceiling, 10.0 * top, color=BEYOND, linewidth=0.0)
    axes.plot(λ, ceiling, color=LIMIT, linestyle="--", linewidth=1.2, label="maximum-velocity curve")
    axes.plot(λ, best.highest, color="0.55", linewidth=1.0, label="highest speed that can still stop")
    axes.plot(λ, best.speeds, color=CURVE, linewidth=2.0, label="fastest motion")
    axes.set_ylim(0.0, top)
    axes.set_xlim(0.0, float(λ[-1]))
    unit = units("position", [body.joint.slides for body in best.robot.tree.bodies])
    axes.set_xlabel(f"length along the path, in joint space [{unit}]")
    axes.set_ylabel(
        f"speed along the path [{units('velocity', [body.joint.slides for body in best.robot.tree.bodies])}]"
    )
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.08), ncols=3, frameon=False, fontsize=8)
    _plain(axes)


def _draw_curves(axes: Any, t: Array, curves: Array, limit: Array, quantity: str, unit: str) -> None:
    """A curve for each joint: in shares of its limit or, if no joint has one, as it is."""
    limited = bool(np.isfinite(limit).any())
    for j, curve in enumerate(curves.T):
        shown = 100.0 * curve / limit[j] if limited else curve
        axes.plot(t, shown, color=COLOURS[j % len(COLOURS)], linewidth=1.2)
    if limited:
        for side in (-100.0, 100.0):
            axes.axhline(side, color=LIMIT, linestyle="--", linewidth=1.0)
        axes.set_ylim(-118.0, 118.0)
        axes.set_yticks((-100, -50, 0, 50, 100))
    axes.set_xlim(0.0, float(t[-1]))
    axes.set_ylabel(f"{quantity} [{'% of its limit' if limited else unit}]")
    _plain(axes)


def _plain(axes: Any) -> None:
    axes.tick_params(labelsize=8)
    axes.grid(True, color="0.92", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)

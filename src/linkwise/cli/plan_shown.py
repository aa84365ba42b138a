"""A planned motion as a table and as a picture."""

from pathlib import Path

import numpy as np

from ..calls.arrays import Array
from ..robot import Robot
from ..trajectories import MotionLimits, Peak, Plan, Samples
from .output import console, figure, lay_out, plain

KINDS = ("velocity", "acceleration", "torque")
"""What has a size, beside positions."""


def tables(arm: Robot, kind: str, found: Plan) -> None:
    """The duration, and the peaks of each joint next to its limits."""
    by = {(peak.kind, peak.joint): peak for peak in found.report.peaks}
    rows = []
    for name in arm.joint_names:
        low, high = by["lower", name], by["upper", name]
        span = (
            f"{figure(low.value, 4)} … {figure(high.value, 4)}",
            f"{figure(low.limit, 4)} … {figure(high.limit, 4)}",
        )
        rows.append((plain(name), *span, *(cell for each in KINDS for cell in _pair(by[each, name]))))
    heads = ("joint", "position", "limits", "velocity", "limit", "acceleration", "limit ", "torque", " limit")
    screen = console()
    lay_out(screen, f"{plain(arm.name)}: {kind} motion of {found.trajectory.duration:.6g} s", heads, rows, heads[3:])
    if found.scaling is not None:
        each = found.scaling
        screen.print(
            f"Fastest: the {each.kind} of {plain(each.joint)} is at its limit {each.limit:g} at {each.time:.4g} s.",
            soft_wrap=True,
        )


def _pair(peak: Peak) -> tuple[str, str]:
    share = f" ({100 * peak.value / peak.limit:.0f} %)" if 0 < peak.limit < np.inf else ""
    return figure(peak.value, 4) + share, figure(peak.limit, 4)


def draw(path: Path, arm: Robot, samples: Samples, tau: Array, limits: MotionLimits) -> None:
    """Positions, velocities and torques over time, with limits."""
    from ..view.histories import histories  # matplotlib is not always there
    from ..view.picture import save

    curves = {"position q": samples.q, "velocity q̇": samples.qd, "torque τ": tau}
    sides = (
        (limits.lower, limits.upper),
        *((-np.asarray(limit), np.asarray(limit)) for limit in (limits.velocity, limits.effort)),
    )
    title = f"{arm.name}: {samples.t[-1]:.4g} s"
    save(histories(samples.t, curves, arm.joint_names, dict(zip(curves, sides, strict=True)), title), path)

"""How the robot moved: positions over time, velocities as histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .chart import Chart, around
from .page import text

if TYPE_CHECKING:
    from ...identify import Log
    from ...robot import Robot

BINS = 41
"""Of a histogram."""


def motion(log: Log, robot: Robot, units: list[str]) -> str:
    """Positions with limits that are near, and how much of the time is spent at which velocity."""
    t = log.time - log.time[0]
    qd = log.qd if log.qd is not None else np.gradient(log.q, log.time, axis=0)
    rows = []
    for j, joint in enumerate(log.joints):
        ends = around(log.q[:, j], 1e-3)
        left = Chart(760.0, 104.0, (float(t[0]), float(t[-1])), ends, joint, xlabel=f"{units[j]} over s")
        left.line(t, log.q[:, j], "line")
        for limit in (float(robot.limits.lower[j]), float(robot.limits.upper[j])):
            left.level(limit, "limit")
        most = max(float(np.quantile(np.abs(qd[:, j]), 0.999)), 1e-6)
        edges = np.linspace(-most, most, BINS + 1)
        share = 100.0 * np.histogram(qd[:, j], edges)[0] / max(len(qd), 1)
        right = Chart(360.0, 104.0, (-most, most), (0.0, max(float(share.max()), 1e-9)), xlabel=f"% over {units[j]}/s")
        rows.append(f'<div class="row"><div>{left.svg()}</div><div>{right.bars(edges, share).svg()}</div></div>')
    return f"<h3>{text(log.name)}</h3>{''.join(rows)}"

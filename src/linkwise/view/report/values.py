"""What was found: parameters beside the file's, links, friction over speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...doctor import examine
from ...errors import LinkwiseError
from .chart import Chart, around
from .page import paragraph, table

if TYPE_CHECKING:
    from ...identify import Fit
    from ...robot import Robot

NEGATIVE = 1e-9
"""An eigenvalue below 0 by no more than this share of all of them is a rounding error."""

FEW = 24
"""Parameters that make one table; more make two, side by side."""

FASTEST = 2.0
"""Speed up to which friction is drawn where no limit is known, in rad/s or m/s."""


def parameters(fit: Fit, unseen: Sequence[str]) -> str:
    """Each value with its deviation, the file's, and what the logs say about it."""
    rows = []
    start = fit.regressor.start.tolist()
    for name, value, sigma, own in zip(fit.names, fit.values.tolist(), fit.sigma.tolist(), start, strict=True):
        says = "not shown" if name in unseen else "σ > value" if sigma > abs(value) else ""
        moved = f"{(value - own) / sigma:+.1f}" if sigma > 0.0 and name not in unseen else ""
        rows.append([name, f"{value:.5g}", f"{sigma:.2g}", f"{own:.5g}", moved, says])
    heads = ["parameter", "value", "σ", "robot's file", "moved [σ]", ""]
    half = len(rows) if len(rows) < FEW else (len(rows) + 1) // 2
    halves = [table(heads, part, left=(0, 5)) for part in (rows[:half], rows[half:]) if part]
    return f'<div class="row">{"".join(halves)}</div>'


def links(fit: Fit) -> tuple[str, str]:
    """The links before and after, and what the doctor says about both; where no bodies have these parameters, why."""
    before = fit.prior
    try:
        after = fit.robot
    except LinkwiseError as error:
        return paragraph(str(error).replace("\n", " "), kind="bad"), _doctor({"the robot's file": before})
    rows = []
    found = {body.name: body for body in after.tree.bodies}  # drives of several joints are bodies, too
    for old in before.tree.bodies:
        new = found[old.name]
        pseudo = np.array(new.inertia.pseudo, dtype=float)
        least = float(np.linalg.eigvalsh(pseudo).min())
        mass, was = float(new.inertia.m), float(old.inertia.m)
        change = f"{100.0 * (mass / was - 1.0):+.1f} %" if was > 0.0 else ""
        rows.append(
            [
                new.name,
                f"{was:.4g}",
                f"{mass:.4g}",
                change,
                "yes" if least > -NEGATIVE * float(np.trace(pseudo)) else "no",
                f"{least:.2g}",
            ]
        )
    total = [sum(float(body.inertia.m) for body in robot.tree.bodies) for robot in (before, after)]
    change = f"{100.0 * (total[1] / total[0] - 1.0):+.1f} %" if total[0] > 0.0 else ""
    rows.append(["all", f"{total[0]:.4g}", f"{total[1]:.4g}", change, "", ""])
    heads = ["link", "mass in the file [kg]", "identified [kg]", "change", "can exist", "least eigenvalue"]
    said = paragraph(
        "A body can exist if its pseudo-inertia has no negative eigenvalue. Masses that the motion does not show are "
        "those of the file, or follow from it: torques do not tell them."
    )
    return table(heads, rows) + said, _doctor({"the robot's file": before, "the identified robot": after})


def _doctor(robots: dict[str, Robot]) -> str:
    """What the doctor finds, before and after."""
    said = {name: examine(robot) for name, robot in robots.items()}
    verdicts = [f"{name}: {each.verdict.partition(' is ')[2]}" for name, each in said.items()]
    rows = [
        [name, finding.severity, finding.check, finding.link, finding.what]
        for name, each in said.items()
        for finding in each.findings
        if finding.severity != "note"
    ]
    found = table(["", "severity", "check", "where", "what"], rows, left=(0, 1, 2, 3), long=4) if rows else ""
    return paragraph("; ".join(verdicts) + ".", kind="") + found


def friction(fit: Fit, units: Sequence[str]) -> str:
    """Friction of each joint over its speed, at q = 0 where it depends on the load."""
    try:
        robot = fit.robot
    except LinkwiseError:
        return ""
    charts = []
    for j, joint in enumerate(robot.joint_names):
        most = float(robot.limits.velocity[j])
        most = most if np.isfinite(most) and most > 0.0 else FASTEST
        qd = np.zeros((401, robot.n))
        qd[:, j] = np.linspace(-most, most, len(qd))
        try:
            force = robot.friction_forces(qd, np.zeros_like(qd))[:, j]
        except LinkwiseError:
            return ""
        chart = Chart(280.0, 130.0, (-most, most), around(force), joint, xlabel=f"{units[j]} over speed")
        charts.append(f"<div>{chart.line(qd[:, j], force, 'line').svg()}</div>")
    return f'<div class="row">{"".join(charts)}</div>'

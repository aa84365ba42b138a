"""What `linkwise plan` prints and draws: peaks beside limits, loads of joints and motors, curves."""

from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from ..calls.arrays import Array
from ..robot import Robot
from ..sizing import JointLoads, MotorLoads
from ..sizing.joint_loads import KINDS
from ..sizing.motor_loads import HEADS
from ..trajectories import LimitReport, MotionLimits, Peak, Plan, Samples
from ..view import picture
from ..view.curves import marks, units
from ..view.histories import histories
from .output import console, format_number, format_numbers, plain
from .tables import print_table

PEAKS = {
    "velocity": ("velocity", "limit"),
    "acceleration": ("accel.", "limit "),
    "jerk": ("jerk", "limit  "),
    "torque": ("torque", " limit"),
}
"""Quantities whose largest value is printed, and the heads of their columns; for positions it is the range."""

FEW = 4
"""The digits of peaks and limits."""


def print_plan(arm: Robot, kind: str, planned: Plan) -> None:
    """The duration, and the peaks of each joint next to its limits."""
    screen = console()
    way = f"path of a {kind} motion in" if planned.best is not None else f"{kind} motion of"
    peaks_table(screen, arm, planned.report, f"{plain(arm.name)}: {way} {planned.trajectory.duration:.6g} s")
    if planned.best is not None:
        most = [f"{kind} of {plain(name)} {share:.0%}" for (kind, name), share in planned.best.limiting.items()]
        screen.print(f"Fastest along its path: at its limit are {', '.join(most)} of the time.", soft_wrap=True)
        rates = format_numbers(planned.best.torque_rates.tolist(), FEW)
        fastest = [f"{rate} at {plain(name)}" for rate, name in zip(rates, arm.joint_names, strict=True)]
        screen.print(f"Torques change, per second, by up to {', '.join(fastest)}.", soft_wrap=True)
    if planned.scaling is not None:
        each = planned.scaling
        screen.print(
            f"Fastest: the {each.kind} of {plain(each.joint)} is at its limit {each.limit:g} at {each.time:.4g} s.",
            soft_wrap=True,
        )


def peaks_table(screen: Console, arm: Robot, report: LimitReport, title: str) -> None:
    """The peaks of each joint next to its limits."""
    peaks = {(peak.kind, peak.joint): peak for peak in report.peaks}
    low, high = ([peaks[side, name] for name in arm.joint_names] for side in ("lower", "upper"))
    columns = {
        "joint": [plain(name) for name in arm.joint_names],
        "position": _ranges([peak.value for peak in low], [peak.value for peak in high]),
        "limits": _ranges([peak.limit for peak in low], [peak.limit for peak in high]),
    }
    for quantity, heads in PEAKS.items():
        if (quantity, arm.joint_names[0]) not in peaks:  # jerks, where they have no limits
            continue
        of = [peaks[quantity, name] for name in arm.joint_names]
        columns[heads[0]] = _peaks(of)
        if any(np.isfinite(peak.limit) for peak in of):
            columns[heads[1]] = [format_number(peak.limit, FEW) for peak in of]
    names = list(columns)
    print_table(screen, title, names, list(zip(*columns.values(), strict=True)), names[3:])


def _ranges(low: list[float], high: list[float]) -> list[str]:
    pairs = zip(format_numbers(low, FEW), format_numbers(high, FEW), strict=True)
    return [f"{least} … {most}" for least, most in pairs]


def _peaks(peaks: list[Peak]) -> list[str]:
    """The peak of each joint, and its share of the limit."""
    shares = [f" ({100 * peak.value / peak.limit:.0f} %)" if 0 < peak.limit < np.inf else "" for peak in peaks]
    return [f"{x}{y}" for x, y in zip(format_numbers([peak.value for peak in peaks], FEW), shares, strict=True)]


def draw_plan(path: Path, arm: Robot, samples: Samples, tau: Array, limits: MotionLimits, planned: Plan) -> None:
    """Positions, velocities and torques over time, with limits; of the fastest along a path its phase plane, too."""
    if planned.best is not None:
        planned.best.plot(path)
        return
    slides = [body.joint.slides for body in arm.tree.bodies]
    arrays = {"position": samples.q, "velocity": samples.qd, "torque": tau}
    curves = {f"{quantity} [{units(quantity, slides)}]": curve for quantity, curve in arrays.items()}
    bounds = (
        (limits.lower, limits.upper),
        *((-np.asarray(limit), np.asarray(limit)) for limit in (limits.velocity, limits.effort)),
    )
    title = f"{arm.name}: {samples.t[-1]:.4g} s"
    names = [f"{name}{unit}" for name, unit in zip(arm.joint_names, marks(slides), strict=True)]
    picture.save(histories(samples.t, curves, names, dict(zip(curves, bounds, strict=True)), title), path)


def print_joint_loads(loads: JointLoads) -> None:
    """A table whose heads name the units, so that its cells need not."""
    units = KINDS.values()
    rows = [
        (joint, *(x.replace(f" {u}", "", 1) for x, u in zip(cells, units, strict=True))) for joint, *cells in loads.rows
    ]
    heads = ("joint", *(f"{kind} [{unit}]" for kind, unit in KINDS.items()))
    print_table(console(), "What the joints transmit at most", heads, rows)


def print_motor_loads(loads: MotorLoads) -> None:
    """A row for each motor."""
    rows = [row[:-1] for row in loads.rows]
    print_table(console(), "At the motors' shafts (N m, rad/s, W)", HEADS[:-1], rows)


def motor_numbers(loads: MotorLoads) -> dict[str, Any]:
    """The motors' loads for JSON."""
    names = ("peak_torque", "rms_torque", "peak_speed")
    return {"joints": tuple(loads.motors), **{name: getattr(loads, name) for name in names}}

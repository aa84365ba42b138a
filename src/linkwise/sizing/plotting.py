"""Pictures of what joints transmit over time, and of motors at work: torque against speed, and what each can do."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import plain
from ..view.curves import CURVE, LIMIT
from ..view.histories import histories
from ..view.picture import blank, require, save
from .joint_loads import KINDS

if TYPE_CHECKING:
    from .joint_loads import JointLoads
    from .motor_loads import MotorLoads

ACROSS = 3
"""Motors side by side."""


def draw_joint_loads(loads: JointLoads, path: str | Path | None) -> Any:
    """Each kind of load over time, joint by joint."""
    path = None if path is None else require(path)
    curves = {f"{kind} [{KINDS[kind]}]": x for kind, x in loads.parts.items()}
    return _saved(histories(loads.t, curves, loads.joints, title="What the joints transmit"), path)


def _saved(figure: Any, path: Path | None) -> Any:
    if path is not None:
        save(figure, path)
    return figure


def draw_motor_loads(loads: MotorLoads, path: str | Path | None) -> Any:
    """A small picture for each motor: its way through torque and speed, its largest torque at each speed (dashed), its
    continuous torque (dotted) and the root mean square of its torque."""
    path = None if path is None else require(path)
    count = len(loads.motors)
    rows = math.ceil(count / ACROSS)
    figure = blank(3.4 * min(count, ACROSS) + 0.6, 2.7 * rows + 0.6)
    grid = figure.subplots(rows, min(count, ACROSS), squeeze=False)
    for k, (axes, (joint, motor)) in enumerate(zip(grid.ravel(), loads.motors.items(), strict=False)):
        speed, torque = np.abs(loads.speed[:, k]), np.abs(loads.torque[:, k])
        axes.plot(speed, torque, color=CURVE, linewidth=1.4)
        rms = float(loads.rms_torque[k])
        axes.plot([0.0], [rms], marker="o", color=CURVE, clip_on=False)
        axes.annotate("rms", (0.0, rms), textcoords="offset points", xytext=(5, 3), fontsize=7, color=CURVE)
        right = motor.max_speed if math.isfinite(motor.max_speed) else 1.1 * float(speed.max()) or 1.0
        ω = np.linspace(0.0, right, 200)
        if math.isfinite(motor.peak_torque):
            axes.plot([*ω, right], [*motor.available(ω), 0.0], color=LIMIT, linestyle="--", linewidth=1.2)
        if math.isfinite(motor.continuous_torque):
            axes.axhline(motor.continuous_torque, color=LIMIT, linestyle=":", linewidth=1.2)
        label = plain(joint, 24) + (f": {plain(motor.name, 24)}" if motor.name else "")
        axes.set_title(label, fontsize=9, loc="left", parse_math=False)
        axes.set_xlim(left=0.0)
        axes.set_ylim(bottom=0.0)
        axes.tick_params(labelsize=7)
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel("speed [rad/s]", fontsize=8)
        axes.set_ylabel("torque [N m]", fontsize=8)
    for axes in grid.ravel()[count:]:
        axes.set_visible(False)
    return _saved(figure, path)

"""`linkwise plan`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..load import load
from ..robot import Robot
from ..trajectories import MotionLimits
from ..trajectories import plan as planned
from . import state_files
from .options import Allow, Frame, Json, Source, Strict
from .output import document, plain, remark, report
from .plan_shown import draw, tables
from .states import parsed
from .target import check_target


class Kind(StrEnum):
    """What a motion can be."""

    quintic = "quintic"
    trapezoidal = "trapezoidal"
    spline = "spline"


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


To = Annotated[str, _option("--to", "NUMBERS", "Where the joints go, separated by spaces.")]
From = Annotated[str | None, _option("--from", "NUMBERS", "Where they start. [default: 0, or the nearest limit]")]
Via = Annotated[list[str] | None, _option("--via", "NUMBERS", "A posture on the way of a spline; may be repeated.")]
KindOf = Annotated[
    Kind | None, _option("--kind", "KIND", "quintic, trapezoidal or spline. [default: quintic, with --via spline]")
]
Duration = Annotated[
    float | None,
    _option("--duration", "SECONDS", "How long it takes. [default: as velocities and accelerations allow]"),
]
Velocity = Annotated[
    str | None, _option("--velocity", "NUMBERS", "Velocity limits in place of the robot's: one, or n.")
]
Acceleration = Annotated[str | None, _option("--acceleration", "NUMBERS", "Acceleration limits: one, or n.")]
Effort = Annotated[str | None, _option("--effort", "NUMBERS", "Torque limits in place of the robot's: one, or n.")]
Fastest = Annotated[bool, typer.Option("--fastest", help="As fast as all limits allow, torques too, at one pace.")]
Payload = Annotated[float, typer.Option("--payload", metavar="KG", help="A mass in the hand, at --frame.")]
Step = Annotated[float | None, _option("--step", "SECONDS", "Between two rows of the result. [default: 200 steps]")]
Out = Annotated[Path | None, _option("--out", "FILE", "Write t, q, qd, qdd, tau to a .csv or .npz, replacing it.")]
Plot = Annotated[Path | None, _option("--plot", "FILE", "A picture of the motion and its limits: .png, .svg, .pdf.")]


def plan(
    robot: Source,
    to: To,
    start: From = None,
    via: Via = None,
    kind: KindOf = None,
    duration: Duration = None,
    fastest: Fastest = False,
    velocity: Velocity = None,
    acceleration: Acceleration = None,
    effort: Effort = None,
    payload: Payload = 0.0,
    frame: Frame = None,
    step: Step = None,
    out: Out = None,
    plot: Plot = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Plan a motion from posture to posture within the limits of the joints, and tell what it asks of them.

    The exit status is 1 where a limit is exceeded: the message names joint, time, and by how much.
    """
    if out is not None:
        state_files.check_target(out)
    if plot is not None:
        from ..view.picture import require  # no other path needs it

        check_target(require(plot))
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    if frame is not None and not payload:
        raise typer.BadParameter("this goes with --payload", param_hint="--frame")
    arm = arm.with_payload(payload, frame=frame) if payload else arm
    limits = _limits(arm, {"velocity": velocity, "acceleration": acceleration, "effort": effort})
    way = [parsed("via", text, arm) for text in via or ()]
    points = np.stack([_start(arm, start), *way, parsed("to", to, arm)])
    chosen = kind or (Kind.spline if way else Kind.quintic)
    found = planned(arm, points, chosen.value, duration=duration, fastest=fastest, limits=limits)
    samples = found.trajectory.sampled(found.trajectory.duration / 200 if step is None else step)
    tau = arm.inverse_dynamics(samples.q, samples.qd, samples.qdd)
    if out is not None:
        columns = {"t": samples.t[:, None]} if out.suffix.lower() == ".csv" else {"t": samples.t}
        state_files.write(out, {**samples._asdict(), **columns, "tau": tau}, arm.n)
        remark(f"wrote {plain(str(out), 200)}")
    if plot is not None:
        draw(plot, arm, samples, tau, limits)
        remark(f"wrote {plain(str(plot), 200)}")
    if json:
        document(
            {
                "robot": arm.name,
                "joints": arm.joint_names,
                "kind": chosen.value,
                "waypoints": points,
                "duration": found.trajectory.duration,
                "fastest": None if found.scaling is None else str(found.scaling),
                "peaks": [vars(peak) for peak in found.report.peaks],
                "plot": None if plot is None else str(plot),
                **({**samples._asdict(), "tau": tau} if out is None else {"out": str(out)}),
            }
        )
    else:
        tables(arm, chosen.value, found)


def _limits(arm: Robot, given: dict[str, str | None]) -> MotionLimits:
    """The robot's limits, or those given: one number for all joints, or one for each."""
    own = {name: getattr(arm.limits, name) for name in ("lower", "upper", "velocity", "effort")}
    for name, text in given.items():
        if text is not None:
            own[name] = parsed(name, " ".join([text] * arm.n) if len(text.split()) == 1 else text, arm)
    return MotionLimits(**own).of(arm.n)


def _start(arm: Robot, text: str | None) -> Array:
    if text is not None:
        return parsed("from", text, arm)
    nearest = np.clip(np.zeros(arm.n), arm.limits.lower, arm.limits.upper)
    remark(f"from: {' '.join(f'{x:g}' for x in nearest)}")
    return nearest

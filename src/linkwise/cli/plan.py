"""`linkwise plan`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..load import load
from ..robot import Robot
from ..sizing import JointLoads, MotorLoads
from ..sizing.joint_loads import KINDS
from ..sizing.motor_loads import HEADS
from ..trajectories import MotionLimits, Peak, Plan, Samples
from ..trajectories import plan as plan_motion
from ..view import picture
from ..view.curves import units
from ..view.histories import histories
from . import state_files
from .options import Allow, Arg, Deg, Digits, Json, Source, Strict, arguments, frame_option
from .output import console, format_number, format_numbers, plain, print_json, print_table, print_warnings, remark
from .output_file import check_writable, writing
from .states import SEPARATOR, joint_numbers


class Kind(StrEnum):
    """The shape of a motion."""

    quintic = "quintic"
    trapezoidal = "trapezoidal"
    spline = "spline"


PEAKS = {"velocity": ("velocity", "limit"), "acceleration": ("accel.", "limit "), "torque": ("torque", " limit")}
"""Quantities whose largest value is printed, and the heads of their columns; for positions it is the range."""

FEW = 4
"""The digits of peaks and limits."""


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


To = Annotated[str, _option("--to", "NUMBERS", 'Where to go: joint positions, such as "0.1 -0.5".')]
From = Annotated[str | None, _option("--from", "NUMBERS", "Where to start. [default: 0, or the limit nearest to it]")]
Via = Annotated[
    list[str] | None, _option("--via", "NUMBERS", "A posture to pass through, by a spline; may be repeated.")
]
KindOf = Annotated[
    Kind | None, _option("--kind", "KIND", "quintic, trapezoidal or spline. [default: quintic; spline with --via]")
]
Duration = Annotated[
    float | None,
    _option(
        "--duration", "SECONDS", "Duration of the motion. [default: as short as velocity and acceleration limits allow]"
    ),
]
Velocity = Annotated[
    str | None, _option("--velocity", "NUMBERS", "Velocity limits instead of the robot's: one for all, or one each.")
]
Acceleration = Annotated[
    str | None, _option("--acceleration", "NUMBERS", "Acceleration limits: one for all joints, or one each.")
]
Effort = Annotated[
    str | None, _option("--effort", "NUMBERS", "Torque limits instead of the robot's: one for all, or one each.")
]
Fastest = Annotated[
    bool,
    typer.Option("--fastest", help="Take the shortest duration that all limits allow, including torque limits."),
]
Payload = Annotated[float, typer.Option("--payload", metavar="KG", help="A mass carried at --frame.")]
Frame = Annotated[str | None, frame_option("With --payload: the frame that carries it.")]
Step = Annotated[
    float | None, _option("--step", "SECONDS", "Time between samples of the result. [default: a 200th of the motion]")
]
Out = Annotated[
    Path | None, _option("--out", "FILE", "Write t, q, qd, qdd, tau to a .csv or .npz, replacing the file.")
]
Loads = Annotated[
    bool, typer.Option("--loads", help="Print what the joints transmit at most: forces and moments on bearings.")
]
PlotLoads = Annotated[
    Path | None, _option("--plot-loads", "FILE", "Plot what the joints transmit over time: .png, .svg or .pdf.")
]
Motors = Annotated[
    bool, typer.Option("--motors", help="Print torque, speed and power at the motors, by the robot's gear ratios.")
]
Plot = Annotated[Path | None, _option("--plot", "FILE", "Plot the motion and its limits: .png, .svg or .pdf.")]


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
    loads: Loads = False,
    plot_loads: PlotLoads = None,
    motors: Motors = False,
    deg: Deg = False,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Plan a motion between postures within the joints' limits.

    It prints the peaks of velocity, acceleration and torque next to the limits. If a limit is exceeded, the error
    names the joint, the time and by how much, and the exit status is 1.
    """
    if out is not None:
        state_files.check_target(out)
    if plot is not None:
        check_writable(picture.require(plot))
    if plot_loads is not None:
        check_writable(picture.require(plot_loads))
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    if frame is not None and not payload:
        raise typer.BadParameter("this option goes with --payload", param_hint="--frame")
    arm = arm.with_payload(payload, frame=frame) if payload else arm
    limits = _limits(arm, {"velocity": velocity, "acceleration": acceleration, "effort": effort})
    on_the_way = [joint_numbers("via", text, arm) for text in via or ()]
    points = np.stack([_start(arm, start), *on_the_way, joint_numbers("to", to, arm)])
    kind = kind or (Kind.spline if on_the_way else Kind.quintic)
    planned = plan_motion(arm, points, kind.value, duration=duration, fastest=fastest, limits=limits)
    samples = planned.trajectory.sampled(planned.trajectory.duration / 200 if step is None else step)
    tau = arm.inverse_dynamics(samples.q, samples.qd, samples.qdd)
    if out is not None:
        time = {"t": samples.t[:, None]} if out.suffix.lower() == ".csv" else {"t": samples.t}
        state_files.write(out, {**samples._asdict(), **time, "tau": tau}, arm.n)
    if plot is not None:
        with writing(plot):
            _draw(plot, arm, samples, tau, limits)
    borne = arm.joint_loads(planned.trajectory) if loads or plot_loads is not None else None
    if borne is not None and plot_loads is not None:
        with writing(plot_loads):
            borne.plot(plot_loads)
    driven = arm.motor_loads(planned.trajectory) if motors else None
    if json:
        print_json(
            {
                "robot": arm.name,
                "joints": arm.joint_names,
                "kind": kind.value,
                "waypoints": points,
                "duration": planned.trajectory.duration,
                "fastest": None if planned.scaling is None else str(planned.scaling),
                "peaks": [vars(peak) for peak in planned.report.peaks],
                "plot": None if plot is None else str(plot),
                **({"loads": {"joints": borne.joints, **borne.worst}} if borne is not None else {}),
                **({"motors": _motor_numbers(driven)} if driven is not None else {}),
                **({**samples._asdict(), "tau": tau} if out is None else {"out": str(out)}),
            }
        )
    else:
        _print(arm, kind.value, planned)
        if borne is not None:
            heads = ("joint", *(f"{kind} [{unit}]" for kind, unit in KINDS.items()))
            print_table(console(), "What the joints transmit at most", heads, _without_units(borne))
        if driven is not None:
            print_table(
                console(), "At the motors' shafts (N m, rad/s, W)", HEADS[:-1], [row[:-1] for row in driven.rows]
            )


def _without_units(loads: JointLoads) -> list[tuple[str, ...]]:
    """The rows of a table whose heads name the units."""
    units = KINDS.values()
    return [
        (joint, *(x.replace(f" {u}", "", 1) for x, u in zip(cells, units, strict=True))) for joint, *cells in loads.rows
    ]


def _motor_numbers(loads: MotorLoads) -> dict[str, Any]:
    names = ("peak_torque", "rms_torque", "peak_speed")
    return {"joints": tuple(loads.motors), **{name: getattr(loads, name) for name in names}}


def _limits(arm: Robot, options: dict[str, str | None]) -> MotionLimits:
    """The robot's limits, replaced by those of the options: one number for all joints, or one for each."""
    limits = {name: getattr(arm.limits, name) for name in ("lower", "upper", "velocity", "effort")}
    for name, text in options.items():
        if text is not None:
            limits[name] = joint_numbers(
                name, " ".join([text] * arm.n) if len(SEPARATOR.split(text.strip())) == 1 else text, arm
            )
    return MotionLimits(**limits).of(arm.n)


def _start(arm: Robot, text: str | None) -> Array:
    if text is not None:
        return joint_numbers("from", text, arm)
    nearest = np.clip(np.zeros(arm.n), arm.limits.lower, arm.limits.upper)
    remark(f"from: {' '.join(f'{x:g}' for x in nearest)}")
    return nearest


def _print(arm: Robot, kind: str, planned: Plan) -> None:
    """The duration, and the peaks of each joint next to its limits."""
    peaks = {(peak.kind, peak.joint): peak for peak in planned.report.peaks}
    low, high = ([peaks[side, name] for name in arm.joint_names] for side in ("lower", "upper"))
    columns = {
        "joint": [plain(name) for name in arm.joint_names],
        "position": _ranges([peak.value for peak in low], [peak.value for peak in high]),
        "limits": _ranges([peak.limit for peak in low], [peak.limit for peak in high]),
    }
    for quantity, heads in PEAKS.items():
        of = [peaks[quantity, name] for name in arm.joint_names]
        columns[heads[0]] = _peaks(of)
        if any(np.isfinite(peak.limit) for peak in of):
            columns[heads[1]] = [format_number(peak.limit, FEW) for peak in of]
    screen, names = console(), list(columns)
    title = f"{plain(arm.name)}: {kind} motion of {planned.trajectory.duration:.6g} s"
    print_table(screen, title, names, list(zip(*columns.values(), strict=True)), names[3:])
    if planned.scaling is not None:
        each = planned.scaling
        screen.print(
            f"Fastest: the {each.kind} of {plain(each.joint)} is at its limit {each.limit:g} at {each.time:.4g} s.",
            soft_wrap=True,
        )


def _ranges(low: list[float], high: list[float]) -> list[str]:
    pairs = zip(format_numbers(low, FEW), format_numbers(high, FEW), strict=True)
    return [f"{least} … {most}" for least, most in pairs]


def _peaks(peaks: list[Peak]) -> list[str]:
    """The peak of each joint, and its share of the limit."""
    shares = [f" ({100 * peak.value / peak.limit:.0f} %)" if 0 < peak.limit < np.inf else "" for peak in peaks]
    return [f"{x}{y}" for x, y in zip(format_numbers([peak.value for peak in peaks], FEW), shares, strict=True)]


def _draw(path: Path, arm: Robot, samples: Samples, tau: Array, limits: MotionLimits) -> None:
    """Positions, velocities and torques over time, with limits."""
    slides = [body.joint.slides for body in arm.tree.bodies]
    arrays = {"position": samples.q, "velocity": samples.qd, "torque": tau}
    curves = {f"{quantity} [{units(quantity, slides)}]": curve for quantity, curve in arrays.items()}
    bounds = (
        (limits.lower, limits.upper),
        *((-np.asarray(limit), np.asarray(limit)) for limit in (limits.velocity, limits.effort)),
    )
    title = f"{arm.name}: {samples.t[-1]:.4g} s"
    picture.save(histories(samples.t, curves, arm.joint_names, dict(zip(curves, bounds, strict=True)), title), path)

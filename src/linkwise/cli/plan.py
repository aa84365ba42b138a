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
from ..trajectories import plan as plan_motion
from ..view import picture
from . import state_files
from .options import Allow, Arg, Deg, Digits, Json, Source, Strict, arguments, frame_option
from .output import print_json, print_warnings, remark
from .output_file import check_writable, writing
from .plan_output import draw_plan, motor_numbers, print_joint_loads, print_motor_loads, print_plan
from .poses import pose_option, positions_at
from .states import SEPARATOR, joint_numbers


class Kind(StrEnum):
    """The shape of a motion."""

    quintic = "quintic"
    trapezoidal = "trapezoidal"
    scurve = "scurve"
    spline = "spline"


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


To = Annotated[str | None, _option("--to", "NUMBERS", 'Where to go: joint positions, such as "0.1 -0.5".')]
ToPose = Annotated[str | None, pose_option("--to-pose", "Where to go: a pose of --frame")]
From = Annotated[str | None, _option("--from", "NUMBERS", "Where to start. [default: 0, or the limit nearest to it]")]
Via = Annotated[
    list[str] | None, _option("--via", "NUMBERS", "A posture to pass through, by a spline; may be repeated.")
]
KindOf = Annotated[
    Kind | None,
    _option(
        "--kind",
        "KIND",
        "quintic, trapezoidal, scurve or spline. [default: quintic; spline with --via; scurve with --jerk]",
    ),
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
    typer.Option("--fastest", help="As fast along its path as all limits allow, including those of torque."),
]
Uniform = Annotated[bool, typer.Option("--uniform", help="With --fastest: at one pace, the whole motion scaled.")]
Jerk = Annotated[
    str | None,
    _option("--jerk", "NUMBERS", "Jerk limits, for a motion of kind scurve: one for all joints, or one each."),
]
Payload = Annotated[float, typer.Option("--payload", metavar="KG", help="A mass carried at --frame.")]
Frame = Annotated[str | None, frame_option("The frame that gets to --to-pose, and that carries --payload.")]
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
    to: To = None,
    to_pose: ToPose = None,
    start: From = None,
    via: Via = None,
    kind: KindOf = None,
    duration: Duration = None,
    fastest: Fastest = False,
    uniform: Uniform = False,
    velocity: Velocity = None,
    acceleration: Acceleration = None,
    effort: Effort = None,
    jerk: Jerk = None,
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

    For a pose it ends at the joint positions nearest to where it was before; collisions are not looked at.

    It prints the peaks of velocity, acceleration and torque next to the limits. If a limit is exceeded, the error
    names the joint, the time and by how much, and the exit status is 1.
    """
    if (to is None) == (to_pose is None):
        raise typer.BadParameter("give one of --to and --to-pose", param_hint="--to")
    if out is not None:
        state_files.check_target(out)
    if plot is not None:
        check_writable(picture.require(plot))
    if plot_loads is not None:
        check_writable(picture.require(plot_loads))
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    if frame is not None and not payload and to_pose is None:
        raise typer.BadParameter("this option goes with --to-pose and --payload", param_hint="--frame")
    arm = arm.with_payload(payload, frame=frame) if payload else arm
    limits = _limits(arm, {"velocity": velocity, "acceleration": acceleration, "effort": effort, "jerk": jerk})
    on_the_way = [joint_numbers("via", text, arm) for text in via or ()]
    before = [_start(arm, start), *on_the_way]
    pose = to_pose or ""
    goal = positions_at(arm, "to-pose", pose, frame, before[-1]) if to is None else joint_numbers("to", to, arm)
    points = np.stack([*before, goal])
    kind = kind or (Kind.spline if on_the_way else Kind.quintic if jerk is None else Kind.scurve)
    planned = plan_motion(
        arm, points, kind.value, duration=duration, fastest=fastest, uniform=uniform, limits=limits, progress=True
    )
    samples = planned.trajectory.sampled(planned.trajectory.duration / 200 if step is None else step)
    tau = arm.inverse_dynamics(samples.q, samples.qd, samples.qdd)
    if out is not None:
        time = {"t": samples.t[:, None]} if out.suffix.lower() == ".csv" else {"t": samples.t}
        state_files.write(out, {**samples._asdict(), **time, "tau": tau}, arm.n)
    if plot is not None:
        with writing(plot):
            draw_plan(plot, arm, samples, tau, limits, planned)
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
                "fastest": str(planned.scaling or planned.best) if fastest else None,
                **({"torque_rates": planned.best.torque_rates} if planned.best is not None else {}),
                "peaks": [vars(peak) for peak in planned.report.peaks],
                "plot": None if plot is None else str(plot),
                **({"loads": {"joints": borne.joints, **borne.worst}} if borne is not None else {}),
                **({"motors": motor_numbers(driven)} if driven is not None else {}),
                **({**samples._asdict(), "tau": tau} if out is None else {"out": str(out)}),
            }
        )
    else:
        print_plan(arm, kind.value, planned)
        if borne is not None:
            print_joint_loads(borne)
        if driven is not None:
            print_motor_loads(driven)


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

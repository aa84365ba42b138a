"""`linkwise simulate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..calls.closed_loops import refuse_loops
from ..load import load
from ..readers.numbers import number
from ..robot import Robot
from ..simulate import METHODS, Simulation
from ..simulate import simulate as integrate
from .options import Allow, Arg, Deg, Digits, Json, Source, Strict, arguments, defaults, frame_option, numbers_option
from .output import print_json, print_warnings
from .output_file import writing
from .poses import pose_option, positions_at
from .postures import comfortable, elsewhere, say
from .run_output import check_run_files, print_run, run_data
from .states import joint_numbers, warn_outside_limits

if TYPE_CHECKING:
    from ..loops import ClosedRobot

DEFAULT = defaults(integrate)

SHOWN = defaults(Simulation.plot).what
"""What is drawn unless something else is asked for."""

Q0 = Annotated[
    str | None, numbers_option("--q0", "Initial joint positions", "0, or midway between limits that exclude 0")
]
Qd0 = Annotated[str | None, numbers_option("--qd0", "Initial joint velocities", "0")]
Tau = Annotated[str | None, numbers_option("--tau", "Constant joint torques and forces", "0")]
Hold = Annotated[bool, typer.Option("--hold", help="Constant torques: those that balance gravity at the start.")]
Pd = Annotated[
    str | None,
    typer.Option(
        "--pd",
        metavar="KP,KD",
        show_default=False,
        help="A PD controller with gravity compensation: tau = KP (to - q) - KD qd + g(q).",
    ),
]
To = Annotated[
    str | None, numbers_option("--to", "With --pd: the positions to go to", "up to half a radian away, within limits")
]
ToPose = Annotated[str | None, pose_option("--to-pose", "With --pd: a pose of --frame to go to")]
Time = Annotated[float, typer.Option("--time", metavar="SECONDS", help="Duration of the run.")]
Method = Annotated[str, typer.Option("--method", metavar="NAME", help=f"The integrator: one of {', '.join(METHODS)}.")]
Step = Annotated[
    float | None,
    typer.Option(
        "--step",
        metavar="SECONDS",
        help="The step of a fixed-step method, or the longest step of DOP853 and Radau.",
        show_default=False,
    ),
]
Sample = Annotated[
    float | None,
    typer.Option(
        "--sample",
        metavar="SECONDS",
        help="With --pd: the controller's sample period; torques are held between samples.",
        show_default=False,
    ),
]
Stops = Annotated[
    str,
    typer.Option(
        "--stops",
        metavar="WHAT",
        help="What happens at position limits: ignore, event (record it), stop (end the run), or bounce with a "
        "coefficient of restitution from 0 to 1.",
    ),
]
Saturate = Annotated[bool, typer.Option("--saturate", help="Clip torques at the effort limits.")]
MaxSteps = Annotated[
    float | None,
    typer.Option(
        "--max-steps",
        metavar="COUNT",
        help="The most steps for each simulated second. [default: 200000, or ten times what a fixed step needs]",
        show_default=False,
    ),
]
MaxWall = Annotated[
    float | None,
    typer.Option(
        "--max-wall",
        metavar="SECONDS",
        help="The most seconds of work for each simulated second. [default: 300]",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write the run to an .npz, .csv or .parquet file.", show_default=False),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Plot the run: .png, .svg or .pdf.", show_default=False)
]
Show = Annotated[
    str, typer.Option("--show", metavar="WHAT", help="With --plot: what to draw, motion, power, phase or path.")
]
Frame = Annotated[str | None, frame_option("The frame that gets to --to-pose, and whose path --show path draws.")]


def simulate(
    robot: Source,
    q0: Q0 = None,
    qd0: Qd0 = None,
    tau: Tau = None,
    hold: Hold = False,
    pd: Pd = None,
    to: To = None,
    to_pose: ToPose = None,
    time: Time = DEFAULT.t,
    method: Method = DEFAULT.method,
    step: Step = None,
    sample: Sample = None,
    stops: Stops = DEFAULT.stops,
    saturate: Saturate = False,
    max_steps: MaxSteps = None,
    max_wall: MaxWall = None,
    out: Out = None,
    plot: Plot = None,
    show: Show = SHOWN,
    frame: Frame = None,
    deg: Deg = False,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Simulate a robot under constant torques or a PD controller.

    With --pd and without --to, each joint moves a little, as far as limits of position and torque allow. A robot with
    closed loops starts from the closed configuration nearest to --q0, and has torques for its motors only.

    It prints where each joint began and ended, its largest torque, and the energy balance, which shows how accurate the
    run is. The exit status is 1 if the run fails before its end.
    """
    if sum([tau is not None, hold, pd is not None]) > 1:
        raise typer.BadParameter("give only one of --tau, --hold and --pd", param_hint="--tau")
    for flag, text in (("--to", to), ("--to-pose", to_pose), ("--sample", sample)):
        if text is not None and pd is None:
            raise typer.BadParameter("this option goes with --pd", param_hint=flag)
    if to is not None and to_pose is not None:
        raise typer.BadParameter("give only one of --to and --to-pose", param_hint="--to")
    if show != SHOWN and plot is None:
        raise typer.BadParameter("this option goes with --plot", param_hint="--show")
    if frame is not None and show != "path" and to_pose is None:
        raise typer.BadParameter("this option goes with --to-pose and --show path", param_hint="--frame")
    check_run_files(out, plot)
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    if show == "path":
        arm.tree.frame_or_tip(frame)  # an unknown frame is refused before any work is done
    start = _start(arm, q0)
    warn_outside_limits(arm, start)
    velocity = np.zeros(arm.n) if qd0 is None else joint_numbers("qd0", qd0, arm)
    restitution = number(stops)
    system: Robot | ClosedRobot = arm
    if arm.model.closures:
        system = arm.closed()
        start = system.close(start)
        velocity = system.project_velocity(start, velocity)
    driven, target = _drive(system, start, tau, hold, pd, to, (to_pose, frame))
    run = system.simulate(
        start,
        velocity,
        **driven,
        t=time,
        method=method,
        step=step,
        sample=sample,
        stops=stops if restitution is None else restitution,
        saturate=saturate,
        max_steps=max_steps,
        max_wall=max_wall,
        progress=True,
    )
    if out is not None:
        with writing(out):
            run.save(out)
    if plot is not None:
        with writing(plot):
            run.plot(plot, show, frame, target if show == SHOWN else None)
    if json:
        print_json(run_data(run, target))
    else:
        print_run(run, target)
    if run.status in ("not finite", "failed", "unfinished"):
        raise typer.Exit(1)


def _start(arm: Robot, text: str | None) -> Array:
    """The positions of --q0, or some within the limits."""
    if text is not None:
        return joint_numbers("q0", text, arm)
    start = np.zeros(arm.n) if arm.model.closures else comfortable(arm)
    if start.any():
        say("from", start)
    return start


def _drive(
    system: "Robot | ClosedRobot",
    q0: Array,
    tau: str | None,
    hold: bool,
    pd: str | None,
    to: str | None,
    to_pose: tuple[str | None, str | None],
) -> tuple[dict[str, Any], Array | None]:
    """The torques or the controller, as arguments of `simulate`, and the positions the controller goes to.

    `to_pose` is a pose and its frame.
    """
    arm = system if isinstance(system, Robot) else system.robot
    if tau is not None:
        return {"tau": joint_numbers("tau", tau, arm, None if isinstance(system, Robot) else system.actuated)}, None
    if hold:
        return {"tau": system.gravity_forces(q0)}, None
    if pd is None:
        return {}, None
    refuse_loops(arm.model, "pd")
    gains = [gain for gain in map(number, pd.split(",")) if gain is not None]
    if len(gains) != 2 or pd.count(",") != 1:
        raise typer.BadParameter(f"{pd!r} is not two numbers with a comma between them", param_hint="--pd")
    from ..control import pd_gravity  # few runs are controlled

    pose, frame = to_pose
    if to is not None:
        target = joint_numbers("to", to, arm)
    elif pose is not None:
        target = positions_at(arm, "to-pose", pose, frame, q0)
    else:
        target = elsewhere(arm, q0, gains[0])
        say("to", target)
    return {"controller": pd_gravity(arm, target, gains[0], gains[1])}, target

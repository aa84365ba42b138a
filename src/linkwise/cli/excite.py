"""`linkwise excite`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..identify import CRITERIA, Excitation
from ..identify.excitation.result import require_ending
from ..identify.identifying import FRICTION
from ..load import load
from ..robot import Robot
from ..view import picture
from .options import Allow, Arg, Digits, Json, Source, Strict, arguments, defaults, frame_option, names
from .output import console, format_number, plain, print_json, print_warnings, printable, remark
from .output_file import check_writable, writing
from .plan_output import peaks_table
from .states import SEPARATOR, joint_numbers

DEFAULTS = defaults(Robot.excitation)


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


def _limit(name: str, what: str) -> Any:
    return _option(f"--{name}", "NUMBERS", f"{what}: one for all joints, or one each.")


Harmonics = Annotated[int, typer.Option("--harmonics", metavar="N", min=1, max=100, help="Waves of each joint.")]
Period = Annotated[float, typer.Option("--period", metavar="SECONDS", help="Of the slowest wave, and of the motion.")]
CriterionOf = Annotated[
    str,
    typer.Option("--criterion", metavar="NAME", help="cond: the condition number; D: the volume of confidence."),
]
FrictionOf = Annotated[
    list[str] | None,
    _option("--friction", "KINDS", f"Columns of friction; none for none. [default: {', '.join(FRICTION)}]"),
]
Lower = Annotated[str | None, _limit("lower", "Lower limits of position instead of the robot's")]
Upper = Annotated[str | None, _limit("upper", "Upper limits of position instead of the robot's")]
Velocity = Annotated[str | None, _limit("velocity", "Velocity limits instead of the robot's")]
Acceleration = Annotated[str | None, _limit("acceleration", "Acceleration limits, which robot files do not have")]
Effort = Annotated[str | None, _limit("effort", "Torque limits instead of the robot's")]
Share = Annotated[
    list[str] | None,
    _option(
        "--share",
        "NAME=X",
        "How much of the limits to use; may be repeated. [default: position=0.95, velocity=0.9, acceleration=0.5, "
        "effort=0.9]",
    ),
]
Above = Annotated[float | None, _option("--above", "METRES", "Keep the origin of --frame at least this high.")]
Frame = Annotated[str | None, frame_option("The frame of --above.")]
Starts = Annotated[int, typer.Option("--starts", metavar="N", min=1, max=10_000, help="Random motions to begin with.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Of the random motions.")]
Step = Annotated[float, typer.Option("--step", metavar="SECONDS", help="Time between the rows of -o.")]
Output = Annotated[
    Path | None,
    _option("-o", "FILE", "Write t, q_JOINT, qd_JOINT, qdd_JOINT, tau_JOINT to a .csv or .npz, replacing the file."),
]
Plot = Annotated[Path | None, _option("--plot", "FILE", "Plot the motion and its limits: .png, .svg or .pdf.")]


def excite(
    robot: Source,
    harmonics: Harmonics = DEFAULTS.harmonics,
    period: Period = DEFAULTS.period,
    criterion: CriterionOf = DEFAULTS.criterion,
    friction: FrictionOf = None,
    lower: Lower = None,
    upper: Upper = None,
    velocity: Velocity = None,
    acceleration: Acceleration = None,
    effort: Effort = None,
    share: Share = None,
    above: Above = None,
    frame: Frame = None,
    starts: Starts = DEFAULTS.starts,
    seed: Seed = DEFAULTS.seed,
    step: Step = 0.01,
    output: Output = None,
    plot: Plot = None,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Find a motion from which all parameters of a robot can be identified.

    It starts and ends at rest, in the same posture, and stays within shares of the limits; torques are those of the
    robot's own model. Ctrl-C ends the search with the best motion found so far.
    """
    if criterion not in CRITERIA:
        raise typer.BadParameter(f"one of {', '.join(CRITERIA)} was expected", param_hint="--criterion")
    if frame is not None and above is None:
        raise typer.BadParameter("this option goes with --above", param_hint="--frame")
    if output is not None:
        require_ending(output)
        check_writable(output)
    if plot is not None:
        check_writable(picture.require(plot))
    arm = load(robot, strict=strict, allow=tuple(allow or ()), arguments=arguments(arg))
    print_warnings(arm.report)
    texts = {"lower": lower, "upper": upper, "velocity": velocity, "acceleration": acceleration, "effort": effort}
    limits: Any = {name: _numbers(name, text, arm) for name, text in texts.items()}
    found = arm.excitation(
        harmonics=harmonics,
        period=period,
        criterion=criterion,
        friction=FRICTION if friction is None else [kind for kind in names(friction) if kind != "none"],
        shares=_shares(share),
        constraint=None if above is None else _height(arm, frame, above),
        starts=starts,
        seed=seed,
        progress=True,
        **limits,
    )
    if output is not None:
        found.save(output, step)
    if plot is not None:
        with writing(plot):
            found.plot(plot)
    if json:
        print_json(found.data)
    else:
        _print(found)
    if output is not None:
        remark(f"wrote {plain(str(output), 200)}")


def _numbers(name: str, text: str | None, arm: Robot) -> Array | None:
    if text is None:
        return None
    single = len(SEPARATOR.split(text.strip())) == 1
    return joint_numbers(name, " ".join([text] * arm.n) if single else text, arm)


def _shares(words: list[str] | None) -> dict[str, float]:
    shares = {}
    for word in names(words or []):
        name, _, value = word.partition("=")
        try:
            shares[name] = float(value)
        except ValueError:
            raise typer.BadParameter(f"{word!r} is not of the form velocity=0.9", param_hint="--share") from None
    return shares


def _height(arm: Robot, frame: str | None, above: float) -> Callable[[Array], Array]:
    """How far a frame is above a height."""

    def height(q: Array) -> Array:
        return np.asarray(arm.forward_kinematics(q, frame=frame))[..., 2, 3] - above

    return height


def _print(found: Excitation) -> None:
    """Peaks beside limits, condition numbers, notes."""
    screen = console()
    peaks_table(screen, found.robot, found.report, f"{plain(found.robot.name)}: {found.trajectory.duration:.6g} s")
    screen.print(f"columns: {len(found.names)}", soft_wrap=True)
    was = format_number(float(found.before[0] / max(found.before[-1], 1e-300)), 4)
    now = format_number(found.condition, 4)
    screen.print(f"condition number: {now} (a random motion within these limits: {was})", soft_wrap=True)
    screen.print(f"with columns of length 1: {format_number(found.scaled_condition, 4)}", soft_wrap=True)
    if found.margin is not None:
        screen.print(f"least margin of the constraint: {format_number(found.margin, 3)}", soft_wrap=True)
    for note in found.notes:
        screen.print(printable(f"note: {note}"), soft_wrap=True, markup=False)

"""`linkwise payload`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import WriteError, shown
from ..identify import Filter, Payload, read_log
from ..identify.identifying import FRICTION
from ..load import load, save
from .identify import Accept, Cutoff, FrictionOf, RobotOf, Width
from .options import Allow, Arg, Digits, Json, Strict, arguments, frame_option, names
from .output import console, format_number, plain, print_json, print_warnings, printable, remark
from .output_file import check_writable
from .tables import print_table

ENDINGS = (".urdf", ".toml")


def _log(metavar: str, what: str) -> Any:
    return typer.Argument(metavar=metavar, help=what, show_default=False)


Logs = Annotated[
    list[Path], _log("BEFORE AFTER", "A log without the load and one with it; with --trust-model only the latter.")
]
Trust = Annotated[
    bool, typer.Option("--trust-model", help="No log without the load: the robot's file says what it weighs.")
]
Frame = Annotated[str | None, frame_option("The frame that carries the load, and that it is seen from.")]
Output = Annotated[
    Path | None, typer.Option("-o", metavar="FILE", help="Write the robot with the load as .urdf or .toml.")
]


def payload(
    logs: Logs,
    robot: RobotOf,
    trust_model: Trust = False,
    frame: Frame = None,
    friction: FrictionOf = None,
    width: Width = 0.02,
    cutoff: Cutoff = 5.0,
    accept: Accept = None,
    output: Output = None,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Estimate mass, centre and inertia of a load, from a log without it and one with it.

    The motions of the two may differ. The robot's own parameters and friction are estimated along; with --trust-model
    friction alone is.
    """
    if len(logs) != (1 if trust_model else 2):
        expected = "one log was expected" if trust_model else "two logs were expected, without the load and with it"
        raise typer.BadParameter(f"{len(logs)} given; {expected}", param_hint="BEFORE AFTER")
    if output is not None:
        if output.suffix.lower() not in ENDINGS:
            raise WriteError(f"a robot is not written to {shown(output.name)}.", f"One of {', '.join(ENDINGS)}.")
        check_writable(output)
    arm = load(robot, strict=strict, allow=tuple(allow or ()), arguments=arguments(arg))
    print_warnings(arm.report)
    read = [read_log(each, arm) for each in logs]
    found = arm.identify_payload(
        None if trust_model else read[0],
        read[-1],
        frame=frame,
        friction=FRICTION if friction is None else [kind for kind in names(friction) if kind != "none"],
        width=width or None,
        filter=Filter(parallel=cutoff or None),
        accept=accept or (),
    )
    if json:
        print_json(found.data)
    else:
        _print(found)
    if output is not None:
        save(arm.with_payload(**found), output)
        remark(f"wrote {plain(str(output), 200)}")


def _print(found: Payload) -> None:
    """The ten numbers, errors, notes."""
    screen = console()
    title = f"{plain(found.robot.name)}: load at {plain(found.choices['frame'])}, in its axes"
    print_table(screen, title, ("", "value", "deviation"), found.rows, ("value", "deviation"))
    each = zip(found.robot.joint_names, found.errors.tolist(), strict=True)
    text = ", ".join(f"{plain(joint)} {format_number(100.0 * error, 3)}" for joint, error in each)
    screen.print(printable(f"errors of torques in %: {text}"), soft_wrap=True, markup=False)
    for note in found.notes:
        screen.print(printable(f"note: {note}"), soft_wrap=True, markup=False)

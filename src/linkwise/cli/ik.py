"""`linkwise ik`."""

from math import isnan
from typing import Annotated

import typer

from ..load import load
from ..readers.numbers import number
from ..taskspace.inverse_kinematics import InverseKinematics
from .options import Allow, Arg, Deg, Digits, Json, Source, Strict, arguments, frame_option, numbers_option
from .output import console, format_number, plain, print_json, print_warnings
from .poses import pose_numbers, pose_option, rows_of
from .states import joint_numbers
from .tables import print_table

Pose = Annotated[str, pose_option("--pose", "The pose to reach")]
Q0 = Annotated[
    str | None, numbers_option("--q0", "Where the arm is: the nearest positions come first", "the middle of the limits")
]
Frame = Annotated[str | None, frame_option("The frame that is to be there.")]
Solutions = Annotated[
    str,
    typer.Option("--solutions", metavar="N", help="How many positions to look for; all where there is a closed form."),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="closed-form or numeric. [default: closed-form where the arm has one, then numeric]",
        show_default=False,
    ),
]
BeyondLimits = Annotated[bool, typer.Option("--beyond-limits", help="Also positions beyond the joint limits.")]


def ik(
    robot: Source,
    pose: Pose,
    q0: Q0 = None,
    frame: Frame = None,
    solutions: Solutions = "8",
    method: Method = None,
    beyond_limits: BeyondLimits = False,
    deg: Deg = False,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Find the joint positions at which a frame has a pose.

    The nearest to --q0 come first. Collisions are not looked at. The exit status is 1 if the pose is not reached.
    """
    goal, many = pose_numbers("pose", pose), number(solutions)
    if solutions != "all" and not (many is not None and many >= 1.0 and many.is_integer()):
        raise typer.BadParameter(f"{solutions!r} is neither a number from 1 on nor all", param_hint="--solutions")
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    found = arm.inverse_kinematics(
        goal,
        frame=frame,
        rows=rows_of(goal),
        q0=None if q0 is None else joint_numbers("q0", q0, arm),
        limits=not beyond_limits,
        solutions=int(many) if many is not None else solutions,
        method=None if method is None else method.replace("-", " "),
    )
    q = found.solutions[: int(found.count)]
    if json:
        print_json(
            {
                "robot": arm.name,
                "frame": found.task.frame,
                "joints": arm.joint_names,
                "status": found.status.item(),
                "angle": float(found.angle),
                "distance": float(found.distance),
                "solutions": q,
            }
        )
    else:
        _print(found)
    if not found.solved:
        raise typer.Exit(1)


def _print(found: InverseKinematics) -> None:
    """The positions, a row for each; or how near the search came."""
    robot, frame, screen = found.robot, plain(found.task.frame), console()
    names, count = [plain(name) for name in robot.joint_names], int(found.count)
    if count:
        positions = enumerate(found.solutions.tolist()[:count], 1)
        rows = [(str(k), *(format_number(round(x, 9)) for x in q)) for k, q in positions]
        title = f"{plain(robot.name)}: {count} position{'s' * (count != 1)} for {frame}"
        print_table(screen, title, ("", *names), rows, ("", *names))
        return
    near = ""
    if not isnan(found.distance):
        turn = f" and {format_number(float(found.angle), 3)} rad" if "rx" in found.task.rows else ""
        near = f" The nearest pose found is off by {format_number(float(found.distance), 3)} m{turn}."
    screen.print(f"{plain(robot.name)}: no positions for {frame}.{near}", soft_wrap=True)

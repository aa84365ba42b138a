"""The options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Source = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT", help="The name of a robot, or a file: .urdf .xacro .mjcf .xml .toml", show_default=False
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse what dynamics survives but a careful user would not accept.")
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow", metavar="RULE", help="A rule of the file format to waive; may be repeated.", show_default=False
    ),
]
Json = Annotated[
    bool,
    typer.Option("--json", help='One JSON document on stdout; numbers that are not finite are "nan", "inf", "-inf".'),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="FORMULATION", help="Who answers, such as newton_euler.luh_walker_paul.", show_default=False
    ),
]
Frame = Annotated[
    str | None,
    typer.Option("--frame", metavar="FRAME", help="The frame of poses and Jacobians; the tip.", show_default=False),
]
States = Annotated[
    Path | None,
    typer.Option(
        "--states",
        metavar="FILE",
        help="Many states: a .csv whose header names q1 q2 … or q:joint …, or an .npz of arrays (…, n).",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write states and answer to a .csv or .npz, replacing it.", show_default=False
    ),
]


def _numbers(flag: str, what: str) -> object:
    return typer.Option(flag, metavar="NUMBERS", help=f"{what}, separated by spaces.", show_default=False)


Q = Annotated[str | None, _numbers("--q", "Joint positions")]
Qd = Annotated[str | None, _numbers("--qd", "Joint velocities; 0 where neither this nor a file gives them")]
Qdd = Annotated[str | None, _numbers("--qdd", "Joint accelerations; 0 where neither this nor a file gives them")]
Tau = Annotated[str | None, _numbers("--tau", "Joint torques and forces")]

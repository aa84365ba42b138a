"""`linkwise convert`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from ..calls.sampling import anywhere
from ..errors import NoMass, WriteError, shown
from ..load import load, save
from ..readers import WRITERS
from ..readers.urdf import WAIVERS as URDF_RULES
from ..readers.waivers import SHARED
from ..robot import Robot
from .options import Allow, Arg, Json, Source, Strict, arguments
from .output import plain, print_json, print_warnings
from .output_file import check_writable, writing

NEAR = 1e-12
"""The relative difference a conversion may make. Rounding alone stays below 1e-14 on the robots we have."""


class Convention(StrEnum):
    """Where the frames of a Denavit–Hartenberg table are placed."""

    standard = "standard"
    modified = "modified"
    khalil = "khalil"


class Agreement(NamedTuple):
    """The largest relative difference in inverse dynamics, or None and the reason why it was not measured."""

    states: int
    difference: float | None
    why: str = ""


Target = Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: .urdf, or .toml for a DH table.")]
Table = Annotated[
    Convention | None,
    typer.Option("--convention", help="Convention of the DH table. [default: khalil]", show_default=False),
]
Lossy = Annotated[
    bool, typer.Option("--lossy", help="Leave out what URDF cannot hold; a comment in the file lists it.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")]


def convert(
    robot: Source,
    out: Target,
    convention: Table = None,
    lossy: Lossy = False,
    force: Force = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Write a robot in another file format and check the copy.

    The copy is read back, and its inverse dynamics is compared with the original's at random states.
    """
    options = _options(out, convention, lossy)
    check_writable(out)
    if out.exists() and not force:
        raise WriteError(
            f"{shown(out, 200)} exists already.", "The name of a new file was expected.", "--force replaces the file."
        )
    original = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(original.report)
    with writing(out):
        save(original, out, **options)
    copy = load(out, allow=_waived(out, original))
    measured = agreement(original, copy)
    if json:
        print_json({"robot": original.name, "out": str(out), **measured._asdict()})
    else:
        typer.echo(f"{plain(str(out), 200)}: {_sentence(measured)}")
    if not lossy and measured.difference is not None and not measured.difference <= NEAR:
        raise WriteError(
            f"{shown(out, 200)} is not the same robot: inverse dynamics differs by {measured.difference:.1e}.",
            f"A relative difference of at most {NEAR:g} was expected.",
            "this is a fault of linkwise; please report it with the input file.",
        )


def _options(out: Path, convention: Convention | None, lossy: bool) -> dict[str, Any]:
    """The options of the format that OUT names; an option of another format is a mistake."""
    suffix = out.suffix.lower()
    if suffix not in WRITERS:
        raise WriteError(
            f"linkwise does not write {shown(out.suffix or out.name)} files.",
            f"One of {', '.join(sorted(WRITERS))} was expected.",
        )
    if convention is not None and suffix != ".toml":
        raise typer.BadParameter("only a DH table (.toml) has a convention", param_hint="--convention")
    if lossy and suffix != ".urdf":
        raise typer.BadParameter("only a .urdf file can lose anything", param_hint="--lossy")
    return ({"convention": convention.value} if convention else {}) | ({"lossy": True} if lossy else {})


def _waived(out: Path, robot: Robot) -> list[str]:
    """The rules waived for the original that the copy's format has, too: the copy may break them as well."""
    rules = SHARED if out.suffix.lower() == ".toml" else URDF_RULES
    return [rule for rule in robot.model.waivers if rule in rules]


def agreement(one: Robot, other: Robot, states: int = 20, seed: int = 0) -> Agreement:
    """max ‖τ − τ'‖ / ‖τ‖ over random states, joints matched by name.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> agreement(arm, arm)
    Agreement(states=20, difference=0.0, why='')
    """
    if sorted(one.joint_names) != sorted(other.joint_names):
        return Agreement(states, None, "their joints have different names")
    if one.n == 0:
        return Agreement(states, None, "nothing moves")
    order = [one.joint_names.index(name) for name in other.joint_names]
    q, qd, qdd = anywhere(one.model, states, seed).values()
    try:
        tau = one.inverse_dynamics(q, qd, qdd)[:, order]
        copied = other.inverse_dynamics(q[:, order], qd[:, order], qdd[:, order])
    except NoMass:
        return Agreement(states, None, "the robot has no mass")
    size = np.linalg.norm(tau, axis=1)
    difference = np.linalg.norm(tau - copied, axis=1)
    return Agreement(states, float(np.max(difference / np.where(size > 0.0, size, 1.0))))


def _sentence(measured: Agreement) -> str:
    if measured.difference is None:
        return f"written and read back; not compared: {measured.why}"
    return f"inverse dynamics at {measured.states} random states differs by {measured.difference:.1e}, relative"

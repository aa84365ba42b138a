"""`linkwise convert`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import WriteError, shown
from ..load import load, save
from ..readers import WRITERS, link_tables
from ..readers.urdf import findings
from ..robot import Robot
from .agreement import Agreement, agreement
from .options import Allow, Json, Source, Strict
from .output import document, plain, remark, report
from .target import check_target


class Convention(StrEnum):
    """Where the frames of a Denavit–Hartenberg table stand."""

    standard = "standard"
    modified = "modified"
    khalil = "khalil"


NEAR = 1e-12
"""Relative: what a conversion promises. Rounding alone stays below 1e-14 on the robots we have."""

Target = Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: .urdf, or .toml for a DH table.")]
Table = Annotated[
    Convention | None,
    typer.Option("--convention", help="Of a DH table; khalil where none is named.", show_default=False),
]
Lossy = Annotated[
    bool, typer.Option("--lossy", help="Leave out what URDF cannot hold; the file names it in a comment.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")]


def convert(
    robot: Source,
    out: Target,
    convention: Table = None,
    lossy: Lossy = False,
    force: Force = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Write a robot in another format, read it back, and measure how well the two agree."""
    options = _options(out, convention, lossy)
    check_target(out)
    if out.exists() and not force:
        raise WriteError(
            f"{shown(out, 200)} exists already.", "The name of a new file was expected.", "--force replaces a file."
        )
    before = load(robot, strict=strict, allow=allow or ())
    report(before.report)
    save(before, out, **options)
    remark(f"wrote {plain(str(out), 200)}")
    after = load(out, allow=_waived(out, before))
    measured = agreement(before, after)
    if json:
        document({"robot": before.name, "out": str(out), **measured._asdict()})
    else:
        typer.echo(f"{plain(str(out), 200)}: {_said(measured)}")
    if not lossy and measured.difference is not None and not measured.difference <= NEAR:
        raise WriteError(
            f"{shown(out, 200)} is not the same robot: inverse dynamics differs by {measured.difference:.1e}.",
            f"A relative difference of at most {NEAR:g} was expected.",
            "this is a fault of linkwise; please report it with the input file.",
        )


def _options(out: Path, convention: Convention | None, lossy: bool) -> dict[str, Any]:
    """The options of the writer that OUT asks for; an option of another one is a mistake."""
    suffix = out.suffix.lower()
    if suffix not in WRITERS:
        raise WriteError(
            f"linkwise does not write {shown(out.suffix or out.name)} files.", f"One of {', '.join(sorted(WRITERS))}."
        )
    if convention is not None and suffix != ".toml":
        raise typer.BadParameter("only a DH table (.toml) has a convention", param_hint="--convention")
    if lossy and suffix != ".urdf":
        raise typer.BadParameter("only URDF loses anything", param_hint="--lossy")
    return ({"convention": convention.value} if convention else {}) | ({"lossy": True} if lossy else {})


def _waived(out: Path, robot: Robot) -> list[str]:
    """What was let pass in the input is not a fault of the copy: the rules among it that the copy's format has too."""
    rules = link_tables.WAIVERS if out.suffix.lower() == ".toml" else findings.WAIVERS
    return [rule for rule in robot.model.waivers if rule in rules]


def _said(measured: Agreement) -> str:
    if measured.difference is None:
        return f"written and read back; not compared: {measured.why}"
    return f"inverse dynamics at {measured.states} random states differs by {measured.difference:.1e}, relative"

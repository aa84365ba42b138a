"""`linkwise base`."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ..formulas.page import broken
from ..formulas.page import document as tex_document
from ..load import load
from ..parameters.base import BaseParameters
from ..parameters.base.writing import latex as latex_of
from ..robot import Robot
from .named import names
from .options import Allow, Json, Source, Strict
from .output import console, document, figure, harmless, lay_out, plain, report
from .target import check_target, write

Rotors = Annotated[
    bool | None,
    typer.Option("--rotors/--no-rotors", show_default=False, help="Rotor inertias. [default: those the robot has]"),
]
Friction = Annotated[
    list[str] | None,
    typer.Option(
        "--friction",
        metavar="KINDS",
        show_default=False,
        help="viscous, coulomb, offset, static; or all; may be repeated.",
    ),
]
Drives = Annotated[
    list[str] | None,
    typer.Option(
        "--drive",
        metavar="NAME:JOINT,JOINT",
        show_default=False,
        help="A drive that joints share, as motor6:joint5,joint6 or motor6:joint5=2,joint6=-1; may be repeated.",
    ),
]
Method = Annotated[str, typer.Option("--method", metavar="METHOD", help="auto, rules or numeric.")]
Zeros = Annotated[bool, typer.Option("--without-zeros", help="Leave out parameters whose value is 0.")]
Numbers = Annotated[bool, typer.Option("--numbers", help="Numbers in place of D3, RL4, … in the equations.")]
Latex = Annotated[
    Path | None,
    typer.Option("--latex", metavar="FILE", show_default=False, help="Write a LaTeX document, replacing the file."),
]


def base(
    robot: Source,
    rotors: Rotors = None,
    friction: Friction = None,
    drive: Drives = None,
    method: Method = "auto",
    without_zeros: Zeros = False,
    numbers: Numbers = False,
    latex: Latex = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """The base parameters of a robot: which of its inertial parameters matter, and how the others group with them."""
    if latex is not None:
        check_target(latex)
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    kinds = names(friction)
    found = arm.base_parameters(
        rotors=rotors,
        friction=True if "all" in kinds else kinds,
        drives=_drives(drive) or None,
        method=method,
        zeros=not without_zeros,
    )
    symbols = False if numbers else None
    said = _summary(found)
    if latex is not None:
        equations = [broken(latex_of(name, form)) for name, form in found.equations(symbols).items()]
        write(latex, tex_document(f"Base parameters of {arm.name}", equations or ["0"], said))
    if json:
        document(_facts(arm, found, symbols))
        return
    _tables(console(), arm, found, symbols, said)


def _drives(given: list[str] | None) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for text in given or ():
        name, colon, joints = (part.strip() for part in text.partition(":"))
        words = names([joints])
        if not (name and colon and words):
            raise _bad(f"{plain(text)} is no NAME:JOINT,JOINT")
        if name in found:
            raise _bad(f"{plain(name)} is given twice")
        found[name] = row = {}
        for word in words:
            joint, equals, factor = (part.strip() for part in word.partition("="))
            if joint in row:
                raise _bad(f"{plain(joint)} stands twice in {plain(name)}")
            try:
                row[joint] = float(factor) if equals else 1.0
            except ValueError:
                raise _bad(f"{plain(factor) or 'nothing'} is no number") from None
    return found


def _bad(text: str) -> typer.BadParameter:
    return typer.BadParameter(text, param_hint="--drive")


def _summary(found: BaseParameters) -> list[str]:
    """How many there are, of what; how the number was found; how well a regressor shows them."""
    kinds = {"links": 0, "rotors": 0, "friction": 0}
    for name in found.kept:
        kinds["rotors" if name.startswith("Ia") else "friction" if name[0] == "F" else "links"] += 1
    of = ", ".join(f"{number} of {kind}" for kind, number in kinds.items() if number)
    lines = [f"{found.rank} base parameters of {len(found.present)}: {of or 'none'}"]
    if found.gap is None:
        lines.append("found by the grouping rules")
    else:
        lines.append(
            f"found from a regressor at random states: of the diagonal of R, {found.gap.kept:.1e} is kept, "
            f"{found.gap.dropped:.1e} dropped"
        )
    whole = len(found.present) == found.columns.size(found.arm)  # no parameter was left out
    if whole and found.tree.serial and kinds["links"] < found.bound:
        lines.append(f"the bound [9.61] allows {found.bound} of links; {kinds['links']} is the true number")
    if found.rank:
        lines.append(f"condition number of the base regressor over random states: {found.condition():.3g}")
    return lines


def _tables(screen: Console, arm: Robot, found: BaseParameters, symbols: bool | None, said: list[str]) -> None:
    screen.print("\n".join([f"{plain(arm.name)}: {said[0]}", *said[1:]]), soft_wrap=True)
    screen.print()
    letters = found.columns.letters
    named = dict(zip(found.kept, found.names, strict=True))
    rows = [
        (str(j), plain(link.name), *(named.get(f"{letter}{j}", "0") for letter in letters))
        for j, link in enumerate(found.arm.bodies, 1)
    ]
    lay_out(screen, "Base parameters, in Denavit-Hartenberg frames", ("j", "link", *letters), rows)
    lay_out(
        screen,
        "Values",
        ("parameter", "value"),
        [(name, figure(x, 9)) for name, x in zip(found.names, found.values.tolist(), strict=True)],
        ("value",),
    )
    for title, some in (("No effect", found.no_effect), ("Grouped", found.grouped)):
        if some:
            screen.print(f"{title}: {' '.join(some)}\n", soft_wrap=True)
    if found.equations(symbols):
        screen.print("Grouping equations", style="bold")
        screen.print(harmless(found.text(symbols)), soft_wrap=True)


def _facts(arm: Robot, found: BaseParameters, symbols: bool | None) -> dict[str, Any]:
    lines = found.text(symbols).splitlines()
    gap = None if found.gap is None else found.gap._asdict()
    return {
        "robot": arm.name,
        "number": found.rank,
        "names": found.names,
        "values": found.values,
        "no_effect": found.no_effect,
        "grouped": found.grouped,
        "equations": lines,
        "bound": found.bound,
        "gap": gap,
        "condition": found.condition() if found.rank else None,
        "parameters": found.columns.names(found.arm),
        "matrix": found.matrix,
    }

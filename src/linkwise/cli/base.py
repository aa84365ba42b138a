"""`linkwise base`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import shown
from ..formulas.page import broken
from ..formulas.page import document as tex_document
from ..load import load
from ..parameters.base import BaseParameters
from ..parameters.base.writing import latex as latex_of
from ..robot import Robot
from .options import Allow, Arg, Digits, Json, Source, Strict, arguments, defaults, names
from .output import console, format_numbers, plain, print_json, print_table, print_warnings, printable
from .output_file import check_writable, write_text

DEFAULT = defaults(Robot.base_parameters)

Rotors = Annotated[
    bool | None,
    typer.Option(
        "--rotors/--no-rotors",
        show_default=False,
        help="With or without rotor inertias. [default: with, if the robot has any]",
    ),
]
Friction = Annotated[
    list[str] | None,
    typer.Option(
        "--friction",
        metavar="KINDS",
        show_default=False,
        help="Friction parameters to include: viscous, coulomb, offset, static, uneven, or all; may be repeated.",
    ),
]
Drives = Annotated[
    list[str] | None,
    typer.Option(
        "--drive",
        metavar="NAME:JOINT,JOINT",
        show_default=False,
        help="A motor that drives several joints, such as motor6:joint5,joint6, or with gear ratios "
        "motor6:joint5=2,joint6=-1; may be repeated.",
    ),
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="METHOD",
        help="How to find them: rules (grouping equations), numeric (rank of a regressor) or auto.",
    ),
]
Zeros = Annotated[bool, typer.Option("--without-zeros", help="Leave out parameters whose value is 0.")]
Numbers = Annotated[
    bool, typer.Option("--numbers", help="Write lengths in the equations as numbers instead of D3, RL4, …")
]
Latex = Annotated[
    Path | None,
    typer.Option("--latex", metavar="FILE", show_default=False, help="Write a LaTeX document, replacing the file."),
]


def base(
    robot: Source,
    rotors: Rotors = None,
    friction: Friction = None,
    drive: Drives = None,
    method: Method = DEFAULT.method,
    without_zeros: Zeros = False,
    numbers: Numbers = False,
    latex: Latex = None,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Find a robot's base inertial parameters.

    These are the smallest set that determines the dynamics: it prints which parameters matter, how the others group
    with them, and which have no effect.
    """
    if latex is not None:
        check_writable(latex)
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    kinds = names(friction)
    base_set = arm.base_parameters(
        rotors=rotors,
        friction=True if "all" in kinds else kinds,
        drives=_shared_drives(drive) or None,
        method=method,
        zeros=not without_zeros,
    )
    symbols = False if numbers else None
    summary = _summary(base_set)
    if latex is not None:
        equations = [broken(latex_of(name, form)) for name, form in base_set.equations(symbols).items()]
        write_text(latex, tex_document(f"Base parameters of {arm.name}", equations or ["0"], summary))
    if json:
        print_json(_data(arm, base_set, symbols))
    else:
        _print(arm, base_set, symbols, summary)


def _shared_drives(options: list[str] | None) -> dict[str, dict[str, float]]:
    """The joints of each drive with their factors, from texts such as motor6:joint5=2,joint6."""
    drives: dict[str, dict[str, float]] = {}
    for text in options or ():
        name, colon, joints = (part.strip() for part in text.partition(":"))
        words = names([joints])
        if not (name and colon and words):
            raise _bad_drive(f"{shown(text)} is not of the form NAME:JOINT,JOINT")
        if name in drives:
            raise _bad_drive(f"{shown(name)} is given twice")
        drives[name] = factors = {}
        for word in words:
            joint, equals, factor = (part.strip() for part in word.partition("="))
            if joint in factors:
                raise _bad_drive(f"{shown(joint)} is listed twice in {shown(name)}")
            try:
                factors[joint] = float(factor) if equals else 1.0
            except ValueError:
                raise _bad_drive(f"{shown(factor)} is not a number") from None
    return drives


def _bad_drive(text: str) -> typer.BadParameter:
    return typer.BadParameter(text, param_hint="--drive")


def _summary(base_set: BaseParameters) -> list[str]:
    """How many there are of each kind, how they were found, and how well a regressor determines them."""
    kinds = {"links": 0, "rotors": 0, "friction": 0}
    for name in base_set.kept:
        kinds["rotors" if name.startswith("Ia") else "friction" if name[0] == "F" else "links"] += 1
    of = ", ".join(f"{number} of {kind}" for kind, number in kinds.items() if number)
    lines = [f"{base_set.rank} base parameters of {len(base_set.present)}: {of or 'none'}"]
    if base_set.gap is None:
        lines.append("found by the grouping rules")
    else:
        lines.append(
            "found from the rank of a regressor at random states: the smallest diagonal element of R kept is "
            f"{base_set.gap.kept:.1e}, the largest dropped {base_set.gap.dropped:.1e}"
        )
    complete = len(base_set.present) == base_set.columns.size(base_set.arm)  # no parameter was left out
    if complete and base_set.tree.serial and kinds["links"] < base_set.bound:
        lines.append(
            f"Khalil & Dombre's bound [9.61] allows {base_set.bound} of links; the true number is {kinds['links']}"
        )
    if base_set.rank:
        lines.append(f"condition number of the base regressor over random states: {base_set.condition():.3g}")
    return lines


def _print(arm: Robot, base_set: BaseParameters, symbols: bool | None, summary: list[str]) -> None:
    screen = console()
    screen.print("\n".join([f"{plain(arm.name)}: {summary[0]}", *summary[1:]]), soft_wrap=True)
    screen.print()
    letters = base_set.columns.letters
    new_names = dict(zip(base_set.kept, base_set.names, strict=True))
    rows = [
        (str(j), plain(link.name), *(new_names.get(f"{letter}{j}", "0") for letter in letters))
        for j, link in enumerate(base_set.arm.bodies, 1)
    ]
    print_table(screen, "Base parameters, in Denavit-Hartenberg frames", ("j", "link", *letters), rows)
    values = list(zip(base_set.names, format_numbers(base_set.values), strict=True))
    print_table(screen, "Values", ("parameter", "value"), values, ("value",))
    for title, some in (("No effect", base_set.no_effect), ("Grouped", base_set.grouped)):
        if some:
            screen.print(f"{title}: {' '.join(some)}\n", soft_wrap=True)
    if base_set.equations(symbols):
        screen.print("Grouping equations", style="bold")
        screen.print(printable(base_set.text(symbols)), soft_wrap=True)


def _data(arm: Robot, base_set: BaseParameters, symbols: bool | None) -> dict[str, Any]:
    return {
        "robot": arm.name,
        "number": base_set.rank,
        "names": base_set.names,
        "values": base_set.values,
        "no_effect": base_set.no_effect,
        "grouped": base_set.grouped,
        "equations": base_set.text(symbols).splitlines(),
        "bound": base_set.bound,
        "gap": None if base_set.gap is None else base_set.gap._asdict(),
        "condition": base_set.condition() if base_set.rank else None,
        "parameters": base_set.columns.names(base_set.arm),
        "matrix": base_set.matrix,
    }

"""`linkwise formulas`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..backends.listing import Listing
from ..errors import MissingExtra, NoClosedForm, shown
from ..formulas.page import as_document, as_text, entries
from ..formulas.printing import text
from ..load import load
from ..robot import Robot
from .options import Allow, Arg, By, Frame, Json, Source, Strict, arguments, names
from .output import console, print_json, print_warnings, printable, remark
from .output_file import check_writable, write_text

Question = Annotated[
    str, typer.Option("--question", metavar="QUESTION", help="What the equations give, such as mass_matrix.")
]
Symbols = Annotated[
    list[str] | None,
    typer.Option(
        "--symbols",
        metavar="NAMES",
        show_default=False,
        help="Constants to keep as symbols instead of numbers: all, none, kinds (geometry, inertia, centre, rotors, "
        "friction, gravity) or names such as D3,ZZ2. [default: all in a closed form, none in a listing]",
    ),
]
AsListing = Annotated[
    bool,
    typer.Option("--listing", help="Write step-by-step assignments, one variable per line, instead of a closed form."),
]
Base = Annotated[
    bool | None,
    typer.Option(
        "--base/--standard",
        show_default=False,
        help="Use base or standard inertial parameters. [default: standard in a closed form, base in a listing]",
    ),
]
Most = Annotated[
    int, typer.Option("--most", metavar="N", min=1, help="Longest closed form, in terms; beyond, write a listing.")
]


def _file(kind: str, what: str) -> Any:
    return typer.Option(f"--{kind}", metavar="FILE", show_default=False, help=f"Write {what}, replacing the file.")


Latex = Annotated[Path | None, _file("latex", "a LaTeX document")]
Text = Annotated[Path | None, _file("text", "plain text")]
Python = Annotated[Path | None, _file("python", "the listing as a Python function")]
C = Annotated[Path | None, _file("c", "the listing as a C function")]
Matlab = Annotated[Path | None, _file("matlab", "the listing as a MATLAB function")]


def formulas(
    robot: Source,
    question: Question = "inverse_dynamics",
    symbols: Symbols = None,
    listing: AsListing = False,
    base: Base = None,
    frame: Frame = None,
    by: By = None,
    most: Most = 2000,
    latex: Latex = None,
    text: Text = None,
    python: Python = None,
    c: C = None,
    matlab: Matlab = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Write a robot's equations of motion as formulas.

    They come in closed form if that is short enough to read, otherwise as a listing: step-by-step assignments
    customised to the robot. Code (--python, --c, --matlab) is always a listing.
    """
    files = {"latex": latex, "text": text, "python": python, "c": c, "matlab": matlab}
    targets = {kind: path for kind, path in files.items() if path is not None}
    for kind, path in targets.items():
        check_writable(path)
        if list(targets.values()).count(path) > 1:
            raise typer.BadParameter(f"{shown(path, 200)} is also named by another option", param_hint=f"--{kind}")
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    constants = names(symbols)
    as_listing = listing or bool({"python", "c", "matlab"} & set(targets))
    closed = None if as_listing else _closed_form(arm, question, constants, bool(base), frame, by, most)
    if closed is None:
        chosen = [name for name in constants if name != "none"]
        steps = arm.listing(question, symbols=chosen, base=base is not False, frame=frame, formulation=by)
        _give_listing(arm, question, steps, targets, json)
    else:
        _give_closed_form(arm, question, closed, targets, json)


def _closed_form(
    arm: Robot, question: str, constants: list[str], base: bool, frame: str | None, by: str | None, most: int
) -> Any:
    """The closed form; None, with a remark, if there is none or it is too long."""
    from ..formulas import formula_of

    chosen = [name for name in constants if name != "none"] if constants else ["all"]
    try:
        return formula_of(arm.tree, question, chosen, base, frame, by, most)
    except NoClosedForm as refused:
        remark(f"{refused.what} A listing is made instead.", "yellow")
    except MissingExtra as missing:
        remark(f"{missing.what} A listing is made instead: {missing.hint}", "yellow")
    return None


def _give_listing(arm: Robot, question: str, steps: Listing, targets: dict[str, Path], json: bool) -> None:
    for kind, path in targets.items():
        write_text(path, getattr(steps, kind))
    if json:
        lines = [{"name": line.name, "expression": line.expression, "section": line.section} for line in steps.lines]
        count = vars(steps.count)
        print_json(
            {"robot": arm.name, "question": question, "form": "listing", "lines": lines, "count": count}
            | {"files": [str(path) for path in targets.values()]}
        )
    elif not targets:
        console().print(printable(steps.text), soft_wrap=True)


def _give_closed_form(arm: Robot, question: str, closed: Any, targets: dict[str, Path], json: bool) -> None:
    writers = {
        "latex": lambda: as_document(f"{question} of {arm.name}", question, closed),
        "text": lambda: as_text(question, closed) + "\n",
    }
    for kind, path in targets.items():
        write_text(path, writers[kind]())
    if json:
        equations = {name: text(x, abbreviated=False) for name, _, x in entries(question, closed)}
        print_json(
            {"robot": arm.name, "question": question, "form": "closed", "equations": equations}
            | {"files": [str(path) for path in targets.values()]}
        )
    elif not targets:
        console().print(printable(as_text(question, closed)), soft_wrap=True)

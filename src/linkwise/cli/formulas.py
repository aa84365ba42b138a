"""`linkwise formulas`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..backends.listing import Listing
from ..errors import MissingExtra, NoClosedForm
from ..formulas.page import as_document, as_text, entries
from ..formulas.printing import text
from ..load import load
from ..robot import Robot
from .named import names
from .options import Allow, By, Frame, Json, Source, Strict
from .output import console, document, harmless, plain, remark, report
from .target import check_target, write

Question = Annotated[str, typer.Option("--question", metavar="QUESTION", help="Such as mass_matrix.")]
Symbols = Annotated[
    list[str] | None,
    typer.Option(
        "--symbols",
        metavar="NAMES",
        show_default=False,
        help="Constants that are symbols: all, none, kinds (geometry, inertia, centre, rotors, friction, gravity) or "
        "names such as D3,ZZ2. [default: all in a closed form, none in a listing]",
    ),
]
AsListing = Annotated[
    bool,
    typer.Option("--listing", help="The customised model, one named variable a line, in place of a closed form."),
]
Base = Annotated[
    bool | None,
    typer.Option(
        "--base/--standard",
        show_default=False,
        help="Inertial parameters: base or standard ones. [default: standard in a closed form, base in a listing]",
    ),
]
Most = Annotated[
    int, typer.Option("--most", metavar="N", min=1, help="Terms of the longest closed form; beyond, a listing is made.")
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
) -> None:
    """Write a robot's equations: in closed form where that can be read, else as a customised model.

    Code (--python, --c, --matlab) is always that of a listing.
    """
    files = {"latex": latex, "text": text, "python": python, "c": c, "matlab": matlab}
    wanted = {kind: path for kind, path in files.items() if path is not None}
    for kind, path in wanted.items():
        check_target(path)
        if list(wanted.values()).count(path) > 1:
            raise typer.BadParameter(f"{plain(str(path), 200)} is to hold something else, too", param_hint=f"--{kind}")
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    given = names(symbols)
    listing = listing or bool({"python", "c", "matlab"} & set(wanted))
    answer = None if listing else _closed(arm, question, given, bool(base), frame, by, most)
    if answer is None:
        chosen = [name for name in given if name != "none"]
        made = arm.listing(question, symbols=chosen, base=base is not False, frame=frame, formulation=by)
        _tell_listing(arm, question, made, wanted, json)
    else:
        _tell_closed(arm, question, answer, wanted, json)


def _closed(
    arm: Robot, question: str, given: list[str], base: bool, frame: str | None, by: str | None, most: int
) -> Any:
    from ..formulas import formula_of

    chosen = [name for name in given if name != "none"] if given else ["all"]
    try:
        return formula_of(arm.tree, question, chosen, base, frame, by, most)
    except NoClosedForm as refused:
        remark(f"{refused.what} A listing is made instead.", "yellow")
    except MissingExtra as missing:
        remark(f"{missing.what} A listing is made instead: {missing.hint}", "yellow")
    return None


def _tell_listing(arm: Robot, question: str, made: Listing, wanted: dict[str, Path], json: bool) -> None:
    for kind, path in wanted.items():
        write(path, getattr(made, kind))
    if json:
        lines = [{"name": line.name, "expression": line.expression, "section": line.section} for line in made.lines]
        count = vars(made.count)
        document(
            {"robot": arm.name, "question": question, "form": "listing", "lines": lines, "count": count}
            | {"files": [str(path) for path in wanted.values()]}
        )
    elif not wanted:
        console().print(harmless(made.text), soft_wrap=True)


def _tell_closed(arm: Robot, question: str, answer: Any, wanted: dict[str, Path], json: bool) -> None:
    written = {
        "latex": lambda: as_document(f"{question} of {arm.name}", question, answer),
        "text": lambda: as_text(question, answer) + "\n",
    }
    for kind, path in wanted.items():
        write(path, written[kind]())
    if json:
        found = {name: text(x, abbreviated=False) for name, _, x in entries(question, answer)}
        document(
            {"robot": arm.name, "question": question, "form": "closed", "equations": found}
            | {"files": [str(path) for path in wanted.values()]}
        )
    elif not wanted:
        console().print(harmless(as_text(question, answer)), soft_wrap=True)

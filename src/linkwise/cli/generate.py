"""`linkwise generate`."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ..backends.files import stem
from ..calls.dispatch import SOLVING
from ..calls.kernel import Kernel
from ..calls.question_program import PARAMETERS
from ..errors import WriteError, shown
from ..formulations.determinacy import certain
from ..load import load
from ..program import Port
from ..robot import Robot
from .count import operations
from .how_to_use import LANGUAGES, Language, how_to_use
from .named import names
from .options import Allow, Frame, Json, Source, Strict
from .output import console, document, harmless, plain, remark, report
from .target import check_target

Questions = Annotated[
    list[str],
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help="Such as inverse_dynamics; may be repeated: one program then answers all, doing common work once.",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="Who answers, such as newton_euler.featherstone; the one with the fewest operations where none is named.",
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--parameters",
        metavar="NAMES",
        show_default=False,
        help=f"What is given when the program runs instead of being built in: {', '.join(PARAMETERS)}.",
    ),
]
Wrenches = Annotated[
    list[str] | None,
    typer.Option(
        "--wrench",
        metavar="FRAME",
        show_default=False,
        help="A frame at which the environment presses; may be repeated.",
    ),
]
Folder = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="DIR", help="The folder for the files, made if need be.", show_default=False),
]
In = Annotated[Language, typer.Option("--language", help="What to write.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


def generate(
    robot: Source,
    question: Questions,
    out: Folder,
    language: In = Language.c,
    formulation: By = None,
    frame: Frame = None,
    parameters: Parameters = None,
    wrench: Wrenches = None,
    force: Force = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Write the program that answers questions for one robot: as C, as Python, or as text."""
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    kernel = arm.compile(
        *names(question), formulation=formulation, parameters=names(parameters), wrenches=wrench or (), frame=frame
    )
    name = stem("_and_".join(kernel.traceable.questions), arm.name)
    check_free([out / f"{name}{suffix}" for suffix in LANGUAGES[language]], force)
    program = kernel.program  # before the folder is made: a question without an answer leaves nothing behind
    if not certain(arm.tree) and set(SOLVING) & set(kernel.traceable.questions):
        remark(
            "where a joint moves no inertia this robot has no acceleration: the code gives inf or nan there", "yellow"
        )
    make_folder(out)
    written = kernel.save(out / f"{name}{LANGUAGES[language][0]}")
    use = how_to_use(language, written[0], name, kernel.signature)
    if json:
        document(_facts(arm, kernel, name, written, use) | {"count": operations(program)})
        return
    screen = console()
    for path in written:
        screen.print(f"wrote {plain(str(path), 200)}", soft_wrap=True)
    screen.print(harmless(f"{name}: {kernel.traceable.title}\n{use}"), soft_wrap=True)


def check_free(paths: list[Path], force: bool) -> None:
    """Refuse names that are taken, and with `force` those that are taken by anything but a plain file."""
    for path in paths:
        if not force and os.path.lexists(path):
            raise WriteError(
                f"{shown(path, 200)} exists already.", "Names of new files were expected.", "--force replaces files."
            )
        if os.path.isdir(path.parent):
            check_target(path)


def make_folder(path: Path) -> None:
    """Make a folder where there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WriteError(
            f"the folder {shown(path, 200)} cannot be made: {reason}.",
            "A folder that exists, or that can be made, was expected.",
            "name another folder.",
        ) from None


def _facts(robot: Robot, kernel: Kernel, name: str, written: tuple[Path, ...], use: str) -> dict[str, Any]:
    def arrays(ports: tuple[Port, ...]) -> list[dict[str, Any]]:
        return [{"name": port.name, "shape": port.shape} for port in ports]

    return {
        "robot": robot.name,
        "questions": kernel.traceable.questions,
        "function": name,
        "takes": arrays(kernel.signature.takes),
        "gives": arrays(kernel.signature.gives),
        "files": [str(path) for path in written],
        "use": use,
    }

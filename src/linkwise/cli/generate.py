"""`linkwise generate`."""

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..backends import BACKENDS
from ..backends.files import stem
from ..calls.question_checks import PARAMETERS, SOLVING
from ..errors import WriteError, shown
from ..formulations.determinacy import certain
from ..load import load
from ..program import Port
from .count import operations
from .options import Allow, Arg, Frame, Json, Source, Strict, arguments, names
from .output import console, plain, print_json, print_warnings, printable, remark
from .output_file import check_writable

WRITERS = {language: backend for backend in BACKENDS.values() for language in backend.languages}
"""The backend that writes each language."""

if TYPE_CHECKING:
    Language = StrEnum
else:
    Language = StrEnum("Language", {name: name for name in WRITERS})
DEFAULT = Language("c")
"""The language unless another is named."""

Questions = Annotated[
    list[str],
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help="What to compute, such as inverse_dynamics; may be repeated: one function then computes all.",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="The formulation to use, such as newton_euler.featherstone. [default: the one with the fewest operations]",
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--parameters",
        metavar="NAMES",
        show_default=False,
        help=f"Arguments of the function instead of constants in it: {', '.join(PARAMETERS)}.",
    ),
]
Wrenches = Annotated[
    list[str] | None,
    typer.Option(
        "--wrench",
        metavar="FRAME",
        show_default=False,
        help="A frame where an external wrench acts, which becomes an argument; may be repeated.",
    ),
]
Folder = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="DIR", help="Folder for the files; created if missing.", show_default=False),
]
In = Annotated[
    Language,
    typer.Option("--language", help="C99 that tests itself, Python that needs only math, or linkwise's program text."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]


def generate(
    robot: Source,
    question: Questions,
    out: Folder,
    language: In = DEFAULT,
    formulation: By = None,
    frame: Frame = None,
    parameters: Parameters = None,
    wrench: Wrenches = None,
    force: Force = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Generate C or Python code for a robot's dynamics.

    The code is customised to the robot: everything constant is worked out beforehand.
    """
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    questions = names(question)
    kernel = arm.compile(
        *questions, formulation=formulation, parameters=names(parameters), wrenches=wrench or (), frame=frame
    )
    name = stem("_and_".join(questions), arm.name)
    writer = WRITERS[language]
    suffixes = writer.languages[language]
    _check_free([out / f"{name}{suffix}" for suffix in suffixes], force)
    program = kernel.program  # before the folder is made: a question without an answer leaves nothing behind
    if not certain(arm.tree) and set(SOLVING) & set(questions):
        remark(
            "where a joint moves no inertia its acceleration is undetermined: the code gives inf or nan there",
            "yellow",
        )
    _make_folder(out)
    files = kernel.save(out / f"{name}{suffixes[0]}")
    use = writer.how_to_use(files[0], name, kernel.signature)
    if json:
        print_json(
            {
                "robot": arm.name,
                "questions": questions,
                "function": name,
                "takes": _arrays(kernel.signature.takes),
                "gives": _arrays(kernel.signature.gives),
                "files": [str(path) for path in files],
                "use": use,
                "count": operations(program),
            }
        )
        return
    screen = console()
    for path in files:
        screen.print(f"wrote {plain(str(path), 200)}", soft_wrap=True)
    screen.print(printable(f"{name}: {kernel.traceable.title}\n{use}"), soft_wrap=True)


def _check_free(paths: list[Path], force: bool) -> None:
    """Refuse names that are taken; with `force`, only those taken by anything but a plain file."""
    for path in paths:
        if not force and os.path.lexists(path):
            raise WriteError(
                f"{shown(path, 200)} exists already.", "Names of new files were expected.", "--force replaces files."
            )
        if os.path.isdir(path.parent):
            check_writable(path)


def _make_folder(path: Path) -> None:
    """Make a folder if there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WriteError(
            f"the folder {shown(path, 200)} cannot be created: {reason}.",
            "A folder that exists or can be created was expected.",
            "name another folder.",
        ) from None


def _arrays(ports: tuple[Port, ...]) -> list[dict[str, Any]]:
    return [{"name": port.name, "shape": port.shape} for port in ports]

"""The options that several commands share, and how their texts are read."""

import inspect
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import typer

from ..errors import shown
from .output import use_digits

_ROBOT = typer.Argument(
    metavar="ROBOT", help="A built-in robot such as panda, or a file: .urdf .xacro .mjcf .xml .toml", show_default=False
)
Source = Annotated[str, _ROBOT]
OptionalSource = Annotated[str | None, _ROBOT]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse links without mass and impossible inertias, instead of warning.")
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="RULE",
        help="Load the file even if it breaks this rule, such as missing-limit; may be repeated.",
        show_default=False,
    ),
]
Arg = Annotated[
    list[str] | None,
    typer.Option(
        "--arg",
        metavar="NAME:=VALUE",
        help="An argument of a xacro file, such as ur_type:=ur5e; may be repeated.",
        show_default=False,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help='Print one JSON document; numbers that are not finite are the strings "nan", "inf", "-inf".'
    ),
]
Digits = Annotated[
    int | None,
    typer.Option(
        "--digits",
        metavar="N",
        min=1,
        max=17,
        callback=use_digits,
        show_default=False,
        help="Significant digits of the numbers in tables; from 15 on, rounding errors are not printed as 0. --json "
        "always has all digits. [default: 4 to 6]",
    ),
]
_in_degrees: ContextVar[bool] = ContextVar("degrees", default=False)


def use_degrees(degrees: bool) -> None:
    """Read angles in degrees from here on; the command line forgets it when the command ends."""
    _in_degrees.set(degrees)


def in_degrees() -> bool:
    """Whether the command was given --deg.

    >>> in_degrees()
    False
    """
    return _in_degrees.get()


Deg = Annotated[
    bool,
    typer.Option(
        "--deg",
        callback=use_degrees,
        help="Positions, velocities and accelerations of joints that turn, and the angles of poses, are in degrees; "
        "answers are in radians.",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="FORMULATION",
        help="The formulation to use, such as newton_euler.luh_walker_paul. [default: chosen automatically]",
        show_default=False,
    ),
]
States = Annotated[
    Path | None,
    typer.Option(
        "--states",
        metavar="FILE",
        help="Many states: a .csv with columns q1 q2 … or q:joint …, or an .npz with arrays of shape (…, n).",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write the states and the answer to a .csv or .npz, replacing the file.",
        show_default=False,
    ),
]
RandomStates = Annotated[
    int, typer.Option("--states", metavar="N", min=1, max=100_000, help="Number of random states.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the random states.")]


def defaults(function: Callable[..., Any]) -> Any:
    """The defaults of a function's arguments by name, so that a command's options have the same.

    >>> from linkwise.verify import verify
    >>> defaults(verify)
    namespace(states=32, seed=0, budget=None, progress=False)
    """
    arguments = inspect.signature(function).parameters.values()
    return SimpleNamespace(**{each.name: each.default for each in arguments if each.default is not each.empty})


def frame_option(what: str) -> Any:
    """The option --frame; `what` says what the frame is for.

    >>> frame_option("Frame of the payload.").help
    'Frame of the payload. [default: the tip]'
    """
    return typer.Option("--frame", metavar="FRAME", help=f"{what} [default: the tip]", show_default=False)


def numbers_option(flag: str, what: str, default: str = "") -> Any:
    """An option that takes one number per joint.

    >>> numbers_option("--qd", "Joint velocities", "0").help
    'Joint velocities, one per joint, such as "0.1 -0.5". [default: 0]'
    """
    ending = f" [default: {default}]" if default else ""
    text = f'{what}, one per joint, such as "0.1 -0.5".{ending}'
    return typer.Option(flag, metavar="NUMBERS", help=text, show_default=False)


Frame = Annotated[str | None, frame_option("The frame of poses and Jacobians.")]
Q = Annotated[str | None, numbers_option("--q", "Joint positions")]
Qd = Annotated[str | None, numbers_option("--qd", "Joint velocities", "0")]
Qdd = Annotated[str | None, numbers_option("--qdd", "Joint accelerations", "0")]
Tau = Annotated[str | None, numbers_option("--tau", "Joint torques and forces")]


def arguments(texts: Iterable[str] | None, flag: str = "--arg") -> dict[str, str]:
    """The arguments of a xacro file, by name.

    >>> arguments(["ur_type:=ur5e", "name:=left arm"]), arguments(None)
    ({'ur_type': 'ur5e', 'name': 'left arm'}, {})
    """
    values: dict[str, str] = {}
    for text in texts or ():
        name, sign, value = text.partition(":=")
        if not (sign and name.strip()):
            raise typer.BadParameter(f"{shown(text)} is not of the form NAME:=VALUE", param_hint=flag)
        if name.strip() in values:
            raise typer.BadParameter(f"{shown(name.strip())} is given twice", param_hint=flag)
        values[name.strip()] = value
    return values


def names(texts: Iterable[str] | None) -> list[str]:
    """The names of an option that may be repeated and whose values may be separated by commas.

    >>> names(["gravity, payload", "friction"]), names(None)
    (['gravity', 'payload', 'friction'], [])
    """
    words = (word.strip() for text in texts or () for word in text.split(","))
    return [word for word in words if word]

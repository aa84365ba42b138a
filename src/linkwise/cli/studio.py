"""`linkwise studio`."""

from typing import Annotated

import typer

from ..load import load
from .options import Allow, Arg, Strict, arguments
from .output import console, print_warnings

Robot = Annotated[
    str,
    typer.Argument(
        metavar="[ROBOT]",
        help="A built-in robot such as panda, or a file: .urdf .xacro .mjcf .xml .toml",
        show_default="panda",
    ),
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")]


def studio(
    robot: Robot = "panda", browser: Browser = True, strict: Strict = False, allow: Allow = None, arg: Arg = None
) -> None:
    """See a robot, its motions and equations in the browser.

    The page is served on this machine alone, at the address that is printed, until Ctrl-C.
    """
    from ..studio import serve  # the server is needed here only

    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    screen = console()

    def ready(address: str) -> None:
        screen.print(f"{arm.name}: {address}", soft_wrap=True, markup=False, highlight=False)
        screen.print("Ctrl-C ends the studio.", soft_wrap=True)

    serve(arm, browser=browser, ready=ready)

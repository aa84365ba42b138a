"""`linkwise verify`."""

from typing import Annotated

import typer

from ..load import load
from ..verify import verify as put_to_the_test
from .options import Allow, Json, Source, Strict
from .output import document, harmless, report

States = Annotated[int, typer.Option("--states", metavar="N", min=1, max=100_000, help="How many random states.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another number gives other states.")]


def verify(
    robot: Source, states: States = 32, seed: Seed = 0, json: Json = False, strict: Strict = False, allow: Allow = None
) -> None:
    """Put the laws of dynamics to a robot at random states, and print a certificate of what came out.

    M > 0, dM/dt - 2C skew, power balance, Y pi = tau, ID of FD, derivatives, all formulations, 50 digits, and more. The
    exit status is 1 where a law fails.
    """
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    found = put_to_the_test(arm, states=states, seed=seed)
    if json:
        document(found.data)
    else:
        typer.echo(harmless(str(found)))
    if not found.holds:
        raise typer.Exit(1)

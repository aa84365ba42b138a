"""`linkwise verify`."""

from typing import Annotated

import typer

from ..load import load
from ..verify import verify as check_laws
from ..verify.certificate import CERTIFIED, FAILED, NOTHING, UNFINISHED
from .options import Allow, Arg, Json, RandomStates, Seed, Source, Strict, arguments, defaults
from .output import print_json, print_warnings, printable

DEFAULT = defaults(check_laws)

STATUSES = {CERTIFIED: 0, FAILED: 1, NOTHING: 3, UNFINISHED: 4}
"""The exit status of each outcome; 1 also stands for an error, 2 for a command line that was not understood."""

Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        show_default=False,
        help="The most time to spend; laws that were not reached by then are listed as such. [default: no limit]",
    ),
]


def verify(
    robot: Source,
    states: RandomStates = DEFAULT.states,
    seed: Seed = DEFAULT.seed,
    budget: Budget = DEFAULT.budget,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Check the laws of mechanics on a robot at random states.

    M is symmetric and positive definite, dM/dt - 2C is skew, power balances, Y pi = tau, forward undoes inverse
    dynamics, derivatives are right, all formulations agree, 50-digit arithmetic agrees, and more. It prints a
    certificate with the worst figures.

    The exit status is 0 if the robot is certified, 1 if a law fails or after an error, 3 if there is nothing to certify
    (no joint moves, or no link has mass), 4 if the budget was spent before all laws were tested.
    """
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    certificate = check_laws(arm, states=states, seed=seed, budget=budget, progress=True)
    if json:
        print_json(certificate.data)
    else:
        typer.echo(printable(str(certificate)))
    if STATUSES[certificate.verdict]:
        raise typer.Exit(STATUSES[certificate.verdict])

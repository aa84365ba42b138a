"""`linkwise verify`."""

import typer

from ..load import load
from ..verify import verify as check_laws
from .options import Allow, Json, RandomStates, Seed, Source, Strict, defaults
from .output import print_json, print_warnings, printable

DEFAULT = defaults(check_laws)


def verify(
    robot: Source,
    states: RandomStates = DEFAULT.states,
    seed: Seed = DEFAULT.seed,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Check the laws of mechanics on a robot at random states.

    M is symmetric and positive definite, dM/dt - 2C is skew, power balances, Y pi = tau, forward undoes inverse
    dynamics, derivatives are right, all formulations agree, 50-digit arithmetic agrees, and more. It prints a
    certificate with the worst figures. The exit status is 1 if a law fails.
    """
    arm = load(robot, strict=strict, allow=allow or ())
    print_warnings(arm.report)
    certificate = check_laws(arm, states=states, seed=seed)
    if json:
        print_json(certificate.data)
    else:
        typer.echo(printable(str(certificate)))
    if not certificate.holds:
        raise typer.Exit(1)

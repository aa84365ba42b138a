"""`linkwise gravity`."""

from .ask import ask
from .options import Allow, Arg, By, Deg, Digits, Json, Out, Q, Source, States, Strict


def gravity(
    robot: Source,
    q: Q = None,
    states: States = None,
    out: Out = None,
    by: By = None,
    deg: Deg = False,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """The joint torques that hold the robot against gravity.

    Give one posture by --q, or many by --states. For a sliding joint the torque is a force in N.
    """
    ask(
        "gravity_forces", robot, {"q": q}, states=states, out=out, by=by, json=json, strict=strict, allow=allow, arg=arg
    )

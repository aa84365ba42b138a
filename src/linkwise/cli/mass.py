"""`linkwise mass`."""

from .ask import ask
from .options import Allow, Arg, By, Deg, Digits, Json, Out, Q, Source, States, Strict


def mass(
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
    """The joint-space mass matrix M(q).

    Give one posture by --q, or many by --states.
    """
    ask("mass_matrix", robot, {"q": q}, states=states, out=out, by=by, json=json, strict=strict, allow=allow, arg=arg)

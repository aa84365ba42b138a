"""`linkwise gravity`."""

from .ask import ask
from .options import Allow, By, Json, Out, Q, Source, States, Strict


def gravity(
    robot: Source,
    q: Q = None,
    states: States = None,
    out: Out = None,
    by: By = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """The joint torques and forces that hold the robot at rest."""
    ask("gravity_forces", robot, {"q": q}, states=states, out=out, by=by, json=json, strict=strict, allow=allow)

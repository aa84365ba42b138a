"""`linkwise id`."""

from .ask import ask
from .options import Allow, Arg, By, Deg, Digits, Json, Out, Q, Qd, Qdd, Source, States, Strict


def inverse(
    robot: Source,
    q: Q = None,
    qd: Qd = None,
    qdd: Qdd = None,
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
    """Inverse dynamics: the joint torques from accelerations.

    Give one state by --q, --qd and --qdd, or many by --states. For a sliding joint the torque is a force in N.
    """
    ask(
        "inverse_dynamics",
        robot,
        {"q": q, "qd": qd, "qdd": qdd},
        states=states,
        out=out,
        by=by,
        json=json,
        strict=strict,
        allow=allow,
        arg=arg,
    )

"""`linkwise fd`."""

from .ask import ask
from .options import Allow, Arg, By, Deg, Digits, Json, Out, Q, Qd, Source, States, Strict, Tau


def forward(
    robot: Source,
    q: Q = None,
    qd: Qd = None,
    tau: Tau = None,
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
    """Forward dynamics: the joint accelerations from torques.

    Give one state by --q, --qd and --tau, or many by --states. For a sliding joint the torque is a force in N.
    """
    ask(
        "forward_dynamics",
        robot,
        {"q": q, "qd": qd, "tau": tau},
        states=states,
        out=out,
        by=by,
        json=json,
        strict=strict,
        allow=allow,
        arg=arg,
    )

"""M⁻¹, and how accelerations change: the recursions of M and of the derivatives of forces, inverted at the end."""

from ...algebra import Scalar
from ...model import Body, Model
from .matrices import MATRICES
from .recursions import FORCES, Link, Numbers, Recursion

_M, _DERIVATIVES = MATRICES["mass_matrix"], MATRICES["inverse_dynamics_derivatives"]


def _accelerated(
    body: Body,
    q: Scalar,
    qd: Scalar,
    tau: Scalar,
    on: Numbers,
    load: Numbers,
    rising: Numbers,
    back: Numbers,
    came: Numbers,
) -> Link:
    """The same at the accelerations that forces produce."""
    found = FORCES["forward_dynamics"].link(body, q, qd, tau, on, load, rising[:6])
    link = _DERIVATIVES.link(body, q, qd, found.own[0], rising[6:], back, came)
    moving, inwards, Vd = found.passed
    return link._replace(passed=[moving, inwards, [*Vd, *link.passed[0]], link.passed[1]])


def _pushed(model: Model) -> list[list[float]]:
    moving, inwards, Vd = FORCES["forward_dynamics"].start(model)
    on, back = _DERIVATIVES.start(model)
    return [moving, inwards, [*Vd, *on], back]


INVERSES: dict[str, Recursion] = {
    "mass_matrix_inverse": Recursion(
        ("q",), (True, False), _M.start, _M.link, "composite.direct_solve", walk=6, inverts=True
    ),
    "forward_dynamics_derivatives": Recursion(
        ("q", "qd", "tau"),
        (True, False, True, False),
        _pushed,
        _accelerated,
        "linearized.balafoutis_patel_72",
        ("dqdd_dq", "dqdd_dqd", "dqdd_dtau"),
        walk=21,
        inverts=True,
    ),
}
"""Recursions that end by inverting M, by the question they answer."""

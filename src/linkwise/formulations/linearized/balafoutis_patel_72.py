"""The derivatives of forward dynamics: the linearized model solved for the accelerations.

Balafoutis & Patel (1991), eqs. (7.2.1)–(7.2.3).                                                   [balafoutis1991]

Idea: Near a state, small changes obey a linear law δτ = D δq̈ + V δq̇ + P δq. Solved for δq̈ it gives the derivatives
of forward dynamics. One inverse of D serves all three matrices.
When: For linear control design, implicit integration and optimal control; it is what programs use.
"""

from collections.abc import Sequence

from ...algebra import Scalar, inverse
from ...model import Coordinates, Model
from ..composite import direct_solve
from ..scalars import Rows, Scalars
from . import singh_russell_wensing


def forward_dynamics_derivatives(
    model: Model, q: Scalars, qd: Scalars, tau: Scalars, u: Coordinates | None = None
) -> tuple[Rows, Rows, Rows]:
    """∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ.

        δτ = D δq̈ + V δq̇ + P δq                                                        (7.2.1)
        δq̈ = −D⁻¹ P δq − D⁻¹ V δq̇ + D⁻¹ δτ                                             (7.2.2)

    Symbols: D inertia matrix, V and P the derivatives of inverse dynamics by q̇ and q, at the q̈ that τ produces.
    Differs from the book: P and V by singh_russell_wensing, not by Algorithm 7.1, which is for revolute joints only;
    rotors, and coordinates u, as in composite.direct_solve.
    Cost as printed: none.
    """
    qdd = direct_solve.forward_dynamics(model, q, qd, tau, None, u)
    P, V, _ = singh_russell_wensing.inverse_dynamics_derivatives(model, q, qd, qdd if u is None else u.velocities(qdd))
    if u is not None:
        P, V = u.square(P), u.square(V)
    D_inv = inverse(*direct_solve.inertia_matrix(model, q, u))
    return minus_product(D_inv, P), minus_product(D_inv, V), D_inv


def minus_product(A: Rows, B: Rows) -> Rows:
    """−A B."""
    columns = list(zip(*B, strict=True))
    return [[-_dot(row, column) for column in columns] for row in A]


def _dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:], strict=True):
        total = total + x * y
    return total

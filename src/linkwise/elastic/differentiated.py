"""What the motors must do so that the links follow a motion: by differentiating the motion.

From Khalil & Dombre (2002) [9.35a] without damping, with τ = A q̈ + C q̇ + Q of the rigid links,        [khalil2002]

    q_M = q + k⁻¹ τ,   q̇_M = q̇ + k⁻¹ τ̇,   q̈_M = q̈ + k⁻¹ τ̈,

and Γ = I_a q̈_M + friction(q̇_M) + τ by [9.35b]: the motion is needed with its derivatives up to the fourth. τ̇ and τ̈
are exact: the recursion runs on scalars that carry their time derivative, nested twice.
"""

from collections.abc import Sequence
from typing import Any

from ..algebra import Scalar, along
from ..algebra.matrices import plus, times
from ..calls.equations import Equations
from .equations import ElasticEquations, Rows, Scalars


def motion(
    equations: ElasticEquations,
    k_inverse: Rows,
    eq: Equations,
    q: Scalars,
    qd: Scalars,
    qdd: Scalars,
    qddd: Scalars,
    qdddd: Scalars,
) -> dict[str, list[Scalar]]:
    """x = (q, q_M), ẋ, ẍ and the motor torques Γ for a motion of the joints."""
    τ, τd, τdd = twice_differentiated(eq, q, qd, qdd, qddd, qdddd)
    q_M, qd_M, qdd_M = (plus(joint, times(k_inverse, force)) for joint, force in ((q, τ), (qd, τd), (qdd, τdd)))
    Γ = plus(plus(times(equations.I_a, qdd_M), equations.motor_friction([*q, *q_M], qd_M)), τ)
    return {"x": [*q, *q_M], "xd": [*qd, *qd_M], "xdd": [*qdd, *qdd_M], "tau": Γ}


def twice_differentiated(eq: Equations, *derivatives: Scalars) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
    """τ, τ̇ and τ̈ of the inverse dynamics along q, q̇, q̈, q⃛, q⁗.

    >>> import linkwise
    >>> eq = Equations(linkwise.load("pendulum").with_gravity([0, 0, 0]).tree)
    >>> [round(x[0], 12) for x in twice_differentiated(eq, [0.2], [1.0], [3.0], [6.0], [9.0])]  # ⅓ q̈
    [1.0, 2.0, 3.0]
    """
    n = eq.n
    z = [zi for group in derivatives for zi in group]

    def τ(z: Sequence[Scalar]) -> Any:
        return eq.inverse_dynamics(z[:n], z[n : 2 * n], z[2 * n : 3 * n])

    def τ_and_rate(z: Sequence[Scalar]) -> Any:
        return along(τ, z[: 3 * n], z[n : 4 * n])

    (value, rate), (_, second) = along(τ_and_rate, z[: 4 * n], z[n : 5 * n])
    return value, rate, second

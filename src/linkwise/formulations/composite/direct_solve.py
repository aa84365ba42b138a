"""Forward dynamics by building the inertia matrix and solving.

Balafoutis & Patel (1991), §6.2, eqs. (6.2.1)–(6.2.3); the scheme of Walker & Orin (1982).
                                                                                 [balafoutis1991] [walker1982]
"""

from ...algebra import Scalar, solve
from ...model import Model
from ..newton_euler import khalil_dombre
from ..signature import Scalars, Wrenches
from . import walker_orin


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

        b = τ(q, q̇, q̈ = 0)                                                             (6.2.2)
        D(q) q̈ = τ − b                                                                 (6.2.3)

    Symbols: D inertia matrix, b bias of gravity, velocity and external forces.
    Differs from the book: D has the rotor inertias on its diagonal (Khalil & Dombre §9.3.5); L D Lᵀ factors solve.
    Cost as printed: 956 ×, 790 + for n = 6 with Algorithms 6.2 and 5.7 (Table 6.3).
    """
    b = khalil_dombre.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    D = walker_orin.mass_matrix(model, q)
    for i, body in enumerate(model.bodies):
        D[i][i] = D[i][i] + body.joint.rotor.reflected
    return solve(D, [force - bias for force, bias in zip(tau, b, strict=True)])

"""Inertia matrix and forward dynamics by unit accelerations, method 2: only the half of D that symmetry needs.

Balafoutis & Patel (1991), §6.2, eq. (6.2.4) and the text after it; method 2 of Walker & Orin (1982).
                                                                                    [balafoutis1991] [walker1982]

Idea: A unit acceleration of one joint, with no velocities and no gravity, leaves every link before it at rest. The
inverse dynamics of that joint's column of D may start at its own link instead of at the base. Since D is symmetric, it
may also end there: the forces of this joint and of those beyond it are the column's lower half, and the rest is known.
When: To see what symmetry saves compared with method 1; composite bodies, method 3, save more (composite.walker_orin).
"""

from ...algebra import Force, Motion, Scalar
from ...model import Model
from ..accelerations import accelerations
from ..scalars import Rows, Scalars, Wrenches
from . import balafoutis_patel_56


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

        d_ji = (τ_j − b_j) at q̈ = [0 … 1 … 0]ᵀ, the 1 in place i, for j ≥ i only        (6.2.4)
        d_ij = d_ji                                                                    D is symmetric

    Differs from the book: the inverse dynamics is Algorithm 5.4 (no velocities, gravity or external forces); trees (for
    "j ≥ i" read the links that joint i carries); any axis.
    Printed misprints: none.
    Cost as printed: none.
    """
    T = model.poses(q)
    D: Rows = [[0.0] * len(T) for _ in T]
    for i in range(len(T)):
        a: dict[int, Motion] = {}
        f: dict[int, Force] = {}
        for j, body in model.outward():
            if j == i or body.parent in a:
                a[j] = body.S if j == i else a[body.parent].to_child(T[j])
                f[j] = body.inertia @ a[j]
        for j in reversed(f):
            body = model.bodies[j]
            D[j][i] = D[i][j] = body.S.dot(f[j])
            if body.parent in f:
                f[body.parent] = f[body.parent] + f[j].to_parent(T[j])
    return D


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce: D q̈ = τ − b, (6.2.2).

    Differs from the book: as in mass_matrix; rotors on the diagonal of D; b by Algorithm 5.6.
    Cost as printed: none.
    """
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    forces: list[Scalar] = [force - bias for force, bias in zip(tau, b, strict=True)]
    return accelerations(model, q, mass_matrix(model, q), forces)

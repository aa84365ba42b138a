"""Inertia matrix and forward dynamics by unit accelerations, method 1: every column by a whole inverse dynamics.

Balafoutis & Patel (1991), §6.2, eqs. (6.2.1)–(6.2.4); Khalil & Dombre (2002), [9.95]–[9.97]; method 1 of
Walker & Orin (1982).                                            [balafoutis1991] [khalil2002] [walker1982]

Idea: The joint forces τ = D q̈ + b are linear in the accelerations, so the forces for q̈ = 0 are b, and what a unit
acceleration of one joint adds to them is a column of D. Any program for inverse dynamics therefore gives forward
dynamics too: one run for b, one for each column, and one system of linear equations. For the columns, velocities,
gravity and external forces are left out of the inverse dynamics, since they are not part of D.
When: To get forward dynamics from an inverse dynamics that you already have; composite bodies are far cheaper.
"""

from collections.abc import Sequence

from ...algebra import NO_FORCE, NO_MOTION, Motion, Scalar, Transform, Vec3, is_zero
from ...algebra.orthogonal import dot
from ...model import BASE, Model
from ..accelerations import accelerations
from ..scalars import Rows, Scalars, Wrenches
from . import balafoutis_patel_56


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

        d_i = (τ − b) at q̈ = [0 … 1 … 0]ᵀ, the 1 in place i                            (6.2.4)
        with q̇ = 0, g = 0 and no external forces, which makes b = 0                    [9.97]

    Differs from the book: the inverse dynamics is Algorithm 5.4; both halves of D are computed, as in the source, and
    their mean is returned, so that D is symmetric to the last bit; trees; any axis.
    Printed misprints: none.
    Cost as printed: none.
    """
    T = model.poses(q)
    units = [[float(i == j) for j in range(len(T))] for i in range(len(T))]
    d = [inertial_forces(model, T, unit) for unit in units]
    return [[d[i][i] if i == j else 0.5 * (d[i][j] + d[j][i]) for j in range(len(T))] for i in range(len(T))]


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

        τ = D q̈ + b,   b = C + G + Jᵀf                                                 (6.2.2), (6.2.3)
        b is the inverse dynamics with q̈ = 0, D by (6.2.4), and D q̈ = τ − b is solved

    Differs from the book: as in mass_matrix; b by Algorithm 5.6; rotors on the diagonal of D.
    Cost as printed: none.
    """
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    return accelerations(model, q, mass_matrix(model, q), [force - bias for force, bias in zip(tau, b, strict=True)])


def inertial_forces(model: Model, T: Sequence[Transform], qdd: Scalars) -> list[Scalar]:
    """D q̈: inverse dynamics by Algorithm 5.4, (5.2.26)–(5.2.27), without velocities, gravity and external forces.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum").tree
    >>> unit, twice = (inertial_forces(pendulum, [pendulum.bodies[0].pose(0.3)], [a]) for a in (1.0, 2.0))
    >>> twice[0] / unit[0]
    2.0
    """
    a, f = [NO_MOTION] * (len(T) + 1), [NO_FORCE] * len(T)  # the last a is the base's
    for i, body in model.outward():
        S = body.S
        a[i] = a[body.parent].to_child(T[i]) + Motion(_times(S.ω, qdd[i]), _times(S.v, qdd[i]))
        f[i] = body.inertia @ a[i]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        S = body.S
        τ[i] = dot(S.ω.components, f[i].n.components) + dot(S.v.components, f[i].f.components)
        if body.parent != BASE:
            f[body.parent] = f[body.parent] + f[i].to_parent(T[i])
    return τ


def _times(axis: Vec3, k: Scalar) -> Vec3:
    """axis k, without products with 0: if k is a long formula, finding out that they are 0 takes longest."""
    x, y, z = (0.0 if is_zero(c) else c * k for c in axis.components)
    return Vec3(x, y, z, axis.frame)

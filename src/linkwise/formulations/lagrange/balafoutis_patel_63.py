"""Kinetic energy, and the inertia matrix from it, by Balafoutis & Patel.

Balafoutis & Patel (1991), §6.3.3, eqs. (6.3.36)–(6.3.46).                                         [balafoutis1991]

Idea: Velocities of the links are sums over the joints below them, so the kinetic energy is a double sum over joints of
what the links beyond both of them contribute. The coefficient of two joint velocities is an element of the inertia
matrix: the later joint's generalized link, its inertia and first moment taken about that joint, between the two axes.
It is the same expression that Newton's and Euler's equations give, which is what the derivation was made to show.
When: To see that energy and momentum lead to one inertia matrix; for speed take composite.balafoutis_patel_62.
"""

from ...algebra import ZERO, ZERO3, Scalar, tilde
from ...model import Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from ..scope import Scope

SCOPE = Scope(prismatic=False, massless=False)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

        Φ = ½ Σ_k [m_k ṙ_0k·ṙ_0k + ω_k·I_Ck ω_k],   ṙ_0k = Σ_{i≤k} z_i × r_ik q̇_i,   ω_k = Σ_{i≤k} z_i q̇_i
                                                                                       (6.3.37)–(6.3.39)
        d_ji = z_j·Σ_{k≥i} [I_Ck − m_k r̃_jk r̃_ik]·z_i,   j ≤ i                         (6.3.42)
        E_oi = Σ_{k≥i} [I_Ck − m_k r̃_ik r̃_ik],   U_oi = Σ_{k≥i} m_k r_ik               (6.3.3), (6.3.4)
        d_ji = z_j·[E_oi − s̃_ji Ũ_oi]·z_i                                              (6.3.43), (6.3.44)

    Symbols: r_ik from the origin of link i to the centre of mass of link k, s_ji from origin to origin, I_C inertia at
    the centre of mass; all seen from the base.
    Differs from the book: trees, where k ≥ i reads "k is i or is carried by it"; any axis; frame of the base, not
    (6.3.45)'s.
    Printed misprints: ERRATA E2-17.
    Cost as printed: none.
    """
    SCOPE.check(model)
    T = poses_in_base(model, q)
    E, U = [ZERO3] * len(T), [ZERO] * len(T)
    for k, body in model.outward():
        I_C, m = T[k].R.turn_symmetric(body.inertia.I_com).full, body.inertia.m
        for i in model.ancestors(k):
            r = T[k].point(body.inertia.com) - T[i].p
            E[i] = E[i] + (I_C - tilde(r).after(tilde(r)) * m)
            U[i] = U[i] + r * m
    z = [X.R @ body.S.ω for X, body in zip(T, model.bodies, strict=True)]
    D: Rows = [[0.0] * len(T) for _ in T]
    for i in range(len(T)):
        for j in model.ancestors(i):
            s = tilde(T[i].p - T[j].p)
            D[j][i] = D[i][j] = z[j].dot((E[i] - s.after(tilde(U[i]))) @ z[i])
    return D


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy Φ of the links.

        Φ = ½ Σ_k [m_k ṙ_0k·ṙ_0k + ω_k·I_Ck ω_k]                                       (6.3.36), (6.3.37)
        ṙ_0k = Σ_{i≤k} z_i × r_ik q̇_i,   ω_k = Σ_{i≤k} z_i q̇_i                         (6.3.38), (6.3.39)

    Symbols: as in mass_matrix.
    Differs from the book: trees; any axis; frame of the base, but for ω_k·I_Ck ω_k in link k's.
    """
    SCOPE.check(model)
    T = poses_in_base(model, q)
    turning = [X.R @ (body.S.ω * v) for X, body, v in zip(T, model.bodies, qd, strict=True)]
    Φ: Scalar = 0.0
    for k, body in model.outward():
        c, ω, ṙ = T[k].point(body.inertia.com), ZERO, ZERO
        for i in model.ancestors(k):
            ω, ṙ = ω + turning[i], ṙ + turning[i].cross(c - T[i].p)
        ω = T[k].R.T @ ω
        Φ = Φ + 0.5 * (body.inertia.m * ṙ.dot(ṙ) + ω.dot(body.inertia.I_com @ ω))
    return Φ

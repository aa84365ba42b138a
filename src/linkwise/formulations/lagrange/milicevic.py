"""Inverse dynamics and energies by the dynamic coefficients D, h and c of the Lagrange–Euler equations.

Milićević, Golubović & Slavković, Transformation Matrix Approach, eqs. (2.3)–(2.15).                [milicevic2007]

Idea: The equations of motion are polynomials in velocities and accelerations whose coefficients depend on the position
alone. Each coefficient has its own meaning: D_ik is the inertia joint i feels when joint k accelerates, h_ikm what
it feels when joints k and m move, c_i what it carries. D and h are traces of derivatives of 4×4 transformation matrices
around the pseudo-inertias of the links.
When: To look at one coefficient at a time, or where a controller or a proof needs the h_ikm (the Christoffel symbols)
themselves; for speed take newton_euler.khalil_dombre.
"""

from ...algebra import Scalar, pseudo_inertia, tr
from ...model import Model
from ..scalars import Rows, Scalars
from . import trace_forms
from .partial_derivatives import links, second_derivatives


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        τ_i = Σ_k D_ik q̈_k + Σ_k Σ_m h_ikm q̇_k q̇_m + c_i                             (2.5)

    Symbols: D, h, c as in the other functions of this module.
    Differs from the paper: Q acts in the child frame, since joint i's axis is in frame i, not i−1
    (partial_derivatives.py); trees; any axis; a link needs no centre of mass, since m r̄ is one parameter.
    Printed misprints: ERRATA E3-1, in (2.4), which (2.5) and (2.15) do not share.
    Cost as printed: 128/3 n⁴ + 512/3 n³ + 739/3 n² + 160/3 n ×, 98/3 n⁴ + 781/6 n³ + 559/3 n² + 245/6 n +
    (101348, 77405 for n = 6; Table 3).
    """
    D, h, c = mass_matrix(model, q), velocity_coefficients(model, q), gravity_forces(model, q)
    joints = range(len(c))
    τ: list[Scalar] = []
    for i in joints:
        h_i: Scalar = 0.0
        for k in joints:
            for m in joints:
                h_i = h_i + h[i][k][m] * (qd[k] * qd[m])
        inertial: Scalar = 0.0
        for k in joints:
            inertial = inertial + D[i][k] * qdd[k]
        τ.append(inertial + h_i + c[i])
    return τ


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The inertial, acceleration-related matrix D.

        U_ij = ∂⁰A_i/∂q_j                                                              after (2.3)
        D_ik = Σ_{j≥i,k} Tr(U_jk J_j U_jiᵀ)                                            (2.11)

    Symbols: ⁰A_i pose of link i in the base, J_i its 4×4 pseudo-inertia at its own frame.
    Differs from the paper: as in inverse_dynamics; D_ki is taken from D_ik.
    """
    return trace_forms.inertias(model, links(model, q))


def velocity_coefficients(model: Model, q: Scalars) -> list[Rows]:
    """The coefficients h: joint i feels h_ikm q̇_k q̇_m when joints k and m move; the Christoffel symbols of D.

        U_ijk = ∂U_ij/∂q_k                                                             after (2.3)
        h_ikm = Σ_{j≥i,k,m} Tr(U_jkm J_j U_jiᵀ)                                        (2.14)

    Differs from the paper: as in inverse_dynamics; it is written Tr(U_ji J_j U_jkmᵀ), so that U_ji J_j serves all k, m.

    >>> import linkwise
    >>> h = velocity_coefficients(linkwise.load("planar2r").tree, [0.3, 0.5])
    >>> round(h[0][0][0], 12) + 0.0, h[0][0][1] == h[0][1][0], round(h[0][1][1] + h[1][0][0], 12) + 0.0
    (0.0, True, 0.0)
    """
    L = links(model, q)
    U, UU = L.dW, second_derivatives(model, L)
    h: list[Rows] = [[[0.0] * len(U) for _ in U] for _ in U]
    for j, body in model.outward():
        J = pseudo_inertia(body.inertia)
        for i in U[j]:
            UJ = U[j][i] @ J
            for (k, m), U_jkm in UU[j].items():
                h[i][k][m] = h[i][k][m] + tr(UJ, U_jkm.T)
    return h


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix C for which C q̇ are the velocity forces and Ḋ − 2C is skew.

        C_ik = Σ_m h_ikm q̇_m,   so that C q̇ = h(q, q̇)                                 (2.13)

    Differs from the paper: as in inverse_dynamics; it prints the vector h_i alone. Because h_ikm = h_imk are the
    Christoffel symbols of D, this factor of q̇ is the one that makes Ḋ − 2C skew.
    """
    C: Rows = []
    for h_i in velocity_coefficients(model, q):
        C.append([0.0] * len(h_i))
        for k, h_ik in enumerate(h_i):
            for m, h_ikm in enumerate(h_ik):
                C[-1][k] = C[-1][k] + h_ikm * qd[m]
    return C


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """The gravity loading c.

        c_i = Σ_{j≥i} (− m_j g U_ji r̄_j)                                               (2.15)

    Symbols: g the row (g_x, g_y, g_z, 0) of the gravity acceleration, r̄_j centre of mass in frame j.
    Differs from the paper: as in inverse_dynamics.
    """
    return trace_forms.gravity(model, links(model, q))


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy E_K.

        E_K = ½ Σ_i Σ_j Σ_k Tr(U_ij J_i U_ikᵀ) q̇_j q̇_k                                 (2.3), L = E_K − E_P

    Differs from the paper: as in inverse_dynamics.
    """
    return trace_forms.kinetic(model, links(model, q), qd)


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """The potential energy E_P.

        E_P = − Σ_i m_i g ⁰A_i r̄_i                                                     (2.3), L = E_K − E_P

    Differs from the paper: as in inverse_dynamics.
    """
    return trace_forms.potential(model, links(model, q))

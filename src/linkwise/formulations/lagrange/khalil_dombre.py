"""Energies linear in the inertial parameters, and Khalil & Dombre's Lagrangian model from their coefficients.

Khalil & Dombre (2002), eqs. [9.4]–[9.8], [9.16]–[9.18] and [9.25b], §9.3.3.                         [khalil2002]

Idea: Each link's kinetic and potential energy follows from the velocity of its frame by a recursion outwards, and is
linear in its ten inertial parameters. The kinetic energy is a quadratic form in the joint velocities, so its value with
one or two joints moving at unit speed gives the elements of the inertia matrix. Derivatives of that matrix with respect
to the joint positions give the Coriolis matrix, those of the potential energy the gravity forces.
When: To derive a small arm's model by hand or with symbols, and to have its energy; for numbers of larger arms take
newton_euler.khalil_dombre.
"""

from ...algebra import ZERO, Scalar, gradient, note
from ...algebra.orthogonal import dot
from ...model import BASE, Model
from ..base_motion import BaseMotion
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from .lynch_park import christoffel, coriolis


def kinetic_energy(model: Model, q: Scalars, qd: Scalars, base: BaseMotion | None = None) -> Scalar:
    """The kinetic energy E of the links.

        E_j = ½ [ω_jᵀ J_j ω_j + M_j V_jᵀ V_j + 2 MS_jᵀ (V_j × ω_j)]                     [9.16]
        ω_j = ʲA_{j−1} ω_{j−1} + σ̄ q̇ a,   V_j = ʲA_{j−1} (V_{j−1} + ω_{j−1} × P_j) + σ q̇ a   [9.17], [9.18]
    started from ω_0 and V_0, which are 0 if the base rests.

    Differs from the book: trees; any axis; rotors are added outside (terms.py).  Printed misprints: ERRATA E4-1.
    """
    ω, V = [ZERO] * (len(model.bodies) + 1), [ZERO] * (len(model.bodies) + 1)  # the last entry is the base's
    if base is not None:
        ω[BASE], V[BASE] = base.ω, base.v
    E: Scalar = 0.0
    for j, body in model.outward():
        T, a, k = body.pose(q[j]), body.S, body.parent
        M, MS, J = body.inertia.m, body.inertia.h, body.inertia.I
        ω[j] = T.R.T @ ω[k] + a.ω * qd[j]
        V[j] = T.R.T @ (V[k] + ω[k].cross(T.p)) + a.v * qd[j]
        note(j + 1, ω=ω[j], V=V[j])
        E = E + 0.5 * (ω[j].dot(J @ ω[j]) + M * V[j].dot(V[j]) + 2.0 * MS.dot(V[j].cross(ω[j])))
    return E


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """The potential energy U of the moving links, zero for a mass at the base's origin.

        U_j = −⁰gᵀ (M_j ⁰P_j + ⁰A_j MS_j)                                              [9.25b]

    Differs from the book: trees; any axis.
    """
    U: Scalar = 0.0
    for body, T in zip(model.bodies, poses_in_base(model, q), strict=True):
        U = U - model.gravity.dot(T.p * body.inertia.m + T.R @ body.inertia.h)
    return U


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The inertia matrix A, from the coefficients of the kinetic energy, §9.3.3.

        E = ½ q̇ᵀ A q̇                                                                   [9.5]
        A_ii is the coefficient of q̇_i²/2 in E, A_ij that of q̇_i q̇_j

    Symbols: E(…) below is the energy with only the joints named moving, at unit speed.
    Differs from the book: coefficients are read from values, A_ii = 2 E(i), A_ij = E(i, j) − E(i) − E(j), not from
    formulas; joints of different branches have none; trees; any axis.
    Printed misprints: "A_ij" for A_ii in the book's first case.
    """

    def E(*joints: int) -> Scalar:
        return kinetic_energy(model, q, [1.0 if k in joints else 0.0 for k in range(len(q))])

    alone = [E(i) for i in range(len(q))]
    A: Rows = [[0.0] * len(q) for _ in q]
    for i in range(len(q)):
        A[i][i] = 2.0 * alone[i]
        for j in model.ancestors(i)[1:]:
            A[i][j] = A[j][i] = E(i, j) - (alone[i] + alone[j])
    return A


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix C of Christoffel symbols.

        C_ij = Σ_k c_{i,jk} q̇_k,   c_{i,jk} = ½ [∂A_ij/∂q_k + ∂A_ik/∂q_j − ∂A_jk/∂q_i]   [9.7]

    Differs from the book: trees; any axis.
    """
    return coriolis(christoffel(lambda at: mass_matrix(model, at), q)[1], qd)


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """The gravity forces Q_i = ∂U/∂q_i, [9.8].  Differs from the book: trees; any axis."""
    return gradient(lambda at: potential_energy(model, at), q)[1]


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces Γ that produce the accelerations q̈.

        Γ_i = d/dt ∂L/∂q̇_i − ∂L/∂q_i,   L = E − U                                      [9.4a,b]
        Γ = A(q) q̈ + C(q, q̇) q̇ + Q(q)                                                 [9.6]

    Symbols: A, C, Q as given by mass_matrix, coriolis_matrix and gravity_forces.
    Differs from the book: trees; any axis; rotors are added outside (terms.py).  Printed misprints: ERRATA E4-1.
    Cost as printed: none.
    """
    A, c = christoffel(lambda at: mass_matrix(model, at), q)
    C, Q = coriolis(c, qd), gravity_forces(model, q)
    return [dot(a, qdd) + dot(row, qd) + Qi for a, row, Qi in zip(A, C, Q, strict=True)]

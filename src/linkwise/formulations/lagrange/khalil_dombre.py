"""Kinetic and potential energy, linear in the inertial parameters.

Khalil & Dombre (2002), eqs. [9.16]–[9.18] and [9.25b].                                              [khalil2002]
"""

from ...algebra import ZERO, Scalar
from ...model import Model
from ..kinematics.orin_schrader import poses
from ..signature import Scalars


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy E of the links.

        E_j = ½ [ω_jᵀ J_j ω_j + M_j V_jᵀ V_j + 2 MS_jᵀ (V_j × ω_j)]                     [9.16]
        ω_j = ʲA_{j−1} ω_{j−1} + σ̄ q̇ a,   V_j = ʲA_{j−1} (V_{j−1} + ω_{j−1} × P_j) + σ q̇ a   [9.17], [9.18]

    Differs from the book: trees; any axis; rotors are added around.  Printed misprints: ERRATA E4-1.
    """
    ω, V = [ZERO] * (len(model.bodies) + 1), [ZERO] * (len(model.bodies) + 1)  # the last entry is the base's
    E: Scalar = 0.0
    for j, body in enumerate(model.bodies):
        T, a, k = body.pose(q[j]), body.joint.S(body.name), body.parent
        M, MS, J = body.inertia.m, body.inertia.h, body.inertia.I
        ω[j] = T.R.T @ ω[k] + a.ω * qd[j]
        V[j] = T.R.T @ (V[k] + ω[k].cross(T.p)) + a.v * qd[j]
        E = E + 0.5 * (ω[j].dot(J @ ω[j]) + M * V[j].dot(V[j]) + 2.0 * MS.dot(V[j].cross(ω[j])))
    return E


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """The potential energy U of the moving links, zero for a mass at the base's origin.

        U_j = −⁰gᵀ (M_j ⁰P_j + ⁰A_j MS_j)                                              [9.25b]

    Differs from the book: trees; any axis.
    """
    U: Scalar = 0.0
    for body, T in zip(model.bodies, poses(model, q), strict=True):
        U = U - model.gravity.dot(T.p * body.inertia.m + T.R @ body.inertia.h)
    return U

"""Forward dynamics by three recursions, without the inertia matrix: the articulated-body method.

Khalil & Dombre (2002), eqs. [9.100]–[9.124].                                                        [khalil2002]
"""

from ...algebra import NO_FORCE, NO_MOTION, ZERO, Force, Mat6, Motion, Scalar
from ...model import BASE, Model
from ..determinacy import bounds, require
from ..signature import Scalars, Wrenches


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

    Forward, for each link j on its parent j−1, with 𝕋 = ʲ𝕋_{j−1}:
        γ_j = (A [ω_{j−1} × (ω_{j−1} × P_j)] + 2σ ʲω_{j−1} × q̇ a,  σ̄ ʲω_{j−1} × q̇ a)  [9.101]
        β_j = −f_ej − (ω_j × (ω_j × MS_j),  ω_j × (J_j ω_j))                           [9.103]
    Backward:
        H_j = aᵀ 𝕁*_j a + Ia_j                                                         [9.116]
        𝕂_j = 𝕁*_j − 𝕁*_j a H_j⁻¹ aᵀ 𝕁*_j                                              [9.117]
        α_j = 𝕂_j γ_j + 𝕁*_j a H_j⁻¹ (τ_j + aᵀ β*_j) − β*_j                            [9.118]
        β*_{j−1} = β_{j−1} − 𝕋ᵀ α_j,   𝕁*_{j−1} = 𝕁_{j−1} + 𝕋ᵀ 𝕂_j 𝕋                   [9.119], [9.120]
    Forward:
        ʲV̇_{j−1} = 𝕋 V̇_{j−1}                                                           [9.121]
        q̈_j = H_j⁻¹ [−aᵀ 𝕁*_j (ʲV̇_{j−1} + γ_j) + τ_j + aᵀ β*_j]                        [9.122]
        V̇_j = ʲV̇_{j−1} + a q̈_j + γ_j                                                   [9.124]
    started from V̇_0 = (−g, 0).

    Symbols: V̇ acceleration of the link's origin with its angular acceleration, 𝕁 spatial inertia, a the joint's unit
    motion, Ia rotor inertia; f_e minus the environment's wrench.
    Differs from the book: trees; any axis; angular part first; friction [9.106] is taken off τ around the recursion.
    Printed misprints: ERRATA E4-3 in [9.106], E4-6 and E4-7 in the derivation [9.104]–[9.113].
    Cost as printed: 889 ×, 653 + for the RX-90, customised with base parameters.
    """
    T = [body.pose(qj) for body, qj in zip(model.bodies, q, strict=True)]
    count = len(T)
    a = [body.joint.S(body.name) for body in model.bodies]
    ω = [ZERO] * (count + 1)  # the last entry is the base's
    γ, β = [NO_MOTION] * count, [NO_FORCE] * count
    for j, body in enumerate(model.bodies):
        k, A, P = body.parent, T[j].R.T, T[j].p
        MS, J = body.inertia.h, body.inertia.I
        ω_k = A @ ω[k]
        ω[j] = ω_k + a[j].ω * qd[j]
        centripetal = A @ ω[k].cross(ω[k].cross(P))
        γ[j] = Motion(ω_k.cross(a[j].ω * qd[j]), centripetal + ω_k.cross(a[j].v * qd[j]) * 2.0)
        β[j] = -Force(ω[j].cross(J @ ω[j]), ω[j].cross(ω[j].cross(MS)))
        if wrenches is not None:
            β[j] = β[j] + wrenches[j]
    J_star, bound = [Mat6.of(body.inertia) for body in model.bodies], bounds(model, T)
    Ja, H_inv, drive = [NO_FORCE] * count, [0.0] * count, [0.0] * count
    for j in reversed(range(count)):
        body = model.bodies[j]
        Ja[j] = J_star[j] @ a[j]
        H = a[j].dot(Ja[j]) + body.joint.rotor.reflected
        require(H, bound[j], body.joint.name, model.name)
        H_inv[j] = 1.0 / H
        drive[j] = tau[j] + a[j].dot(β[j])
        if body.parent != BASE:
            K = J_star[j] - Mat6.product(Ja[j] * H_inv[j], Ja[j])
            α = K @ γ[j] + Ja[j] * (H_inv[j] * drive[j]) - β[j]
            β[body.parent] = β[body.parent] - α.to_parent(T[j])
            J_star[body.parent] = J_star[body.parent] + K.to_parent(T[j])
    Vd = [NO_MOTION] * (count + 1)
    Vd[BASE] = Motion(ZERO, -model.gravity)
    qdd: list[Scalar] = [0.0] * count
    for j, body in enumerate(model.bodies):
        free = Vd[body.parent].to_child(T[j]) + γ[j]
        qdd[j] = H_inv[j] * (drive[j] - free.dot(Ja[j]))
        Vd[j] = free + a[j] * qdd[j]
    return qdd

"""Forward dynamics by three recursions, without the inertia matrix: the articulated-body method.

Khalil & Dombre (2002), eqs. [9.100]–[9.124].                                                        [khalil2002]

Idea: Seen through a joint that is free to move, the links beyond it still resist like one body, with an inertia that
is no longer a rigid body's: the articulated inertia. It is found from the tips to the base, subtracting at each joint
the part to which that joint yields. A last pass outward then releases one acceleration after the other, and no
matrix is ever built.
When: For forward dynamics of long chains, since its cost grows linearly with the number of joints; on a general arm of
up to sixteen joints composite.direct_solve takes fewer operations.
"""

from ...algebra import NO_FORCE, NO_MOTION, ZERO, Force, Mat6, Motion, Scalar, Transform, Vec3
from ...model import BASE, Body, Model
from ..base_motion import BaseMotion, start
from ..determinacy import bounds, require
from ..scalars import Scalars, Wrenches


def forward_dynamics(
    model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
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
    started from ω_0 and V̇_0 = (V̇_0 − g, ω̇_0), all known; of a base at rest ω_0 = 0, V̇_0 = (−g, 0).

    Symbols: V̇ acceleration of the link's origin with its angular acceleration, 𝕁 spatial inertia, a the joint's unit
    motion, Ia rotor inertia; f_e minus the environment's wrench.
    Differs from the book: trees; any axis; angular part first; friction [9.106] is subtracted from τ first (terms.py).
    Printed misprints: ERRATA E4-3 in [9.106], E4-6 and E4-7 in the derivation [9.104]–[9.113].
    Cost as printed: 889 ×, 653 + for the RX-90, customised with base parameters.
    """
    T = model.poses(q)
    count = len(T)
    ω, Vd = [ZERO] * (count + 1), [NO_MOTION] * (count + 1)  # the last entries are the base's
    ω[BASE], ωd_0, vd_0 = start(model, base)
    Vd[BASE] = Motion(ωd_0, vd_0)
    γ, β = [NO_MOTION] * count, [NO_FORCE] * count
    for j, body in model.outward():
        ω[j], γ[j], β[j] = outward(body, T[j], ω[body.parent], qd[j])
        if wrenches is not None:
            β[j] = β[j] + wrenches[j]
    J_star, bound = [Mat6.of(body.inertia) for body in model.bodies], bounds(model, T)
    Ja, H_inv, drive = [NO_FORCE] * count, [0.0] * count, [0.0] * count
    for j, body in model.inward():
        Ja[j], H = felt(body, J_star[j])
        require(H, bound[j], body.joint.name, model)
        H_inv[j] = 1.0 / H
        drive[j] = tau[j] + body.S.dot(β[j])
        if body.parent != BASE:
            α, K = inward(J_star[j], Ja[j], H_inv[j], drive[j], γ[j], β[j])
            β[body.parent] = β[body.parent] - α.to_parent(T[j])
            J_star[body.parent] = J_star[body.parent] + K.to_parent(T[j])
    qdd: list[Scalar] = [0.0] * count
    for j, body in model.outward():
        free = Vd[body.parent].to_child(T[j]) + γ[j]
        qdd[j], Vd[j] = accelerated(body, free, Ja[j], H_inv[j], drive[j])
    return qdd


def outward(body: Body, T: Transform, ω_k: Vec3, qd: Scalar) -> tuple[Vec3, Motion, Force]:
    """[9.101], [9.103] for link j on its parent k: ω_j, γ_j, β_j without the environment's wrench."""
    a, A, P = body.S, T.R.T, T.p
    MS, J = body.inertia.h, body.inertia.I
    j_ω_k = A @ ω_k
    ω = j_ω_k + a.ω * qd
    centripetal = A @ ω_k.cross(ω_k.cross(P))
    γ = Motion(j_ω_k.cross(a.ω * qd), centripetal + j_ω_k.cross(a.v * qd) * 2.0)
    return ω, γ, -Force(ω.cross(J @ ω), ω.cross(ω.cross(MS)))


def felt(body: Body, J_star: Mat6) -> tuple[Force, Scalar]:
    """𝕁*_j a and [9.116] H_j."""
    a = body.S
    Ja = J_star @ a
    return Ja, a.dot(Ja) + body.joint.rotor.reflected


def inward(J_star: Mat6, Ja: Force, H_inv: Scalar, drive: Scalar, γ: Motion, β: Force) -> tuple[Force, Mat6]:
    """[9.117], [9.118] for one link: α_j and 𝕂_j, where the drive is τ_j + aᵀ β*_j."""
    K = J_star - Mat6.product(Ja * H_inv, Ja)
    return K @ γ + Ja * (H_inv * drive) - β, K


def accelerated(body: Body, free: Motion, Ja: Force, H_inv: Scalar, drive: Scalar) -> tuple[Scalar, Motion]:
    """[9.122], [9.124] for one link: q̈_j and V̇_j, where `free` is ʲV̇_{j−1} + γ_j, V̇_j with the joint held."""
    qdd = H_inv * (drive - free.dot(Ja))
    return qdd, free + body.S * qdd

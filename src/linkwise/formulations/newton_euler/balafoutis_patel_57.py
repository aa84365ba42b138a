"""Inverse dynamics by the Cartesian-tensor Newton–Euler recursion with augmented links.

Balafoutis & Patel (1991), Algorithm 5.7, eqs. (5.3.44)–(5.3.46).                                  [balafoutis1991]
"""

from ...algebra import ZERO, ZERO3, Scalar, angular_acceleration_tensor, euler_tensor, torque
from ...algebra.inertia import shift
from ...model import BASE, Model
from ..signature import Scalars, Wrenches


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Augmented links carry the masses beyond them at their joints; constant where these joints are revolute:
        m̄_i = m_i + m̄_{i+1},   u_i = m_i r_i + m̄_{i+1} s_{i,i+1}                       (5.3.44a,b)
        K_i = I_i − m_i r̃r̃ − m̄_{i+1} s̃s̃,   K̂_i = ½ tr(K_i) 1 − K_i                    (5.3.44c,d)
    Forward, for each link i+1 on its parent i:
        ω_{i+1} = Aᵀ ω_i + σ z q̇                                                       (5.3.45a)
        ω̇_{i+1} = Aᵀ ω̇_i + σ [tilde(Aᵀ ω_i) z q̇ + z q̈]                                (5.3.45b)
        Ω = tilde(ω̇) + tilde(ω) tilde(ω)                                               (5.3.45c)
        ζ = (1−σ) [2 tilde(Aᵀ ω_i) z q̇ + z q̈],   s̈_{i+1} = Aᵀ [s̈_i + Ω_i s] + ζ        (5.3.45d,e)
        μ = dual(Ω K̂ − (Ω K̂)ᵀ)                                                         (5.3.45f,g)
    Backward:
        Ü_i = Ω_i u_i + A [Ü_{i+1} + m̄_{i+1} ζ_{i+1}]                                   (5.3.46a)
        η_i = μ_i + u_i × s̈_i + s × A [Ü_{i+1} + m̄_{i+1} ζ_{i+1}] + A η_{i+1}           (5.3.46b)
        τ_i = σ η_i · z + (1−σ) [m̄_i s̈_i + Ü_i] · z                                    (5.3.46c)

    Symbols: m r = h and I − m r̃r̃ first moment and inertia at the link's origin; Ü the second derivative of the first
    moment of all links beyond, about the link's origin; the joint gives σ z as S.ω and (1−σ) z as S.v.
    Differs from the book: trees (sums over all links a link carries); any axis; wrenches on the links, taken off Ü and
    η.
    Printed misprints: ERRATA E2-11; E2-12 in (5.3.46b).
    Cost as printed: 93n − 108 ×, 81n − 100 + (450, 386 for n = 6; revolute, n ≥ 2).
    """
    T = [body.pose(qi) for body, qi in zip(model.bodies, q, strict=True)]
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    u, K = [body.inertia.h for body in model.bodies], [body.inertia.I for body in model.bodies]
    for i in reversed(range(len(T))):
        p, s = model.bodies[i].parent, T[i].p
        if p != BASE:
            m̄[p], u[p], K[p] = m̄[p] + m̄[i], u[p] + s * m̄[i], K[p] + shift(s, s) * m̄[i]
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    Ω = [ZERO3] * (len(T) + 1)
    ζ, Udd, η = ([ZERO] * len(T) for _ in range(3))
    sdd[BASE] = -model.gravity
    for i, body in enumerate(model.bodies):
        p, z, A, s = body.parent, body.joint.S(body.name), T[i].R, T[i].p
        ω_p = A.T @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A.T @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        Ω[i] = angular_acceleration_tensor(ωd[i], ω[i])
        ζ[i] = ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i]
        sdd[i] = A.T @ (sdd[p] + Ω[p] @ s) + ζ[i]
        Udd[i] = Ω[i] @ u[i]
        η[i] = torque(Ω[i], euler_tensor(K[i])) + u[i].cross(sdd[i])
    if wrenches is not None:
        Udd = [force - w.f for force, w in zip(Udd, wrenches, strict=True)]
        η = [moment - w.n for moment, w in zip(η, wrenches, strict=True)]
    τ: list[Scalar] = [0.0] * len(T)
    for i in reversed(range(len(T))):
        body = model.bodies[i]
        p, z, A, s = body.parent, body.joint.S(body.name), T[i].R, T[i].p
        τ[i] = η[i].dot(z.ω) + (sdd[i] * m̄[i] + Udd[i]).dot(z.v)
        if p != BASE:
            AU = A @ (Udd[i] + ζ[i] * m̄[i])
            Udd[p] = Udd[p] + AU
            η[p] = η[p] + s.cross(AU) + A @ η[i]
    return τ

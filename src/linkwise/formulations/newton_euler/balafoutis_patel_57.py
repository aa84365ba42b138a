"""Inverse dynamics by the Cartesian-tensor Newton–Euler recursion with augmented links.

Balafoutis & Patel (1991), Algorithm 5.7, eqs. (5.3.44)–(5.3.46).                                  [balafoutis1991]

Idea: Each link is augmented by the masses of all links beyond it, as point masses at the joints that carry them; where
these joints are revolute an augmented link is rigid, and its mass, first moment and inertia are computed once and for
all. Its torque is then a single tensor, dual(Ω K̂ − (Ω K̂)ᵀ), with Ω the angular acceleration tensor of the link. What
comes inward is not a force but the second derivative of the first moment of all links beyond, which saves the links'
own forces.
When: For few operations on a robot with its original parameters, where the off-line part is prepared once; on
regrouped parameters Algorithm 5.6 comes to the same count.
"""

from typing import NamedTuple

from ...algebra import ZERO, ZERO3, Scalar, Sym3, Vec3, angular_acceleration_tensor, euler_tensor, note, torque
from ...algebra.inertia import shift
from ...algebra.sym3 import square
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..scalars import Scalars, Wrenches


class Augmented(NamedTuple):
    """For each augmented link its mass m̄, first moment u and Euler tensor K̂; of u and K̂ the constant part."""

    m̄: list[Scalar]
    u: list[Vec3]
    K̂: list[Sym3]


def prepare(model: Model) -> Augmented:
    """Step 1 of Algorithm 5.7, off-line.

        m̄_i = m_i + m̄_{i+1},   u_i = m_i r_i + m̄_{i+1} s_{i,i+1}                       (5.3.44a,b)
        K_i = I_i − m_i r̃r̃ − m̄_{i+1} s̃s̃,   K̂_i = ½ tr(K_i) 1 − K_i                    (5.3.44c,d)

    Where joint i+1 slides, s_{i,i+1} moves: its part of u_i and K̂_i is left to the recursion.

    >>> import linkwise
    >>> arm = prepare(linkwise.load("planar2r").tree)  # 1.3 kg at 0.7 m, and 2.1 kg beyond
    >>> round(arm.m̄[0], 9), round(arm.u[0].x, 9)
    (3.4, 2.38)
    """
    m̄, u, K = augmented_links(model)
    return Augmented(m̄, u, [euler_tensor(K_i) for K_i in K])


def augmented_links(model: Model) -> tuple[list[Scalar], list[Vec3], list[Sym3]]:
    """m̄, u and K of the augmented links, (5.3.44a–c), as far as they are constant.

    >>> import linkwise
    >>> m̄, u, K = augmented_links(linkwise.load("planar2r").tree)
    >>> round(K[0].zz, 9)  # 3.4 kg at 0.7 m
    1.666
    """
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    u, K = [body.inertia.h for body in model.bodies], [body.inertia.I for body in model.bodies]
    for i, body in model.inward():
        p, s = body.parent, body.placement.p
        if p != BASE:
            m̄[p] = m̄[p] + m̄[i]
            if not body.joint.slides:
                u[p], K[p] = u[p] + s * m̄[i], K[p] + shift(s, s) * m̄[i]
    return m̄, u, K


def inverse_dynamics(
    model: Model,
    q: Scalars,
    qd: Scalars,
    qdd: Scalars,
    wrenches: Wrenches = None,
    prepared: Augmented | None = None,
    base: BaseMotion | None = None,
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Off-line, or here where nothing is prepared: m̄, u, K̂ of the augmented links           (5.3.44)
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
    Differs from the book: trees (sums over all links a link carries); any axis; wrenches on the links, subtracted from
    Ü and η; a base that may move; a sliding joint adds m̄ s to u and m̄ s⊗s to K̂ on-line (Theorem 4.3).
    Printed misprints: ERRATA E2-10, E2-11; E2-12 in (5.3.46b).
    Cost as printed: 93n − 108 ×, 81n − 100 + (450, 386 for n = 6; revolute, n ≥ 2).
    """
    T = model.poses(q)
    m̄, u, K̂ = (list(part) for part in (prepare(model) if prepared is None else prepared))
    for i, body in model.outward():
        p, s = body.parent, T[i].p
        if p != BASE and body.joint.slides:
            u[p], K̂[p] = u[p] + s * m̄[i], K̂[p] + square(s) * m̄[i]
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    Ω = [ZERO3] * (len(T) + 1)
    ζ, μ, Udd, η = ([ZERO] * len(T) for _ in range(4))
    ω[BASE], ωd[BASE], sdd[BASE] = start(model, base)
    Ω[BASE] = ZERO3 if base is None else angular_acceleration_tensor(ωd[BASE], ω[BASE])
    for i, body in model.outward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        ω_p = A.T @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A.T @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        Ω[i] = angular_acceleration_tensor(ωd[i], ω[i])
        ζ[i] = ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i]
        sdd[i] = A.T @ (sdd[p] + Ω[p] @ s) + ζ[i]
        μ[i] = torque(Ω[i], K̂[i])
        note(i + 1, ω=ω[i], ωd=ωd[i], Ω=Ω[i], sdd=sdd[i], μ=μ[i])
    if wrenches is not None:
        Udd, η = [-w.f for w in wrenches], [-w.n for w in wrenches]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        Udd[i] = Ω[i] @ u[i] + Udd[i]
        η[i] = μ[i] + u[i].cross(sdd[i]) + η[i]
        τ[i] = η[i].dot(z.ω) + (sdd[i] * m̄[i] + Udd[i]).dot(z.v)
        note(i + 1, Udd=Udd[i], η=η[i], τ=τ[i])
        if p != BASE:
            AU = A @ (Udd[i] + ζ[i] * m̄[i])
            Udd[p] = Udd[p] + AU
            η[p] = η[p] + s.cross(AU) + A @ η[i]
    return τ

"""Inverse dynamics by the Cartesian-tensor form of the Newton–Euler recursion.

Balafoutis & Patel (1991), Algorithm 5.6, eqs. (5.3.7)–(5.3.8).                                    [balafoutis1991]
"""

from ...algebra import ZERO, ZERO3, Scalar, angular_acceleration_tensor, euler_tensor, note, torque
from ...model import BASE, Model
from ..signature import Scalars, Wrenches


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Forward, for each link i+1 on its parent i:
        ω_{i+1} = Aᵀ ω_i + σ z q̇                                                       (5.3.7a)
        ω̇_{i+1} = Aᵀ ω̇_i + σ [tilde(Aᵀ ω_i) z q̇ + z q̈]                                (5.3.7b)
        Ω = tilde(ω̇) + tilde(ω) tilde(ω)                                               (5.3.7c)
        s̈_{i+1} = Aᵀ [s̈_i + Ω_i s] + (1−σ) [2 tilde(Aᵀ ω_i) z q̇ + z q̈]                (5.3.7d)
        F = m s̈ + Ω h,   M = dual(Ω J − (Ω J)ᵀ) + h × s̈                                (5.3.7e–h), at the origin
    Backward:
        f_i = A f_{i+1} + F_i                                                          (5.3.8a)
        η_i = M_i + s × A f_{i+1} + A η_{i+1}                                          (5.3.8b)
        τ_i = σ η_i · z + (1−σ) f_i · z                                                (5.3.8c)

    Symbols: J Euler tensor ½ tr(I) 1 − I at the link's origin, h = m r first moment; the joint gives σ z as S.ω and
    (1−σ) z as S.v.
    Differs from the book: F and M are taken at the link's origin, not at its centre of mass, which makes them linear in
    the parameters and saves r × F; trees; any axis; wrenches on the links.  Printed misprints: ERRATA E2-11.
    Cost as printed: 96n − 77 ×, 84n − 70 + (499, 434 for n = 6).
    """
    T = [body.pose(qi) for body, qi in zip(model.bodies, q, strict=True)]
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    Ω = [ZERO3] * (len(T) + 1)
    f, η = [ZERO] * len(T), [ZERO] * len(T)
    sdd[BASE] = -model.gravity
    for i, body in enumerate(model.bodies):
        p, z, A, s = body.parent, body.joint.S(body.name), T[i].R, T[i].p
        m, h, J = body.inertia.m, body.inertia.h, euler_tensor(body.inertia.I)
        ω_p = A.T @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A.T @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        Ω[i] = angular_acceleration_tensor(ωd[i], ω[i])
        sdd[i] = A.T @ (sdd[p] + Ω[p] @ s) + (ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i])
        f[i] = sdd[i] * m + Ω[i] @ h
        η[i] = torque(Ω[i], J) + h.cross(sdd[i])
        note(i + 1, ω=ω[i], ωd=ωd[i], Ω=Ω[i], sdd=sdd[i], F=f[i], M=η[i])
    if wrenches is not None:
        f = [force - w.f for force, w in zip(f, wrenches, strict=True)]
        η = [moment - w.n for moment, w in zip(η, wrenches, strict=True)]
    τ: list[Scalar] = [0.0] * len(T)
    for i in reversed(range(len(T))):
        body = model.bodies[i]
        p, z, A, s = body.parent, body.joint.S(body.name), T[i].R, T[i].p
        τ[i] = η[i].dot(z.ω) + f[i].dot(z.v)
        if p != BASE:
            Af = A @ f[i]
            f[p] = f[p] + Af
            η[p] = η[p] + s.cross(Af) + A @ η[i]
    return τ

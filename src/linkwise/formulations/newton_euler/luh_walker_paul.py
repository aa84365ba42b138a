"""Inverse dynamics by Luh, Walker and Paul's recursion in link frames.

Balafoutis & Patel (1991), Algorithm 5.3, eqs. (5.2.23)–(5.2.24); the method is Luh, Walker & Paul (1980).
                                                                                  [balafoutis1991] [luh1980]

Idea: Every vector is expressed in the frame of its own link, where inertia and lever arms are constant. Motion goes
outward link by link, force comes back inward, and each link is visited twice. So the cost grows with n, where the
Lagrangian formulas known before grew with n⁴.
When: As the reference everybody knows; the tensor forms do the same with fewer products.
"""

from ...algebra import ZERO, Scalar
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..scalars import Scalars, Wrenches
from ..scope import Scope

SCOPE = Scope(massless=False)


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Forward, for each link i+1 on its parent i:
        ω_{i+1} = Aᵀ ω_i + σ z q̇                                                       (5.2.23a)
        ω̇_{i+1} = Aᵀ ω̇_i + σ [Aᵀ ω_i × z q̇ + z q̈]                                      (5.2.23b)
        s̈_{i+1} = Aᵀ [s̈_i + ω̇_i × s + ω_i × (ω_i × s)] + (1−σ)[2 Aᵀω_i × z q̇ + z q̈]    (5.2.23c)
        r̈_{i+1} = ω̇ × r + ω × (ω × r) + s̈                                              (5.2.23d)
        F_C = m r̈,   M_C = I_C ω̇ + ω × I_C ω                                           (5.2.23e,f)
    Backward:
        f_i = A f_{i+1} + F_C                                                          (5.2.24a)
        η_i = M_C + s_{i,i+1} × A f_{i+1} + r × F_C + A η_{i+1}                        (5.2.24b)
        τ_i = σ η_i · z + (1−σ) f_i · z                                                (5.2.24c)

    Symbols: A turns child components into the parent's, s child origin in the parent, r centre of mass, σ = 1 for
    revolute joints; the joint gives σ z as S.ω and (1−σ) z as S.v.
    Differs from the book: trees; any axis; wrenches on the links; a base that may move.  Printed misprints: none.
    Cost as printed: 150n − 48 ×, 131n − 48 + (Luh et al.); 852, 738 for n = 6.
    """
    SCOPE.check(model)
    T = model.poses(q)
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    f, η = [ZERO] * len(T), [ZERO] * len(T)
    ω[BASE], ωd[BASE], sdd[BASE] = start(model, base)
    for i, body in model.outward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        r, I_C = body.inertia.com, body.inertia.I_com
        ω_p = A.T @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A.T @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        sdd[i] = A.T @ (sdd[p] + ωd[p].cross(s) + ω[p].cross(ω[p].cross(s))) + (
            ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i]
        )
        rdd = ωd[i].cross(r) + ω[i].cross(ω[i].cross(r)) + sdd[i]
        F_C = rdd * body.inertia.m
        M_C = I_C @ ωd[i] + ω[i].cross(I_C @ ω[i])
        f[i], η[i] = F_C, M_C + r.cross(F_C)
    if wrenches is not None:
        f = [force - w.f for force, w in zip(f, wrenches, strict=True)]
        η = [moment - w.n for moment, w in zip(η, wrenches, strict=True)]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        τ[i] = η[i].dot(z.ω) + f[i].dot(z.v)
        if p != BASE:
            Af = A @ f[i]
            f[p] = f[p] + Af
            η[p] = η[p] + s.cross(Af) + A @ η[i]
    return τ

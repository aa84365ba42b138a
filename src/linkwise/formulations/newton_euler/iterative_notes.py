"""Inverse dynamics by the iterative Newton–Euler equations of the lecture notes.

Iterative General Dynamic Model for Serial-Link Manipulators, eqs. (170)–(187).                   [iterative_notes]

Idea: Velocities and accelerations are passed from the base outwards, each link adding what its own joint does.
Newton's and Euler's laws then give the force and moment each link needs at its centre of mass. These are summed from
the tip back to the base, and the component along each joint's axis is what its motor must supply.
When: As a first text on the recursion, derived step by step.
"""

from ...algebra import ZERO, Scalar, Vec3
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..scalars import Rows, Scalars, Wrenches
from ..scope import Scope

SCOPE = Scope(massless=False)


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Outward, for each link i+1 on its parent i (R is the matrix of the parent's components seen from i+1):
        ω_{i+1}  = R ω_i + θ̇ Ẑ                                                        (170), (173)
        ω̇_{i+1}  = R ω̇_i + R ω_i × θ̇ Ẑ + θ̈ Ẑ                                          (171), (174)
        v̇_{i+1}  = R [ω̇_i × P + ω_i × (ω_i × P) + v̇_i] + 2 R ω_i × ḋ Ẑ + d̈ Ẑ           (172), (175)
        v̇_C      = v̇ + ω̇ × P_C + ω × (ω × P_C)                                         (176)
        F        = m v̇_C,   N = ᶜI ω̇ + ω × ᶜI ω                                        (177), (178)
    Inward:
        f_i = R f_{i+1} + F_i                                                          (179)
        n_i = N_i + R n_{i+1} + P_C × F_i + P_{i+1} × R f_{i+1}                        (180)
        τ_i = n_i · Ẑ_i  or  f_i · Ẑ_i                                                 (181), (182)
    started from ω_0, ω̇_0 and v̇_0 − G; of a base at rest ω_0 = ω̇_0 = 0, v̇_0 = 0       (183)–(185)

    Symbols: P origin of the child in its parent, P_C centre of mass, Ẑ joint axis (θ turns, d slides).
    Differs from the book: trees (a link receives from all its children); any axis, not only z; the joint gives its Ẑ
    as S.ω where it turns and as S.v where it slides; f_{N+1}, n_{N+1} on any link, being minus the wrench the
    environment exerts.  Printed misprints: ERRATA E0-1, E0-2, E0-6.
    Cost as printed: none.
    """
    return forces(model, q, qd, qdd, wrenches, base)[0]


def reaction_wrenches(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> Rows:
    """The wrench (n_i, f_i) on each link by its parent, through the joint: (179), (180), about the link's origin.

    Differs from the source: as for inverse_dynamics; both are asked for, not only passed on.
    """
    _, f, n = forces(model, q, qd, qdd, wrenches, base)
    return [[*n_i.components, *f_i.components] for n_i, f_i in zip(n, f, strict=True)]


def forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> tuple[list[Scalar], list[Vec3], list[Vec3]]:
    """τ_i, f_i and n_i of every link, by both recursions."""
    SCOPE.check(model)
    T = model.poses(q)
    count = len(T)
    ω, ωd, vd = ([ZERO] * (count + 1) for _ in range(3))  # entry BASE = −1 is the last: the base's
    f, n = [ZERO] * count, [ZERO] * count
    τ: list[Scalar] = [0.0] * count
    ω[BASE], ωd[BASE], vd[BASE] = start(model, base)
    for i, body in model.outward():
        λ, S, R, P = body.parent, body.S, T[i].R.T, T[i].p
        m, P_C, I_C = body.inertia.m, body.inertia.com, body.inertia.I_com
        ω_λ = R @ ω[λ]
        ω[i] = ω_λ + S.ω * qd[i]
        ωd[i] = R @ ωd[λ] + ω_λ.cross(S.ω * qd[i]) + S.ω * qdd[i]
        vd[i] = R @ (ωd[λ].cross(P) + ω[λ].cross(ω[λ].cross(P)) + vd[λ]) + ω_λ.cross(S.v * qd[i]) * 2.0 + S.v * qdd[i]
        vd_C = vd[i] + ωd[i].cross(P_C) + ω[i].cross(ω[i].cross(P_C))
        F = vd_C * m
        N = I_C @ ωd[i] + ω[i].cross(I_C @ ω[i])
        f[i], n[i] = F, N + P_C.cross(F)
        if wrenches is not None:
            f[i], n[i] = f[i] - wrenches[i].f, n[i] - wrenches[i].n
    for i, body in model.inward():
        λ, S, R, P = body.parent, body.S, T[i].R, T[i].p
        τ[i] = n[i].dot(S.ω) + f[i].dot(S.v)
        if λ != BASE:
            f_i = R @ f[i]
            f[λ] = f[λ] + f_i
            n[λ] = n[λ] + R @ n[i] + P.cross(f_i)
    return τ, f, n

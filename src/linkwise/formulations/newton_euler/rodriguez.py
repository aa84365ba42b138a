"""Inverse dynamics as a two-point boundary-value problem: forces are the state, accelerations the co-state.

Balafoutis & Patel (1991), Algorithm 5.5, eqs. (5.2.31)–(5.2.35); the method is Rodriguez' (1987).
                                                                              [balafoutis1991] [rodriguez1987]

Idea: Walking along the arm is treated like the passing of time in a linear system, with a transition matrix Φ̂ that only
shifts the point of reference from one joint to the next. The force at a joint is the state, which vanishes beyond the
tip and is carried inward by Φ̂; the acceleration is the co-state, given at the base and carried outward by its
transpose. Whatever is known of linear systems, Kalman filters above all, then applies to robot arms.
When: To see the viewpoint that led to the factorisation of the inertia matrix; for speed take a recursion in link
frames, since here all vectors and inertias are turned into base axes.
"""

from dataclasses import dataclass

from ...algebra import NO_FORCE, NO_MOTION, ZERO, Force, Inertia, Motion, Rotation, Scalar, Transform, Vec3
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..scalars import Scalars, Wrenches


@dataclass(frozen=True)
class Transition:
    """Φ̂(i,j) = [[1, tilde(s_ij)], [0, 1]], (5.2.32): a force at origin j, referred to origin i.

    >>> Transition(Vec3(1.0, 0.0, 0.0)).on_force(Force(ZERO, Vec3(0.0, 1.0, 0.0))).n.z
    1.0
    """

    s: Vec3

    def on_force(self, f: Force) -> Force:
        """Φ̂ f̂."""
        return Force(f.n + self.s.cross(f.f), f.f)

    def transposed_on_motion(self, v: Motion) -> Motion:
        """Φ̂ᵀ v̂."""
        return Motion(v.ω, v.v + v.ω.cross(self.s))


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Started from v̂(0) = 0, â(0) = (0, −g), f̂(n+1) = 0.
    Forward, for each link i+1 on its parent i:
        v̂(i+1) = Φ̂ᵀ(i,i+1) v̂(i) + ẑ(i+1) q̇                                            (5.2.34a)
        â(i+1) = Φ̂ᵀ(i,i+1) â(i) + ẑ(i+1) q̈ + α̂(i+1)                                    (5.2.34b)
        α̂(i+1) = (σ ω_i × z q̇, ω_i × (ω_i × s) + (1−σ) 2 ω_i × z q̇)
    Backward:
        f̂(i) = Φ̂(i,i+1) f̂(i+1) + Î(i) â(i) + β̂(i)                                      (5.2.35a)
        β̂(i) = (ω_i × I_i ω_i, ω_i × (ω_i × m r))
        τ(i) = ẑᵀ(i) f̂(i)                                                              (5.2.35b)

    Symbols: v̂ = (ω, v) and â = (ω̇, v̇) of the link's origin, f̂ = (n, f), Î spatial inertia (5.2.31), ẑ = (σ z, (1−σ) z)
    joint axis, s from origin i to origin i+1, m r first moment; all in base axes.
    Differs from the book: α̂ and β̂, which it does not print; trees; any axis; wrenches on the links; a base that may
    move (v̂(0) = (ω_0, 0), since no force depends on v_0).
    Printed misprints: ERRATA E2-8.
    Cost as printed: none ("similar" to Algorithm 5.4).
    """
    count = len(model.bodies)
    R = [Rotation.identity(model.base, model.base)] * (count + 1)  # the last entries are the base's
    v, a = [NO_MOTION] * (count + 1), [NO_MOTION] * (count + 1)
    Φ, z, I, f = [Transition(ZERO)] * count, [NO_MOTION] * count, [Inertia.none()] * count, [NO_FORCE] * count
    ω0, ωd0, vd0 = start(model, base)
    v[BASE], a[BASE] = Motion(ω0, ZERO), Motion(ωd0, vd0)
    for i, body in model.outward():
        p, T, S = body.parent, body.pose(q[i]), body.S
        Φ[i], R[i] = Transition(R[p] @ T.p), R[p] @ T.R
        z[i], I[i] = Motion(R[i] @ S.ω, R[i] @ S.v), body.inertia.to_parent(Transform(R[i], ZERO))
        zqd, ω = z[i] * qd[i], v[p].ω
        α = Motion(ω.cross(zqd.ω), ω.cross(ω.cross(Φ[i].s)) + ω.cross(zqd.v) * 2.0)
        v[i] = Φ[i].transposed_on_motion(v[p]) + zqd
        a[i] = Φ[i].transposed_on_motion(a[p]) + z[i] * qdd[i] + α
    if wrenches is not None:
        f = [-w.to_parent(Transform(R_i, ZERO)) for w, R_i in zip(wrenches, R[:-1], strict=True)]
    τ: list[Scalar] = [0.0] * count
    for i, body in model.inward():
        p, ω = body.parent, v[i].ω
        β = Force(ω.cross(I[i].I @ ω), ω.cross(ω.cross(I[i].h)))
        f[i] = f[i] + I[i] @ a[i] + β
        τ[i] = z[i].dot(f[i])
        if p != BASE:
            f[p] = f[p] + Φ[i].on_force(f[i])
    return τ

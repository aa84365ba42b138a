"""Inverse dynamics by the Newton–Euler recursion with each link seen from its own frame.

Milićević, Golubović & Slavković, Transformation Matrix Approach, Table 2.                          [milicevic2007]

Idea: The recursion is that of the base frame, but each vector is written in the axes of the link it belongs to and
turned once on its way to the next. Inertia tensor, centre of mass and length of a link are then constants of the robot.
What is left to do at every instant grows with the number of links only.
When: To see what link frames save compared with the base frame of Table 1; frames on the joints themselves save more.
"""

from ...algebra import ZERO, Scalar, Vec3
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..distal_frames import distal
from ..scalars import Scalars
from ..scope import Scope

SCOPE = Scope(trees=False, massless=False)


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Forward, the upper line where joint i turns, the lower where it slides; every letter of link i is seen from its
    frame, so that ⁱR_0 ω_i is written ω_i:
        ω_i = ⁱR_{i−1} (ω_{i−1} + z_0 q̇_i)
            = ⁱR_{i−1} ω_{i−1}                                                         (Table 2)
        ω̇_i = ⁱR_{i−1} [ω̇_{i−1} + z_0 q̈_i + ω_{i−1} × z_0 q̇_i]
            = ⁱR_{i−1} ω̇_{i−1}                                                         (Table 2)
        v̇_i = ω̇_i × p*_i + ω_i × (ω_i × p*_i) + ⁱR_{i−1} v̇_{i−1}
            = ⁱR_{i−1} (z_0 q̈_i + v̇_{i−1}) + ω̇_i × p*_i + 2 ω_i × (ⁱR_{i−1} z_0 q̇_i) + ω_i × (ω_i × p*_i)
        ā_i = ω̇_i × s̄_i + ω_i × (ω_i × s̄_i) + v̇_i                                      (Table 2)
    Backward:
        F_i = m_i ā_i,   f_i = ⁱR_{i+1} f_{i+1} + F_i
        n_i = ⁱR_{i+1} [n_{i+1} + (ⁱ⁺¹R_i p*_i) × f_{i+1}] + (p*_i + s̄_i) × F_i + I_i ω̇_i + ω_i × (I_i ω_i)
        τ_i = n_iᵀ (ⁱR_{i−1} z_0)  or  f_iᵀ (ⁱR_{i−1} z_0)                             (Table 2)
    started from ω_0, ω̇_0 and v̇_0 − g of frame 0, which is at joint 1; of a base at rest ω_0 = ω̇_0 = v̇_0 = 0

    Symbols: z_0 axis of joint i seen from frame i−1; p*_i from the origin of frame i−1 to that of frame i, s̄_i from the
    latter to the centre of mass, where I_i is. The joint gives ⁱR_{i−1} z_0 as S.ω where it turns and as S.v where it
    slides, zero otherwise.
    Differs from the book: any axis; the axes of link frames are the model's; b_i q̇_i is added outside (terms.py).
    Printed misprints: ERRATA E3-4, E3-5 (half of the table is lost in the text at hand, and written here from Table 1).
    Cost as printed: 132n ×, 111n − 4 + (Table 3; 792, 662 for n = 6).
    """
    SCOPE.check(model)
    count = len(model.bodies)
    R = [T.R.T for T in model.poses(q)]  # R[i] is ⁱR_{i−1}
    at = [distal(model, i, q[i]) for i in range(count)]
    ω, ωd, vd = ([ZERO] * (count + 1) for _ in range(3))  # the last entry is the base's
    a: list[Vec3] = [ZERO] * count
    ω[BASE], ωd[BASE], vd[BASE] = start(model, base and base.at(model.bodies[0].placement.p))
    for i, body in model.outward():
        z_turn, z_slide, p, s = body.placement.R @ body.S.ω, body.placement.R @ body.S.v, at[i].p, at[i].s
        ω[i] = R[i] @ (ω[i - 1] + z_turn * qd[i])
        ωd[i] = R[i] @ (ωd[i - 1] + z_turn * qdd[i] + ω[i - 1].cross(z_turn * qd[i]))
        vd[i] = (
            R[i] @ (z_slide * qdd[i] + vd[i - 1])
            + ωd[i].cross(p)
            + ω[i].cross(body.S.v * qd[i]) * 2.0
            + ω[i].cross(ω[i].cross(p))
        )
        a[i] = ωd[i].cross(s) + ω[i].cross(ω[i].cross(s)) + vd[i]
    f, n = ZERO, ZERO
    τ: list[Scalar] = [0.0] * count
    for i, body in model.inward():
        p, s, I = at[i].p, at[i].s, body.inertia.I_com
        F = a[i] * body.inertia.m
        if i + 1 < count:
            n, f = R[i + 1].T @ (n + (R[i + 1] @ p).cross(f)), R[i + 1].T @ f
        f = f + F
        n = n + (p + s).cross(F) + I @ ωd[i] + ω[i].cross(I @ ω[i])
        τ[i] = n.dot(body.S.ω) + f.dot(body.S.v)
    return τ

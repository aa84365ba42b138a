"""Inverse dynamics by the Newton–Euler recursion with everything seen from the base.

Milićević, Golubović & Slavković, Transformation Matrix Approach, Table 1.                          [milicevic2007]

Idea: Velocities and accelerations go outward from link to link, forces and moments inward, and every vector is written
in the axes of the base. Frames sit at the far end of their links, so that a joint turns about the z axis of the link
before it. Each link's inertia tensor, centre of mass and length must then be turned into base axes at every instant.
When: To teach the recursion, since no change of frame obscures it; for speed take the same in link frames.
"""

from ...algebra import NO_MOTION, ZERO, Motion, Rotation, Scalar, Sym3
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

    Forward, the upper line where joint i turns, the lower where it slides:
        ω_i = ω_{i−1} + z_{i−1} q̇_i
            = ω_{i−1}                                                                  (Table 1)
        ω̇_i = ω̇_{i−1} + z_{i−1} q̈_i + ω_{i−1} × (z_{i−1} q̇_i)
            = ω̇_{i−1}                                                                  (Table 1)
        v̇_i = ω̇_i × p*_i + ω_i × (ω_i × p*_i) + v̇_{i−1}
            = z_{i−1} q̈_i + ω̇_i × p*_i + 2 ω_i × (z_{i−1} q̇_i) + ω_i × (ω_i × p*_i) + v̇_{i−1}
        ā_i = ω̇_i × s̄_i + ω_i × (ω_i × s̄_i) + v̇_i                                      (Table 1)
    Backward:
        F_i = m_i ā_i,   M_i = I_i ω̇_i + ω_i × (I_i ω_i)
        f_i = F_i + f_{i+1}
        n_i = n_{i+1} + p*_i × f_{i+1} + (p*_i + s̄_i) × F_i + M_i
        τ_i = n_iᵀ z_{i−1}  or  f_iᵀ z_{i−1}                                           (Table 1)
    started from ω_0, ω̇_0 and v̇_0 − g of frame 0, which is at joint 1; of a base at rest ω_0 = ω̇_0 = v̇_0 = 0

    Symbols: z_{i−1} axis of joint i; p*_i from the origin of frame i−1 to that of frame i, s̄_i from the latter to the
    centre of mass, where I_i is; f_i, n_i force and moment on link i by link i−1, at the origin of frame i−1; all in
    base axes. The joint gives z_{i−1} as S.ω where it turns and as S.v where it slides, zero otherwise.
    Differs from the book: any axis; the axes of link frames are the model's; b_i q̇_i is added outside (terms.py).
    Printed misprints: ERRATA E3-2, E3-3.
    Cost as printed: 132n ×, 111n − 4 + (Table 3; 792, 662 for n = 6).
    """
    SCOPE.check(model)
    count = len(model.bodies)
    R = Rotation.identity(model.base, model.base)
    ω, ωd, vd = ([ZERO] * (count + 1) for _ in range(3))  # the last entry is the base's
    a, p, s = ([ZERO] * count for _ in range(3))
    z: list[Motion] = [NO_MOTION] * count
    I: list[Sym3] = []
    ω[BASE], ωd[BASE], vd[BASE] = start(model, base and base.at(model.bodies[0].placement.p))
    for i, body in model.outward():
        R, S, at = R @ body.pose(q[i]).R, body.S, distal(model, i, q[i])
        z[i], p[i], s[i] = Motion(R @ S.ω, R @ S.v), R @ at.p, R @ at.s
        I.append(R.turn_symmetric(body.inertia.I_com))
        ω[i] = ω[i - 1] + z[i].ω * qd[i]
        ωd[i] = ωd[i - 1] + z[i].ω * qdd[i] + ω[i - 1].cross(z[i].ω * qd[i])
        vd[i] = (
            z[i].v * qdd[i]
            + ωd[i].cross(p[i])
            + ω[i].cross(z[i].v * qd[i]) * 2.0
            + ω[i].cross(ω[i].cross(p[i]))
            + vd[i - 1]
        )
        a[i] = ωd[i].cross(s[i]) + ω[i].cross(ω[i].cross(s[i])) + vd[i]
    f, n = ZERO, ZERO
    τ: list[Scalar] = [0.0] * count
    for i, body in model.inward():
        F = a[i] * body.inertia.m
        M = I[i] @ ωd[i] + ω[i].cross(I[i] @ ω[i])
        n = n + p[i].cross(f) + (p[i] + s[i]).cross(F) + M
        f = F + f
        τ[i] = n.dot(z[i].ω) + f.dot(z[i].v)
    return τ

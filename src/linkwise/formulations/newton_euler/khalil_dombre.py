"""Inverse dynamics by the Newton–Euler recursion that is linear in the inertial parameters.

Khalil & Dombre (2002), eqs. [9.84]–[9.94].                                                          [khalil2002]

Idea: Written at the origin of each link's frame instead of its centre of mass, Newton's and Euler's laws need only
mass, first moment and inertia there, and are linear in them. So parameters that act together can be added together
beforehand, and many links then have none left. The recursion itself goes outward with motion and inward with force.
When: The default of uncompiled calls; with base parameters it is the customised model that identification and
adaptive control start from.
"""

from ...algebra import ZERO, ZERO3, Mat3, Scalar, Sym3, Vec3, angular_acceleration_tensor, note
from ...model import BASE, Model
from ..base_motion import BaseMotion, start
from ..scalars import Rows, Scalars, Wrenches


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces Γ that produce the accelerations q̈.

    Forward, for each link j on its parent j−1:
        ʲω_{j−1} = ʲA_{j−1} ω_{j−1}                                                    [9.84]
        ω_j  = ʲω_{j−1} + σ̄ q̇ a                                                        [9.85]
        ω̇_j  = ʲA_{j−1} ω̇_{j−1} + σ̄ (q̈ a + ʲω_{j−1} × q̇ a)                             [9.86]
        V̇_j  = ʲA_{j−1} (V̇_{j−1} + U_{j−1} P_j) + σ (q̈ a + 2 ʲω_{j−1} × q̇ a)           [9.87]
        F_j  = M_j V̇_j + U_j MS_j                                                      [9.88]
        M_j  = J_j ω̇_j + ω_j × (J_j ω_j) + MS_j × V̇_j                                  [9.89]
        U_j  = tilde(ω̇_j) + tilde(ω_j) tilde(ω_j)                                      [9.90]
    Backward:
        f_j = F_j + f_{j+1} + f_ej,   ʲ⁻¹f_j = ʲ⁻¹A_j f_j                               [9.91], [9.92]
        m_j = M_j + ʲA_{j+1} m_{j+1} + P_{j+1} × f_{j+1} + m_ej                        [9.93]
        Γ_j = (σ f_j + σ̄ m_j) · a_j                                                    [9.94]

    Symbols: a joint axis, P_j child origin in the parent, M, MS, J mass, first moment and inertia at the origin,
    σ = 1 for prismatic joints; the joint gives σ̄ a as S.ω and σ a as S.v. f_e, m_e: minus the environment's wrench.
    Differs from the book: [9.89] parameter by parameter (see `moment`); trees; any axis; a base that may move, as in
    [9.14]; friction and I_a q̈ of [9.94] are added outside the recursion (terms.py).
    Printed misprints: ERRATA E4-3, E4-4.
    Cost as printed: 92n − 127 ×, 81n − 117 + customised, base parameters (425, 369 for n = 6).
    """
    return forces(model, q, qd, qdd, wrenches, base)[0]


def reaction_wrenches(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> Rows:
    """The wrench (m_j, f_j) on each link by its parent, through the joint: [9.91], [9.93], about the link's origin.

    Differs from the book: as for inverse_dynamics; both are asked for, not only passed on.
    """
    _, f, m = forces(model, q, qd, qdd, wrenches, base)
    return [[*m_j.components, *f_j.components] for m_j, f_j in zip(m, f, strict=True)]


def forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> tuple[list[Scalar], list[Vec3], list[Vec3]]:
    """Γ_j, f_j and m_j of every link, by both recursions."""
    T = model.poses(q)
    ω, ωd, Vd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    U = [ZERO3] * (len(T) + 1)
    f, m = [ZERO] * len(T), [ZERO] * len(T)
    ω[BASE], ωd[BASE], Vd[BASE] = start(model, base)
    U[BASE] = ZERO3 if base is None else angular_acceleration_tensor(ωd[BASE], ω[BASE])
    for j, body in model.outward():
        k, a, A, P = body.parent, body.S, T[j].R.T, T[j].p
        M, MS, J = body.inertia.m, body.inertia.h, body.inertia.I
        ω_k = A @ ω[k]
        ω[j] = ω_k + a.ω * qd[j]
        ωd[j] = A @ ωd[k] + (a.ω * qdd[j] + ω_k.cross(a.ω * qd[j]))
        U[j] = angular_acceleration_tensor(ωd[j], ω[j])
        Vd[j] = A @ (Vd[k] + U[k] @ P) + (a.v * qdd[j] + ω_k.cross(a.v * qd[j]) * 2.0)
        f[j] = Vd[j] * M + U[j] @ MS
        m[j] = moment(J, ωd[j], ω[j], U[j]) + MS.cross(Vd[j])
        note(j + 1, ωI=ω_k)  # the part carried over, WI of Example 9.4
        note(j + 1, ω=ω[j], ωd=ωd[j], U=U[j], Vd=Vd[j], F=f[j], M=m[j])
    if wrenches is not None:
        f = [force - w.f for force, w in zip(f, wrenches, strict=True)]
        m = [moment - w.n for moment, w in zip(m, wrenches, strict=True)]
    Γ: list[Scalar] = [0.0] * len(T)
    for j, body in model.inward():
        k, a, A, P = body.parent, body.S, T[j].R, T[j].p
        Γ[j] = f[j].dot(a.v) + m[j].dot(a.ω)
        note(j + 1, f=f[j], m=m[j], Γ=Γ[j])
        if k != BASE:
            f_k = A @ f[j]
            f[k] = f[k] + f_k
            m[k] = m[k] + A @ m[j] + P.cross(f_k)
    return Γ, f, m


def moment(J: Sym3, ωd: Vec3, ω: Vec3, U: Mat3) -> Vec3:
    """J ω̇ + ω × (J ω) of [9.89], parameter by parameter: products of ω already in U are not formed again.

    x component: XX ω̇_x + (ZZ − YY) ω_y ω_z − XY U_zx + XZ U_yx + YZ (ω_y² − ω_z²), the others in turn.

    >>> spin, rest = Vec3(1.0, 2.0, 3.0), Vec3(0.0, 0.0, 0.0)
    >>> moment(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0), rest, spin, angular_acceleration_tensor(rest, spin)).components
    (6.0, -6.0, 2.0)
    """
    XX, XY, XZ, YY, YZ, ZZ = J.components
    (_, xy, xz), (yx, _, yz), (zx, zy, _) = U.rows
    x, y, z = ω.components
    return Vec3(
        XX * ωd.x + (ZZ - YY) * (y * z) - XY * zx + XZ * yx + YZ * (y * y - z * z),
        YY * ωd.y + (XX - ZZ) * (x * z) - YZ * xy + XY * zy + XZ * (z * z - x * x),
        ZZ * ωd.z + (YY - XX) * (x * y) - XZ * yz + YZ * xz + XY * (x * x - y * y),
        ω.frame,
    )

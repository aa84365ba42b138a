"""The derivatives of inverse dynamics in closed form, by composite bodies.

Singh, Russell & Wensing (2021), in link frames and tensor form; the matrices are P, V and D of the linearized model,
Balafoutis & Patel (1991) (7.2.1).                                                    [singh2021] [balafoutis1991]

Idea: When one joint moves a little, everything beyond it moves with it as one rigid body, and what changes in the
forces can be written with the sums of inertia, force and one velocity-dependent matrix over those links. Each entry
of the derivatives is then an axis, times such a sum, times another axis. Nothing is differentiated twice and nothing
numerically.
When: For gradients of inverse dynamics in optimal control and estimation; it is what programs use.
"""

from ...algebra import ZERO, ZERO3, Force, Motion, angular_acceleration_tensor, euler_tensor, note, torque
from ...model import BASE, Model
from ..composite.velocity_field import VelocityField
from ..scalars import Rows, Scalars


def inverse_dynamics_derivatives(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
    """∂τ/∂q, ∂τ/∂q̇, and ∂τ/∂q̈, which is the inertia matrix.

    Forward, for each link, ω, ω̇, Ω and s̈ as in Balafoutis & Patel's Algorithm 5.6, (5.3.7), v̇ = s̈ at the origin, and
        ψ̇ = (ω × S.ω, ω × S.v + v × S.ω)                             the rate of the joint's axis S
        ψ̈ = (Ω S.ω,  Ω S.v + s̈ × S.ω + 2 v × (ω × S.ω))
        f = Newton's and Euler's force and moment,   I inertia,   B velocity field (composite/velocity_field.py)
    Backward f, I and B are summed over the links beyond joint i, and for each joint j from i to the base:
        ∂τ_i/∂q_j  = S_i · (2B ψ̇_j + I ψ̈_j),      ∂τ_j/∂q_i  = S_j · (2B ψ̇_i + I ψ̈_i + S_i ×* f)
        ∂τ_i/∂q̇_j  = S_i · (2B S_j + 2 I ψ̇_j),    ∂τ_j/∂q̇_i  = S_j · (2B S_i + 2 I ψ̇_i)
        ∂τ_i/∂q̈_j  = ∂τ_j/∂q̈_i = S_j · I S_i

    Symbols: S joint axis, spatial; f, I and B of the links beyond joint i, seen from link i and carried to link j.
    Differs from the paper: link frames; joints of one degree of freedom, where Ṡ = ψ̇; accelerations s̈ of points, not
    spatial ones, so that ψ̈ has the columns of Ω that Newton–Euler needs anyway; B by twelve numbers. Velocities are
    carried doubled, which leaves no factor 2. Tested against Pinocchio and differences, not against the print.
    Cost as printed: O(n d) for depth d.
    """
    T = model.poses(q)
    S = [body.S for body in model.bodies]
    ω, ωd, sdd, twice_v = ([ZERO] * (len(T) + 1) for _ in range(4))  # the last entry is the base's
    Ω = [ZERO3] * (len(T) + 1)
    sdd[BASE] = -model.gravity
    turning, twice_ψd, ψdd = [], [], []
    f, I, B = [], [body.inertia for body in model.bodies], []
    for i, body in model.outward():
        p, z, A, s = body.parent, S[i], T[i].R.T, T[i].p
        ω_p = A @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        Ω[i] = angular_acceleration_tensor(ωd[i], ω[i])
        sdd[i] = A @ (sdd[p] + Ω[p] @ s) + (ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i])
        twice_ω, v = ω[i] * 2.0, A @ (twice_v[p] + (ω[p] * 2.0).cross(s)) + z.v * (qd[i] * 2.0)
        twice_v[i] = v
        turning.append(ω[i].cross(z.ω))
        twice_ψd.append(Motion(twice_ω.cross(z.ω), twice_ω.cross(z.v) + v.cross(z.ω)))
        ψdd.append(Motion(Ω[i] @ z.ω, Ω[i] @ z.v + sdd[i].cross(z.ω) + v.cross(turning[i])))
        h = I[i].h
        f.append(Force(torque(Ω[i], euler_tensor(I[i].I)) + h.cross(sdd[i]), sdd[i] * I[i].m + Ω[i] @ h))
        B.append(VelocityField.of(I[i], twice_ω, v))
        note(i + 1, ω=ω[i], Ω=Ω[i], ψdd=ψdd[i])
    dq, dqd, M = ([[0.0] * len(T) for _ in T] for _ in range(3))
    for i, body in model.inward():
        along_I, along_B = I[i] @ S[i], B[i].along(S[i])
        by_q = I[i] @ ψdd[i] + B[i] @ turning[i] + S[i].cross_force(f[i])
        by_qd = I[i] @ twice_ψd[i] + B[i] @ S[i].ω
        path = model.ancestors(i)
        for k, j in zip((i, *path), path, strict=False):  # from link k to its parent j, after i itself
            if j != i:
                along_I, along_B = along_I.to_parent(T[k]), T[k].R @ along_B
                by_q, by_qd = by_q.to_parent(T[k]), by_qd.to_parent(T[k])
                dq[j][i], dqd[j][i] = S[j].dot(by_q), S[j].dot(by_qd)
            dq[i][j] = ψdd[j].dot(along_I) + turning[j].dot(along_B)
            dqd[i][j] = twice_ψd[j].dot(along_I) + S[j].ω.dot(along_B)
            M[i][j] = M[j][i] = S[j].dot(along_I)
        p = body.parent
        if p != BASE:
            f[p], I[p], B[p] = f[p] + f[i].to_parent(T[i]), I[p] + I[i].to_parent(T[i]), B[p] + B[i].to_parent(T[i])
    return dq, dqd, M

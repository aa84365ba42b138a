"""The derivatives of inverse dynamics by composite bodies, all seen from the base.

Singh, Russell & Wensing (2021), as the replacement for Balafoutis & Patel's (1991) Algorithm 7.1 where joints slide;
the matrices are P, V and D of their linearized model, (7.2.1).                      [singh2021] [balafoutis1991]

Idea: Seen from the base, a small turn of joint j carries along everything beyond it, so the derivative of any spatial
vector there is a cross product with the joint's axis. What is left over, ψ̇ and ψ̈, comes from the velocity and
acceleration of the link that carries the joint. The links beyond a joint then act as one body with inertia I, velocity
map B and force f.
When: To see the closed form with nothing in the way, for trees of any joints; for speed take
linearized.singh_russell_wensing, the same in link frames.
"""

from ...algebra import NO_MOTION, ZERO, ZERO3, Force, Inertia, Mat6, Motion, tilde
from ...model import BASE, Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars


def inverse_dynamics_derivatives(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
    """∂τ/∂q, ∂τ/∂q̇, and ∂τ/∂q̈, which is the inertia matrix.

    Forward, for each link j on its parent j−1, started from v_0 = 0 and a_0 = (0, −g):
        v_j = v_{j−1} + S_j q̇_j,   Ṡ_j = v_j × S_j,   a_j = a_{j−1} + Ṡ_j q̇_j + S_j q̈_j
        ψ̇_j = v_{j−1} × S_j,   ψ̈_j = a_{j−1} × S_j + v_{j−1} × ψ̇_j
        f_j = I_j a_j + v_j ×* I_j v_j,   2B_j = (v_j ×*) I_j − I_j (v_j ×) + (I_j v_j) ×̄*
    Backward f, I and B are summed over the links beyond joint i, and for each joint j from i to the base:
        ∂τ_i/∂q_j  = S_i · (2B ψ̇_j + I ψ̈_j),             ∂τ_j/∂q_i  = S_j · (2B ψ̇_i + I ψ̈_i + S_i ×* f)
        ∂τ_i/∂q̇_j  = S_i · (2B S_j + I (ψ̇_j + Ṡ_j)),     ∂τ_j/∂q̇_i  = S_j · (2B S_i + I (ψ̇_i + Ṡ_i))
        ∂τ_i/∂q̈_j  = ∂τ_j/∂q̈_i = S_j · I S_i

    Symbols: every letter is a spatial vector or map seen from the base; (f ×̄*) m = m ×* f.
    Differs from the paper: joints of one degree of freedom. Tested against Pinocchio and differences, not against
    the print. It takes the place of Balafoutis & Patel's "minor modifications" for prismatic joints: ERRATA E2-25.
    Cost as printed: O(n d) for depth d.
    """
    X = poses_in_base(model, q)
    S = [body.S.to_parent(T) for body, T in zip(model.bodies, X, strict=True)]
    I = [body.inertia.to_parent(T) for body, T in zip(model.bodies, X, strict=True)]
    v, a = [NO_MOTION] * (len(X) + 1), [NO_MOTION] * (len(X) + 1)  # the last entry is the base's
    a[BASE] = Motion(ZERO, -model.gravity)
    Sd, ψd, ψdd, f, twice_B = [], [], [], [], []
    for j, body in model.outward():
        p = body.parent
        v[j] = v[p] + S[j] * qd[j]
        Sd.append(v[j].cross(S[j]))
        a[j] = a[p] + Sd[j] * qd[j] + S[j] * qdd[j]
        ψd.append(v[p].cross(S[j]))
        ψdd.append(a[p].cross(S[j]) + v[p].cross(ψd[j]))
        momentum = I[j] @ v[j]
        f.append(I[j] @ a[j] + v[j].cross_force(momentum))
        twice_B.append(_twice_velocity_map(I[j], v[j], momentum))
    dq, dqd, M = ([[0.0] * len(X) for _ in X] for _ in range(3))
    for i, body in model.inward():
        by_q = twice_B[i] @ ψd[i] + I[i] @ ψdd[i] + S[i].cross_force(f[i])
        by_qd = twice_B[i] @ S[i] + I[i] @ (ψd[i] + Sd[i])
        by_qdd = I[i] @ S[i]
        for j in model.ancestors(i):
            dq[j][i], dqd[j][i], M[j][i] = S[j].dot(by_q), S[j].dot(by_qd), S[j].dot(by_qdd)
            dq[i][j] = S[i].dot(twice_B[i] @ ψd[j] + I[i] @ ψdd[j])
            dqd[i][j] = S[i].dot(twice_B[i] @ S[j] + I[i] @ (ψd[j] + Sd[j]))
            M[i][j] = M[j][i]
        p = body.parent
        if p != BASE:
            f[p], I[p], twice_B[p] = f[p] + f[i], I[p] + I[i], twice_B[p] + twice_B[i]
    return dq, dqd, M


def _twice_velocity_map(I: Inertia, v: Motion, momentum: Force) -> Mat6:
    """(v ×*) I − I (v ×) + (I v) ×̄*, block by block; the two that multiply the linear part cancel."""
    ω̃, ṽ, h̃, I_o = tilde(v.ω), tilde(v.v), tilde(I.h), I.I.full
    turning = ω̃.after(I_o) - I_o.after(ω̃)
    sliding = ṽ.after(h̃) + h̃.after(ṽ)
    return Mat6(turning - sliding - tilde(momentum.n), ZERO3, tilde(momentum.f) * -2.0, ZERO3)

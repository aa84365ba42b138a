"""Inverse dynamics and energies by the recursive Lagrangian method with 3×3 matrices.

Hollerbach (1980), as in Balafoutis & Patel (1991), Algorithm 5.2, eqs. (5.2.14)–(5.2.16), and Appendix A.
                                                                              [hollerbach1980] [balafoutis1991]

Idea: Homogeneous coordinates carry rotation and shift in one 4×4 matrix, and much of their arithmetic is with zeros and
ones. With a rotation matrix W and the position s of the link's origin kept apart, the same Lagrangian sums take half
the operations when done by hand. They are again gathered from the tips to the base: e is the force that the links
beyond a joint take, D their moments as a matrix.
When: To compare Lagrange with Newton and Euler step by step (its e and D are their force and moment); for speed take
newton_euler.khalil_dombre.
"""

from ...algebra import ZERO, FrameMatrix, Inertia, Scalar, Vec3, euler_tensor, note, tr
from ...model import BASE, Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Scalars
from .waters import rates


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Outward:
        W_i, Ẇ_i, Ẅ_i                                                                  (5.2.15a–c), see waters.rates
        s̈_i = s̈_{i−1} + Ẅ_{i−1} s_{i−1,i} + (1−σ) [2 Ẇ_{i−1} z q̇ + W_{i−1} z q̈]        (5.2.15d)
    Inward:
        e_i = e_{i+1} + m_i s̈_iᵀ + n_iᵀ Ẅ_iᵀ                                           (5.2.16a), (A.14)
        D_i = A_{i+1} D_{i+1} + s_{i,i+1} e_{i+1} + n_i s̈_iᵀ + J_i Ẅ_iᵀ                (5.2.16b), (A.13)
        c_i = n_i + m̄_{i+1} s_{i,i+1} + A_{i+1} c_{i+1}                                (5.2.16c), (A.15)
        τ_i = tr[∂W_i/∂q_i D_i] − gᵀ ∂W_i/∂q_i c_i + (1−σ) z_i · (e_iᵀ − m̄_i g)        (5.2.16d), (A.16)

    Symbols: W_i rotation of link i to the base, s_i its origin, s_{i,i+1} from one origin to the next, n_i = m_i
    r_{i,i} first moment, J_i Euler tensor at the origin, m̄_i mass of the links that joint i carries, z = A_i S.v the
    axis of a slide, z_i the same seen from the base, g gravity.
    Differs from the book: the terms with (1−σ), without which it covers revolute joints only; ∂W_i/∂q_i = W_i Q_i
    with Q in the child frame; trees (a link receives from all its children); any axis.
    Printed misprints: ERRATA E2-2, E2-29, and E2-32 for the cost.
    Cost as printed: 412n − 277 ×, 320n − 201 + (2195, 1719 for n = 6). A traced program folds the
    zeros and ones of 4×4 matrices too, so there it costs hardly less than hollerbach_4x4.
    """
    T = model.poses(q)
    A, s = [FrameMatrix.rotation(X.R) for X in T], [X.p for X in T]
    Q = [FrameMatrix.skew(body.S.ω) for body in model.bodies]
    W, Wd, Wdd = rates(model, A, Q, qd, qdd)
    sdd = [ZERO] * (len(T) + 1)  # the last entry is the base's
    e, D = [ZERO] * len(T), [FrameMatrix.scaled_identity(0.0, 3)] * len(T)
    for i, body in model.outward():
        p, z, n, J = body.parent, A[i] @ body.S.v, body.inertia.h, _euler(body.inertia)
        sdd[i] = sdd[p] + Wdd[p] @ s[i] + Wd[p] @ z * (2.0 * qd[i]) + W[p] @ z * qdd[i]
        e[i] = sdd[i] * body.inertia.m + Wdd[i] @ n
        D[i] = FrameMatrix.dyad(n, sdd[i]) + J @ Wdd[i].T
        note(i + 1, sdd=sdd[i])
    c: list[Vec3] = [body.inertia.h for body in model.bodies]
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, dW, z = body.parent, W[i] @ Q[i], W[i] @ body.S.v
        τ[i] = tr(dW, D[i]) - model.gravity.dot(dW @ c[i]) + z.dot(e[i] - model.gravity * m̄[i])
        note(i + 1, e=e[i], D=D[i].rows, c=c[i])
        if p != BASE:
            D[p] = D[p] + A[i] @ D[i] + FrameMatrix.dyad(s[i], e[i])
            c[p] = c[p] + s[i] * m̄[i] + A[i] @ c[i]
            e[p], m̄[p] = e[p] + e[i], m̄[p] + m̄[i]
    return τ


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy Φ of the links.

        Φ = ½ Σ_j tr{m_j ṡ_j ṡ_jᵀ + 2 (Ẇ_j n_j) ṡ_jᵀ + Ẇ_j J_j Ẇ_jᵀ}                    (A.3)
        ṡ_i = ṡ_{i−1} + Ẇ_{i−1} s_{i−1,i} + (1−σ) W_{i−1} z q̇

    Symbols: as in inverse_dynamics.
    Differs from the book: ṡ_i by this recursion, which it does not print; tr{a bᵀ} is written a·b; trees; any axis.
    """
    T = model.poses(q)
    A = [FrameMatrix.rotation(X.R) for X in T]
    W, Wd, _ = rates(model, A, [FrameMatrix.skew(body.S.ω) for body in model.bodies], qd, [0.0] * len(T))
    sd = [ZERO] * (len(T) + 1)  # the last entry is the base's
    Φ: Scalar = 0.0
    for i, body in model.outward():
        p, m, n, J = body.parent, body.inertia.m, body.inertia.h, _euler(body.inertia)
        sd[i] = sd[p] + Wd[p] @ T[i].p + W[p] @ (A[i] @ body.S.v) * qd[i]
        Φ = Φ + 0.5 * (m * sd[i].dot(sd[i]) + 2.0 * (Wd[i] @ n).dot(sd[i]) + tr(Wd[i], J @ Wd[i].T))
    return Φ


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """The potential energy P of the moving links, zero for a mass at the base's origin.

        P = constant − Σ_j m_j gᵀ [s_j + W_j r_{j,j}]                                  (A.4)

    Differs from the book: the constant is 0; m r is one parameter; trees; any axis.
    """
    P: Scalar = 0.0
    for body, X in zip(model.bodies, poses_in_base(model, q), strict=True):
        P = P - model.gravity.dot(X.p * body.inertia.m + X.R @ body.inertia.h)
    return P


def _euler(inertia: Inertia) -> FrameMatrix:
    """The Euler tensor J at the link's origin, from the link's frame to itself."""
    J = euler_tensor(inertia.I).full
    return FrameMatrix(J.rows, J.frame, J.frame)

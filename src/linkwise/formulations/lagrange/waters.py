"""Inverse dynamics by Lagrange's equation with a recursion for the accelerations of the 4×4 matrices.

Waters (1979), as in Balafoutis & Patel (1991), eqs. (5.2.9)–(5.2.10).                 [waters1979] [balafoutis1991]

Idea: The double sum over velocities in the closed Lagrangian form is nothing but the second time derivative of a link's
4×4 matrix W. That derivative follows from that of the link before, so it costs one step per link instead of a sum
over all pairs of joints. Only the sum over the links that a joint carries is left.
When: To see the step from closed formulas to recursions; hollerbach_4x4 removes the last sum, and for speed take
newton_euler.khalil_dombre.
"""

from collections.abc import Sequence

from ...algebra import FrameMatrix, Scalar, first_moment, note, pseudo_inertia, tr
from ...model import Model
from ..scalars import Scalars
from .partial_derivatives import links


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        W_i, Ẇ_i, Ẅ_i                                                                  (5.2.10), see `rates`
        τ_i = Σ_{j≥i} { tr[∂W_j/∂q_i J_j Ẅ_jᵀ] − m_j gᵀ ∂W_j/∂q_i r_{j,j} }            (5.2.9)

    Symbols: W_j pose of link j in the base, J_j its pseudo-inertia, m_j r_{j,j} its first moment, all in homogeneous
    coordinates; g gravity.
    Differs from the book: Q acts in the child frame (partial_derivatives.py); trees; any axis; J_j Ẅ_jᵀ is computed
    once; a link needs no centre of mass, since m r is one parameter.
    Cost as printed: O(n²); 7051 ×, 5652 + for n = 6.
    """
    L = links(model, q)
    _, _, Wdd = rates(model, L.A, L.Q, qd, qdd)
    τ: list[Scalar] = [0.0] * len(model.bodies)
    for j, body in model.outward():
        JWdd = pseudo_inertia(body.inertia) @ Wdd[j].T
        for i, dW in L.dW[j].items():
            τ[i] = τ[i] + tr(dW, JWdd) - model.gravity.dot(first_moment(dW, body.inertia.h, body.inertia.m))
    return τ


def rates(
    model: Model, A: Sequence[FrameMatrix], Q: Sequence[FrameMatrix], qd: Scalars, qdd: Scalars
) -> tuple[list[FrameMatrix], list[FrameMatrix], list[FrameMatrix]]:
    """W, Ẇ and Ẅ of every link, and last of the base, from its A to the parent and its joint's Q; 4×4 or 3×3.

        W_i = W_{i−1} A_i                                                              (5.2.10a), (5.2.12a), (5.2.15a)
        Ẇ_i = Ẇ_{i−1} A_i + W_{i−1} ∂A_i/∂q_i q̇_i                                      (5.2.10b), (5.2.12b), (5.2.15b)
        Ẅ_i = Ẅ_{i−1} A_i + 2 Ẇ_{i−1} ∂A_i/∂q_i q̇_i
              + W_{i−1} ∂²A_i/∂q_i² q̇_i² + W_{i−1} ∂A_i/∂q_i q̈_i                       (5.2.10c), (5.2.12c), (5.2.15c)
        with ∂A_i/∂q_i = A_i Q_i,  ∂²A_i/∂q_i² = A_i Q_i Q_i

    >>> import linkwise
    >>> model = linkwise.load("pendulum").tree
    >>> L = links(model, [0.0])
    >>> W, Wd, Wdd = rates(model, L.A, L.Q, [2.0], [0.0])
    >>> Wd[0] == L.dW[0][0] * 2.0, Wdd[0] == L.dW[0][0] @ L.Q[0] * 4.0
    (True, True)
    """
    size = len(A[0].rows) if A else 4
    zero = FrameMatrix.scaled_identity(0.0, size)
    W = [FrameMatrix.scaled_identity(1.0, size, model.base)] * (len(A) + 1)  # the last entries are the base's
    Wd, Wdd = [zero] * (len(A) + 1), [zero] * (len(A) + 1)
    for i, body in model.outward():
        p, dA = body.parent, A[i] @ Q[i]
        WdA = W[p] @ dA
        W[i] = W[p] @ A[i]
        Wd[i] = Wd[p] @ A[i] + WdA * qd[i]
        Wdd[i] = Wdd[p] @ A[i] + Wd[p] @ dA * (2.0 * qd[i]) + W[p] @ (dA @ Q[i]) * (qd[i] * qd[i]) + WdA * qdd[i]
        note(i + 1, W=W[i].rows, Wd=Wd[i].rows, Wdd=Wdd[i].rows)
    return W, Wd, Wdd

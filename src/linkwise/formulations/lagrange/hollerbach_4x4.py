"""Inverse dynamics by the recursive Lagrangian method with 4×4 matrices.

Hollerbach (1980), as in Balafoutis & Patel (1991), Algorithm 5.1, eqs. (5.2.11)–(5.2.13).
                                                                              [hollerbach1980] [balafoutis1991]

Idea: The derivative of a far link's matrix by a near joint's variable is that of the near link times the pose between
the two. So the sum over the links a joint carries factors: all that depends on the joint comes out in front, and what
remains is gathered from the tips to the base. Lagrange's equation is thereby evaluated in a number of steps
proportional to the number of links.
When: To see that Lagrange's equations grow no faster than Newton's; even with the zeros of its 4×4 matrices folded it
takes about twice the operations of newton_euler.khalil_dombre.
"""

from ...algebra import FrameMatrix, Scalar, Vec3, first_moment, generator, homogeneous, note, pseudo_inertia, tr
from ...model import BASE, Model
from ..scalars import Scalars
from .waters import rates


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Outward:
        W_i, Ẇ_i, Ẅ_i                                                                  (5.2.12), see waters.rates
    Inward:
        D_i = J_i Ẅ_iᵀ + A_{i+1} D_{i+1}                                               (5.2.13a)
        c_i = m_i r_{i,i} + A_{i+1} c_{i+1}                                            (5.2.13b)
        τ_i = tr[∂W_i/∂q_i D_i] − gᵀ ∂W_i/∂q_i c_i                                     (5.2.13c)

    Symbols: W_i pose of link i in the base, J_i its pseudo-inertia, c_i first moment of the links that joint i carries
    (three components and the mass m̄_i), all in homogeneous coordinates; g gravity.
    Differs from the book: ∂W_i/∂q_i = W_i Q_i with Q in the child frame; trees (a link receives from all its children);
    any axis.
    Cost as printed: 830n − 592 ×, 675n − 464 + (4388, 3586 for n = 6).
    """
    A = [homogeneous(body.pose(q[i])) for i, body in model.outward()]
    Q = [generator(body.S) for body in model.bodies]
    W, _, Wdd = rates(model, A, Q, qd, qdd)
    D: list[FrameMatrix] = [pseudo_inertia(body.inertia) @ Wdd[i].T for i, body in model.outward()]
    c: list[Vec3] = [body.inertia.h for body in model.bodies]
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    τ: list[Scalar] = [0.0] * len(A)
    for i, body in model.inward():
        p, dW = body.parent, W[i] @ Q[i]
        τ[i] = tr(dW, D[i]) - model.gravity.dot(first_moment(dW, c[i], m̄[i]))
        note(i + 1, D=D[i].rows, c=c[i])
        if p != BASE:
            D[p] = D[p] + A[i] @ D[i]
            c[p], m̄[p] = c[p] + first_moment(A[i], c[i], m̄[i]), m̄[p] + m̄[i]
    return τ

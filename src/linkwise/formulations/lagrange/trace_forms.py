"""Energies, inertia matrix and gravity forces as traces of the derivatives of 4×4 matrices.

Balafoutis & Patel (1991), (5.2.4), (5.2.5b), (5.2.7); Milićević et al., (2.3), (2.11), (2.15), the same in other
letters: U_ji for ∂W_j/∂q_i.                                                   [balafoutis1991] [milicevic2007]

    Φ = ½ Σ_j Σ_i Σ_k tr[∂W_j/∂q_i J_j ∂W_jᵀ/∂q_k] q̇_i q̇_k,     P = −Σ_j m_j gᵀ W_j r_{j,j}
    d_ik = Σ_{j≥i,k} tr[∂W_j/∂q_i J_j ∂W_jᵀ/∂q_k],              G_i = −Σ_{j≥i} m_j gᵀ ∂W_j/∂q_i r_{j,j}
"""

from ...algebra import Scalar, first_moment, pseudo_inertia, tr
from ...model import Model
from ..scalars import Rows, Scalars
from .partial_derivatives import Links


def inertias(model: Model, of: Links) -> Rows:
    """The matrix of d_ik; d_ki is taken from d_ik.

    >>> import linkwise
    >>> from linkwise.formulations.lagrange.partial_derivatives import links
    >>> model = linkwise.load("planar2r").tree
    >>> round(inertias(model, links(model, [0.0, 0.0]))[1][1], 9)  # 2.1 kg, 0.9 m away
    1.701
    """
    D: Rows = [[0.0] * len(model.bodies) for _ in model.bodies]
    for body, dW in zip(model.bodies, of.dW, strict=True):
        J = pseudo_inertia(body.inertia)
        for i, dW_i in dW.items():
            dWJ = dW_i @ J
            for k in (k for k in dW if k <= i):
                D[i][k] = D[k][i] = D[i][k] + tr(dWJ, dW[k].T)
    return D


def kinetic(model: Model, of: Links, qd: Scalars) -> Scalar:
    """The kinetic energy Φ.

    >>> import linkwise
    >>> from linkwise.formulations.lagrange.partial_derivatives import links
    >>> model = linkwise.load("planar2r").tree
    >>> round(kinetic(model, links(model, [0.0, 0.0]), [0.0, 2.0]), 9)
    3.402
    """
    Φ: Scalar = 0.0
    for body, dW in zip(model.bodies, of.dW, strict=True):
        J = pseudo_inertia(body.inertia)
        for j, dW_j in dW.items():
            dWJ = dW_j @ J
            for k, dW_k in dW.items():
                Φ = Φ + 0.5 * (tr(dWJ, dW_k.T) * (qd[j] * qd[k]))
    return Φ


def gravity(model: Model, of: Links) -> list[Scalar]:
    """The gravity forces G.

    >>> import linkwise
    >>> from linkwise.formulations.lagrange.partial_derivatives import links
    >>> model = linkwise.load("planar2r").tree
    >>> round(gravity(model, links(model, [0.0, 0.0]))[1], 4)
    18.5409
    """
    G: list[Scalar] = [0.0] * len(model.bodies)
    for body, dW in zip(model.bodies, of.dW, strict=True):
        for i, dW_i in dW.items():
            G[i] = G[i] - model.gravity.dot(first_moment(dW_i, body.inertia.h, body.inertia.m))
    return G


def potential(model: Model, of: Links) -> Scalar:
    """The potential energy P, zero for a mass at the base's origin.

    >>> import linkwise
    >>> from linkwise.formulations.lagrange.partial_derivatives import links
    >>> model = linkwise.load("planar2r").tree
    >>> potential(model, links(model, [0.0, 0.0])) + 0.0
    0.0
    """
    P: Scalar = 0.0
    for body, W in zip(model.bodies, of.W, strict=True):
        P = P - model.gravity.dot(first_moment(W, body.inertia.h, body.inertia.m))
    return P

"""Inverse dynamics, inertia matrix and energies by Lagrange's equation with 4×4 matrices.

Uicker (1965) and Kahn (1969), as in Balafoutis & Patel (1991), eqs. (5.2.2)–(5.2.8).
                                                                  [uicker1965] [kahn1969] [balafoutis1991]

Idea: Every point of a link is its homogeneous coordinates times one 4×4 matrix W of the joint variables, so the kinetic
energy is a sum of traces of derivatives of W around the link's pseudo-inertia. Lagrange's equation then only
differentiates W once more. What comes out is a closed formula for each joint force, with a sum over all pairs of
velocities.
When: To see how the equations of motion follow from the energies, and where robot dynamics began; it grows with the
fourth power of the number of joints, so for numbers take newton_euler.khalil_dombre.
"""

from ...algebra import Scalar, first_moment, pseudo_inertia, tr
from ...model import Model
from ..scalars import Rows, Scalars
from . import trace_forms
from .partial_derivatives import links, second_derivatives


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        J_j = ∫ r rᵀ dm                                                                (5.2.3)
        τ_i = Σ_{j≥i} { Σ_k tr[∂W_j/∂q_i J_j ∂W_jᵀ/∂q_k] q̈_k
                        + Σ_k Σ_l tr[∂W_j/∂q_i J_j ∂²W_jᵀ/∂q_k∂q_l] q̇_k q̇_l
                        − m_j gᵀ ∂W_j/∂q_i r_{j,j} }                                   (5.2.7)

    Symbols: W_j pose of link j in the base, J_j its pseudo-inertia, m_j r_{j,j} its first moment, all in homogeneous
    coordinates; g gravity; k and l run over the joints that carry link j.
    Differs from the book: Q acts in the child frame (partial_derivatives.py); trees; any axis; every derivative of W_j
    and ∂W_j/∂q_i J_j is computed once; a link needs no centre of mass, since m r is one parameter.
    Printed misprints: ERRATA E2-1.
    Cost as printed: O(n⁴); 66271 ×, 51548 + for n = 6.
    """
    L = links(model, q)
    ddW = second_derivatives(model, L)
    τ: list[Scalar] = [0.0] * len(model.bodies)
    for j, body in model.outward():
        J, m, mr = pseudo_inertia(body.inertia), body.inertia.m, body.inertia.h
        for i, dW_i in L.dW[j].items():
            dWJ = dW_i @ J
            for k, dW_k in L.dW[j].items():
                τ[i] = τ[i] + tr(dWJ, dW_k.T) * qdd[k]
            for (k, l), ddW_kl in ddW[j].items():
                τ[i] = τ[i] + tr(dWJ, ddW_kl.T) * (qd[k] * qd[l])
            τ[i] = τ[i] - model.gravity.dot(first_moment(dW_i, mr, m))
    return τ


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The generalized inertia tensor D, the coefficients of q̈ in (5.2.7).

        d_ik = Σ_{j≥i,k} tr[∂W_j/∂q_i J_j ∂W_jᵀ/∂q_k]                                  (5.2.7), (5.2.8)

    Differs from the book: as in inverse_dynamics; d_ki is taken from d_ik.  Printed misprints: ERRATA E2-1.
    """
    return trace_forms.inertias(model, links(model, q))


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """The joint forces G that hold the robot against gravity.

        G_i = − Σ_{j≥i} m_j gᵀ ∂W_j/∂q_i r_{j,j}                                       (5.2.7), (5.2.8)

    Differs from the book: as in inverse_dynamics.
    """
    return trace_forms.gravity(model, links(model, q))


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy Φ of the links.

        Φ = ½ Σ_i Σ_j Σ_k tr[∂W_i/∂q_j J_i ∂W_iᵀ/∂q_k q̇_j q̇_k]                         (5.2.4)

    Differs from the book: as in inverse_dynamics.
    """
    return trace_forms.kinetic(model, links(model, q), qd)


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """The potential energy P of the moving links, zero for a mass at the base's origin.

        P = constant − Σ_j m_j gᵀ W_j r_{j,j}                                          (5.2.5b)

    Differs from the book: as in inverse_dynamics; the constant is 0.
    """
    return trace_forms.potential(model, links(model, q))

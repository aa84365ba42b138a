"""The equations of motion by Lynch & Park's Lagrangian with Christoffel symbols.

Lynch & Park (2017), §9.1 and §9.4: eqs. (9.3)–(9.13), (9.85)–(9.88).                                [lynch2017]

Idea: Write the kinetic energy as ½ θ̇ᵀMθ̇ and the potential energy P, and let the derivatives of the Lagrangian K − P
say what forces a motion takes. Its second derivatives sort into the mass matrix, which multiplies the accelerations,
and the Christoffel symbols, half-sums of three derivatives of M, which multiply products of velocities. The derivatives
are taken exactly, by numbers that carry their slopes along, whatever the arm.
When: To teach where the terms of the equations of motion come from, and as a check that shares no formula with the
recursions; for speed take a Newton–Euler recursion.
"""

from collections.abc import Callable

from ...algebra import Scalar, along, gradient
from ...algebra.orthogonal import dot
from ...model import Model
from ..composite import featherstone
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars


def euler_lagrange(L: Callable[[Scalars, Scalars], Scalar], q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """The generalized forces f of any Lagrangian function L(q, q̇) = K − P.

        f = d/dt ∂L/∂q̇ − ∂L/∂q                                                         (9.3), (9.8)

    Differs from the book: nothing; d/dt is the derivative along (q̇, q̈).

    >>> m, g = 2.0, 10.0
    >>> euler_lagrange(lambda x, xd: 0.5 * m * xd[0] ** 2 - m * g * x[0], [0.0], [3.0], [1.0])  # (9.5), (9.6)
    [22.0]
    """
    n = len(q)

    def of_state(x: Scalars) -> Scalar:
        return L(x[:n], x[n:])

    def momentum(x: Scalars) -> list[Scalar]:
        return gradient(of_state, x)[1][n:]

    rates = along(momentum, [*q, *qd], [*qd, *qdd])[1]
    slopes = gradient(of_state, [*q, *qd])[1][:n]
    return [rate - slope for rate, slope in zip(rates, slopes, strict=True)]


def christoffel(M: Callable[[Scalars], Rows], q: Scalars) -> tuple[Rows, list[Rows]]:
    """The matrix M(q), and its Christoffel symbols of the first kind Γ_ijk.

        Γ_ijk = ½ (∂m_ij/∂θ_k + ∂m_ik/∂θ_j − ∂m_jk/∂θ_i)                               (9.13), (9.86)

    >>> christoffel(lambda q: [[q[1] * q[1], 0.0], [0.0, 1.0]], [0.3, 2.0])[1]  # a unit mass in polar coordinates
    [[[0.0, 2.0], [2.0, 0.0]], [[-2.0, 0.0], [0.0, 0.0]]]
    """
    m, dm = gradient(M, q)
    n = range(len(q))
    return m, [[[0.5 * (dm[k][i][j] + dm[j][i][k] - dm[i][j][k]) for k in n] for j in n] for i in n]


def coriolis(Γ: list[Rows], qd: Scalars) -> Rows:
    """The matrix c_ij = Σ_k Γ_ijk θ̇_k of Christoffel symbols, (9.87).

    >>> coriolis([[[0.0, 2.0], [2.0, 0.0]], [[-2.0, 0.0], [0.0, 0.0]]], [1.0, 10.0])
    [[20.0, 2.0], [-2.0, 0.0]]
    """
    return [[dot(row, qd) for row in matrix] for matrix in Γ]


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """K = ½ θ̇ᵀ M θ̇, (9.10).  Differs from the book: M by composite bodies, as for inverse_dynamics."""
    return 0.5 * dot([dot(row, qd) for row in featherstone.mass_matrix(model, q)], qd)


def potential_energy(model: Model, q: Scalars) -> Scalar:
    """P = −Σ_i m_i g·p_i, p_i centre of mass of link i: the general form of P_i = m_i g y_i.

    Differs from the book: m_i p_i by the first moment, so that links need no centre of mass; trees; any axis.
    """
    P: Scalar = 0.0
    for body, T in zip(model.bodies, poses_in_base(model, q), strict=True):
        P = P - model.gravity.dot(T.R @ body.inertia.h + T.p * body.inertia.m)
    return P


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """∂P/∂θ of (9.12).  Differs from the book: trees; any axis."""
    return gradient(lambda θ: potential_energy(model, θ), q)[1]


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix C with C θ̇ = Σ Γ_ijk θ̇_j θ̇_k, (9.87), (9.88), for which Ṁ − 2C is skew (Proposition 9.1).

    Differs from the book: M by composite bodies, its derivatives exact; trees; any axis.
    """
    return coriolis(christoffel(lambda θ: featherstone.mass_matrix(model, θ), q)[1], qd)


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations θ̈.

        τ_i = d/dt ∂L/∂θ̇_i − ∂L/∂θ_i,   L = ½ θ̇ᵀ M θ̇ − P                               (9.9)–(9.11)
            = Σ_j m_ij θ̈_j + Σ_j Σ_k Γ_ijk θ̇_j θ̇_k + ∂P/∂θ_i                           (9.12), (9.13)

    Symbols: M mass matrix, Γ Christoffel symbols, P potential energy.
    Differs from the book: M by composite bodies (the book's own is the closed form of its §9.4), its derivatives exact;
    trees; any axis.
    Printed misprints: ERRATA E1-1 to E1-4, all in the worked 2R arm.
    Cost as printed: none; "intractable, especially for robots with higher degrees of freedom".
    """
    M, Γ = christoffel(lambda θ: featherstone.mass_matrix(model, θ), q)
    C, g = coriolis(Γ, qd), gravity_forces(model, q)
    return [dot(m, qdd) + dot(c, qd) + gi for m, c, gi in zip(M, C, g, strict=True)]

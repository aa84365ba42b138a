"""The closed-form coefficients of the equations of motion by Renaud's and Vukobratović's generalized links.

Balafoutis & Patel (1991), eqs. (5.2.17)–(5.2.20), after Renaud (1983) and Vukobratović, Li & Kirćanski (1985).
                                                              [balafoutis1991] [renaud1983] [vukobratovic1985]

Idea: A generalized link is a link with all links beyond it as one rigid body, given by its first moment and its inertia
tensor at the link's origin, which a recursion inwards adds up. Every element of the inertia matrix, and also every
Christoffel symbol, is a short product of joint axes with these two. So the equations of motion have a closed form whose
derivatives were taken once and for all on paper.
When: To have single coefficients of the equations of motion, say the force that two joints' speeds cause at a third;
for the whole force take a recursion.
"""

from typing import NamedTuple

from ...algebra import ONE3, Scalar, Sym3, Vec3
from ...algebra.inertia import shift, twice_shift
from ...algebra.orthogonal import dot
from ...model import BASE, Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from ..scope import Scope

SCOPE = Scope(prismatic=False)


class Links(NamedTuple):
    """The generalized links, seen from the base.

    Axis z and origin o of each link's joint, first moment U and inertia E at o of its generalized link.
    """

    z: list[Vec3]
    o: list[Vec3]
    U: list[Vec3]
    E: list[Sym3]


def generalized_links(model: Model, q: Scalars) -> Links:
    """The generalized links, from the tips to the base.

        E_oi = E_oi+1 + 2(U_oi+1·s) 1 − s Uᵀ_oi+1 − U_oi+1 sᵀ + I_oi + m̄_i+1 (s·s 1 − s sᵀ)   (5.2.20a)
        U_oi = U_oi+1 + m̄_i+1 s + m_i r_ii                                             (5.2.20b)

    Symbols: s = s_{i,i+1} from origin to origin, m̄ mass of a generalized link, m r first moment, I_o inertia at o.

    >>> import linkwise
    >>> generalized_links(linkwise.load("planar2r").tree, [0.0, 0.0]).U[1].components  # 2.1 kg, 0.9 m away
    (1.8900000000000001, 0.0, 0.0)
    """
    T = poses_in_base(model, q)
    z = [X.R @ body.S.ω for X, body in zip(T, model.bodies, strict=True)]
    o = [X.p for X in T]
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    U = [X.R @ body.inertia.h for X, body in zip(T, model.bodies, strict=True)]
    E = [X.R.turn_symmetric(body.inertia.I) for X, body in zip(T, model.bodies, strict=True)]
    for i, body in model.inward():
        p = body.parent
        if p != BASE:
            s = o[i] - o[p]
            E[p] = E[i] + twice_shift(U[i], s) + E[p] + shift(s, s) * m̄[i]
            U[p], m̄[p] = U[i] + s * m̄[i] + U[p], m̄[p] + m̄[i]
    return Links(z, o, U, E)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The generalized inertia tensor D.

        d_ij = z_i·E_oi z_j + z_i·(U_oi × (z_j × s_ji)),   j ≤ i                       (5.2.19a)

    Symbols: s_ji = o_i − o_j; z, U, E of generalized_links.
    Differs from the book: trees, where j ≤ i reads "j is i or carries it" and all other d_ij are 0; any axis.
    Cost as printed: contained in that of inverse_dynamics.
    """
    SCOPE.check(model)
    return _inertias(model, generalized_links(model, q))


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix with Σ_i c_{i,k}(j) q̇_i in row j and column k.

        c_{i,k}(j) = z_j·(z_i × (E_oi − ½ tr E_oi 1) z_k) + z_j·(s_ji × (z_k × (z_i × U_oi))),   j, k ≤ i   (5.2.19b)
        c_{k,i}(j) = c_{i,k}(j),   c_{i,k}(j) = −c_{j,i}(k) for i ≤ k < j              by (5.2.18)

    Symbols: c Christoffel symbols; the rest as in mass_matrix.
    Differs from the book: the matrix is ours, and so is the last line, for symbols that (5.2.19b) leaves out:
    c_{i,k}(j) + c_{i,j}(k) = ∂d_jk/∂q_i by (5.2.18), and d_jk does not depend on the joints up to the first of j and k.
    Trees; any axis.
    """
    SCOPE.check(model)
    return _velocities(model, generalized_links(model, q), qd)


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """The gravitational coefficients G_i = −z_i·(U_oi × g), (5.2.19c).

    Differs from the book: U_oi is m̄_i R_ii; g is the acceleration of a falling body.  Printed misprints: ERRATA E2-3.
    """
    SCOPE.check(model)
    return _gravity(model, generalized_links(model, q))


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        τ_i = Σ_j d_ij q̈_j + Σ_j Σ_k q̇_j c_{j,k}(i) q̇_k + G_i                          (5.2.17)

    Symbols: d, c and G of mass_matrix, coriolis_matrix and gravity_forces.
    Differs from the book: trees; any axis.  Printed misprints: ERRATA E2-3, E2-33.
    Cost as printed: 3/2 n³ + 35/2 n² + 9n − 36 ×, 7/6 n³ + 23/2 n² + 64/2 n − 28 + (992, 776 for n = 6; E2-33).
    """
    SCOPE.check(model)
    links = generalized_links(model, q)
    D, C, G = _inertias(model, links), _velocities(model, links, qd), _gravity(model, links)
    return [dot(d, qdd) + dot(c, qd) + g for d, c, g in zip(D, C, G, strict=True)]


def _inertias(model: Model, links: Links) -> Rows:
    z, o, U, E = links
    D: Rows = [[0.0] * len(z) for _ in z]
    for i in range(len(z)):
        for j in model.ancestors(i):
            D[i][j] = D[j][i] = z[i].dot(E[i] @ z[j]) + z[i].dot(U[i].cross(z[j].cross(o[i] - o[j])))
    return D


def _velocities(model: Model, links: Links, qd: Scalars) -> Rows:
    z, o, U, E = links
    C: Rows = [[0.0] * len(z) for _ in z]
    for i in range(len(z)):
        path, ziU = model.ancestors(i), z[i].cross(U[i])
        spread = E[i].full - ONE3 * (0.5 * E[i].trace)
        for k in path:
            turning, swinging = z[i].cross(spread @ z[k]), z[k].cross(ziU)
            for j in path:
                c = z[j].dot(turning) + z[j].dot((o[i] - o[j]).cross(swinging))
                C[j][k] = C[j][k] + c * qd[i]
                if k < i:
                    C[j][i] = C[j][i] + c * qd[k]  # c_{k,i}(j) = c_{i,k}(j)
                if k <= j < i:
                    C[i][j] = C[i][j] - c * qd[k]  # c_{k,j}(i) = −c_{i,k}(j)
                if k < j < i:
                    C[i][k] = C[i][k] - c * qd[j]  # c_{j,k}(i), the same
    return C


def _gravity(model: Model, links: Links) -> list[Scalar]:
    return [0.0 - z.dot(U.cross(model.gravity)) for z, U in zip(links.z, links.U, strict=True)]

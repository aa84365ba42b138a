"""The inertia matrix by augmented and generalized links.

Balafoutis & Patel (1991), Algorithm 6.2, eqs. (6.3.28)–(6.3.30).                                  [balafoutis1991]
"""

from ...algebra import ZERO, Scalar, Sym3, Vec3
from ...algebra.inertia import shift
from ...algebra.sym3 import multiple_of_one
from ...model import BASE, Model
from ..signature import Rows, Scalars


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

    Augmented links, configuration-independent where the joints they carry are revolute:
        m̄_i = m_i + m̄_{i+1}                                                            (6.3.28a)
        u_i = m_i r_i + m̄_{i+1} s_{i,i+1}                                              (6.3.28b)
        K_i = I_i − m_i r̃r̃ − m̄_{i+1} s̃s̃                                               (6.3.28c)
    Generalized links, from the tips to the base:
        U_i = u_i + A_{i+1} U_{i+1}                                                    (6.3.29a)
        E_i = K_i + A_{i+1} [E_{i+1} − (s̃Ũ_{i+1} + (s̃Ũ_{i+1})ᵀ)] A_{i+1}ᵀ, s seen from i+1  (6.3.29b,c)
        f_{i,i} = σ z̃ U_i + (1−σ) m̄_i z,   η_{i,i} = σ E_i z + (1−σ) Ũ_i z              (6.3.29d,e)
        d_ii = σ η·z + (1−σ) f·z                                                       (6.3.29f)
    and down to the base, j = i−1 … 1:
        f_{j,i} = A f_{j+1,i},   η_{j,i} = A [s̃_{j,j+1} f_{j+1,i} + η_{j+1,i}]          (6.3.30a,b)
        d_ji = σ_j η_{j,i}·z_j + (1−σ_j) f_{j,i}·z_j                                   (6.3.30c)

    Symbols: m r = h and I − m r̃r̃ the first moment and inertia at the link's origin; s child's origin; σ z = S.ω,
    (1−σ) z = S.v of the joint.
    Differs from the book: trees (sums over all links a link carries); any axis; s is turned once per link, not per f.
    Printed misprints: ERRATA E2-16.
    Cost as printed: 11n² + 11n − 42 ×, 5.5n² + 32.5n − 54 + (420, 339 for n = 6).
    """
    T = [body.pose(qi) for body, qi in zip(model.bodies, q, strict=True)]
    s = [X.R.T @ X.p for X in T]  # the link's origin seen from itself: s_{i−1,i} in frame i
    m̄: list[Scalar] = [0.0] * len(T)
    U: list[Vec3] = [ZERO] * len(T)
    E: list[Sym3] = [multiple_of_one(0.0)] * len(T)
    D: Rows = [[0.0] * len(T) for _ in T]
    for i in reversed(range(len(T))):
        body = model.bodies[i]
        m̄[i], U[i], E[i] = body.inertia.m, body.inertia.h, body.inertia.I
        for c in model.children[i]:
            A, p = T[c].R, T[c].p
            m̄[i] = m̄[i] + m̄[c]
            U[i] = U[i] + p * m̄[c] + A @ U[c]
            E[i] = E[i] + shift(p * m̄[c], p) + A.turn_symmetric(E[c] + shift(U[c], s[c]) * 2.0)
        z = body.joint.S(body.name)
        f = z.ω.cross(U[i]) + z.v * m̄[i]
        η = E[i] @ z.ω + U[i].cross(z.v)
        D[i][i] = η.dot(z.ω) + f.dot(z.v)
        j = i
        while model.bodies[j].parent != BASE:
            f, η = T[j].R @ f, T[j].R @ (s[j].cross(f) + η)
            j = model.bodies[j].parent
            z = model.bodies[j].joint.S(model.bodies[j].name)
            D[j][i] = D[i][j] = η.dot(z.ω) + f.dot(z.v)
    return D

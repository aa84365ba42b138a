"""The inertia matrix by augmented and generalized links.

Balafoutis & Patel (1991), Algorithm 6.2, eqs. (6.3.28)–(6.3.30).                                  [balafoutis1991]

Idea: If only joint i accelerates, all links beyond it move as one rigid body, and the force that takes is column i of
the inertia matrix. The masses beyond each joint are first lumped at the joint (augmented links), which can be done
once and for all where joints turn. What is left to do for each state is to turn and add tensors on the way to the
base.
When: For the inertia matrix with the fewest operations; it is what programs use.
"""

from itertools import pairwise

from ...algebra import Scalar, note
from ...algebra.inertia import shift, twice_shift
from ...model import BASE, Model
from ..scalars import Rows, Scalars


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

    Step 1, augmented links, configuration-independent where the joints they carry are revolute:
        m̄_i = m_i + m̄_{i+1}                                                            (6.3.28a)
        u_i = m_i r_i + m̄_{i+1} s_{i,i+1}                                              (6.3.28b)
        K_i = I_i − m_i r̃r̃ − m̄_{i+1} s̃s̃                                               (6.3.28c)
    Step 2, generalized links, from the tips to the base:
        U_i = u_i + A_{i+1} U_{i+1}                                                    (6.3.29a)
        E_i = K_i + A_{i+1} E_{i+1} A_{i+1}ᵀ − (s̃Ũ_{i+1} + (s̃Ũ_{i+1})ᵀ), U seen from i   (6.3.29b,c)
        f_{i,i} = σ z̃ U_i + (1−σ) m̄_i z,   η_{i,i} = σ E_i z + (1−σ) Ũ_i z              (6.3.29d,e)
        d_ii = σ η·z + (1−σ) f·z                                                       (6.3.29f)
    Step 3, within Step 2, down to the base, j = i−1 … 1:
        f_{j,i} = A f_{j+1,i},   η_{j,i} = A η_{j+1,i} + s̃_{j,j+1} f_{j,i}              (6.3.30a,b)
        d_ji = σ_j η_{j,i}·z_j + (1−σ_j) f_{j,i}·z_j                                   (6.3.30c)

    Symbols: m r = h and I − m r̃r̃ the first moment and inertia at the link's origin; s child's origin; σ z = S.ω,
    (1−σ) z = S.v of the joint.
    Differs from the book: Steps 1 and 2, on the page two loops of which the first is done off-line, are one loop here.
    When link i is done it adds both its share of Step 1 (m̄, m̄ s, −m̄ s̃s̃) and its share of Step 2 to the link that
    carries it, so that u_i and K_i never appear alone and nothing is prepared; in a traced program the sums of Step 1
    fold into constants along revolute joints. Trees (a link adds itself to the one that carries it); any axis; s is
    seen from the carrying link, where it is constant, not from the one carried.
    Printed misprints: ERRATA E2-16.
    Cost as printed: 11n² + 11n − 42 ×, 5.5n² + 32.5n − 54 + (420, 339 for n = 6).
    """
    T = model.poses(q)
    m̄: list[Scalar] = [body.inertia.m for body in model.bodies]
    U = [body.inertia.h for body in model.bodies]
    E = [body.inertia.I for body in model.bodies]
    D: Rows = [[0.0] * len(T) for _ in T]
    for i, body in model.inward():
        note(i + 1, U=U[i], E=E[i])
        z = body.S
        f = z.ω.cross(U[i]) + z.v * m̄[i]
        η = E[i] @ z.ω + U[i].cross(z.v)
        D[i][i] = η.dot(z.ω) + f.dot(z.v)
        for k, j in pairwise(model.ancestors(i)):  # from link k to j, which carries it
            f, η = T[k].R @ f, T[k].R @ η
            η = η + T[k].p.cross(f)
            note(f"{j + 1}_{i + 1}", f=f, η=η)
            z = model.bodies[j].S
            D[j][i] = D[i][j] = η.dot(z.ω) + f.dot(z.v)
        if body.parent != BASE:
            p, A, s, AU = body.parent, T[i].R, T[i].p, T[i].R @ U[i]
            m̄[p], U[p] = m̄[p] + m̄[i], U[p] + s * m̄[i] + AU
            E[p] = E[p] + shift(s, s) * m̄[i] + (A.turn_symmetric(E[i]) + twice_shift(AU, s))
    return D

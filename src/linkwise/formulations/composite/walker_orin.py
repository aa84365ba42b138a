"""Inertia matrix and forward dynamics by composite rigid bodies, method 3.

Balafoutis & Patel (1991), Algorithm 6.1, eqs. (6.2.8)–(6.2.9); method 3 of Walker & Orin (1982).
                                                                                 [balafoutis1991] [walker1982]

Idea: If only joint i accelerates, all links beyond it move as one rigid body with a mass, a centre of mass and an
inertia there. These three are carried from the tips to the base, link by link. Newton's and Euler's laws for that one
body, and the lever arms of the joints below, give a column of the inertia matrix.
When: To see the method in the quantities of a first course in mechanics; it divides by masses, so regrouped
parameters may be refused.
"""

from itertools import pairwise

from ...algebra import ZERO, Scalar, Sym3, Vec3, is_zero
from ...algebra.inertia import shift
from ...algebra.sym3 import scaled_identity
from ...errors import shown
from ...model import BASE, Model
from ..accelerations import accelerations
from ..newton_euler import balafoutis_patel_56
from ..scalars import Rows, Scalars, Wrenches
from ..scope import Scope


def cancelling(model: Model) -> str | None:
    """Which links together have no centre of mass, as negative masses can cause; None if all have one.

    >>> import linkwise
    >>> cancelling(linkwise.load("planar2r").tree) is None
    True
    """
    m̄, none = [body.inertia.m for body in model.bodies], [is_zero(body.inertia.m) for body in model.bodies]
    for i, body in model.inward():
        if is_zero(m̄[i]) and not none[i]:
            return f"the masses from link {shown(body.name)} outwards cancel, so they have no centre of mass"
        if body.parent != BASE:
            m̄[body.parent], none[body.parent] = m̄[body.parent] + m̄[i], none[body.parent] and none[i]
    return None


SCOPE = Scope(massless=False, excludes=cancelling)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

    For each i from the tips to the base, the links beyond joint i make one rigid body:
        m̄_i = m̄_{i+1} + m_i                                                            (6.2.8a)
        R_i = [m_i r_i + m̄_{i+1} (s_{i,i+1} + A_{i+1} R_{i+1})] / m̄_i                  (6.2.8b)
        E_i = I_i + m_i [|r−R|² 1 − (r−R)(r−R)ᵀ]
              + m̄_{i+1} [|s+AR_{i+1}−R|² 1 − (…)(…)ᵀ] + A E_{i+1} Aᵀ                    (6.2.8c)
        F = σ z × m̄ R + (1−σ) m̄ z,   M = σ E z                                         (6.2.8d,e)
        f_{i,i} = F,   η_{i,i} = M + R × F,   d_ii = σ η·z + (1−σ) f·z                 (6.2.8f–h)
    and down to the base, j = i−1 … 1:
        f_{j,i} = A f_{j+1,i},   η_{j,i} = A η_{j+1,i} + s_{j,j+1} × f_{j,i}           (6.2.9a,b)
        d_ji = σ_j η_{j,i}·z_j + (1−σ_j) f_{j,i}·z_j                                   (6.2.9c)

    Symbols: m̄, R, E mass, centre of mass and inertia there of the composite body.
    Differs from the book: trees (a composite takes in all its branches); any axis; a composite without mass has R = 0,
    and one whose masses cancel is refused.
    Printed misprints: ERRATA E2-14, E2-15.
    Cost as printed: 12n² + 56n − 27 ×, 7n² + 67n − 56 + (741, 601 for n = 6; E2-34, E2-35).
    """
    SCOPE.check(model)
    T = model.poses(q)
    count = len(T)
    m̄: list[Scalar] = [0.0] * count
    R: list[Vec3] = [ZERO] * count
    E: list[Sym3] = [scaled_identity(0.0)] * count
    D: Rows = [[0.0] * count for _ in range(count)]
    for i, body in model.inward():
        parts = [(body.inertia.m, body.inertia.com, body.inertia.I_com)]
        parts += [(m̄[c], T[c].point(R[c]), T[c].R.turn_symmetric(E[c])) for c in model.children[i]]
        m̄[i], R[i], E[i] = _composite(parts)
        z = body.S
        F = z.ω.cross(R[i] * m̄[i]) + z.v * m̄[i]
        f, η = F, E[i] @ z.ω + R[i].cross(F)
        D[i][i] = η.dot(z.ω) + f.dot(z.v)
        for k, j in pairwise(model.ancestors(i)):  # from link k to j, which carries it
            A, s = T[k].R, T[k].p
            f = A @ f
            η = A @ η + s.cross(f)
            z = model.bodies[j].S
            D[j][i] = D[i][j] = η.dot(z.ω) + f.dot(z.v)
    return D


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce: D q̈ = τ − b, (6.2.2), with this D.

    Differs from the book: as in mass_matrix; rotors on the diagonal of D; b by Algorithm 5.6.
    Cost as printed: 1627 ×, 1261 + for n = 6 (Table 6.3).
    """
    SCOPE.check(model)
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    return accelerations(model, q, mass_matrix(model, q), [force - bias for force, bias in zip(tau, b, strict=True)])


def _composite(parts: list[tuple[Scalar, Vec3, Sym3]]) -> tuple[Scalar, Vec3, Sym3]:
    """(6.2.8a–c): mass, centre of mass and inertia there of several bodies seen from one frame."""
    m̄, moment, E = parts[0][0], parts[0][1] * parts[0][0], parts[0][2]
    for m, r, I in parts[1:]:
        m̄, moment, E = m̄ + m, moment + r * m, E + I
    if is_zero(m̄):
        return m̄, moment, E
    R = moment / m̄
    for m, r, _ in parts:
        E = E + shift((r - R) * m, r - R)
    return m̄, R, E

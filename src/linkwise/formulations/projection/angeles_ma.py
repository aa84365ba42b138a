"""Inertia matrix and forward dynamics by the natural orthogonal complement, method 1.

Balafoutis & Patel (1991), eqs. (6.2.10)–(6.2.16); the method is Angeles & Ma (1988).
                                                                                   [balafoutis1991] [angeles1988]

Idea: The twists of all links, stacked into one long vector, are a matrix T times the joint rates; every motion the
joints allow is a combination of T's columns, and constraint forces do no work on any of them. The robot's kinetic
energy is half of that long vector's square weighted by the masses, so the inertia matrix is D = TᵀMT. With a root N
of the masses it is PᵀP with one matrix P = NT, block-triangular, and D q̈ = τ − b is solved by triangular factors.
When: To teach where D comes from, and why it is positive definite; composite bodies take fewer operations.
"""

from ...algebra import Motion, Scalar, is_zero
from ...algebra.orthogonal import dot
from ...model import Model
from ..accelerations import accelerations
from ..newton_euler import balafoutis_patel_56
from ..scalars import Rows, Scalars, Wrenches
from .mass_root import REAL, root

SCOPE = REAL


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D.

        t = [t_1 … t_n],   t_i = (ω_i, ṙ_{0,i}),   t = T q̇                              (6.2.10), (6.2.12), (6.2.14)
        M = diag(M_1 … M_n),   M_i = diag(I_Ci, m_i 1) = N_iᵀ N_i                      (6.2.11), (6.2.13)
        D = TᵀMT = PᵀP,   P = N T                                                      (6.2.15)

    Symbols: ṙ velocity of the centre of mass; T the natural orthogonal complement: T_ij is the twist that joint j at
    unit rate gives link i.
    Differs from the book: trees (T_ij = 0 where j does not carry i); any axis; the twist of link i is seen from link i,
    where N_i is constant; the roots of N are left out of P and their squares kept as weights, D = Pᵀ W P, so that
    masses and principal moments may be zero; indefinite inertias are refused.
    Printed misprints: none.
    Cost as printed: n³ + 17n² − 15n + 8 ×, n³ + 14n² − 16n + 5 + (746, 629 for n = 6).
    """
    SCOPE.check(model)
    P, W = complement(model, q)
    columns = list(zip(*P, strict=True))
    weighted = [[0.0 if is_zero(x) else w * x for w, x in zip(W, column, strict=True)] for column in columns]
    D: Rows = [[0.0] * len(model.bodies) for _ in model.bodies]
    for j, column in enumerate(columns):
        for k in range(j + 1):
            D[j][k] = D[k][j] = dot(column, weighted[k])
    return D


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

        D q̈ = τ − b                                                                    (6.2.16)

    Differs from the book: b by Algorithm 5.6; rotors on the diagonal of D; LᵀDL factors, not Cholesky's, take no roots.
    Cost as printed: 1353 ×, 1165 + for n = 6 (Table 6.3).
    """
    SCOPE.check(model)
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    return accelerations(model, q, mass_matrix(model, q), [force - bias for force, bias in zip(tau, b, strict=True)])


def complement(model: Model, q: Scalars) -> tuple[Rows, list[Scalar]]:
    """P = N T without the roots, as rows of one entry for each joint, and the weights of the rows; NᵀN = M.

    >>> import linkwise
    >>> P, W = complement(linkwise.load("planar2r").tree, [0.0, 0.0])
    >>> [(w, row) for w, row in zip(W, P) if any(row)]  # two point masses, stretched out: each moves along y only
    [(1.3, [0.7, 0.0]), (2.1, [1.6, 0.9])]
    """
    axes: list[dict[int, Motion]] = [{} for _ in range(len(model.bodies) + 1)]  # seen from each link; the last: base's
    P: Rows = []
    W: list[Scalar] = []
    for i, body in model.outward():
        X, c, m, squares = body.pose(q[i]), body.inertia.com, body.inertia.m, root(body.inertia) or []
        axes[i] = {j: axis.to_child(X) for j, axis in axes[body.parent].items()} | {i: body.S}
        N, W_i = [n for _, n in squares], [*(w for w, _ in squares), *([] if is_zero(m) else [m] * 3)]
        block: Rows = [[0.0] * len(model.bodies) for _ in W_i]
        for j, axis in axes[i].items():
            ω, ṙ = axis.ω, axis.v + axis.ω.cross(c)
            for row, entry in zip(block, (*(n.dot(ω) for n in N), *ṙ.components), strict=False):
                row[j] = entry
        P, W = P + block, W + W_i
    return P, W

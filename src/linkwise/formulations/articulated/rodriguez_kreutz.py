"""The inertia matrix and its inverse factored, and forward dynamics, by a Kalman filter along the links.

Balafoutis & Patel (1991), eqs. (6.2.18)–(6.2.19); the method is Rodriguez & Kreutz (1988).
                                                                              [balafoutis1991] [rodriguez1988]

Idea: A sweep from the tips to the base treats the links as a Kalman filter treats time: it carries a spatial inertia
inwards by a Riccati equation and finds at each joint a variance, which is the inertia the joint feels with all joints
beyond it free. The filter's gains make a triangular matrix W with ones on its diagonal, and with the variances as D̂
the inertia matrix is W D̂ Wᵀ. The inverse of W follows from the same gains, so D⁻¹ and D⁻¹(τ − b) need no elimination.
When: To understand why O(n) forward dynamics exists, or where D⁻¹ itself is wanted; for accelerations alone take
articulated.khalil_dombre, which is this filter with the bias carried along.
"""

from ...algebra import NO_FORCE, NO_MOTION, Scalar
from ...model import BASE, Model
from ..newton_euler import balafoutis_patel_56
from ..scalars import Rows, Scalars, Wrenches
from .spatial_filter import checked_inverse, factor, inverse_factor, regularized_inverse, riccati


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix D, from its factors.

        D = W D̂ Wᵀ,   W = 1 + HΨL                                                      (6.2.18)

    Symbols: H the joints' unit motions, Ψ the transport of forces between link frames, L the filter's gains, D̂ the
    variances, diagonal. W_ij is what joint i feels of the gain G_j of a joint j beyond it.
    Differs from the book: trees; any axis; links are numbered from the base, where W is upper triangular (lower, if
    from the tip). Ψ and Φ are as in (6.2.18), (6.2.19); (5.2.32) has them the other way round. The columns of W D̂ are
    carried to the base, not those of W, so that D is right even where a joint feels no inertia and has no gain.
    Printed misprints: none.
    Cost as printed: none.
    """
    T = model.poses(q)
    at, n = riccati(model, T, regularized_inverse(model, T), rotors=False), len(T)
    WD_hat = factor(model, T, at.PS)
    D: Rows = [[0.0] * n for _ in range(n)]
    for k in range(n):
        path = model.ancestors(k)
        D[k][k] = D[k][k] + at.D_hat[k]
        for i in path[1:]:
            D[k][i] = D[i][k] = D[k][i] + WD_hat[i][k]
            W_ik = WD_hat[i][k] * at.over[k]
            for j in path[1:]:
                if j <= i:
                    D[i][j] = D[j][i] = D[i][j] + W_ik * WD_hat[j][k]
    return D


def mass_matrix_inverse(model: Model, q: Scalars) -> Rows:
    """D⁻¹, with rotors, from its factors.

        D⁻¹ = Vᵀ D̂⁻¹ V,   V = W⁻¹ = 1 − HΦL                                            (6.2.19)

    Symbols: as in mass_matrix; Φ the transport of forces where each joint passed subtracts the part to which it yields.
    Differs from the book: as in mass_matrix; rotor inertias are added to D̂.
    """
    T = model.poses(q)
    at, n = riccati(model, T, checked_inverse(model, T)), len(T)
    V = inverse_factor(model, T, at.G)
    D_inv: Rows = [[0.0] * n for _ in range(n)]
    for k in range(n):
        beyond = [j for j in range(k, n) if k in model.ancestors(j)]
        row = {j: V[k][j] / at.D_hat[k] for j in beyond}
        for i in beyond:
            for j in beyond:
                if j <= i:
                    D_inv[i][j] = D_inv[j][i] = D_inv[i][j] + V[k][i] * row[j]
    return D_inv


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ = Vᵀ D̂⁻¹ V (τ − b), by two sweeps along the links instead of the matrices.

        ε_j = (τ_j − b_j) − S_j · z_j,   z_{j−1} = Σ X* (z_j + G_j ε_j)                 the filter: ε = V (τ − b)
        q̈_j = D̂_j⁻¹ ε_j − G_j · X α_{j−1},   α_j = X α_{j−1} + S_j q̈_j                 the smoother: q̈ = Vᵀ D̂⁻¹ ε

    Symbols: z force and α acceleration, spatial, without the parts due to velocities and gravity; X transforms.
    Differs from the book: the sweeps are described there, not printed; b by Algorithm 5.6; otherwise as in mass_matrix.
    """
    T = model.poses(q)
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(T), wrenches)
    D_hat, _, _, G = riccati(model, T, checked_inverse(model, T))
    z, ε = [NO_FORCE] * len(T), [0.0] * len(T)
    for j, body in model.inward():
        p = body.parent
        ε[j] = tau[j] - b[j] - body.S.dot(z[j])
        if p != BASE:
            z[p] = z[p] + (z[j] + G[j] * ε[j]).to_parent(T[j])
    α, qdd = [NO_MOTION] * (len(T) + 1), [0.0] * len(T)  # the last α is the base's
    for j, body in model.outward():
        carried = α[body.parent].to_child(T[j])
        qdd[j] = ε[j] / D_hat[j] - carried.dot(G[j])
        α[j] = carried + body.S * qdd[j]
    return qdd

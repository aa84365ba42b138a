"""The Coriolis matrix by composite bodies.

Echeandia & Wensing (2021), in base-frame spatial vectors; it is the matrix of Christoffel symbols, eq. (9.87) of
Lynch & Park and [9.7] of Khalil & Dombre.                   [echeandia2021] [lynch2017] [khalil2002]
"""

from ...algebra import Force, Inertia, Mat6, Motion, tilde
from ...algebra.mat3 import ZERO3
from ...model import BASE, Model
from ..kinematics.orin_schrader import base_motions
from ..signature import Rows, Scalars


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix C with C q̇ the velocity forces, and Ḋ − 2C skew.

        Ṡ_i = v_i × S_i,   B_i = ½ [(v_i ×*) I_i − I_i (v_i ×) + (I_i v_i) ×̄*]
        I_i^c, B_i^c: sums over the links beyond joint i
        C_ji = S_j · (I_i^c Ṡ_i + B_i^c S_i),   C_ij = S_i · (I_i^c Ṡ_j + B_i^c S_j)   for j from i to the base

    Symbols: S joint axes, v link velocities, I link inertias, all spatial and seen from the base; (f ×̄*) m = m ×* f.
    Differs from the paper: base frame throughout. Held to Christoffel symbols by tests/identities, not to the print.
    Cost as printed: O(n d) for depth d.
    """
    X, S, v = base_motions(model, q, qd)
    I = [body.inertia.to_parent(Xi) for body, Xi in zip(model.bodies, X, strict=True)]
    I_c = list(I)
    B_c = [_velocity_map(Ii, vi) for Ii, vi in zip(I, v, strict=True)]
    C: Rows = [[0.0] * len(X) for _ in X]
    for i in reversed(range(len(X))):
        λ = model.bodies[i].parent
        if λ != BASE:
            I_c[λ], B_c[λ] = I_c[λ] + I_c[i], B_c[λ] + B_c[i]
    for i in range(len(X)):
        f = I_c[i] @ v[i].cross(S[i]) + B_c[i] @ S[i]
        for j in model.ancestors(i):
            C[j][i] = S[j].dot(f)
            C[i][j] = S[i].dot(I_c[i] @ v[j].cross(S[j]) + B_c[i] @ S[j])
    return C


def _velocity_map(I: Inertia, v: Motion) -> Mat6:
    """B of one body: half of m ↦ v ×* (I m) − I (v × m) + m ×* (I v)."""
    M, momentum = Mat6.of(I), I @ v
    ω, u = tilde(v.ω), tilde(v.v)
    # v ×* as blocks on (n, f) is [[ω, u], [0, ω]]; v × as blocks on (ω, v) is [[ω, 0], [u, ω]]
    crossed = Mat6(
        ω.after(M.A) + u.after(M.C) - M.A.after(ω) - M.B.after(u),
        ω.after(M.B) + u.after(M.D) - M.B.after(ω),
        ω.after(M.C) - M.C.after(ω) - M.D.after(u),
        ω.after(M.D) - M.D.after(ω),
    )
    twice = crossed + _carried(momentum)
    return Mat6(twice.A * 0.5, twice.B * 0.5, twice.C * 0.5, twice.D * 0.5)


def _carried(force: Force) -> Mat6:
    """The map m ↦ m ×* f."""
    n, f = -tilde(force.n), -tilde(force.f)
    return Mat6(n, f, f, ZERO3)

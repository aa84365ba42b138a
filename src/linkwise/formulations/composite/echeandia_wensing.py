"""The Coriolis matrix by composite bodies.

Echeandia & Wensing (2021), in link frames; it is the matrix of Christoffel symbols, eq. (9.87) of Lynch & Park and
[9.7] of Khalil & Dombre.                                           [echeandia2021] [lynch2017] [khalil2002]

Idea: Of the matrices C for which C q̇ are the velocity forces, one makes Ṁ − 2C skew: that of the Christoffel symbols.
It need not be assembled from n³ symbols, because each link has a 6×6 matrix with the same property, bilinear in inertia
and velocity. Those matrices are summed over the links beyond a joint, just as composite inertias are.
When: For passivity-based and adaptive control, which need this very C; for C q̇ alone take bias_forces.
"""

from ...algebra import ZERO, Motion, note
from ...model import BASE, Model
from ..scalars import Rows, Scalars
from .velocity_field import VelocityField


def coriolis_matrix(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix C for which C q̇ are the velocity forces and Ḋ − 2C is skew.

        Ṡ_i = v_i × S_i,   B_i = ½ [(v_i ×*) I_i − I_i (v_i ×) + (I_i v_i) ×̄*]
        I_i^c, B_i^c: sums over the links beyond joint i
        C_ji = S_j · (I_i^c Ṡ_i + B_i^c S_i),   C_ij = S_i · (I_i^c Ṡ_j + B_i^c S_j)   for j from i to the base

    Symbols: S joint axes, v link velocities, I link inertias, all spatial; (f ×̄*) m = m ×* f.
    Differs from the paper: link frames; B by twelve numbers (velocity_field.py). Checked against Christoffel
    symbols by tests/identities, not against the print.
    Cost as printed: O(n d) for depth d.
    """
    T = model.poses(q)
    S = [body.S for body in model.bodies]
    v = [Motion(ZERO, ZERO)] * (len(T) + 1)  # the last entry is the base's
    I, B, Sd = [body.inertia for body in model.bodies], [], []
    for i, body in model.outward():
        v[i] = v[body.parent].to_child(T[i]) + S[i] * qd[i]
        Sd.append(v[i].cross(S[i]))
        B.append(VelocityField.of(I[i], v[i].ω, v[i].v))
        note(i + 1, v=v[i])
    C: Rows = [[0.0] * len(T) for _ in T]
    for i, body in model.inward():
        f, along_I, along_B = I[i] @ Sd[i] + B[i] @ S[i].ω, I[i] @ S[i], B[i].along(S[i])
        path = model.ancestors(i)
        for k, j in zip((i, *path), path, strict=False):  # from link k to its parent j, after i itself
            if j != i:
                f, along_I, along_B = f.to_parent(T[k]), along_I.to_parent(T[k]), T[k].R @ along_B
                C[j][i] = S[j].dot(f)
            C[i][j] = Sd[j].dot(along_I) + S[j].ω.dot(along_B)
        p = body.parent
        if p != BASE:
            I[p], B[p] = I[p] + I[i].to_parent(T[i]), B[p] + B[i].to_parent(T[i])
    return C

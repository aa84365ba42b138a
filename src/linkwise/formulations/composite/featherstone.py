"""The inertia matrix by composite rigid bodies in spatial vectors.

Featherstone (2008), Table 6.2; named with its cost, without equations, in Balafoutis & Patel (1991) §6.2.
                                                                             [featherstone2008] [balafoutis1991]

Idea: If only joint i accelerates, all links beyond it move as one rigid body. In spatial vectors that body's inertia
is one 6×6 operator, summed from the tips to the base. Applied to the joint's axis it gives a force, whose components
along the axes nearer to the base are a column of the inertia matrix.
When: To read and to teach the composite-body method in its shortest form, on trees as well.
"""

from itertools import pairwise

from ...model import BASE, Model
from ..scalars import Rows, Scalars


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The joint-space inertia matrix H.

        Iᶜ_i = I_i + Σ_children X* Iᶜ_j X
        F_i = Iᶜ_i S_i,   H_ii = S_i · F_i
        and down to the base: F = X* F,   H_ij = H_ji = F · S_j

    Symbols: I link inertias, S joint axes, X transforms, all spatial; c marks the links beyond a joint as one body.
    Differs from the book: joints of one degree of freedom only; written from the method, not from the print.
    Needs no centre of mass, so links may have any parameters.
    Cost as printed: 10n² + 31n − 41 ×, 6n² + 40n − 46 + (505, 410 for n = 6; Balafoutis & Patel, Table 6.2).
    """
    X = model.poses(q)
    Ic = [body.inertia for body in model.bodies]
    H: Rows = [[0.0] * len(X) for _ in X]
    for i, body in model.inward():
        F = Ic[i] @ body.S
        H[i][i] = body.S.dot(F)
        for k, j in pairwise(model.ancestors(i)):  # from link k to j, which carries it
            F = F.to_parent(X[k])
            H[i][j] = H[j][i] = model.bodies[j].S.dot(F)
        if body.parent != BASE:
            Ic[body.parent] = Ic[body.parent] + Ic[i].to_parent(X[i])
    return H

"""The matrix that gives the joint forces from the inertial parameters.

Khalil & Dombre (2002), eq. [9.36] with the wrenches of [9.84]–[9.90].                               [khalil2002]

Idea: Joint forces are linear in the masses, first moments and inertias of the links. So they are a matrix, which
depends on the motion alone, times the list of those parameters. Each column is the joint forces of a robot that has
one unit of one parameter and nothing else.
When: To identify parameters from measured motion, and for adaptive control.
"""

from ...algebra import ZERO, ZERO3, Force, Inertia, Motion, angular_acceleration_tensor, note
from ...model import BASE, Model
from ..scalars import Rows, Scalars

UNITS = [Inertia.of_parameters([float(k == c) for k in range(10)]) for c in range(10)]
"""A unit of each parameter, in the order XX XY XZ YY YZ ZZ MX MY MZ M."""


def regressor(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> Rows:
    """The matrix D of Γ = D K, ten columns for each link.

        Γ = Σ_j Dʲ K_j                                                                 [9.36]
        Dʲ: a_i · (F, M of a unit of each parameter of link j), for joints i from j to the base
        F = M V̇ + U MS,   M = J ω̇ + ω × (J ω) + MS × V̇                                 [9.88], [9.89]
    with ω, ω̇, V̇ and U by [9.84]–[9.87] and [9.90].

    Symbols: K_j = (XX XY XZ YY YZ ZZ MX MY MZ M) of link j, U = tilde(ω̇) + tilde(ω) tilde(ω), a_i joint axis, spatial.
    Differs from the book: rotors and friction have no columns; joint axes are carried outwards to the links, not ten
    wrenches inwards from each; trees; any axis.  Printed misprints: ERRATA E4-4.
    Cost as printed: none.
    """
    ω, ωd, Vd = ([ZERO] * (len(model.bodies) + 1) for _ in range(3))  # the last entry is the base's
    U = [ZERO3] * (len(model.bodies) + 1)
    Vd[BASE] = -model.gravity
    axes: list[dict[int, Motion]] = [{} for _ in range(len(model.bodies) + 1)]  # seen from each link
    D: Rows = [[0.0] * (10 * len(model.bodies)) for _ in model.bodies]
    for j, body in model.outward():
        T, a, k = body.pose(q[j]), body.S, body.parent
        A, P = T.R.T, T.p
        ω_k = A @ ω[k]
        ω[j] = ω_k + a.ω * qd[j]
        ωd[j] = A @ ωd[k] + (a.ω * qdd[j] + ω_k.cross(a.ω * qd[j]))
        U[j] = angular_acceleration_tensor(ωd[j], ω[j])
        Vd[j] = A @ (Vd[k] + U[k] @ P) + (a.v * qdd[j] + ω_k.cross(a.v * qd[j]) * 2.0)
        axes[j] = {i: axis.to_child(T) for i, axis in axes[k].items()} | {j: a}
        for c, unit in enumerate(UNITS):
            M, MS, J = unit.m, unit.h, unit.I
            F = Vd[j] * M + U[j] @ MS
            wrench = Force(J @ ωd[j] + ω[j].cross(J @ ω[j]) + MS.cross(Vd[j]), F)
            for i, axis in axes[j].items():
                D[i][10 * j + c] = axis.dot(wrench)
        note(j + 1, ω=ω[j], U=U[j])
    return D

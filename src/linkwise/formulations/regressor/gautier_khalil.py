"""The functions that give energy and momentum from the inertial parameters.

Gautier & Khalil (1988), in Khalil & Dombre (2002), eqs. [9.41]–[9.47].                  [gautier1988] [khalil2002]

Idea: The energy of a link is linear in its mass, first moments and inertias. So it is a row of functions, which depend
on the motion alone, times the list of those parameters. Unlike joint forces these functions need no accelerations.
When: To identify parameters from energies or momenta, where accelerations are not measured; to prove which parameters
have an effect.
"""

from ...algebra import Motion, Scalar
from ...model import BASE, Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from .khalil_dombre import UNITS


def kinetic_energy_regressor(model: Model, q: Scalars, qd: Scalars) -> list[Scalar]:
    """The row e of E = e K, ten functions for each link.

        e_XX = ½ ω1 ω1,  e_XY = ω1 ω2,  e_XZ = ω1 ω3,  e_YY = ½ ω2 ω2,  e_YZ = ω2 ω3,  e_ZZ = ½ ω3 ω3
        e_MX = ω3 V2 − ω2 V3,  e_MY = ω1 V3 − ω3 V1,  e_MZ = ω2 V1 − ω1 V2,  e_M = ½ V·V              [9.44]

    Symbols: ω = (ω1, ω2, ω3), V = (V1, V2, V3) of the link's frame, seen from it.
    Differs from the book: trees; any axis.  Printed misprints: none.
    Cost as printed: none.
    """
    e: list[Scalar] = []
    for moving in _velocities(model, q, qd):
        (ω1, ω2, ω3), V = moving.ω.components, moving.v
        MS = V.cross(moving.ω)
        e += [0.5 * (ω1 * ω1), ω1 * ω2, ω1 * ω3, 0.5 * (ω2 * ω2), ω2 * ω3, 0.5 * (ω3 * ω3)]
        e += [*MS.components, 0.5 * V.dot(V)]
    return e


def potential_energy_regressor(model: Model, q: Scalars) -> list[Scalar]:
    """The row u of U = u K, ten functions for each link.

        u_MX = −g·s,  u_MY = −g·n,  u_MZ = −g·a,  u_M = −g·p                                           [9.44]

    Symbols: s, n, a the axes of the link's frame and p its origin, seen from the base; g gravity.
    Differs from the book: trees.  Printed misprints: none.
    Cost as printed: none.
    """
    u: list[Scalar] = []
    for T in poses_in_base(model, q):
        MS = T.R.T @ (-model.gravity)
        u += [0.0] * 6 + [*MS.components, -model.gravity.dot(T.p)]
    return u


def momentum_regressor(model: Model, q: Scalars, qd: Scalars) -> Rows:
    """The matrix P of the generalized momentum p = M(q) q̇ = P K, ten columns for each link.

        p_i = ∂E/∂q̇_i:   P_i,j = a_i · (momentum of a unit of each parameter of link j)

    Symbols: a_i the axis of joint i, spatial, seen from link j.
    Differs from the book: it has no such matrix; ∂/∂q̇ of [9.44].
    Cost as printed: none.
    """
    n = len(model.bodies)
    axes: list[dict[int, Motion]] = [{} for _ in range(n + 1)]  # seen from each link; the last entry is the base's
    P: Rows = [[0.0] * (10 * n) for _ in model.bodies]
    for j, (body, moving) in enumerate(zip(model.bodies, _velocities(model, q, qd), strict=True)):
        T, a = body.pose(q[j]), body.S
        axes[j] = {i: axis.to_child(T) for i, axis in axes[body.parent].items()} | {j: a}
        for c, unit in enumerate(UNITS):
            momentum = unit @ moving
            for i, axis in axes[j].items():
                P[i][10 * j + c] = axis.dot(momentum)
    return P


def _velocities(model: Model, q: Scalars, qd: Scalars) -> list[Motion]:
    """Each link's velocity seen from its frame, [9.17] and [9.18]."""
    V: list[Motion] = []
    for j, body in model.outward():
        own = body.S * qd[j]
        V.append(own if body.parent == BASE else V[body.parent].to_child(body.pose(q[j])) + own)
    return V

"""The nominal motion about which a revolute arm is linearized, with the quantities of the augmented links.

Balafoutis & Patel (1991), Algorithm 5.7, eqs. (5.3.44)–(5.3.46) for revolute joints, and ṡ_{i,i+1} = ω̃_i s_{i,i+1},
which the text before Algorithm 7.1 adds to it.                                                    [balafoutis1991]
"""

from typing import NamedTuple

from ...algebra import (
    ZERO,
    ZERO3,
    Mat3,
    Sym3,
    Transform,
    Vec3,
    angular_acceleration_tensor,
    euler_tensor,
    note,
    torque,
)
from ...model import BASE, Model
from ..newton_euler.balafoutis_patel_57 import augmented_links
from ..scalars import Scalars
from ..scope import Scope

SCOPE = Scope(prismatic=False)
"""Augmented links are constant only where the joints they carry turn."""


class Nominal(NamedTuple):
    """What Algorithm 5.7 computes for each link, seen from its frame.

    `T` the pose in the parent and `z` the joint's axis; `u`, `K` first moment and inertia of the augmented link; ω, Ω
    and s̈ of the origin (gravity included); Ü and η the backward sums; ṡ the rate of the link's origin relative to its
    parent's, seen from the parent.

    >>> import linkwise
    >>> arm = nominal(linkwise.load("planar2r").tree, [0.0, 0.0], [2.0, 0.0], [0.0, 0.0])
    >>> arm.sd[1].components  # the elbow, 0.7 m from the shoulder
    (0.0, 1.4, 0.0)
    """

    T: list[Transform]
    z: list[Vec3]
    u: list[Vec3]
    K: list[Sym3]
    ω: list[Vec3]
    Ω: list[Mat3]
    sdd: list[Vec3]
    Udd: list[Vec3]
    η: list[Vec3]
    sd: list[Vec3]


def nominal(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> Nominal:
    """Algorithm 5.7 without its last line, for trees of revolute joints about any axis.

    Printed misprints: ERRATA E2-10, E2-11; E2-12 in (5.3.46b).

    >>> import linkwise
    >>> arm = nominal(linkwise.load("pendulum").tree, [0.0], [0.0], [2.0])
    >>> arm.ω[0].components, arm.Ω[0].rows[1][0]
    ((0.0, 0.0, 0.0), 2.0)
    """
    SCOPE.check(model)
    T = model.poses(q)
    z = [body.S.ω for body in model.bodies]
    _, u, K = augmented_links(model)
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    Ω = [ZERO3] * (len(T) + 1)
    sdd[BASE] = -model.gravity
    Udd, η, sd = ([ZERO] * len(T) for _ in range(3))
    for i, body in model.outward():  # (5.3.45)
        p, A, s = body.parent, T[i].R, T[i].p
        ω_p = A.T @ ω[p]
        ω[i] = ω_p + z[i] * qd[i]
        ωd[i] = A.T @ ωd[p] + (ω_p.cross(z[i] * qd[i]) + z[i] * qdd[i])
        Ω[i] = angular_acceleration_tensor(ωd[i], ω[i])
        sd[i], sdd[i] = ω[p].cross(s), A.T @ (sdd[p] + Ω[p] @ s)
        Udd[i], μ = Ω[i] @ u[i], torque(Ω[i], euler_tensor(K[i]))
        η[i] = μ + u[i].cross(sdd[i])
        note(i + 1, ω=ω[i], ωd=ωd[i], Ω=Ω[i], sd=sd[i], sdd=sdd[i], μ=μ)
    for i, body in model.inward():  # (5.3.46)
        p, A, s = body.parent, T[i].R, T[i].p
        note(i + 1, Udd=Udd[i], η=η[i])
        if p != BASE:
            AU = A @ Udd[i]
            Udd[p], η[p] = Udd[p] + AU, η[p] + s.cross(AU) + A @ η[i]
    return Nominal(T, z, u, K, ω[:-1], Ω[:-1], sdd[:-1], Udd, η, sd)

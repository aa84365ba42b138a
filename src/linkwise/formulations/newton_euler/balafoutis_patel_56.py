"""Inverse dynamics by the Cartesian-tensor form of the Newton–Euler recursion.

Balafoutis & Patel (1991), Algorithm 5.6, eqs. (5.3.7)–(5.3.8).                                    [balafoutis1991]

Idea: The acceleration of any point of a link is s̈ + Ω r with one tensor Ω that holds angular acceleration and
centripetal terms. Once Ω is known it serves Newton's law, Euler's law and the step to the next link. The recursion is
that of Luh, Walker and Paul, with fewer products.
When: For inverse dynamics with the fewest operations; it is what programs use.
"""

from typing import NamedTuple

from ...algebra import (
    ZERO,
    ZERO3,
    Mat3,
    Scalar,
    Transform,
    Vec3,
    angular_acceleration_tensor,
    euler_tensor,
    note,
    torque,
)
from ...model import BASE, Body, Model
from ..base_motion import BaseMotion, start
from ..scalars import Rows, Scalars, Wrenches


class Moving(NamedTuple):
    """How a link moves: ω, ω̇, Ω, and s̈ of its origin, seen from its frame."""

    ω: Vec3
    ωd: Vec3
    Ω: Mat3
    sdd: Vec3


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Forward, for each link i+1 on its parent i:
        ω_{i+1} = Aᵀ ω_i + σ z q̇                                                       (5.3.7a)
        ω̇_{i+1} = Aᵀ ω̇_i + σ [tilde(Aᵀ ω_i) z q̇ + z q̈]                                (5.3.7b)
        Ω = tilde(ω̇) + tilde(ω) tilde(ω)                                               (5.3.7c)
        s̈_{i+1} = Aᵀ [s̈_i + Ω_i s] + (1−σ) [2 tilde(Aᵀ ω_i) z q̇ + z q̈]                (5.3.7d)
        F = m s̈ + Ω h,   M = dual(Ω J − (Ω J)ᵀ) + h × s̈                                (5.3.7e–h), at the origin
    Backward:
        f_i = A f_{i+1} + F_i                                                          (5.3.8a)
        η_i = M_i + s × A f_{i+1} + A η_{i+1}                                          (5.3.8b)
        τ_i = σ η_i · z + (1−σ) f_i · z                                                (5.3.8c)

    Symbols: J Euler tensor ½ tr(I) 1 − I at the link's origin, h = m r first moment; the joint gives σ z as S.ω and
    (1−σ) z as S.v.
    Differs from the book: F and M are taken at the link's origin, not at its centre of mass, which makes them linear in
    the parameters and saves r × F; trees; any axis; wrenches on the links; a base that may move.
    Printed misprints: ERRATA E2-10, E2-11; E2-13 in (5.3.8b).
    Cost as printed: 96n − 77 ×, 84n − 70 + (499, 434 for n = 6).
    """
    return forces(model, q, qd, qdd, wrenches, base)[0]


def reaction_wrenches(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> Rows:
    """The wrench (η_i, f_i) on each link by its parent, through the joint: (5.3.8a,b), about the link's origin.

    Differs from the book: as for inverse_dynamics; both are asked for, not only passed on.
    """
    _, f, η = forces(model, q, qd, qdd, wrenches, base)
    return [[*η_i.components, *f_i.components] for η_i, f_i in zip(η, f, strict=True)]


def forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> tuple[list[Scalar], list[Vec3], list[Vec3]]:
    """τ_i, f_i and η_i of every link, by both recursions."""
    T = model.poses(q)
    moving = [started(model, base)] * (len(T) + 1)  # the last entry is the base's
    f, η = [ZERO] * len(T), [ZERO] * len(T)
    for i, body in model.outward():
        moving[i], f[i], η[i] = outward(body, T[i], moving[body.parent], qd[i], qdd[i])
        note(i + 1, **moving[i]._asdict(), F=f[i], M=η[i])
    if wrenches is not None:
        f = [force - w.f for force, w in zip(f, wrenches, strict=True)]
        η = [moment - w.n for moment, w in zip(η, wrenches, strict=True)]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        τ[i], Af, Aη = inward(body, T[i], f[i], η[i])
        note(i + 1, f=f[i], η=η[i], τ=τ[i])
        if body.parent != BASE:
            f[body.parent] = f[body.parent] + Af
            η[body.parent] = η[body.parent] + Aη
    return τ, f, η


def started(model: Model, base: BaseMotion | None = None) -> Moving:
    """The base, at rest or not, with gravity as an acceleration upwards."""
    ω, ωd, sdd = start(model, base)
    return Moving(ω, ωd, ZERO3 if base is None else angular_acceleration_tensor(ωd, ω), sdd)


def outward(body: Body, T: Transform, on: Moving, qd: Scalar, qdd: Scalar) -> tuple[Moving, Vec3, Vec3]:
    """(5.3.7) for one link on its parent: how it moves, and the force F and moment M that this takes."""
    z, A, s = body.S, T.R, T.p
    m, h, J = body.inertia.m, body.inertia.h, euler_tensor(body.inertia.I)
    ω_p = A.T @ on.ω
    ω = ω_p + z.ω * qd
    ωd = A.T @ on.ωd + (ω_p.cross(z.ω * qd) + z.ω * qdd)
    Ω = angular_acceleration_tensor(ωd, ω)
    sdd = A.T @ (on.sdd + on.Ω @ s) + (ω_p.cross(z.v * qd) * 2.0 + z.v * qdd)
    return Moving(ω, ωd, Ω, sdd), sdd * m + Ω @ h, torque(Ω, J) + h.cross(sdd)


def inward(body: Body, T: Transform, f: Vec3, η: Vec3) -> tuple[Scalar, Vec3, Vec3]:
    """(5.3.8) for one link: the force of its joint, and the force and moment it needs from its parent."""
    z, A, s = body.S, T.R, T.p
    Af = A @ f
    return η.dot(z.ω) + f.dot(z.v), Af, s.cross(Af) + A @ η

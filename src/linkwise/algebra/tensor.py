"""Cartesian-tensor operators.

Balafoutis & Patel (1991), Chapters 3 and 4.                                                       [balafoutis1991]

    tilde(u) v = u × v                                                  (3.3.31), (3.4.1)
    vect(tilde(u)) = u,  vect(symmetric) = 0                            (3.3.27)
    Ω = tilde(ω̇) + tilde(ω) tilde(ω)                                   (4.2.12); printed without dots: ERRATA E2-11
    J = ½ tr(I) 1 − I,   I = tr(J) 1 − J                                (4.3.13), (4.3.14)
"""

from __future__ import annotations

from typing import overload

from .frame import same
from .mat3 import Mat3
from .scalar import Scalar
from .sym3 import Sym3
from .vec3 import Vec3


def tilde(u: Vec3) -> Mat3:
    """The dual tensor of a vector, (3.3.31).

    >>> (tilde(Vec3(1.0, 2.0, 3.0)) @ Vec3(0.0, 0.0, 1.0)).components
    (2.0, -1.0, 0.0)
    """
    return Mat3(((0.0, -u.z, u.y), (u.z, 0.0, -u.x), (-u.y, u.x, 0.0)), u.frame)


def vect(t: Mat3) -> Vec3:
    """The vector invariant of a tensor, (3.3.27): t_r = ½ ε_rjk t_kj. Inverse of `tilde` on skew tensors.

    >>> vect(tilde(Vec3(1.0, 2.0, 3.0))).components
    (1.0, 2.0, 3.0)
    """
    (_, a, b), (c, _, d), (e, f, _) = t.rows
    return Vec3(0.5 * (f - d), 0.5 * (b - e), 0.5 * (c - a), t.frame)


@overload
def dual(x: Vec3) -> Mat3: ...
@overload
def dual(x: Mat3) -> Vec3: ...
def dual(x: Vec3 | Mat3) -> Vec3 | Mat3:
    """Definition 3.4: of a vector its skew tensor, (3.3.32); of a skew tensor its vector, (3.3.33).

    >>> dual(dual(Vec3(1.0, 2.0, 3.0))).components
    (1.0, 2.0, 3.0)
    """
    return tilde(x) if isinstance(x, Vec3) else vect(x)


def outer(u: Vec3, v: Vec3) -> Mat3:
    """The tensor product u⊗v.

    >>> outer(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)).rows[0]
    (0.0, 1.0, 0.0)
    """
    x, y, z = ((a * v.x, a * v.y, a * v.z) for a in u.components)
    return Mat3((x, y, z), same(u.frame, v.frame))


def double_dot(a: Mat3, b: Mat3) -> Scalar:
    """The contraction A:B = tr(A B) of the book, so that tilde(u):tilde(v) = −2 u·v (Proposition 3.6).

    >>> double_dot(tilde(Vec3(1.0, 0.0, 0.0)), tilde(Vec3(1.0, 0.0, 0.0)))
    -2.0
    """
    return a.after(b).trace


def angular_acceleration_tensor(ωd: Vec3, ω: Vec3) -> Mat3:
    """Ω = tilde(ω̇) + tilde(ω)tilde(ω), (4.2.12): r̈ = s̈ + Ω r. The U of Khalil & Dombre [9.90].

    >>> (angular_acceleration_tensor(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 2.0)) @ Vec3(1.0, 0.0, 0.0)).components
    (-4.0, 0.0, 0.0)
    """
    xx, yy, zz = ω.x * ω.x, ω.y * ω.y, ω.z * ω.z
    xy, xz, yz = ω.x * ω.y, ω.x * ω.z, ω.y * ω.z
    return Mat3(
        (
            (-(yy + zz), xy - ωd.z, xz + ωd.y),
            (xy + ωd.z, -(xx + zz), yz - ωd.x),
            (xz - ωd.y, yz + ωd.x, -(xx + yy)),
        ),
        same(ωd.frame, ω.frame),
    )


def euler_tensor(I: Sym3) -> Sym3:
    """J = ½ tr(I) 1 − I, (4.3.13).

    >>> euler_tensor(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0)).components
    (2.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    """
    xx, yy, zz = 0.5 * (I.yy + I.zz - I.xx), 0.5 * (I.xx + I.zz - I.yy), 0.5 * (I.xx + I.yy - I.zz)
    return Sym3(xx, 0.0 - I.xy, 0.0 - I.xz, yy, 0.0 - I.yz, zz, I.frame)


def inertia_tensor(J: Sym3) -> Sym3:
    """I = tr(J) 1 − J, (4.3.14).

    >>> inertia_tensor(Sym3(2.0, 0.0, 0.0, 1.0, 0.0, 0.0)).components
    (1.0, 0.0, 0.0, 2.0, 0.0, 3.0)
    """
    return Sym3(J.yy + J.zz, 0.0 - J.xy, 0.0 - J.xz, J.xx + J.zz, 0.0 - J.yz, J.xx + J.yy, J.frame)


def torque(Ω: Mat3, J: Sym3) -> Vec3:
    """The moment of a body with Euler tensor J at a point at rest: dual(ΩJ − (ΩJ)ᵀ), (4.3.42), (5.3.45f,g).

    >>> torque(angular_acceleration_tensor(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 0.0, 2.0)), Sym3(3.0, 0, 0, 4.0, 0, 0)).z
    7.0
    """
    (Ωxx, Ωxy, Ωxz), (Ωyx, Ωyy, Ωyz), (Ωzx, Ωzy, Ωzz) = Ω.rows
    return Vec3(
        J.xy * Ωzx - J.xz * Ωyx + J.yy * Ωzy - J.zz * Ωyz + J.yz * (Ωzz - Ωyy),
        J.xz * (Ωxx - Ωzz) + J.yz * Ωxy - J.xy * Ωzy + J.zz * Ωxz - J.xx * Ωzx,
        J.xx * Ωyx - J.yy * Ωxy + J.xy * (Ωyy - Ωxx) + J.xz * Ωyz - J.yz * Ωxz,
        same(Ω.frame, J.frame),
    )

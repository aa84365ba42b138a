"""The rotation of one rigid body: its rates, its momentum and the torque it takes, by vectors and by tensors.

Balafoutis & Patel (1991), Chapter 4.                                                              [balafoutis1991]

    ω̃ = Ṙ Rᵀ,   Ω = R̈ Rᵀ                                                (4.2.6), (4.2.13)
    J_o = J_c + m r⊗r                                                   (4.3.10), Theorem 4.3
    İ = ω̃ I − I ω̃,   J̇ = ω̃ J − J ω̃ = −İ                                 (4.3.16)–(4.3.19)
    L̃ = (ω̃ I)ᵀ − ω̃ I + tr(I) ω̃ = J ω̃ − (J ω̃)ᵀ                           (4.3.28), (4.3.30), Theorem 4.4
    M̃ = (Ω I)ᵀ − Ω I + tr(I) tilde(ω̇) = Ω J − (Ω J)ᵀ                    (4.3.41), (4.3.42), Theorem 4.5

I and J are a body's inertia and Euler tensor at the point o about which it turns, seen from axes at rest. The tensors
are the duals of the vectors; `torque` in tensor.py is the dual of M̃ with the fewest operations. Printed misprints:
ERRATA E2-27 in (4.3.31), (4.3.32), E2-28 in (4.3.35)–(4.3.39).
"""

from __future__ import annotations

from .inertia import Inertia
from .mat3 import Mat3, product, transpose
from .rotation import Rotation
from .scalar import Scalar
from .sym3 import Sym3, square, symmetric
from .tensor import tilde, vect
from .vec3 import ZERO, Vec3


def angular_velocity_tensor(R: Rotation, Rd: Mat3) -> Mat3:
    """ω̃ = Ṙ Rᵀ, (4.2.6): skew, and Ṙ = ω̃ R (Poisson's equation).

    >>> quarter = Rotation(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    >>> Rd = Mat3(((-2.0, 0.0, 0.0), (0.0, -2.0, 0.0), (0.0, 0.0, 0.0)))  # of a turn about z with ω = 2
    >>> vect(angular_velocity_tensor(quarter, Rd)).components
    (0.0, 0.0, 2.0)
    """
    return Mat3(product(Rd.rows, transpose(R.rows)), R.to)


def angular_acceleration_tensor_of(R: Rotation, Rdd: Mat3) -> Mat3:
    """Ω = R̈ Rᵀ, (4.2.13); its vector invariant is ω̇, (4.2.14).

    >>> quarter = Rotation(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    >>> Rdd = Mat3(((0.0, 4.0, 0.0), (-4.0, 0.0, 0.0), (0.0, 0.0, 0.0)))  # of a steady turn about z with ω = 2
    >>> angular_acceleration_tensor_of(quarter, Rdd).rows[0][0]
    -4.0
    """
    return Mat3(product(Rdd.rows, transpose(R.rows)), R.to)


def euler_tensor_at(J_c: Sym3, m: Scalar, r: Vec3) -> Sym3:
    """J_o = J_c + m r⊗r, (4.3.10): the parallel axis theorem, r from the point o to the centre of mass.

    >>> euler_tensor_at(Sym3(1.0, 0.0, 0.0, 1.0, 0.0, 1.0), 2.0, Vec3(0.0, 0.0, 3.0)).zz
    19.0
    """
    return J_c + square(r) * m


def inertia_rate(I: Sym3, ω: Vec3) -> Sym3:
    """İ = ω̃ I − I ω̃, (4.3.17), seen from axes at rest; for an Euler tensor, its rate, (4.3.19).

    >>> inertia_rate(Sym3(1.0, 0.0, 0.0, 3.0, 0.0, 3.0), Vec3(0.0, 0.0, 2.0)).xy
    -4.0
    """
    ωI = tilde(ω).after(I.full)
    return symmetric(ωI + ωI.T)


def angular_momentum(body: Inertia, ω: Vec3, s: Vec3 = ZERO, sd: Vec3 = ZERO) -> Vec3:
    """L_o = m s × (ṡ + ω × r_c) + m r_c × ṡ + I_o′ ω, (4.3.20), about a point o at rest.

    s and ṡ are position and velocity, seen from o, of the point o′ of the body at which its inertia is given. Where
    that point rests at o, s = ṡ = 0 leaves I ω, (4.3.22); where it is the centre of mass, (4.3.25).

    >>> disk = Inertia.at_com(2.0, Vec3(1.0, 0.0, 0.0), Sym3(0.5, 0.0, 0.0, 0.5, 0.0, 1.0))
    >>> angular_momentum(disk, Vec3(0.0, 0.0, 3.0)).z
    9.0
    """
    return s.cross(sd * body.m + ω.cross(body.h)) + body.h.cross(sd) + body.I @ ω


def angular_momentum_by_euler(J: Sym3, ω: Vec3) -> Vec3:
    """L_o = −J ω + tr(J) ω, (4.3.26).

    >>> angular_momentum_by_euler(Sym3(2.0, 0.0, 0.0, 1.0, 0.0, 0.0), Vec3(0.0, 0.0, 3.0)).z
    9.0
    """
    return ω * J.trace - J @ ω


def angular_momentum_tensor(I: Sym3, ω: Vec3) -> Mat3:
    """L̃_o = (ω̃ I)ᵀ − ω̃ I + tr(I) ω̃, (4.3.28).

    >>> vect(angular_momentum_tensor(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0), Vec3(0.0, 0.0, 3.0))).z
    9.0
    """
    ωI = tilde(ω).after(I.full)
    return ωI.T - ωI + tilde(ω) * I.trace


def angular_momentum_tensor_by_euler(J: Sym3, ω: Vec3) -> Mat3:
    """L̃_o = J ω̃ − (J ω̃)ᵀ, (4.3.30).

    >>> vect(angular_momentum_tensor_by_euler(Sym3(2.0, 0.0, 0.0, 1.0, 0.0, 0.0), Vec3(0.0, 0.0, 3.0))).z
    9.0
    """
    Jω = J.full.after(tilde(ω))
    return Jω - Jω.T


def torque_vector(I: Sym3, ωd: Vec3, ω: Vec3) -> Vec3:
    """M_o = I ω̇ + ω̃ I ω, (4.3.35): Euler's equation.

    >>> torque_vector(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0), Vec3(0.0, 0.0, 1.0), Vec3(1.0, 1.0, 0.0)).z
    4.0
    """
    return I @ ωd + ω.cross(I @ ω)


def torque_vector_by_euler(J: Sym3, ωd: Vec3, ω: Vec3) -> Vec3:
    """M_o = −[J ω̇ + ω̃ J ω] + tr(J) ω̇, (4.3.38).

    >>> torque_vector_by_euler(Sym3(2.0, 0.0, 0.0, 1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0), Vec3(1.0, 1.0, 0.0)).z
    4.0
    """
    return ωd * J.trace - (J @ ωd + ω.cross(J @ ω))


def torque_tensor(I: Sym3, Ω: Mat3) -> Mat3:
    """M̃_o = (Ω I)ᵀ − Ω I + tr(I) tilde(ω̇), (4.3.41), with ω̇ = vect(Ω).

    >>> from linkwise.algebra import angular_acceleration_tensor
    >>> Ω = angular_acceleration_tensor(Vec3(0.0, 0.0, 1.0), Vec3(1.0, 1.0, 0.0))
    >>> vect(torque_tensor(Sym3(1.0, 0.0, 0.0, 2.0, 0.0, 3.0), Ω)).z
    4.0
    """
    ΩI = Ω.after(I.full)
    return ΩI.T - ΩI + tilde(vect(Ω)) * I.trace


def torque_tensor_by_euler(J: Sym3, Ω: Mat3) -> Mat3:
    """M̃_o = Ω J − (Ω J)ᵀ, (4.3.42).

    >>> from linkwise.algebra import angular_acceleration_tensor
    >>> Ω = angular_acceleration_tensor(Vec3(0.0, 0.0, 1.0), Vec3(1.0, 1.0, 0.0))
    >>> vect(torque_tensor_by_euler(Sym3(2.0, 0.0, 0.0, 1.0, 0.0, 0.0), Ω)).z
    4.0
    """
    ΩJ = Ω.after(J.full)
    return ΩJ - ΩJ.T

"""Chapter 4 of Balafoutis & Patel (1991) against particles: a body of point masses that tumbles along a known motion.

Positions are known functions of time; velocities, accelerations and all rates are their differences in 60 digits, so
nothing of the library enters the truth.                                                             [balafoutis1991]
"""

import mpmath
import pytest

from linkwise.algebra import (
    Inertia,
    Mat3,
    Rotation,
    Sym3,
    Vec3,
    angular_acceleration_tensor,
    angular_acceleration_tensor_of,
    angular_momentum,
    angular_momentum_by_euler,
    angular_momentum_tensor,
    angular_momentum_tensor_by_euler,
    angular_velocity_tensor,
    euler_tensor,
    euler_tensor_at,
    inertia_rate,
    inertia_tensor,
    tilde,
    torque,
    torque_tensor,
    torque_tensor_by_euler,
    torque_vector,
    torque_vector_by_euler,
    vect,
)

mp = mpmath.mp.clone()
mp.dps = 60
STEP = mp.mpf(10) ** -15
SAME = 1e-25
"""Central differences with that step err by its square times numbers of order one."""

NOW = mp.mpf("0.7")
MASSES = [mp.mpf(m) for m in ("0.5", "1.25", "2", "0.75", "1.5")]
POINTS = [mp.matrix(p) for p in ([0.3, -0.2, 0.5], [-0.4, 0.1, 0.2], [0.1, 0.6, -0.3], [0.7, 0.2, 0.1], [0, -0.5, 0.4])]
"""The body: masses, and where they sit on it, seen from its point o′."""


def turn(k, angle):
    c, s = mp.cos(angle), mp.sin(angle)
    i, j = (k + 1) % 3, (k + 2) % 3
    R = mp.eye(3)
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def R(t):
    return turn(2, 0.4 * t + t**2) * turn(0, mp.sin(2 * t)) * turn(1, 1.3 * t - 0.2 * t**3)


def s(t):
    """The path of o′."""
    return mp.matrix([mp.cos(t), 0.3 * t**2, mp.sin(3 * t)])


def rate(f, t=NOW):
    return (f(t + STEP) - f(t - STEP)) / (2 * STEP)


def second_rate(f, t=NOW):
    return (f(t + STEP) - 2 * f(t) + f(t - STEP)) / STEP**2


def cross(a, b):
    return mp.matrix([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def total(terms):
    terms = list(terms)
    return sum(terms[1:], terms[0])


def spread(t):
    """The Euler tensor at o′, (4.3.4), from its definition."""
    return total(m * (R(t) * p) * (R(t) * p).T for m, p in zip(MASSES, POINTS, strict=True))


def inertia(t):
    """The inertia tensor at o′, (4.3.3), from its definition."""
    J = spread(t)
    return (J[0, 0] + J[1, 1] + J[2, 2]) * mp.eye(3) - J


def momentum(t):
    """Σ m r × ṙ about o′, while o′ rests."""
    return total(m * cross(R(t) * p, rate(R, t) * p) for m, p in zip(MASSES, POINTS, strict=True))


def vec(x):
    return Vec3(x[0], x[1], x[2])


def mat(X):
    return Mat3(tuple(tuple(X[i, j] for j in range(3)) for i in range(3)))


def sym(X):
    return Sym3(X[0, 0], X[0, 1], X[0, 2], X[1, 1], X[1, 2], X[2, 2])


def entries(x):
    if isinstance(x, Mat3):
        return [e for row in x.rows for e in row]
    return list(x if isinstance(x, mp.matrix) else x.components)


def apart(a, b):
    """By how much two vectors or tensors differ."""
    return max(abs(x - y) for x, y in zip(entries(a), entries(b), strict=True))


ROTATION = Rotation(mat(R(NOW)).rows)
ω = vect(mat(rate(R) * R(NOW).T))
ωd = vec(rate(lambda t: mp.matrix(list(vect(mat(rate(R, t) * R(t).T)).components))))
Ω = mat(second_rate(R) * R(NOW).T)
I, J = sym(inertia(NOW)), sym(spread(NOW))
L, M = vec(momentum(NOW)), vec(rate(momentum))
m = sum(MASSES)
c = total(k * p for k, p in zip(MASSES, POINTS, strict=True)) / m
I_PRINTED = I.full.after(tilde(ωd))

RIGHT = {
    "(4.2.6) angular velocity tensor": (angular_velocity_tensor(ROTATION, mat(rate(R))), tilde(ω)),
    "(4.2.13) angular acceleration tensor": (angular_acceleration_tensor_of(ROTATION, mat(second_rate(R))), Ω),
    "(4.2.12) Ω by ω̇ and ω": (angular_acceleration_tensor(ωd, ω), Ω),
    "(4.2.14) vect Ω": (vect(Ω), ωd),
    "(4.2.21) velocity": (tilde(ω) @ vec(R(NOW) * POINTS[0]), vec(rate(R) * POINTS[0])),
    "(4.2.22) acceleration": (Ω @ vec(R(NOW) * POINTS[0]), vec(second_rate(R) * POINTS[0])),
    "(4.3.6) Euler tensor": (euler_tensor(I), J),
    "(4.3.7) inertia tensor": (inertia_tensor(J), I),
    "(4.3.17) rate of I": (inertia_rate(I, ω), sym(rate(inertia))),
    "(4.3.19) rate of J": (inertia_rate(J, ω), sym(rate(spread))),
    "(4.3.18) rates of I and J": (inertia_rate(I, ω), inertia_rate(J, ω) * -1.0),
    "(4.3.26) momentum by J": (angular_momentum_by_euler(J, ω), L),
    "(4.3.28) momentum tensor by I": (angular_momentum_tensor(I, ω), tilde(L)),
    "(4.3.30) momentum tensor by J": (angular_momentum_tensor_by_euler(J, ω), tilde(L)),
    "(4.3.35) torque by I": (torque_vector(I, ωd, ω), M),
    "(4.3.38) torque by J": (torque_vector_by_euler(J, ωd, ω), M),
    "(4.3.41) torque tensor by I": (torque_tensor(I, Ω), tilde(M)),
    "(4.3.42) torque tensor by J": (torque_tensor_by_euler(J, Ω), tilde(M)),
    "(4.3.42) torque, fewest operations": (torque(Ω, J), M),
}


@pytest.mark.parametrize("equation", RIGHT)
def test_equation_holds_for_particles(equation):
    found, true = RIGHT[equation]
    assert max(map(abs, entries(true))) > 0.1  # zero would prove nothing
    assert apart(found, true) < SAME


PRINTED = {
    "E2-11 (4.2.12)": (tilde(ω) + tilde(ωd).after(tilde(ω)), Ω),
    "E2-27 (4.3.31)": (I_PRINTED.T - I_PRINTED + tilde(ωd) * I.trace, tilde(L)),
    "E2-27 (4.3.32)": (J.full.after(tilde(ωd)) - J.full.after(tilde(ωd)).T, tilde(L)),
    "E2-28 (4.3.35)": (I @ ωd + ωd.cross(I @ ω), M),
    "E2-28 (4.3.38)": (ωd * J.trace - (J @ ωd + ωd.cross(J @ ω)), M),
}


@pytest.mark.parametrize("entry", PRINTED)
def test_printed_form_fails(entry):
    found, true = PRINTED[entry]
    assert apart(found, true) > 0.01


def test_parallel_axes():
    """Theorem 4.3: the Euler tensor at o from that at the centre of mass, which is the particles' spread about it."""
    about = total(k * (R(NOW) * (p - c)) * (R(NOW) * (p - c)).T for k, p in zip(MASSES, POINTS, strict=True))
    r = vec(R(NOW) * c)
    assert apart(euler_tensor_at(sym(about), m, r), J) < SAME
    assert apart(euler_tensor_at(sym(about), m, r * 2.0), J) > 0.01


@pytest.mark.parametrize("moving", [False, True], ids=["o′ rests", "o′ moves"])
def test_angular_momentum(moving):
    """(4.3.20) about a point that rests, and (4.3.22), (4.3.25) where o′ rests there, by Σ m x × ẋ."""

    def momentum_about_origin(path):
        where = [lambda t, p=p: path(t) + R(t) * p for p in POINTS]
        return total(k * cross(x(NOW), rate(x)) for k, x in zip(MASSES, where, strict=True))

    path = s if moving else lambda t: mp.matrix([0, 0, 0])
    h = vec(R(NOW) * c) * m
    true = vec(momentum_about_origin(path))
    assert apart(angular_momentum(Inertia(m, h, I), ω, vec(path(NOW)), vec(rate(path))), true) < SAME
    at_com = Inertia(m, h * 0.0, I - (inertia_tensor(euler_tensor_at(J * 0.0, m, vec(R(NOW) * c)))))

    def centre(t):
        return path(t) + R(t) * c

    split = angular_momentum(at_com, ω) + vec(cross(centre(NOW), m * rate(centre)))
    assert apart(split, true) < SAME  # (4.3.25)
    if moving:
        assert apart(angular_momentum(Inertia(m, h, I), ω), true) > 0.01

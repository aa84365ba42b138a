"""Chapter 3 of Balafoutis & Patel (1991) as property tests, exact: the numbers are whole, so no rounding enters.

`u, v, w` are vectors, `I` a symmetric tensor, `A` any tensor, `~` the dual (tilde) tensor.          [balafoutis1991]
"""

from fractions import Fraction
from itertools import product as every
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwise.algebra import (
    ONE3,
    Mat3,
    Rotation,
    Sym3,
    Vec3,
    double_dot,
    dual,
    euler_tensor,
    inertia_tensor,
    outer,
    tilde,
    torque,
    vect,
)

whole = st.integers(-99, 99)
vectors = st.builds(Vec3, whole, whole, whole)
symmetric = st.builds(Sym3, *[whole] * 6)
tensors = st.builds(lambda *e: Mat3((e[0:3], e[3:6], e[6:9])), *[whole] * 9)
unit = st.sampled_from([(3, 4, 0, 5), (1, 2, 2, 3), (-2, 6, 3, 7), (0, 0, 1, 1), (4, -4, 7, 9)]).map(
    lambda e: Vec3(*(Fraction(c, e[3]) for c in e[:3]))
)
triads = st.sampled_from([(1, 2, 3, 4), (0, 1, 0, 2), (5, -1, 2, 0), (1, 1, 1, 1), (3, 0, -2, 1)]).map(
    lambda k: rotated(*(Fraction(x) for x in k))
)
ONE = Mat3(((1, 0, 0), (0, 1, 0), (0, 0, 1)))  # whole, so that fractions stay fractions
BASIS = [Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)]


def rotated(w, x, y, z) -> Rotation:
    """The rotation of a quaternion of any length, exact: its columns are an orthonormal triad."""
    n = w * w + x * x + y * y + z * z
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    wx, wy, wz = w * x, w * y, w * z
    rows = (
        (n - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)),
        (2 * (xy + wz), n - 2 * (xx + zz), 2 * (yz - wx)),
        (2 * (xz - wy), 2 * (yz + wx), n - 2 * (xx + yy)),
    )
    return Rotation(tuple(tuple(e / n for e in row) for row in rows))


def times(*factors: Mat3) -> Mat3:
    result = factors[0]
    for factor in factors[1:]:
        result = result.after(factor)
    return result


def bracket(a: Mat3, b: Mat3) -> Mat3:
    return times(a, b) - times(b, a)


def wedge(u: Vec3, v: Vec3) -> Mat3:
    return outer(u, v) - outer(v, u)


def ε(i: int, j: int, k: int) -> int:
    return BASIS[i].cross(BASIS[j]).dot(BASIS[k])


def δ(i: int, j: int) -> int:
    return int(i == j)


def invariants(T: Mat3):
    (a, b, c), (d, e, f), (g, h, i) = T.rows
    minors = e * i - f * h + i * a - c * g + a * e - b * d
    return T.trace, minors, a * e * i + b * f * g + c * d * h - a * f * h - e * c * g - i * b * d


def test_levi_civita():
    for j, k, r, s in every(range(3), repeat=4):
        assert sum(ε(i, j, k) * ε(i, r, s) for i in range(3)) == δ(j, r) * δ(k, s) - δ(j, s) * δ(k, r)  # (3.3.5)
    for k, r in every(range(3), repeat=2):
        assert sum(ε(i, j, k) * ε(i, j, r) for i, j in every(range(3), repeat=2)) == 2 * δ(k, r)  # (3.3.6)


@given(tensors, symmetric)
def test_vector_invariant(A, I):
    components = [sum(ε(i, j, k) * A.rows[k][j] for j, k in every(range(3), repeat=2)) / 2 for i in range(3)]
    assert vect(A).components == tuple(components)  # (3.3.27)
    assert vect(I.full).components == (0, 0, 0)
    assert vect(A.T) == -vect(A)  # (3.4.31)


@given(vectors)
def test_dual(u):
    assert all(
        tilde(u).rows[k][j] == sum(ε(i, j, k) * u.components[i] for i in range(3)) for k, j in every(range(3), repeat=2)
    )  # (3.3.29)
    assert dual(dual(u)) == u  # (3.3.32), (3.3.33)


@given(unit, vectors)
def test_projections(e, v):
    P = outer(e, e)
    Q = ONE - P
    assert P @ v == e * e.dot(v)  # (3.3.10)
    assert P.after(P) == P == P.T and Q.after(Q) == Q == Q.T  # idempotent and symmetric: (3.3.11), (3.3.12)
    assert (P @ v) + (Q @ v) == v and (P @ v).dot(Q @ v) == 0  # (3.3.13), (3.3.14)


def test_projections_along_a_basis():
    P = [outer(e, e) for e in BASIS]
    assert all(double_dot(P[i], P[j]) == 0 for i, j in every(range(3), repeat=2) if i != j)  # (3.3.15)
    assert P[0] + P[1] + P[2] == ONE3  # (3.3.16)


@given(symmetric)
def test_scalar_invariants(I):
    """Remark 3.5, and with it (3.3.18)–(3.3.24)."""
    T = I.full
    F1, F2, F3 = T.trace, times(T, T).trace, times(T, T, T).trace
    assert invariants(T) == (F1, Fraction(F1**2 - F2, 2), Fraction(2 * F3 + F1**3 - 3 * F1 * F2, 6))


@given(triads, whole, whole, whole)
def test_spectral_decomposition(R, λ1, λ2, λ3):
    axes = [Vec3(*column) for column in zip(*R.rows, strict=True)]
    P1, P2, P3 = (outer(e, e) for e in axes)
    T = P1 * λ1 + P2 * λ2 + P3 * λ3  # (3.3.17)
    assert T == T.T and all(T @ e == e * λ for e, λ in zip(axes, (λ1, λ2, λ3), strict=True))
    assert invariants(T) == (λ1 + λ2 + λ3, λ1 * λ2 + λ2 * λ3 + λ3 * λ1, λ1 * λ2 * λ3)  # (3.3.22)–(3.3.24)
    n = lcm(*(e.denominator for row in R.rows for e in row))  # makes the axes whole
    x, y, z = (times(tilde(e), tilde(e)) for e in (Vec3(*(int(c * n) for c in e.components)) for e in axes))
    assert x * λ1 + y * λ2 + z * λ3 + ONE * (n * n * int(T.trace)) == T * (n * n)  # (3.4.38)


@given(triads, tensors)
def test_invariants_do_not_depend_on_the_frame(R, A):
    turned = R.turn(A)
    assert invariants(turned) == invariants(A)  # (3.3.18)–(3.3.20)
    assert double_dot(turned, turned.T) == double_dot(A, A.T)  # (3.3.21)
    doubled = turned - turned.T  # the vector invariant, (3.3.27), without its half
    assert R @ vect_of_skew(A - A.T) == vect_of_skew(doubled)


def vect_of_skew(S: Mat3) -> Vec3:
    return Vec3(S.rows[2][1], S.rows[0][2], S.rows[1][0])


@given(whole, vectors, vectors)
def test_proposition_1(k, u, v):
    assert dual(u * k) == tilde(u) * k  # (3.4.2)
    assert dual(u + v) == tilde(u) + tilde(v)  # (3.4.3)


@given(whole, vectors, vectors)
def test_proposition_2(k, u, v):
    assert tilde(u) @ u == Vec3(0, 0, 0)  # (3.4.4)
    assert tilde(u) @ (u * k) == Vec3(0, 0, 0)  # (3.4.5), parallel
    parallel = outer(u, v) == outer(v, u)
    assert (tilde(u) @ v == Vec3(0, 0, 0)) == parallel  # (3.4.5), only parallel


@given(vectors, vectors)
def test_proposition_3(u, v):
    left = tilde(u).T @ v  # v·~u
    assert tilde(u) @ v == u.cross(v) == -(tilde(v) @ u)  # (3.4.1), (3.4.6)
    assert left == -(tilde(u) @ v)  # (3.4.7)
    assert left == tilde(v) @ u  # (3.4.8)


@given(vectors, vectors, vectors, vectors)
def test_proposition_4(a, b, u, v):
    assert a.cross(u).dot(v.cross(b)) == a.dot(times(tilde(u), tilde(v)) @ b)  # (3.4.9)


@given(vectors, vectors)
def test_proposition_5(u, v):
    assert times(tilde(u), tilde(v)) == outer(v, u) - ONE3 * u.dot(v)  # (3.4.10)
    assert outer(v, u) == times(tilde(u), tilde(v)) + ONE3 * v.dot(u)  # (3.4.14)


@given(vectors, vectors)
def test_proposition_6(u, v):
    assert double_dot(tilde(u), tilde(v)) == -2 * u.dot(v)  # (3.4.15)
    assert u.dot(v) == -0.5 * times(tilde(u), tilde(v)).trace  # (3.4.16)


@given(symmetric, vectors)
def test_proposition_7(I, s):
    assert double_dot(I.full, tilde(s)) == 0  # (3.4.17)


@given(vectors, vectors)
def test_proposition_8(u, v):
    U, V = tilde(u), tilde(v)
    assert times(V, U, U) + times(U, U, V) == V * -u.dot(u) - U * v.dot(u)  # (3.4.18)
    assert times(U, V, U) == U * -v.dot(u)  # (3.4.19a)
    assert times(U, V, U) == times(V, U, U) + times(U, U, V) - V * (0.5 * times(U, U).trace)  # (3.4.19b)
    assert times(V, V, U, U) - times(U, U, V, V) == bracket(U, V) * u.dot(v)  # (3.4.20)
    assert times(U, U, U) == U * -u.dot(u)  # (3.4.25)


@given(vectors, vectors)
def test_proposition_8_of_perpendicular_vectors(u, w):
    v = u.cross(w)
    U, V = tilde(u), tilde(v)
    assert times(V, U, U) + times(U, U, V) == V * -u.dot(u)  # (3.4.22)
    assert times(U, V, U) == Mat3(((0, 0, 0),) * 3)  # (3.4.23)
    assert times(V, V, U, U) == times(U, U, V, V)  # (3.4.24)


@given(vectors, vectors)
def test_proposition_9(u, v):
    U, V = tilde(u), tilde(v)
    assert dual(U @ v) == outer(v, u) - outer(u, v) == bracket(U, V) == wedge(v, u)  # (3.4.26)
    assert u.cross(v) == dual(bracket(U, V)) == dual(wedge(v, u))  # (3.4.29), (3.4.30)
    assert u.cross(v) == vect(outer(u, v)) * -2 == vect(times(U, V)) * 2  # (3.4.32), (3.4.33)


@given(vectors, vectors, vectors)
def test_proposition_10(u, v, w):
    assert dual(tilde(w) @ (tilde(u) @ v)) == tilde(u) * w.dot(v) - tilde(v) * w.dot(u)  # (3.4.34)
    U, V = tilde(u), tilde(v)
    assert dual(U @ (U @ v)) == -(times(V, U, U) + times(U, U, V)) - V * (2 * u.dot(u))  # (3.4.35)


@given(symmetric, vectors)
def test_proposition_11(I, v):
    T, V = I.full, tilde(v)
    assert dual(I @ v) == -(times(T, V) + times(V, T)) + V * I.trace  # (3.4.36)


@given(symmetric, vectors, vectors)
def test_proposition_12(I, u, v):
    J = euler_tensor(I)
    assert u.dot(I @ v) == -times(tilde(u), J.full, tilde(v)).trace  # (3.4.39)
    assert inertia_tensor(J) == I


@given(tensors, symmetric)
def test_torque_tensor(Ω, J):
    product = times(Ω, J.full)
    assert torque(Ω, J) == dual(product - product.T)  # (4.3.42)


@pytest.mark.parametrize("broken", [0, 1])
def test_exact_comparison_can_fail(broken):
    u, v = Vec3(1, 2, 3), Vec3(4, 5, 6)
    assert (times(tilde(u), tilde(v)) == outer(v, u) - ONE3 * (u.dot(v) + broken)) == (not broken)

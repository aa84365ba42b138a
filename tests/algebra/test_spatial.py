"""Spatial vectors, transforms, inertias and frame tags, against plain 6×6 matrices in NumPy."""

import numpy as np
import pytest

from linkwise.algebra import Force, Inertia, Mat6, Motion, Rotation, Sym3, Transform, Vec3, ltdl, solve
from linkwise.errors import FrameMismatch, KindMismatch, LinkwiseError
from tests.tolerances import ROUNDING

rng = np.random.default_rng(3)


def vec(frame=None) -> Vec3:
    return Vec3(*rng.normal(size=3).tolist(), frame)


def random_rotation(to=None, of=None) -> Rotation:
    return Rotation.rpy(*rng.uniform(-3, 3, 3).tolist()).tagged(to, of)


def body(frame=None) -> Inertia:
    points, masses = rng.normal(size=(6, 3)), rng.uniform(0.1, 1.0, 6)
    S = np.einsum("p,pi,pj->ij", masses, points, points)
    I = np.trace(S) * np.eye(3) - S
    h = masses @ points
    return Inertia(masses.sum(), Vec3(*h.tolist(), frame), Sym3(*I[np.triu_indices(3)].tolist(), frame))


def six(x) -> np.ndarray:
    parts = (x.ω, x.v) if isinstance(x, Motion) else (x.n, x.f)
    return np.array([*parts[0].components, *parts[1].components])


def skew(v) -> np.ndarray:
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def motion_matrix(T: Transform) -> np.ndarray:
    """6×6 matrix child → parent for (ω, v)."""
    R, p = np.array(T.R.rows), np.array(T.p.components)
    return np.block([[R, np.zeros((3, 3))], [skew(p) @ R, R]])


def inertia_matrix(I: Inertia) -> np.ndarray:
    h = skew(I.h.components)
    return np.block([[np.array(I.I.full.rows), h], [-h, I.m * np.eye(3)]])


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=ROUNDING, atol=ROUNDING)


def test_rotations_are_rotations():
    for R in (random_rotation(), Rotation.quaternion(*(np.array([1, 2, -3, 4]) / np.sqrt(30)).tolist())):
        rows = np.array(R.rows)
        close(rows @ rows.T, np.eye(3))
        close(np.linalg.det(rows), 1.0)


@pytest.mark.parametrize("pitch", [0.3, np.pi / 2, -np.pi / 2, np.pi / 2 - 1e-9, -np.pi / 2 + 1e-12])
def test_angles_return_the_rotation(pitch):
    R = Rotation.rpy(0.4, pitch, -2.0)
    close(np.array(Rotation.rpy(*R.angles).rows), np.array(R.rows))


def test_quarter_turns_are_exact():
    R = np.array(Rotation.rpy(np.pi / 2, -np.pi / 2, np.pi).rows)
    assert set(R.flat) <= {0.0, 1.0, -1.0}
    assert np.array_equal(R @ R.T, np.eye(3))


def test_near_quarter_turns_are_left_alone():
    assert Rotation.rpy(1.57079632679, 0, 0).rows[1][1] != 0.0


def test_motions_and_forces_move_as_their_matrices_say():
    T = Transform(random_rotation(), vec())
    X, m, f = motion_matrix(T), Motion(vec(), vec()), Force(vec(), vec())
    close(six(m.to_parent(T)), X @ six(m))
    close(six(m.to_child(T)), np.linalg.inv(X) @ six(m))
    close(six(f.to_parent(T)), np.linalg.inv(X).T @ six(f))
    close(six(f.to_child(T)), X.T @ six(f))
    close(m.to_parent(T).dot(f.to_parent(T)), m.dot(f))


def test_poses_compose():
    A, B = (Transform(random_rotation(), vec()) for _ in range(2))
    close(np.array((A @ B).matrix), np.array(A.matrix) @ np.array(B.matrix))
    close(np.array(A.inverse().matrix), np.linalg.inv(np.array(A.matrix)))


def test_cross_products_are_the_rates_of_moving_vectors():
    v, m, f = Motion(vec(), vec()), Motion(vec(), vec()), Force(vec(), vec())
    ω, u = skew(v.ω.components), skew(v.v.components)
    crm = np.block([[ω, np.zeros((3, 3))], [u, ω]])
    close(six(v.cross(m)), crm @ six(m))
    close(six(v.cross_force(f)), -crm.T @ six(f))


def test_inertia_moves_as_its_matrix_says():
    T, I, m = Transform(random_rotation(), vec()), body(), Motion(vec(), vec())
    X = np.linalg.inv(motion_matrix(T))
    close(six(I @ m), inertia_matrix(I) @ six(m))
    close(inertia_matrix(I.to_parent(T)), X.T @ inertia_matrix(I) @ X)
    moved = Mat6.of(I).to_parent(T)
    close(six(moved @ m), X.T @ inertia_matrix(I) @ X @ six(m))


def test_inertia_views_say_the_same_body():
    I = body()
    for other in (
        Inertia.at_com(I.m, I.com, I.I_com),
        Inertia.of_parameters(I.parameters),
        Inertia.of_pseudo(I.pseudo),
    ):
        close(inertia_matrix(other), inertia_matrix(I))
    assert np.linalg.eigvalsh(np.array(I.pseudo))[0] > 0  # a body made of points is a body


def test_massless_body_has_its_centre_at_the_origin():
    assert Inertia.none().com == Vec3(0.0, 0.0, 0.0)


def test_solve_agrees_with_lapack():
    A = rng.normal(size=(7, 7))
    A, b = A @ A.T + np.eye(7), rng.normal(size=7)
    close(solve(A.tolist(), b.tolist()), np.linalg.solve(A, b))
    L, D = ltdl(A.tolist())
    close(np.array(L).T @ np.diag(D) @ np.array(L), A)


@pytest.mark.parametrize(
    "mix",
    [
        lambda: vec("a") + vec("b"),
        lambda: vec("a").cross(vec("b")),
        lambda: vec("a").dot(vec("b")),
        lambda: random_rotation("a", "b") @ vec("a"),
        lambda: random_rotation("a", "b") @ random_rotation("a", "b"),
        lambda: Transform(random_rotation("a", "b"), vec("a")).point(vec("a")),
        lambda: body("a") + body("b"),
        lambda: body("a") @ Motion(vec("b"), vec("b")),
        lambda: body("a").to_parent(Transform(random_rotation("b", "c"), vec("b"))),
        lambda: Motion(vec("a"), vec("a")).to_child(Transform(random_rotation("b", "c"), vec("b"))),
    ],
)
def test_mixing_frames_is_an_error(mix):
    with pytest.raises(FrameMismatch, match="frame"):
        mix()


@pytest.mark.parametrize(
    "mix",
    [
        lambda m, f: m + f,
        lambda m, f: f + m,
        lambda m, f: m - f,
        lambda m, f: f - m,
        lambda m, f: m.dot(m),
        lambda m, f: m.cross(f),
    ],
)
def test_mixing_motions_and_forces_is_an_error(mix):
    with pytest.raises(KindMismatch) as caught:
        mix(Motion(vec(), vec()), Force(vec(), vec()))
    assert isinstance(caught.value, LinkwiseError)

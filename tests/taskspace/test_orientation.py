"""Coordinates of orientation against SciPy's rotations, high precision and differences."""

import mpmath
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwise
from linkwise.taskspace import ORIENTATIONS, orientation
from linkwise.taskspace.euler_angles import SEQUENCES
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, CONDITIONED, FEW_ROUNDINGS, ONE_ROUNDING, ROUNDING


def _some(by, count=40):
    """φ in the range that `angles` gives."""
    return by.angles(Rotation.random(count, rng=3).as_matrix())


def _slopes(f, phi, h=1e-5):
    return np.stack([(f(phi + h * e) - f(phi - h * e)) / (2 * h) for e in np.eye(3)], axis=-1)


def test_all_of_them():
    assert set(ORIENTATIONS) == {*SEQUENCES, "rotation_vector"} and len(SEQUENCES) == 12


@pytest.mark.parametrize("name", SEQUENCES)
def test_matrices_of_angles(name):
    by = orientation(name)
    phi = np.random.default_rng(0).uniform(-3, 3, (50, 3))
    np.testing.assert_allclose(by.rotation(phi), Rotation.from_euler(name.upper(), phi).as_matrix(), atol=ROUNDING)
    R = Rotation.random(50, rng=1).as_matrix()
    np.testing.assert_allclose(by.rotation(by.angles(R)), R, atol=ROUNDING)
    np.testing.assert_allclose(by.angles(R), Rotation.from_matrix(R).as_euler(name.upper()), atol=AGREEMENT)


def test_rotation_vector():
    by = orientation("rotation_vector")
    R = Rotation.random(50, rng=2)
    np.testing.assert_allclose(by.angles(R.as_matrix()), R.as_rotvec(), atol=ROUNDING)
    np.testing.assert_allclose(by.rotation(R.as_rotvec()), R.as_matrix(), atol=ROUNDING)


@pytest.mark.parametrize("θ", [0.0, 1e-12, 1e-5, 3.0, np.pi - 1e-9, np.pi])
def test_rotation_vector_of_small_and_half_turns(θ):
    by, axis = orientation("rotation_vector"), np.array([0.6, -0.48, 0.64])
    found = by.angles(by.rotation(θ * axis))
    assert (
        min(np.abs(found - θ * axis).max(), np.abs(found + θ * axis).max() + 2 * (θ < np.pi))
        < ONE_ROUNDING + FEW_ROUNDINGS * θ
    )


@pytest.mark.parametrize("θ", [1e-9, 1e-3, 0.5, 3.0, 6.0, 6.4, 9.0, 40.0])
def test_rotation_vector_in_high_precision(θ):
    """R and B by mpmath's exponential: B = ∫ exp(s φ̃) ds, the upper corner of exp of a block matrix."""
    phi = θ * np.array([0.6, -0.48, 0.64])
    by = orientation("rotation_vector")
    with mpmath.workdps(40):
        x, y, z = (mpmath.mpf(float(v)) for v in phi)
        block = mpmath.zeros(6)
        block[:3, :3] = mpmath.matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        block[:3, 3:] = mpmath.eye(3)
        found = mpmath.expm(block, method="taylor")
        R, B = (np.array([[float(found[i, j + k]) for j in range(3)] for i in range(3)]) for k in (0, 3))
    np.testing.assert_allclose(by.rotation(phi), R, atol=FEW_ROUNDINGS * max(θ, 1.0))
    np.testing.assert_allclose(by.B(phi), B, atol=FEW_ROUNDINGS)


@pytest.mark.parametrize("name", ORIENTATIONS)
def test_angular_velocity_and_derivatives(name):
    by = orientation(name)
    phi = _some(by)
    R, dR = by.rotation(phi), _slopes(by.rotation, phi)
    W = np.einsum("sijk,slj->silk", dR, R)  # Ṙ Rᵀ = tilde(ω)
    np.testing.assert_allclose(by.B(phi), np.stack([W[:, 2, 1], W[:, 0, 2], W[:, 1, 0]], 1), atol=CENTRAL_DIFFERENCES)
    np.testing.assert_allclose(by.dB(phi), _slopes(by.B, phi), atol=CENTRAL_DIFFERENCES)
    np.testing.assert_allclose(by.ddB(phi), _slopes(by.dB, phi), atol=CENTRAL_DIFFERENCES)
    np.testing.assert_allclose(by.measure(phi), np.abs(np.linalg.det(by.B(phi))), atol=FEW_ROUNDINGS)
    phid = np.random.default_rng(5).normal(size=phi.shape)
    h = 1e-5
    rate = (by.B(phi + h * phid) - by.B(phi - h * phid)) / (2 * h)
    np.testing.assert_allclose(by.B_dot(phi, phid), rate, atol=10 * CENTRAL_DIFFERENCES)


def test_derivatives_of_the_rotation_vector_meet_where_the_series_ends():
    """Series below, closed forms above: no step between."""
    by, axis = orientation("rotation_vector"), np.array([0.6, -0.48, 0.64])
    below, above = (np.sqrt(40.0) * (1 + s * 1e-12) * axis for s in (-1, 1))
    for part in (by.B, by.dB, by.ddB):
        np.testing.assert_allclose(part(below), part(above), atol=CONDITIONED)


@pytest.mark.parametrize("name", SEQUENCES)
def test_singular_angles_still_give_the_matrix(name):
    by = orientation(name)
    second = 0.0 if name[0] == name[2] else np.pi / 2
    R = by.rotation([0.3, second, 0.5])
    assert by.measure([0.3, second, 0.5]) < ONE_ROUNDING
    np.testing.assert_allclose(by.rotation(by.angles(R)), R, atol=ROUNDING)


@pytest.mark.parametrize(
    "bad", [[1.0, 2.0], [np.nan, 0.0, 0.0], "abc", [1j, 0, 0], [np.inf, 0, 0]], ids=["two", "nan", "text", "i", "inf"]
)
@pytest.mark.parametrize("name", ["zyx", "rotation_vector"])
def test_bad_coordinates(name, bad):
    for ask in (orientation(name).rotation, orientation(name).B, orientation(name).measure):
        with pytest.raises(linkwise.errors.BadArray):
            ask(bad)


def test_bad_matrices_and_names():
    by = orientation("zyx")
    for bad in (np.ones((3, 3)), np.diag([1.0, 1.0, -1.0]), np.eye(2), np.full((3, 3), np.nan), "R", 3.0):
        with pytest.raises(linkwise.errors.BadArray):
            by.angles(bad)
    with pytest.raises(linkwise.errors.UnknownName, match="zyx"):
        orientation("euler")
    with pytest.raises(linkwise.errors.UnknownName):
        orientation(["zyx"])
    with pytest.raises(linkwise.errors.BadArray):
        by.B_dot(np.zeros((2, 3)), np.zeros((5, 3)))

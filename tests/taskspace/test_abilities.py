"""Manipulability and ellipsoids: closed forms, samples of what they claim to bound, and pictures."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, WriteError
from linkwise.taskspace import Ellipsoid
from tests.taskspace.states import arm, away
from tests.tolerances import AGREEMENT, CONDITIONED, NINE_DIGITS, ONE_ROUNDING, ROUNDING


def _inside(ellipsoid, points):
    """xᵀ E⁻¹ x, at most 1 within."""
    x = points - ellipsoid.centre
    return np.einsum("si,ij,sj->s", x, np.linalg.inv(ellipsoid.matrix), x)


def _ball(n, count=4000, seed=0):
    u = np.random.default_rng(seed).normal(size=(count, n))
    return u / np.linalg.norm(u, axis=-1, keepdims=True)


def test_measures():
    robot = arm("panda")
    q, _ = away(robot, "position")
    space = robot.task_space(q, rows="position")
    J = robot.jacobian(q)[:, 3:]
    assert np.allclose(space.manipulability, np.sqrt(np.linalg.det(J @ np.swapaxes(J, 1, 2))), rtol=AGREEMENT)
    assert np.allclose(space.condition, np.linalg.cond(J), rtol=AGREEMENT)


def test_yoshikawa_two_links():
    """w = l1 l2 |sin q2|, whatever q1; and with equal links the best elbow is square (1985a)."""
    robot = linkwise.load("planar2r")
    q2 = np.linspace(-3.0, 3.0, 61)
    w = robot.task_space(np.stack([q2 * 0 + 0.7, q2], axis=-1), rows=["x", "y"]).manipulability
    np.testing.assert_allclose(w, 0.7 * 0.9 * np.abs(np.sin(q2)), atol=ROUNDING)


def test_velocity_and_force_ellipsoids():
    robot = arm("ur5")
    q = away(robot, "position")[0][0]
    space = robot.task_space(q, rows="position")
    J = robot.jacobian(q)[3:]
    found = space.velocity_ellipsoid()
    reached = _inside(found, _ball(6) @ J.T)
    assert 0.9 < reached.max() < 1 + NINE_DIGITS
    np.testing.assert_allclose(found.matrix, J @ J.T, atol=AGREEMENT)
    np.testing.assert_allclose(found.volume, 4 / 3 * np.pi * space.manipulability, rtol=AGREEMENT)
    speeds = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    np.testing.assert_allclose(space.velocity_ellipsoid(speeds).matrix, J @ np.diag(speeds**2) @ J.T, atol=AGREEMENT)
    # forces: |Jᵀ F| = 1 on the surface, and reciprocal radii along the same axes
    force = space.force_ellipsoid()
    F = (_ball(3) * force.radii) @ force.axes.T
    np.testing.assert_allclose(np.linalg.norm(F @ J, axis=-1), 1.0, atol=AGREEMENT)
    np.testing.assert_allclose(force.radii[::-1], 1 / found.radii, rtol=AGREEMENT)
    efforts = robot.limits.effort
    F = (_ball(3) * space.force_ellipsoid(efforts).radii) @ space.force_ellipsoid(efforts).axes.T
    np.testing.assert_allclose(np.linalg.norm(F @ J / efforts, axis=-1), 1.0, atol=CONDITIONED)


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_accelerations_reach_no_further(name):
    """Accelerations by forward dynamics of torques on the unit sphere of efforts, gravity and speed included."""
    robot = arm(name)
    q, qd = away(robot, "position")
    q, qd = q[0], qd[0]
    space = robot.task_space(q, qd, rows="position")
    found = space.acceleration_ellipsoid()
    tau = _ball(robot.n, seed=1) * robot.limits.effort
    qdd = robot.forward_dynamics(np.broadcast_to(q, tau.shape), np.broadcast_to(qd, tau.shape), tau)
    reached = _inside(found, qdd @ robot.jacobian(q)[3:].T + robot.jacobian_dot(q, qd)[3:] @ qd)
    assert 0.9 < reached.max() < 1 + NINE_DIGITS
    fall = robot.forward_dynamics(q, qd, 0 * q)
    np.testing.assert_allclose(found.centre, robot.jacobian(q)[3:] @ fall + space.drift, atol=NINE_DIGITS)


def test_limits_are_needed():
    space = arm("puma560").task_space([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], rows="position")
    with pytest.raises(BadArray, match="efforts of robot 'puma560'"):
        space.acceleration_ellipsoid()
    assert np.isfinite(space.acceleration_ellipsoid([50.0] * 6).radii).all()
    for bad in ([0.0] * 6, [-1.0] * 6, [np.nan] * 6, [1.0] * 5):
        with pytest.raises(BadArray):
            space.velocity_ellipsoid(bad)


def test_effective_mass_is_felt():
    """A push of 1 N along u at rest without gravity moves the frame along u by 1/m, by forward dynamics."""
    robot = arm("panda").with_gravity([0, 0, 0])
    q = away(robot, "position")[0][0]
    space = robot.task_space(q, rows="position")
    for u in _ball(3, count=10):
        qdd = robot.forward_dynamics(q, 0 * q, 0 * q, wrenches={space.frame: [0, 0, 0, *u]})
        felt = 1.0 / (u @ robot.jacobian(q)[3:] @ qdd)
        assert abs(space.effective_mass(3.0 * u) - felt) < NINE_DIGITS * felt
        assert abs(space.inertia_ellipsoid().radius(u) ** 2 - felt) < NINE_DIGITS * felt
    assert (space.effective_mass(_ball(3)) <= np.linalg.eigvalsh(space.inertia)[-1] * (1 + AGREEMENT)).all()
    np.testing.assert_allclose(space.inertia_ellipsoid().matrix, space.inertia, atol=NINE_DIGITS)


def test_at_a_singularity():
    space = arm("planar2r").task_space([0.0, 0.0], rows=["x", "y"])
    assert space.velocity_ellipsoid().radii[1] < ONE_ROUNDING
    assert space.force_ellipsoid().radii[0] == np.inf and space.condition > 1e15
    assert space.effective_mass([1.0, 0.0]) > 1e15
    assert space.inertia_ellipsoid().radii[0] > 1e7
    with pytest.raises(BadArray, match="cannot be drawn"):
        space.force_ellipsoid().plot()


def test_ellipsoid_of_a_batch():
    robot = arm("panda")
    q, _ = away(robot, "position")
    found = robot.task_space(q, rows="position").velocity_ellipsoid()
    assert found.radii.shape == (6, 3) and found[2].radii.shape == (3,) and found.volume.shape == (6,)
    with pytest.raises(BadArray, match=r"ellipsoid\[0\]"):
        found.plot()


def test_flat_ellipsoid_reaches_within_its_plane():
    line = Ellipsoid.image_of(np.array([[2.0, 0.0], [0.0, 0.0]]))
    assert line.radius([1.0, 0.0]) == 2.0 and line.radius([0.0, 1.0]) == 0.0 and line.volume == 0.0


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures(tmp_path, kind):
    robot = arm("panda")
    q = away(robot, "position")[0][0]
    path = tmp_path / f"found.{kind}"
    figure = robot.task_space(q, rows="position").velocity_ellipsoid().plot(path)
    assert path.stat().st_size > 1000
    assert figure.axes[0].get_zlabel() == "z"
    robot.task_space(q, rows=["x", "z"]).inertia_ellipsoid().plot(path, belted=True)
    assert path.stat().st_size > 1000


def test_a_belt_is_the_effective_mass():
    space = arm("ur5").task_space([0.3, -1.0, 1.2, 0.4, 1.0, 0.7], rows=["x", "z"])
    curve = space.inertia_ellipsoid().plot(belted=True).axes[0].lines[0].get_xydata()
    np.testing.assert_allclose(np.linalg.norm(curve, axis=-1), space.effective_mass(curve), rtol=NINE_DIGITS)


def test_pictures_that_cannot_be(tmp_path):
    space = arm("panda").task_space([0.1] * 7)
    with pytest.raises(BadArray, match="6 rows"):
        space.velocity_ellipsoid().plot()
    flat = arm("panda").task_space([0.1] * 7, rows=["x", "y"]).velocity_ellipsoid()
    with pytest.raises(WriteError, match="not the name of a picture"):
        flat.plot(tmp_path / "found.txt")
    with pytest.raises(WriteError, match="cannot be written"):
        flat.plot(tmp_path / "nowhere" / "found.png")
    with pytest.raises(WriteError):
        flat.plot(7)

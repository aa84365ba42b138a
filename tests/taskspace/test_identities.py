"""Laws of a task's inertia and inverses, the square form of the sources, and motions computed without us."""

import numpy as np
import pytest

import linkwise
from linkwise.model import Rotor
from linkwise.taskspace import task_space_program
from tests.taskspace.states import MARKED, arm, away
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, COARSE_DIFFERENCES, HALF_THE_DIGITS, IN_A_TASK


def _close(found, true, scale=None):
    scale = max(np.abs(true).max(), 1.0) if scale is None else scale
    np.testing.assert_allclose(found, true, rtol=0, atol=IN_A_TASK * scale)


def T(A):
    return np.swapaxes(A, -1, -2)


@pytest.mark.parametrize(("name", "rows"), MARKED)
def test_inertia_and_inverses(name, rows):
    robot = arm(name)
    q, qd = away(robot, rows)
    space = robot.task_space(q, qd, rows=rows)
    J, Λ, J_bar, N, M = space.jacobian, space.inertia, space.consistent_inverse, space.nullspace, robot.mass_matrix(q)
    m = len(space.rows)
    assert np.array_equal(Λ, T(Λ)) and (np.linalg.eigvalsh(Λ) > 0).all()
    _close(J @ J_bar, np.broadcast_to(np.eye(m), Λ.shape))
    _close(J @ N, np.zeros(J.shape))
    _close(J @ np.linalg.solve(M, T(N)), np.zeros(J.shape), scale=np.abs(np.linalg.inv(M)).max())
    _close(N @ N, N)
    _close(T(N) @ M, M @ N)  # symmetric in the metric of M
    assert np.allclose(np.trace(N, axis1=-2, axis2=-1), robot.n - m, atol=HALF_THE_DIGITS)
    # kinetic energy: the task's own, and what is left to the null space
    whole = robot.kinetic_energy(q, qd)
    xd, own = space.velocity, np.einsum("sij,sj->si", N, qd)
    _close(0.5 * np.einsum("si,sij,sj->s", xd, Λ, xd) + robot.kinetic_energy(q, own), whole)


@pytest.mark.parametrize(("name", "rows"), MARKED)
def test_forces_and_accelerations(name, rows):
    robot = arm(name)
    q, qd = away(robot, rows)
    rng = np.random.default_rng(1)
    space = robot.task_space(q, qd, rows=rows)
    xdd, tau0 = rng.normal(size=(len(q), len(space.rows))), rng.normal(size=q.shape)
    F = space.inverse_dynamics(xdd)
    tau = space.joint_forces(F, tau0)
    _close(space.task_forces(tau), F)
    qdd = robot.forward_dynamics(q, qd, tau)  # another road: no Λ in it
    _close(np.einsum("sij,sj->si", space.jacobian, qdd) + space.drift, xdd)
    _close(space.forward_dynamics(F, tau0), xdd)
    by_rows = space.joint_accelerations(xdd, qdd)
    _close(np.einsum("sij,sj->si", space.jacobian, by_rows) + space.drift, xdd)
    _close(by_rows, qdd)


@pytest.mark.parametrize("name", ["ur5", "puma560", "stanford"])
def test_square_form(name):
    """(9.94)–(9.99), E1-12 applied, and (7.4.4a)–(7.4.4c)."""
    robot = arm(name)
    q, qd = away(robot, "pose")
    space = robot.task_space(q, qd)
    J_inv, M, b = np.linalg.inv(space.jacobian), robot.mass_matrix(q), robot.bias_forces(q, qd)
    Jd, V = robot.jacobian_dot(q, qd), space.velocity

    def times(A, x):
        return np.einsum("...ij,...j->...i", A, x)

    Λ = T(J_inv) @ M @ J_inv
    η = times(T(J_inv), b) - times(Λ @ Jd @ J_inv, V)
    _close(space.consistent_inverse, J_inv)
    _close(space.inertia, Λ)
    _close(space.velocity_forces + space.gravity_forces, η)
    Vd = np.random.default_rng(0).normal(size=V.shape)
    tau = times(M, times(J_inv, Vd) - times(J_inv @ Jd @ J_inv, V)) + b  # (9.95)
    _close(space.joint_forces(space.inverse_dynamics(Vd)), tau)


def test_wrench_adds_to_the_force():
    """A wrench of the environment at the frame gives what F of its rows gives."""
    robot, rng = arm("panda"), np.random.default_rng(2)
    q, qd = away(robot, "pose")
    tau, w = rng.normal(size=q.shape), rng.normal(size=(len(q), 6))
    space = robot.task_space(q, qd)
    qdd = robot.forward_dynamics(q, qd, tau, wrenches={space.frame: w})
    xdd = np.einsum("sij,sj->si", space.jacobian, qdd) + space.drift
    _close(space.inverse_dynamics(xdd), space.task_forces(tau) + w)


def test_two_links_in_closed_form():
    """Λ of two point masses on rods: the outer mass moves as it likes, the inner one along its circle only."""
    robot = linkwise.load("planar2r")
    m1, m2 = (body.inertia.m for body in robot.tree.bodies)
    l1, l2 = 0.7, 0.9
    rng = np.random.default_rng(4)
    for q1, q2, v1, v2 in rng.uniform(0.3, 2.5, (20, 4)):
        a, b = np.array([np.cos(q1), np.sin(q1)]), np.array([np.cos(q1 + q2), np.sin(q1 + q2)])
        p1, p2 = np.array([-a[1], a[0]]), np.array([-b[1], b[0]])
        # q̇1 = b·ẋ / (b·p1 l1): the inner mass moves by l1 p1 q̇1
        row = b / (b @ p1 * l1)
        Λ = m2 * np.eye(2) + m1 * l1**2 * np.outer(row, row)
        g = 9.81 * (m2 * np.array([0.0, 1.0]) + m1 * l1 * a[0] * row)
        # F·δx = m2 ẍ·δx + m1 l1² q̈1 δq1, with ẍ·b = q̈1 l1 p1·b − l1 a·b q̇1² − l2 (q̇1 + q̇2)²
        μ = m1 * l1**2 * row * (l1 * (a @ b) * v1**2 + l2 * (v1 + v2) ** 2) / (b @ p1 * l1)
        space = robot.task_space([q1, q2], [v1, v2], rows=["x", "y"])
        _close(space.inertia, Λ)
        _close(space.gravity_forces, g)
        _close(space.velocity_forces, μ)
        _close(space.velocity, l1 * p1 * v1 + l2 * p2 * (v1 + v2))
        assert abs(space.manipulability - l1 * l2 * abs(np.sin(q2))) < AGREEMENT


@pytest.mark.parametrize("angles", ["zyx", "zyz", "xyz", "rotation_vector"])
@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_angles(name, angles):
    """φ̇ and φ̈ by differences of the pose's own angles along a motion, and the same joint forces as by rows of ω."""
    from linkwise.taskspace import orientation

    robot, by = arm(name), orientation(angles)
    q, qd = away(robot, "pose", count=40)
    near = by.measure(by.angles(robot.forward_kinematics(q)))
    turned = np.linalg.norm(by.angles(robot.forward_kinematics(q)), axis=-1)
    keep = (near > 0.2) & (turned < 3.0)  # away from where the vector or an angle jumps by a turn
    q, qd = q[keep][:6], qd[keep][:6]
    qdd, h = np.random.default_rng(6).normal(size=q.shape), 1e-4

    def x(t):
        pose = robot.forward_kinematics(q + t * qd + t * t / 2 * qdd)
        return np.concatenate([by.angles(pose), pose[..., :3, 3]], axis=-1)

    space, plain = robot.task_space(q, qd, orientation=angles), robot.task_space(q, qd)
    assert space.rows[:3] == ("angle1", "angle2", "angle3")
    np.testing.assert_allclose(space.velocity, (x(h) - x(-h)) / (2 * h), atol=CENTRAL_DIFFERENCES * 100)
    xdd = np.einsum("sij,sj->si", space.jacobian, qdd) + space.drift
    rate = (-x(2 * h) + 16 * x(h) - 30 * x(0) + 16 * x(-h) - x(-2 * h)) / (12 * h * h)
    np.testing.assert_allclose(xdd, rate, atol=COARSE_DIFFERENCES)
    twist = np.einsum("sij,sj->si", plain.jacobian, qdd) + plain.drift
    _close(
        space.joint_forces(space.inverse_dynamics(xdd)), plain.joint_forces(plain.inverse_dynamics(twist)), scale=100.0
    )


def test_rows_of_a_matrix_and_in_any_order():
    robot = arm("panda")
    q, qd = away(robot, "pose", count=3)
    whole = robot.task_space(q, qd)
    S = np.random.default_rng(8).normal(size=(2, 6))
    assert np.allclose(robot.task_space(q, qd, rows=S).jacobian, S @ whole.jacobian)
    assert np.array_equal(robot.task_space(q, qd, rows=["z", "rx"]).drift, whole.drift[:, [5, 0]])
    assert np.array_equal(robot.task_space(q, rows=np.array([5, 0])).jacobian, whole.jacobian[:, [5, 0]])


@pytest.mark.parametrize("axes", ["base", "tool"])
@pytest.mark.parametrize(
    ("name", "rows"),
    [("planar2r", ["y"]), ("scara", "position"), pytest.param("panda", "pose", marks=pytest.mark.slow)],
)
def test_compiled(name, rows, axes):
    """One program gives what the arrays give, and answers a batch."""
    robot = arm(name)
    q, qd = away(robot, rows, axes=axes)
    kernel = task_space_program(robot, rows=rows, axes=axes).kernel()
    found, true = kernel(q, qd), robot.task_space(q, qd, rows=rows, axes=axes)
    for part in ("jacobian", "inertia", "velocity_forces", "gravity_forces"):
        _close(getattr(found, part), getattr(true, part))


def test_compiled_with_damping():
    robot = arm("planar2r")
    found = task_space_program(robot, rows="planar", damping=0.3).kernel()([0.2, 0.0], [1.0, 2.0])
    true = robot.task_space([0.2, 0.0], [1.0, 2.0], rows="planar", damping=0.3)
    _close(found.inertia, true.inertia)
    _close(found.velocity_forces, true.velocity_forces)
    with pytest.raises(linkwise.LinkwiseError, match="3 rows"):
        task_space_program(robot, rows="planar")


def test_batches_and_single_states():
    robot = arm("panda")
    q, qd = away(robot, "position", count=6)
    space = robot.task_space(q.reshape(2, 3, 7), qd.reshape(2, 3, 7), rows="position")
    assert space.inertia.shape == (2, 3, 3, 3) and space.gravity_forces.shape == (2, 3, 3)
    one = robot.task_space(q[4], qd[4], rows="position")
    _close(space.inertia[1, 1], one.inertia)
    _close(space.velocity_forces[1, 1], one.velocity_forces)
    spread = robot.task_space(q[:, None], qd, rows="position")  # every place with every velocity
    assert spread.velocity_forces.shape == (6, 6, 3)
    assert robot.task_space(np.zeros((0, 7)), rows="position").inertia.shape == (0, 3, 3)
    forces = space.joint_forces(np.ones(3))
    assert forces.shape == (2, 3, 7)


def test_drives_motors_and_spinning_rotors():
    """A task does not care what its coordinates are: accelerations by forward dynamics, without any Λ."""
    puma = linkwise.load("puma560").without_friction()
    shared = puma.with_drive("extra", {"joint5": 1.0, "joint6": -2.0}, rotor=Rotor(0.3))
    for robot in (shared, shared.with_motors(np.eye(6) + 0.2 * np.tri(6, k=-1)), puma.with_spinning_rotors()):
        q, qd = away(robot, "position")
        space, xdd = robot.task_space(q, qd, rows="position"), [0.1, 0.2, 0.3]
        qdd = robot.forward_dynamics(q, qd, space.joint_forces(space.inverse_dynamics(xdd), np.ones(6)))
        _close(np.einsum("sij,sj->si", space.jacobian, qdd) + space.drift, np.broadcast_to(xdd, (len(q), 3)))
        found = task_space_program(robot, rows="position").kernel()(q, qd)
        _close(found.velocity_forces, space.velocity_forces)


def test_rows_of_angles_by_their_names():
    robot = arm("panda")
    q, qd = away(robot, "pose", count=2)
    whole = robot.task_space(q, qd, orientation="zyx")
    some = robot.task_space(q, qd, orientation="zyx", rows=["angle3", "x"])
    assert some.rows == ("angle3", "x") and np.array_equal(some.jacobian, whole.jacobian[:, [2, 3]])

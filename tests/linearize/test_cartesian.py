"""Cartesian linear models: perturbed motions seen by SciPy's rotations and Pinocchio's kinematics."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwise
from linkwise import Robot
from linkwise.errors import BadArray, NotForThisRobot, Singular, UnknownName
from linkwise.linearize.rates import rates
from linkwise.model import Rotor
from tests.robots import random_chain, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, NINE_DIGITS

CHAIN = next(s for s in range(100) if len(random_chain(s).bodies) == 6 and s % 3 == 2)  # turning and sliding joints
ROBOTS = ["puma560", "ur5", "stanford", f"chain{CHAIN}"]
H = 0.004
"""Seconds between values that are differenced along a motion."""

WEIGHTS = {
    0: np.array([0, 0, 0, 1.0, 0, 0, 0]),
    1: np.array([-1, 9, -45, 0, 45, -9, 1]) / 60 / H,
    2: np.array([2, -27, 270, -490, 270, -27, 2]) / 180 / H**2,
}
"""Central differences of sixth order: 1e-9 from the next term for curved angles, 1e-10 from rounding in the second."""


def robot_of(name):
    return Robot(random_chain(int(name[5:]))) if name.startswith("chain") else linkwise.load(name)


def poses(robot, q, qd, qdd, frame=None):
    """Positions and rotations at seven times along q + q̇ t + ½ q̈ t²."""
    t = H * np.arange(-3, 4)[:, None]
    T = robot.forward_kinematics(q + qd * t + 0.5 * qdd * t**2, frame)
    return T[:, :3, 3], T[:, :3, :3]


def coordinates(robot, q, qd, qdd, orientation):
    """χ, χ̇, χ̈: differences of positions and of SciPy's angles."""
    p, R = poses(robot, q, qd, qdd)
    turns = Rotation.from_matrix(R)
    φ = turns.as_rotvec() if orientation == "rotation_vector" else turns.as_euler(orientation.upper())
    χ = np.hstack([np.unwrap(φ, axis=0), p])
    return [WEIGHTS[k] @ χ for k in range(3)]


def twist(robot, q, qd, qdd):
    """ν and ν̇: differences of the position, and of rotations by their logarithm at the middle."""
    p, R = poses(robot, q, qd, qdd)
    θ = Rotation.from_matrix(R @ R[3].T).as_rotvec()  # ω = θ̇ and ω̇ = θ̈ where θ = 0
    return [WEIGHTS[k] @ np.hstack([θ, p]) for k in (1, 2)]


def motion(robot, seed):
    """A motion that is not near a singularity, and three directions of perturbation."""
    q, qd, qdd = states(robot.n, 200, seed)
    J = robot.jacobian(q)
    σ = np.linalg.svd(J, compute_uv=False)
    best = np.argmax(σ[:, -1])
    return (q[best], qd[best], qdd[best]), np.random.default_rng(seed).normal(size=(3, robot.n))


@pytest.mark.parametrize("orientation", ["zyx", "zyz", "rotation_vector"])
@pytest.mark.parametrize("name", ROBOTS)
def test_perturbed_motions_in_angles(name, orientation):
    """(7.4.18): what is left is of second order in the perturbation."""
    robot = robot_of(name)
    (q, qd, qdd), (a, b, c) = motion(robot, seed=1)
    model = robot.linearize(q, qd, qdd).cartesian(orientation)
    at = coordinates(robot, q, qd, qdd, orientation)
    for found, expected in zip((model.velocity, model.acceleration), at[1:], strict=True):
        assert np.abs(found - expected).max() < CENTRAL_DIFFERENCES * max(1.0, np.abs(expected).max())
    assert np.abs(model.chi - at[0]).max() < AGREEMENT and not model.drift.any()

    def left(ε):
        moved = q + ε * a, qd + ε * b, qdd + ε * c
        χ, χd, χdd = (new - old for new, old in zip(coordinates(robot, *moved, orientation), at, strict=True))
        exact = robot.inverse_dynamics(*moved) - model.tau
        return np.abs(exact - model.D @ χdd - model.V @ χd - model.P @ χ).max()

    assert 3.6 < left(2e-4) / left(1e-4) < 4.4


@pytest.mark.parametrize("name", ROBOTS)
def test_perturbed_motions_geometric(name):
    """E2-26: turns by the rotation vector between the frames, rates by angular velocities and accelerations."""
    robot = robot_of(name)
    (q, qd, qdd), (a, b, c) = motion(robot, seed=2)
    model = robot.linearize(q, qd, qdd).cartesian("geometric")
    T0, (ν0, νd0) = robot.forward_kinematics(q), twist(robot, q, qd, qdd)
    assert np.abs(model.velocity - ν0).max() < CENTRAL_DIFFERENCES * np.abs(ν0).max()
    assert np.abs(model.acceleration - νd0).max() < CENTRAL_DIFFERENCES * np.abs(νd0).max()

    def perturbed(ε):
        moved = q + ε * a, qd + ε * b, qdd + ε * c
        T, (ν, νd) = robot.forward_kinematics(moved[0]), twist(robot, *moved)
        δθ = Rotation.from_matrix(T[:3, :3] @ T0[:3, :3].T).as_rotvec()
        exact = robot.inverse_dynamics(*moved) - model.tau
        return exact, np.concatenate([δθ, T[:3, 3] - T0[:3, 3]]), ν - ν0, νd - νd0

    def left(ε, D=model.D, V=model.V, P=model.P):
        exact, δχ, δν, δνd = perturbed(ε)
        return np.abs(exact - D @ δνd - V @ δν - P @ δχ).max()

    assert 3.6 < left(2e-4) / left(1e-4) < 4.4
    assert np.isnan(model.chi[:3]).all() and np.isfinite(model.chi[3:]).all()
    # as the book has it, with J̇ and J̈ of the geometric Jacobian, the first order stays: twice, not four times
    r = rates(robot, q, qd, qdd)
    joint, J_inv = robot.linearize(q, qd, qdd), np.linalg.inv(r.J)
    D = joint.D @ J_inv
    V = (joint.V - 2 * D @ r.Jd) @ J_inv
    P = (joint.P - V @ r.Jd - D @ r.Jdd) @ J_inv
    assert 1.8 < left(2e-4, D, V, P) / left(1e-4, D, V, P) < 2.2


@pytest.mark.parametrize("orientation", ["zyx", "geometric"])
def test_the_state_space_follows_a_perturbed_motion(orientation):
    """δχ and δν of two nearby free motions some milliseconds later, by A of the Cartesian model."""
    from scipy.integrate import solve_ivp

    robot = linkwise.load("puma560").without_friction()
    (q, qd, _), (a, b, _) = motion(robot, seed=3)
    tau = robot.gravity_forces(q)
    model = robot.linearize(q, qd, tau=tau).cartesian(orientation)

    def after(x0, t):
        rate = lambda t, x: np.concatenate([x[6:], robot.forward_dynamics(x[:6], x[6:], tau)])  # noqa: E731
        return solve_ivp(rate, (0, t), x0, rtol=1e-12, atol=1e-13, method="DOP853").y[:, -1]

    def seen(x, x0):
        """δχ and δν of the motion at x, from that at x0."""
        if orientation == "zyx":
            zero = np.zeros(6)
            new, old = (coordinates(robot, y[:6], y[6:], zero, "zyx") for y in (x, x0))
            return np.concatenate([new[0] - old[0], new[1] - old[1]])
        T, T0 = robot.forward_kinematics(x[:6]), robot.forward_kinematics(x0[:6])
        δθ = Rotation.from_matrix(T[:3, :3] @ T0[:3, :3].T).as_rotvec()
        δν = robot.jacobian(x[:6]) @ x[6:] - robot.jacobian(x0[:6]) @ x0[6:]
        return np.concatenate([δθ, T[:3, 3] - T0[:3, 3], δν])

    x0, ε, h = np.concatenate([qd * 0 + q, qd]), 1e-5, 1e-3
    y0 = x0 + ε * np.concatenate([a, b])
    slope = (seen(after(y0, h), after(x0, h)) - seen(after(y0, -h), after(x0, -h))) / (2 * h) / ε
    expected = model.A @ seen(y0, x0) / ε
    assert np.abs(slope - expected).max() < 2e-3 * np.abs(expected).max()  # h² and ε
    without = model.A.copy()
    without[:6, :6] = 0.0
    if orientation == "geometric":  # the drift is seen
        assert np.abs(slope - without @ seen(y0, x0) / ε).max() > 2e-2 * np.abs(expected).max()


@pytest.mark.parametrize("name", ["panda", "scara", "random4", "random32"])
def test_rates_of_the_jacobian(name):
    """J̇ and J̈ by differences of J along a motion: a tree and coupled joints among them, and a frame off the tip."""
    robot = Robot(random_model(int(name[6:]))) if name.startswith("random") else linkwise.load(name)
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed=4))
    t = H * np.arange(-3, 4)[:, None]
    for frame in (robot.frames[-1], robot.frames[len(robot.frames) // 2]):
        J = robot.jacobian(q + qd * t + 0.5 * qdd * t**2, frame)
        found = rates(robot, q, qd, qdd, frame)
        assert np.abs(found.J - J[3]).max() < AGREEMENT
        for k, ours in ((1, found.Jd), (2, found.Jdd)):
            expected = np.tensordot(WEIGHTS[k], J, 1)
            assert np.abs(ours - expected).max() < CENTRAL_DIFFERENCES * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize(
    ("name", "orientation", "rows"),
    [
        ("planar2r", "zyx", ["x", "y"]),
        ("planar3r", "geometric", "planar"),
        ("rx90", "zyx", "position"),
        ("scara", "geometric", ["rz", "x", "y", "z"]),
        ("planar2r", "geometric", [[0, 0, 0, 0.6, 0.8, 0], [0, 0, 1.0, 0, 0, 0]]),
    ],
)
def test_fewer_rows(name, orientation, rows):
    robot = linkwise.load(name)
    if name == "rx90":
        robot = robot.lock({joint: 0.3 for joint in robot.joint_names[3:]})
    n = robot.n
    (q, qd, qdd), (a, b, c) = (x[0] for x in states(n, 1, seed=5)), np.random.default_rng(5).normal(size=(3, n))
    model = robot.linearize(q, qd, qdd).cartesian(orientation, rows=rows)
    every = (
        np.eye(6)[[("rx", "ry", "rz", "x", "y", "z").index(row) for row in model.rows]]
        if (isinstance(rows, str) or isinstance(rows[0], str))
        else np.array(rows)
    )
    T0, (ν0, νd0) = robot.forward_kinematics(q), twist(robot, q, qd, qdd)

    def left(ε):
        moved = q + ε * a, qd + ε * b, qdd + ε * c
        T, (ν, νd) = robot.forward_kinematics(moved[0]), twist(robot, *moved)
        δθ = Rotation.from_matrix(T[:3, :3] @ T0[:3, :3].T).as_rotvec()
        δχ = every @ np.concatenate([δθ, T[:3, 3] - T0[:3, 3]])
        exact = robot.inverse_dynamics(*moved) - model.tau
        return np.abs(exact - model.D @ every @ (νd - νd0) - model.V @ every @ (ν - ν0) - model.P @ δχ).max()

    assert 3.6 < left(2e-4) / left(1e-4) < 4.4


def test_batches():
    robot = linkwise.load("ur5")
    q, qd, qdd = states(6, 5, seed=6)
    every = robot.linearize(q, qd, qdd).cartesian("zyz", frame=robot.frames[-1])
    assert every.A.shape == (5, 12, 12) and every.J.shape == (5, 6, 6)
    alone = robot.linearize(q[3], qd[3], qdd[3]).cartesian("zyz", frame=robot.frames[-1])
    for kind in ("D", "V", "P", "chi", "velocity", "acceleration", "A", "B"):
        expected = getattr(alone, kind)
        assert np.abs(getattr(every[3], kind) - expected).max() < NINE_DIGITS * np.abs(expected).max(), kind


def test_singular_configurations_are_reported():
    puma = linkwise.load("puma560")
    with pytest.raises(Singular, match=r"smallest singular value is .*, its largest") as met:
        puma.linearize([0.1, 0.5, 0.1, -1.0, 0.0, 0.0]).cartesian("geometric")  # the wrist is straight
    assert met.value.smallest < AGREEMENT
    with pytest.raises(Singular, match="at state 1"):
        puma.linearize([[0.1, -0.8, 0.3, 0.2, 0.7, 0.1], [0.1, 0.5, 0.1, -1.0, 0.0, 0.0]]).cartesian("geometric")
    upright = linkwise.load("planar3r").linearize([0.3, 0.4, 0.5])
    with pytest.raises(Singular, match="zyz angles of frame 'tip' are singular"):
        upright.cartesian("zyz", rows=["angle1", "x", "y"])


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"orientation": "abc"}, UnknownName, "geometric"),
        ({"orientation": ["zyx"]}, UnknownName, "geometric"),
        ({"orientation": "geometric", "rows": ["angle1", "x"]}, UnknownName, "angle1"),
        ({"frame": "nowhere"}, UnknownName, "nowhere"),
        ({"rows": "place"}, UnknownName, "pose"),
        ({"rows": ["x", "x"]}, BadArray, "twice"),
        ({"rows": ["x", "w"]}, UnknownName, "'w'"),
        ({"rows": "pose"}, NotForThisRobot, "6 coordinates .* 2 joints"),
        ({"rows": "planar"}, BadArray, "geometric"),
    ],
)
def test_errors(arguments, error, words):
    with pytest.raises(error, match=words):
        linkwise.load("planar2r").linearize([0.3, 0.9]).cartesian(**({"rows": ["x", "y"]} | arguments))


def test_rows_of_angles_have_their_names():
    """As in a task space: the third coordinate of "zyx" is a turn about x, and is not called rz."""
    model = linkwise.load("ur5").linearize([0.1, -0.9, 0.7, 0.4, 0.8, 0.2])
    assert model.cartesian("zyx").rows == ("angle1", "angle2", "angle3", "x", "y", "z")
    rows = ["z", "angle3", "y", "angle1", "x", "angle2"]
    turned = model.cartesian("zyx", rows=rows)
    assert turned.rows == tuple(rows) and np.allclose(turned.J, model.cartesian("zyx").J[[5, 2, 4, 0, 3, 1]])
    assert model.cartesian("geometric").rows == ("rx", "ry", "rz", "x", "y", "z")


def test_coordinates_of_motors():
    """The Jacobian is that of the robot's coordinates, whatever moves the joints: (7.4.18) once more."""
    puma = linkwise.load("puma560")
    robot = puma.with_drive("extra", {"joint5": 1.0, "joint6": 1.0}, rotor=Rotor(0.2)).with_motors(
        np.eye(6) + 0.2 * np.tri(6, k=-1)
    )
    (q, qd, qdd), (a, b, c) = motion(robot, seed=8)
    model, at = robot.linearize(q, qd, qdd).cartesian("zyx"), coordinates(robot, q, qd, qdd, "zyx")

    def left(ε):
        moved = q + ε * a, qd + ε * b, qdd + ε * c
        χ, χd, χdd = (new - old for new, old in zip(coordinates(robot, *moved, "zyx"), at, strict=True))
        exact = robot.inverse_dynamics(*moved) - model.tau
        return np.abs(exact - model.D @ χdd - model.V @ χd - model.P @ χ).max()

    assert 3.6 < left(2e-4) / left(1e-4) < 4.4

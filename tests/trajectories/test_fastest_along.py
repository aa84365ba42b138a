"""The fastest motion along a path: closed forms, limits in between, and some limit reached at every time."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, BeyondLimits, LinkwiseError
from linkwise.model import Friction, Stribeck
from linkwise.trajectories import Quintic, Spline
from tests.tolerances import PLAINLY_WRONG, SECOND_ORDER

STILL = linkwise.load("pendulum").with_gravity([0.0, 0.0, 0.0])
INERTIA = float(STILL.mass_matrix([0.0])[0, 0])
SWING = Quintic([0.2], [1.7], duration=5.0)


def curve(robot, seed=3):
    lower, upper = robot.limits.lower, robot.limits.upper
    lower, upper = np.where(np.isinf(lower), -2.0, lower), np.where(np.isinf(upper), 2.0, upper)
    share = np.random.default_rng(seed).uniform(0.35, 0.65, (4, robot.n))
    return Spline(lower + (upper - lower) * share, duration=2.0, degree=5)


def use(robot, best, t, velocity=None):
    """The greatest share of a limit that is used at each time."""
    q, qd, qdd = best.trajectory(t)
    torque = np.abs(robot.inverse_dynamics(q, qd, qdd)) / robot.limits.effort
    return np.maximum(torque, np.abs(qd) / (robot.limits.velocity if velocity is None else velocity)).max(axis=1)


def test_bang_bang_of_one_joint():
    best = STILL.fastest_along(SWING, effort=2.0)
    assert best.duration == pytest.approx(2.0 * np.sqrt(1.5 * INERTIA / 2.0), rel=SECOND_ORDER)
    assert best.trajectory(best.duration).q == pytest.approx([1.7]) and best.trajectory(0.0).q == pytest.approx([0.2])


def test_trapezoid_of_one_joint():
    best = STILL.fastest_along(SWING, velocity=0.8, acceleration=3.0)
    assert best.duration == pytest.approx(1.5 / 0.8 + 0.8 / 3.0, rel=SECOND_ORDER)
    assert ("velocity", "joint1") in best.limiting


def test_coulomb_friction_of_one_joint():
    """It pushes back while speeding up and helps to slow down: v²/(2 a) of both parts make up the way."""
    rubbing = STILL.with_friction({"joint1": Friction(coulomb=0.5)})
    up, down = (2.0 - 0.5) / INERTIA, (2.0 + 0.5) / INERTIA
    v = np.sqrt(2.0 * 1.5 / (1.0 / up + 1.0 / down))
    best = rubbing.fastest_along(SWING, effort=2.0)
    assert best.duration == pytest.approx(v / up + v / down, rel=SECOND_ORDER)


@pytest.mark.parametrize("name", ["panda", pytest.param("ur5", marks=pytest.mark.slow)])
def test_some_limit_is_reached_at_every_time(name):
    robot = linkwise.load(name)
    path = curve(robot)
    best = robot.fastest_along(path, samples=2000)
    assert best.duration < robot.fastest_uniform(path).duration
    t = np.random.default_rng(0).uniform(0.001, best.duration - 0.001, 10_000 if name == "ur5" else 2000)
    used = use(robot, best, t)
    assert used.max() < 1.0 + PLAINLY_WRONG and np.quantile(used, 0.05) > 1.0 - PLAINLY_WRONG
    on_path = best.trajectory(t[:20]).q[:, None, :] - path(np.linspace(0.0, 2.0, 40_001)).q
    assert np.linalg.norm(on_path, axis=-1).min(axis=1).max() < PLAINLY_WRONG


@pytest.mark.parametrize(
    ("law", "samples"),
    [
        (Friction(viscous=8.0, coulomb=4.0), 1000),
        pytest.param(Stribeck(8.0, 3.0, 6.0, 20.0), 4000, marks=pytest.mark.slow),  # it falls within 0.05 rad/s
    ],
)
def test_friction_counts(law, samples):
    robot = linkwise.load("ur5").with_payload(3.0)
    slow = robot.with_friction(dict.fromkeys(robot.joint_names, law))
    path = Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    effort, fast = robot.limits.effort * 0.8, np.full(6, np.inf)
    best = slow.fastest_along(path, effort=effort, velocity=fast, samples=samples)
    assert best.duration > robot.fastest_along(path, effort=effort, velocity=fast).duration
    q, qd, qdd = best.trajectory(np.linspace(0.001, best.duration - 0.001, 997))
    used = (np.abs(slow.inverse_dynamics(q, qd, qdd)) / effort).max(axis=1)
    assert used.max() < 1.0 + PLAINLY_WRONG and np.median(used) > 1.0 - PLAINLY_WRONG


def test_derivatives_are_those_of_the_motion():
    best = STILL.fastest_along(SWING, effort=2.0, samples=50)
    t, h = best.trajectory.times[10] + 0.3 * np.diff(best.trajectory.times)[10], 1e-5
    rates = best.trajectory.derivatives(t, 3)
    for k in range(3):
        ahead, behind = (best.trajectory.derivatives(t + d, k)[k] for d in (h, -h))
        assert (ahead - behind) / (2.0 * h) == pytest.approx(rates[k + 1], abs=SECOND_ORDER)


def test_speeds_of_frames():
    """By differences of poses, not by the Jacobian that they are limited with."""
    robot = linkwise.load("ur5")
    way, h = [[0.0] * 6, [0.5, -0.5, 0.5, 0.0, 0.5, 0.0], [1.0, -0.3, 0.2, 0.5, 0.0, 1.0]], 1e-5
    best = robot.fastest_along(way, speed={"tool0": 0.5, "forearm_link": 0.3}, angular_speed={"tool0": 1.5})
    t = np.random.default_rng(0).uniform(h, best.duration - h, 10_000)
    for frame, most in (("tool0", 0.5), ("forearm_link", 0.3)):
        before, after = (robot.forward_kinematics(best.trajectory(t + d).q, frame)[:, :3, 3] for d in (-h, h))
        speed = np.linalg.norm(after - before, axis=1) / (2.0 * h)
        assert speed.max() <= most * (1.0 + SECOND_ORDER)
    R, S = (robot.forward_kinematics(best.trajectory(t + d).q, "tool0")[:, :3, :3] for d in (-h, h))
    turned = np.linalg.norm(S - R, axis=(1, 2)) / np.sqrt(2.0)  # 2 sin(angle / 2)
    assert (turned / (2.0 * h)).max() == pytest.approx(1.5, rel=PLAINLY_WRONG)
    assert {key[0] for key in best.limiting} >= {"speed", "angular speed"}
    assert sum(best.limiting.values()) > 0.95


def test_the_tip_of_a_pendulum_is_its_lever_away():
    lever = float(np.linalg.norm(STILL.jacobian([0.0])[3:, 0]))
    by_tip = STILL.fastest_along(SWING, effort=2.0, speed=0.8 * lever, samples=4000)
    by_joint = STILL.fastest_along(SWING, effort=2.0, velocity=0.8, samples=4000)
    assert by_tip.duration == pytest.approx(by_joint.duration, rel=SECOND_ORDER)
    assert by_tip.duration == pytest.approx(1.5 / 0.8 + 0.8 * INERTIA / 2.0, rel=SECOND_ORDER)


def test_waypoints_are_their_natural_spline():
    way = [[0.0] * 6, [0.5, -0.5, 0.5, 0.0, 0.5, 0.0], [1.0, -0.3, 0.2, 0.5, 0.0, 1.0]]
    robot = linkwise.load("ur5")
    expected = robot.fastest_along(Spline(way, ends="natural", duration=3.0))
    assert robot.fastest_along(way).duration == pytest.approx(expected.duration, rel=SECOND_ORDER)


def test_arms_that_need_their_momentum():
    """A pendulum too weak to stand level swings through, by the passes made node by node."""
    robot = linkwise.load("pendulum")
    weak = Quintic([-2.0], [2.0], duration=1.0)
    most = float(np.abs(robot.gravity_forces(np.linspace(-2.0, 2.0, 400)[:, None])).max())
    best = robot.fastest_along(weak, effort=0.97 * most)
    torque = np.abs(robot.inverse_dynamics(*best.trajectory(np.linspace(0.0, best.duration, 5001))))
    assert torque.max() <= 0.97 * most * (1.0 + SECOND_ORDER)
    assert best.speeds[1:-1].min() > 0.0


def test_pictures_and_rates_of_torque(tmp_path):
    best = STILL.fastest_along(SWING, effort=2.0, velocity=0.8)
    best.plot(tmp_path / "best.png")
    assert (tmp_path / "best.png").read_bytes().startswith(b"\x89PNG")
    t = 0.5 * (best.trajectory.times[1:] + best.trajectory.times[:-1])
    assert best.torque_rates[0] == pytest.approx(2.0 / np.diff(t).min(), rel=0.5)  # from 2 N m to 0 in a step


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"speed": -1.0}, ["the speed limit is -1.0", "above 0"]),
        ({"speed": {"tool0": 0.0}}, ["limit of frame 'tool0' is 0.0"]),
        ({"angular_speed": "fast"}, ["angular_speed", "A number"]),
        ({"speed": {"tool": 1.0}}, ["no frame 'tool'", "tool0"]),
        ({"velocity": -1.0}, ["velocity limits", "≥ 0"]),
        ({"samples": 3}, ["samples is 3"]),
    ],
)
def test_bad_options(options, words):
    with pytest.raises(LinkwiseError) as caught:
        linkwise.load("ur5").fastest_along([[0.0] * 6, [1.0] * 6], **options)
    for word in words:
        assert word in str(caught.value)


def test_bad_paths_and_limits():
    with pytest.raises(BadArray, match="has 5 joints"):
        linkwise.load("ur5").fastest_along([[0.0] * 5, [1.0] * 5])
    with pytest.raises(LinkwiseError, match="turns back"):
        STILL.fastest_along([[0.0], [1.0], [0.0]], effort=2.0)
    there_and_back = SWING.then(Quintic([1.7], [0.2], duration=1.0))
    with pytest.raises(LinkwiseError, match=r"turns back at 5\.0"):
        STILL.fastest_along(there_and_back, effort=2.0)
    with pytest.raises(LinkwiseError, match="does not move"):
        STILL.fastest_along(Quintic([0.2], [0.2], duration=1.0), effort=2.0)
    with pytest.raises(LinkwiseError, match="no limit"):
        STILL.fastest_along(SWING, effort=np.inf, velocity=np.inf)
    with pytest.raises(BeyondLimits, match=r"gravity and friction alone need 4\.9"):
        linkwise.load("pendulum").fastest_along(SWING, effort=2.0)
    with pytest.raises(BeyondLimits, match="'joint1' moves, but its velocity limit is 0"):
        STILL.fastest_along(SWING, effort=2.0, velocity=0.0)
    with pytest.raises(BadArray):
        STILL.fastest_along(Quintic([0.0] * 2, [1.0] * 2, duration=1.0))
    with pytest.raises(LinkwiseError):
        STILL.fastest_along(lambda t: t)

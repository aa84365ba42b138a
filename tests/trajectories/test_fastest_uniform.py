"""The fastest uniform pace, held against bisection with inverse dynamics that know nothing of quadratics."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise import LinkwiseError
from linkwise.errors import BeyondLimits
from linkwise.model import Friction, Smooth, Stribeck
from linkwise.trajectories import Fourier, Quintic, Sampled, Spline, Trapezoidal, fastest_uniform, scaling_terms
from linkwise.trajectories.pace_windows import forbidden, windows
from tests.tolerances import AGREEMENT, BETWEEN_SAMPLES, END_OF_A_PIECE, ON_THE_LIMIT

INF = np.inf
RUBBING = Friction(viscous=2.5, coulomb=1.5, backward=2.0)
PLANAR = linkwise.load("planar2r")
UR5 = linkwise.load("ur5")
PANDA = linkwise.load("panda")
PENDULUM = linkwise.load("pendulum")
HOLD, REACH = [0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8], [1.2, 0.9, -0.5, -0.9, 0.7, 2.2, -0.6]
CASES = {
    "planar2r": (PLANAR, Quintic([-1.0, 0.5], [1.0, -1.5], 1.0), [80.0, 40.0], INF),
    "planar2r rubbing": (PLANAR.with_friction(RUBBING), Quintic([-1.0, 0.5], [1.0, -1.5], 1.0), [80.0, 40.0], INF),
    "planar2r trapezoid": (PLANAR.with_friction(RUBBING), Trapezoidal([-1, 0.5], [1, -1.5], 2, 8), [80.0, 40.0], INF),
    "planar2r waves": (
        PLANAR.with_friction(RUBBING),
        Fourier([0.3, -0.4], [[1.0, 2.0], [-2.0, 1.0]], [[0.5, -1.0], [1.0, 1.5]], 0.5),
        [70.0, 35.0],
        INF,
    ),
    "ur5": (UR5, Quintic([0.0] * 6, [1.0, -1.0, 1.5, 0.5, -1.0, 2.0], 1.0), None, INF),
    "ur5 rubbing, loaded": (
        UR5.with_friction(Friction(3.0, 4.0)).with_payload(3.0),
        Spline([[0.0] * 6, [1.0, -1.0, 1.5, 0.5, -1.0, 2.0], [0.5, -0.5, 0.2, 1.0, 0.0, 0.0]], duration=2.0),
        None,
        INF,
    ),
    "panda": (PANDA, Quintic(HOLD, REACH, 1.0), None, None),
    "panda, loaded": (PANDA.with_payload(3.0), Quintic(HOLD, REACH, 1.0), None, INF),
    "panda rubbing": (PANDA.with_friction(Friction(1.0, 0.8)), Quintic(HOLD, REACH, 1.0), None, INF),
}


def dense(motion, count):
    """Many times, and both sides of each jump: the worst may be beside one."""
    T, beside = motion.duration, np.array([-1e-9, 1e-9])
    t = np.concatenate([np.linspace(0.0, T, count), (motion.breaks[:, None] + beside * T).ravel()])
    return np.clip(t, 0.0, T)


def bisected(good, low, high):
    assert good(low) and not good(high)
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if good(middle) else (low, middle)
    return low


@pytest.mark.parametrize("name", CASES)
def test_it_is_what_bisection_finds_and_keeps_the_limits_between_samples(name):
    robot, motion, effort, velocity = CASES[name]
    found = robot.fastest_uniform(motion, effort=effort, velocity=velocity)
    L = robot.limits.effort if effort is None else np.array(effort)
    V = robot.limits.velocity if velocity is None else velocity
    at = motion(dense(motion, 20011))

    def good(r):
        return (np.abs(robot.inverse_dynamics(at.q, r * at.qd, r * r * at.qdd)) <= L).all() and (
            r * np.abs(at.qd) <= V
        ).all()

    assert found.r == pytest.approx(bisected(good, 0.25 * found.r, 4.0 * found.r), rel=BETWEEN_SAMPLES)
    assert found.slowest == 0.0 and found.windows == ((0.0, found.r),)
    finer = found.trajectory(dense(found.trajectory, 50021))
    τ = robot.inverse_dynamics(*finer)
    assert max((np.abs(τ) / L).max(), (np.abs(finer.qd) / V).max()) <= 1.0 + ON_THE_LIMIT
    j, there = robot.joint_names.index(found.joint), found.trajectory(found.time)
    reached = robot.inverse_dynamics(*there)[j] if found.kind == "torque" else there.qd[j]
    assert abs(reached) == pytest.approx(found.limit, rel=BETWEEN_SAMPLES)
    report = found.trajectory.check(robot)
    assert not [peak for peak in report.excesses if peak.kind == "torque" and effort is None]


@pytest.mark.parametrize("name", ["ur5", "panda rubbing", "planar2r rubbing"])
def test_pinocchio_finds_the_same_pace(name):
    from tests.peers.pinocchio import Pinocchio

    robot, motion, effort, _ = CASES[name]
    friction = {"ur5": (0, 0, 0), "panda rubbing": (1.0, 0.8, 0.8), "planar2r rubbing": (2.5, 1.5, 2.0)}[name]
    peer, L = Pinocchio.of_model(robot.tree), robot.limits.effort if effort is None else np.array(effort)
    at = motion(np.linspace(0.0, motion.duration, 801))

    def good(r):
        rub = r * friction[0] * at.qd + np.where(at.qd > 0, friction[1], np.where(at.qd < 0, -friction[2], 0.0))
        states = zip(at.q, r * at.qd, r * r * at.qdd, strict=True)
        return (np.abs(np.array([peer.inverse_dynamics(*s) for s in states]) + rub) <= L).all()

    low, high = 0.25, 8.0
    for _ in range(14):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if good(middle) else (low, middle)
    found = robot.fastest_uniform(motion, effort=effort, velocity=INF).r
    assert low * (1.0 - 1e-4) <= found <= high  # of 801 samples, and fourteen halvings


def test_torques_are_a_quadratic_of_the_pace():
    """Each term next to its own verb: inertia and velocity forces, viscous friction, gravity and Coulomb friction."""
    robot, motion = CASES["planar2r rubbing"][:2]
    at = motion(np.linspace(0.0, 1.0, 51))
    terms = scaling_terms(robot, at)
    squared = robot.without_friction().with_gravity([0, 0, 0]).inverse_dynamics(*at)
    coulomb = np.where(at.qd > 0, 1.5, np.where(at.qd < 0, -2.0, 0.0))
    expected = (squared, 2.5 * at.qd, robot.gravity_forces(at.q) + coulomb)
    for found, true in zip((terms.squared, terms.linear, terms.constant), expected, strict=True):
        np.testing.assert_allclose(found, true, atol=10 * AGREEMENT * np.abs(true).max())
    for r in (0.1, 3.7):
        τ = robot.inverse_dynamics(at.q, r * at.qd, r * r * at.qdd)
        np.testing.assert_allclose(terms.at(r), τ, atol=10 * AGREEMENT * np.abs(τ).max())
    assert terms.are_exact_for(robot, at) and not terms.are_exact_for(
        robot.with_friction(Stribeck(2.5, 1.5, 4.0, 10.0)), at
    )


def test_a_weightless_pendulum_by_hand():
    free = PENDULUM.with_gravity([0, 0, 0])  # τ = q̈ / 3, and |q̈| ≤ 10/√3 · way / T²
    found = free.fastest_uniform(Quintic([0.0], [2.0], 1.0), effort=5.0)
    assert found.r == pytest.approx(math.sqrt(5.0 / (20.0 / math.sqrt(3.0) / 3.0)), rel=ON_THE_LIMIT)
    assert found.duration == pytest.approx(1.0 / found.r)
    ends = 0.5 * (1.0 - 1.0 / math.sqrt(3.0)), 0.5 * (1.0 + 1.0 / math.sqrt(3.0))
    assert min(abs(found.time * found.r - end) for end in ends) < END_OF_A_PIECE
    assert free.fastest_uniform(Quintic([0.0], [2.0], 1.0), effort=INF, velocity=3.0).r == pytest.approx(3.0 / 3.75)
    by_acceleration = free.fastest_uniform(Quintic([0.0], [2.0], 1.0), acceleration=7.0)
    assert by_acceleration.kind == "acceleration" and by_acceleration.limit == 7.0
    assert by_acceleration.r == pytest.approx(math.sqrt(7.0 * math.sqrt(3.0) / 20.0), rel=ON_THE_LIMIT)


def swing():
    """One free swing of the pendulum, from 2 rad: no torque at its own pace."""
    rate = lambda t, x: [x[1], -3.0 * 4.905 * math.sin(x[0])]  # noqa: E731
    t = np.linspace(0.0, 2.0, 801)
    return Sampled(t, solve_ivp(rate, (0.0, 2.0), [2.0, 0.0], t_eval=t, rtol=1e-12, atol=1e-12).y[:1].T, degree=5)


def test_weak_joints_need_a_least_pace():
    """τ = (1 − r²) ½ m g l sin q, with sin q up to 1: both ends of the window in closed form."""
    found = PENDULUM.fastest_uniform(swing(), effort=1.0)
    share = 1.0 / 4.905
    assert found.slowest == pytest.approx(math.sqrt(1.0 - share), rel=BETWEEN_SAMPLES)
    assert found.r == pytest.approx(math.sqrt(1.0 + share), rel=BETWEEN_SAMPLES)
    assert "at least 0.892 times as fast" in str(found)


def test_no_pace_at_all():
    with pytest.raises(
        BeyondLimits,
        match=r"gravity and Coulomb friction alone need 4.90291 at joint 'joint1' at 1 s, and its limit is 4.9",
    ) as caught:
        PENDULUM.fastest_uniform(Quintic([0.0], [1.6], 1.0), effort=4.9)
    assert caught.value.joint == "joint1" and caught.value.time == pytest.approx(1.0, abs=0.05)
    assert PENDULUM.fastest_uniform(Quintic([0.0], [2.0], 1.0), effort=4.9).slowest > 0.01  # braking helps past the top
    assert PENDULUM.fastest_uniform(Quintic([0.0], [1.0], 1.0), effort=4.9).r > 0.1
    stuck = PENDULUM.with_friction(Friction(3.0, 2.0))
    with pytest.raises(
        BeyondLimits, match=r"Coulomb friction alone need 6\.127\d* at joint 'joint1'"
    ):  # 4.905 sin 1 + 2
        stuck.fastest_uniform(Quintic([0.0], [1.0], 1.0), effort=4.9)
    over = Quintic([1.0], [math.pi - 1.0], 1.0)  # fast where the arm is level: viscous friction is not in what is told
    with pytest.raises(BeyondLimits, match=r"Coulomb friction alone need 6\.90\d* at joint 'joint1' at 0\.[45]"):
        stuck.fastest_uniform(over, effort=6.9)
    with pytest.raises(BeyondLimits, match=r"would have to be 0\.8.* times as fast .* allows 0\.[12]"):
        PENDULUM.fastest_uniform(swing(), effort=1.0, velocity=1.0)
    with pytest.raises(BeyondLimits, match="is 0"):
        PENDULUM.fastest_uniform(Quintic([0.0], [1.0], 1.0), velocity=0.0)


def test_the_excess_that_is_named_is_the_worst():
    """Both joints are too weak from the start on: the first one needs twice its limit, the second one nine times."""
    arm, reach = linkwise.load("planar2r"), Quintic([0.4, 0.0], [0.0, 0.2], 1.0)
    held = arm.gravity_forces([0.0, 0.2])
    with pytest.raises(BeyondLimits, match="alone need 18") as caught:
        arm.fastest_uniform(reach, effort=[0.5 * held[0], 2.0])
    q = reach(caught.value.time).q
    levels = [arm.gravity_forces(reach(t).q)[1] for t in np.linspace(0.0, 1.0, 101)]
    assert caught.value.joint == "joint2" and arm.gravity_forces(q)[1] == pytest.approx(max(levels), rel=END_OF_A_PIECE)


def test_payloads_slow_down_until_nothing_helps():
    motion = Quintic([0.0] * 6, [1.0] * 6, 1.0)
    paces = [UR5.with_payload(m).fastest_uniform(motion, velocity=INF).r for m in (0.0, 2.0, 5.0, 8.0)]
    assert (np.diff(paces) < -0.1).all()
    with pytest.raises(BeyondLimits, match="shoulder_lift_joint"):
        UR5.with_payload(30.0).fastest_uniform(motion)


def test_other_friction_is_searched():
    """Stribeck's law is no polynomial of velocity."""
    robot = PLANAR.with_friction(Stribeck(2.5, 1.5, 4.0, 10.0))
    motion, L = CASES["planar2r rubbing"][1], np.array([80.0, 40.0])
    found = robot.fastest_uniform(motion, effort=L)
    at = motion(dense(motion, 20011))
    good = lambda r: (np.abs(robot.inverse_dynamics(at.q, r * at.qd, r * r * at.qdd)) <= L).all()  # noqa: E731
    assert found.r == pytest.approx(bisected(good, 0.5, 8.0), rel=BETWEEN_SAMPLES) and found.slowest == 0.0
    finer = found.trajectory(dense(found.trajectory, 50021))
    assert (np.abs(robot.inverse_dynamics(*finer)) / L).max() <= 1.0 + ON_THE_LIMIT
    by_quadratic = CASES["planar2r rubbing"][0].fastest_uniform(motion, effort=L).r
    assert found.r == pytest.approx(by_quadratic, rel=0.01) and found.r != by_quadratic
    slow = robot.fastest_uniform(motion, effort=L, velocity=1.0)
    assert slow.kind == "velocity" and slow.r == pytest.approx(1.0 / 3.75)
    gentle = robot.fastest_uniform(motion, effort=L, acceleration=2.0)
    assert gentle.kind == "acceleration" and gentle.r == pytest.approx(
        math.sqrt(2.0 * math.sqrt(3.0) / 20.0), rel=ON_THE_LIMIT
    )
    with pytest.raises(BeyondLimits, match="slowly, joint 'joint1' needs"):
        robot.fastest_uniform(motion, effort=[5.0, 40.0])
    with pytest.raises(LinkwiseError, match="says how fast"):
        robot.fastest_uniform(motion)


@pytest.mark.parametrize("law", [Stribeck(0.1, 0.3, static=0.5, k=100.0), Smooth(Friction(0.1, 0.3), 0.1)])
def test_a_weak_joint_that_rubs_otherwise_has_a_least_pace(law):
    """The free swing again, both ends of the window against bisection at fine times."""
    robot, motion = PENDULUM.with_friction(law), swing()
    found, at = robot.fastest_uniform(motion, effort=3.0), motion(dense(motion, 20011))
    good = lambda r: (np.abs(robot.inverse_dynamics(at.q, r * at.qd, r * r * at.qdd)) <= 3.0).all()  # noqa: E731
    assert found.r == pytest.approx(bisected(good, 0.9 * found.r, 1.2 * found.r), rel=BETWEEN_SAMPLES)
    assert found.slowest == pytest.approx(
        bisected(good, 1.02 * found.slowest, 0.9 * found.slowest), rel=BETWEEN_SAMPLES
    )
    slow = motion.stretched(1.0 / found.slowest)
    τ = robot.inverse_dynamics(*slow(dense(slow, 50021)))
    assert np.abs(τ).max() <= 3.0 * (1.0 + ON_THE_LIMIT)


@pytest.mark.parametrize("T", [1e-4, 1e3, 1e7])
@pytest.mark.parametrize("law", [Friction(0.3, 0.2), Stribeck(0.5, 1.0, static=1.5, k=100.0)])
def test_the_pace_a_motion_is_given_at_does_not_matter(law, T):
    robot = PLANAR.with_friction(law)
    once, other = (Quintic([-1.0, 0.5], [1.0, -1.5], duration) for duration in (1.0, T))
    fastest = [robot.fastest_uniform(motion, effort=[80.0, 40.0]) for motion in (once, other)]
    assert fastest[1].duration == pytest.approx(fastest[0].duration, rel=ON_THE_LIMIT)
    assert fastest[1].r == pytest.approx(T * fastest[0].r, rel=ON_THE_LIMIT) and fastest[1].joint == fastest[0].joint


def test_intervals_are_where_quadratics_are_positive():
    rng = np.random.default_rng(3)
    α, β, γ = (rng.choice([-1.0, 0.0, 1.0], 400) * rng.uniform(0.1, 3.0, 400) for _ in range(3))
    low, high = forbidden(α, β, γ)
    for r in rng.uniform(0.0, 6.0, 200):
        inside = ((low < r) & (r < high)).any(axis=1)
        value = (α * r + β) * r + γ
        clear = np.abs(value) > 1e-9
        np.testing.assert_array_equal(inside[clear], (value > 0)[clear])
    few = rng.choice(400, 4, replace=False)
    left = windows(low[few].ravel(), high[few].ravel())
    for r in rng.uniform(0.0, 6.0, 500):
        free = bool(((left.low < r) & (r < left.high)).any())
        assert free == bool(((α[few] * r + β[few]) * r + γ[few] <= 0).all())


def test_several_windows():
    """Strong viscous friction while braking: τ = 2 r q̇ − r² at the start, more than 0.9 between 1 ± √0.1 only."""
    robot = PENDULUM.with_gravity([0, 0, 0]).with_friction(Friction(2.0, 0.0))
    braking = Quintic([0.0], [0.14], 0.2, qd0=[1.0], qd1=[0.4], qdd0=[-3.0], qdd1=[-3.0])
    found = robot.fastest_uniform(braking, effort=0.9)
    (_, first), (second, _) = found.windows
    assert (first, second) == pytest.approx((1.0 - math.sqrt(0.1), 1.0 + math.sqrt(0.1))) and found.slowest == second
    at = braking(np.linspace(0.0, 0.2, 4001))
    for low, high in found.windows:
        for r, good in ((0.999 * high, True), (1.001 * high, False), (1.001 * low, True), (0.999 * low, low == 0)):
            τ = robot.inverse_dynamics(at.q, r * at.qd, r * r * at.qdd)
            assert (np.abs(τ) <= 0.9).all() == good


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((Quintic([0.0], [1.0], 1.0),), {}, ["1 joints", "has 2"]),
        ((3.0,), {}, ["type 'float' is not a trajectory"]),
        ((CASES["planar2r"][1],), {}, ["no limit of robot 'planar2r'", "effort"]),
        ((CASES["planar2r"][1],), {"effort": [1.0]}, ["effort", "shape (1,)"]),
        ((CASES["planar2r"][1],), {"effort": [-1.0, 1.0]}, ["effort limits", "≥ 0"]),
        ((CASES["planar2r"][1],), {"velocity": np.nan}, ["the velocity limit is nan"]),
        ((CASES["planar2r"][1],), {"effort": 80.0, "samples": 1}, ["samples is 1"]),
        ((Quintic([0.0, 0.0], [1.0, 1.0], 1e-200),), {"effort": 80.0}, ["not finite", "seconds"]),
    ],
)
def test_bad_calls(arguments, options, words):
    with pytest.raises(LinkwiseError) as caught:
        PLANAR.fastest_uniform(*arguments, **options)
    for word in words:
        assert word in str(caught.value)


def test_few_samples_are_looked_at_closely():
    motion = CASES["planar2r"][1]
    few, many = (PLANAR.fastest_uniform(motion, effort=[80.0, 40.0], samples=k).r for k in (21, 2001))
    assert few == pytest.approx(many, rel=BETWEEN_SAMPLES)
    with pytest.raises(LinkwiseError, match="type 'str' is not a robot"):
        fastest_uniform("ur5", motion)

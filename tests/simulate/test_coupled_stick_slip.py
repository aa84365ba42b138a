"""Dry friction along combinations of coordinates: drives that move several joints, and motors as coordinates."""

import numpy as np
import pytest

import linkwise
from linkwise.model import Friction, Smooth, Stribeck
from linkwise.simulate.dry_friction import STUCK
from linkwise.simulate.sticking import accelerations, settle, settle_together
from tests.tolerances import COARSE_RUN, DEFAULT_RUN, LONG_RUN, NINE_DIGITS, ROUNDING

from .arms import FIXED, level, limited
from .test_stick_slip import Hunting

METHODS = [("DOP853", {}), ("Radau", {}), *((name, {"step": 0.01}) for name in FIXED)]
JOINTS, DRIVE = (0.7, 0.4), 0.5
"""What the joints of an arm and the drive between them hold."""


def wrist(joints=JOINTS, drive=DRIVE, kind=lambda force: Friction(0.05, force)):
    """Two joints with friction of their own, and a motor that rubs along the sum of their angles."""
    laws = {f"joint{k}": kind(force) for k, force in enumerate(joints, 1)}
    return (
        level("planar2r").with_friction(laws).with_drive("motor", {"joint1": 1.0, "joint2": 1.0}, friction=kind(drive))
    )


@pytest.mark.parametrize("kind", [lambda F: Friction(0.1, 2.0 * F), lambda F: Stribeck(0.1, F, 2.0 * F, k=8.0)])
def test_motion_does_not_depend_on_the_coordinates(kind):
    """q = J q_m: in motor coordinates every joint's friction acts along a combination; the motion is the same."""
    arm = linkwise.load("planar2r").with_friction({"joint1": kind(1.0), "joint2": kind(0.6)})
    J = np.array([[1.0, 0.3], [-0.8, 1.0]])
    turned, q0, goal = arm.with_motors(J), np.array([0.0, 0.0]), np.array([0.5, -0.3])
    hunting = Hunting(arm, goal)
    alike = Hunting(arm, goal)
    alike.rate = lambda t, q, qd, tau, z: hunting.rate(t, J @ q, J @ qd, tau, z)
    alike.force = lambda t, q, qd, z: J.T @ hunting.force(t, J @ q, J @ qd, z)
    plain = arm.simulate(q0, controller=hunting, t=3.0)
    run = turned.simulate(np.linalg.solve(J, q0), controller=alike, t=3.0)
    assert run.status == plain.status == "finished" and len(plain.events) > 6
    assert [event.name for event in run.events] == [event.name for event in plain.events]
    assert [event.t for event in run.events] == pytest.approx([event.t for event in plain.events], abs=LONG_RUN)
    assert J @ run.q[-1] == pytest.approx(plain.q[-1], abs=DEFAULT_RUN)
    assert run.drift < DEFAULT_RUN


@pytest.mark.parametrize(("method", "given"), METHODS)
def test_held_still(method, given):
    """Where a joint alone would break loose, drive and other joint hold it: 0.7 + 0.4 N m, less than 0.7 + 0.5."""
    arm = wrist()
    run = arm.simulate([0.2, 0.4], tau=lambda t, q, qd: [1.09 * np.sin(9 * t), 0.0], t=1.0, method=method, **given)
    assert run.status == "finished" and run.events == ()
    assert (run.q == [0.2, 0.4]).all() and (run.qd == 0.0).all()


def test_a_drive_alone_holds_both_joints():
    """A push along the sum of their angles, which the motor bears: nothing moves, not even by rounding."""
    run = wrist((0.0, 0.0), 0.3).simulate([0.2, 0.4], tau=[0.1, 0.1], t=0.5)
    assert (run.q == [0.2, 0.4]).all() and (run.qd == 0.0).all() and run.drift == 0.0 and run.message == ""


@pytest.mark.parametrize(
    ("joints", "drive", "push", "holds", "slips"),
    [
        ((0.7, 0.4), 0.5, (1, 0), 1.1, {"joint1", "joint2"}),  # the motor stands, and drags the second joint back
        ((0.7, 0.6), 0.5, (1, 0), 1.2, {"joint1", "motor"}),  # the second joint stands, and the motor turns
        ((0.7, 0.4), 0.5, (0, 1), 0.9, {"joint2", "motor"}),
        ((0.7, 0.4), 0.5, (1, 1), 0.9, {"joint2", "motor"}),
        ((0.7, 0.4), 0.5, (1, -1), 0.55, {"joint1", "joint2"}),
        ((0.3, 0.4), 0.9, (1, -1), 0.35, {"joint1", "joint2"}),
    ],
)
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_ramp_breaks_loose_at_the_least_torque_that_can(joints, drive, push, holds, slips, way):
    """The least t at which t p·v ≥ F₁|v₁| + F₂|v₂| + F|v₁ + v₂| in some direction v."""
    ways = [(1, 0), (0, 1), (1, -1)]
    cost = [joints[0] * abs(a) + joints[1] * abs(b) + drive * abs(a + b) for a, b in ways]
    least = min(c / abs(np.dot(push, v)) for c, v in zip(cost, ways, strict=True) if np.dot(push, v))
    assert least == pytest.approx(holds)
    run = wrist(joints, drive).simulate(
        [0.2, 0.4], tau=lambda t, q, qd: [way * t * p for p in push], t=(holds - 0.2, holds + 0.005)
    )
    assert run.events[0].t == pytest.approx(holds, rel=DEFAULT_RUN)
    assert {event.name.split()[0] for event in run.events} == slips
    before = run.t < run.events[0].t
    assert before.sum() > 5 and (run.q[before] == [0.2, 0.4]).all() and run.drift < LONG_RUN


def test_a_standing_motor_couples_its_joints():
    """While the drive holds, the joints turn against each other: the sum of their angles stays."""
    run = wrist((1.0, 1.0), 20.0).simulate([0.2, 0.4], [1.0, -1.0], t=3.0)
    assert run.q.sum(axis=1) == pytest.approx(0.6, abs=ROUNDING) and np.abs(run.q[-1] - run.q[0]).min() > 0.1
    assert [event.name for event in run.events] == ["joint1 sticks", "joint2 sticks"] and run.drift < DEFAULT_RUN


def swayed(arm, **given):
    """A run of a second and a half in which everything sticks and slips."""
    torques = lambda t, q, qd: [1.5 * np.sin(4 * t), 0.8 * np.cos(3 * t)]  # noqa: E731
    return arm.simulate([0.2, 0.4], tau=torques, t=1.5, **given)


@pytest.fixture(scope="module")
def creeping():
    """The wrist with steep smooth laws, which creep where dry ones hold: F · width a second is spent so."""
    return swayed(wrist(kind=lambda force: Smooth(Friction(0.05, force), width=2e-6)), method="Radau")


@pytest.mark.parametrize(("method", "given"), METHODS)
def test_the_limit_of_smooth_friction(method, given, creeping):
    run = swayed(wrist(), method=method, **({"step": 4e-3} if given else {}))
    assert run.status == "finished" and len(run.events) == 8
    assert run.q[-1] == pytest.approx(creeping.q[-1], abs=COARSE_RUN)
    assert run.energies.lost_to_friction[-1] == pytest.approx(
        creeping.energies.lost_to_friction[-1], abs=2 * COARSE_RUN
    )


def test_a_coupled_wrist_comes_to_rest():
    """An arm with the friction of its file and a drive on its last two joints, thrown and left alone."""
    arm = linkwise.load("puma560").with_drive("motor6", {"joint5": 1.0, "joint6": 1.0}, friction=Friction(0.1, 0.3))
    run = arm.simulate(
        [0.1, -1.0, 1.5, 0.2, 0.5, 0.3],
        [0.0, 0.0, 0.0, 0.3, 1.0, -0.5],
        tau=lambda t, q, qd: arm.gravity_forces(q),
        t=2.0,
    )
    assert run.status == "finished" and (run.qd[-1] == 0.0).all() and len(run.t) < 1000
    assert {"motor6 sticks", "joint5 sticks", "joint6 sticks"} <= {event.name for event in run.events}
    assert run.drift < DEFAULT_RUN


def test_joints_with_stops_and_a_drive():
    """A joint comes to rest on its stop, which bears it, while the drive rubs on."""
    run = limited(wrist((0.0, 0.0), 0.2), -1.0, 0.5, joint="joint1").simulate(
        [0.2, 0.4], tau=[1.0, 0.3], t=2.0, stops=0.0
    )
    assert run.status == "finished" and (run.q[-1, 0] == 0.5 and run.qd[-1, 0] == 0.0)
    assert run.drift < LONG_RUN


@pytest.mark.parametrize("n", [2, 3, 5])
def test_of_independent_slides_both_ways_find_the_same(n):
    rng = np.random.default_rng(n)
    for _ in range(40):
        A = rng.normal(size=(n, n))
        M, c = A @ A.T + 0.1 * np.eye(n), rng.normal(0.0, 2.0, n)
        bounds = [tuple(pair) for pair in rng.uniform(0.1, 2.0, (n, 2)).tolist()]
        given = np.zeros(n, dtype=int), list(range(n)), bounds
        slide = lambda k, way, bounds=bounds: bounds[k][0] if way > 0 else -bounds[k][1]  # noqa: E731
        one = settle(M, c, *given, slide)
        other = settle_together(M, c, given[0], np.eye(n), *given[1:], slide)
        assert (one.modes == other.modes).all() and other.qdd == pytest.approx(one.qdd, abs=NINE_DIGITS)


def test_accelerations_of_held_combinations():
    """M q̈ + Aᵀλ = c, A q̈ = 0, also where a held coordinate makes a combination say nothing new."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(4, 4))
    M, c, rows = A @ A.T, rng.normal(size=4), rng.normal(size=(2, 4))
    modes = np.array([1, STUCK, 1, 1, STUCK, STUCK])
    qdd, _ = accelerations(M, c, modes, rows)
    held = np.vstack([np.eye(4)[1], rows])
    truth = np.linalg.solve(np.block([[M, held.T], [held, np.zeros((3, 3))]]), np.append(c, np.zeros(3)))[:4]
    assert qdd == pytest.approx(truth, abs=NINE_DIGITS)
    again, _ = accelerations(M, c, np.append(modes, STUCK), np.vstack([rows, rows[0] + 2.0 * np.eye(4)[1]]))
    assert again == pytest.approx(truth, abs=NINE_DIGITS)

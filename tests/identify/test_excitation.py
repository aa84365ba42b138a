"""Exciting motions: slopes beside finite differences, limits beside Pinocchio's torques, condition numbers by NumPy."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, BeyondLimits, LinkwiseError, UnknownName
from linkwise.identify import CRITERIA, KINDS, read_log
from linkwise.identify.columns import Request
from linkwise.identify.excitation.bounds import Bounds
from linkwise.identify.excitation.criteria import gram
from linkwise.identify.excitation.family import Family
from linkwise.identify.excitation.search import Search
from linkwise.identify.excitation.stack import Stack
from linkwise.model import Friction, Smooth
from linkwise.trajectories import MotionLimits
from tests.tolerances import (
    AGREEMENT,
    CRITERION_SLOPE,
    FIRST_ORDER_RUN,
    HALF_THE_DIGITS,
    NINE_DIGITS,
    ON_THE_LIMIT,
    SECOND_ORDER,
)

BOX = {"lower": -2.0, "upper": 2.0, "velocity": 2.0, "acceleration": 10.0}
QUICK = {"harmonics": 3, "period": 6.0, "starts": 1}


@pytest.fixture(scope="module")
def small():
    """Of an arm with friction and limits of everything, one of which gravity comes close to."""
    arm = linkwise.load("planar2r").with_friction(Smooth(Friction(0.5, 1.0), 0.02))
    return arm, arm.excitation(**QUICK, **BOX, effort=[35.0, 15.0])


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("name", ["scara", pytest.param("panda", marks=pytest.mark.slow)])
def test_slopes_are_those_of_finite_differences(name, criterion):
    """Every kind of column, limits of everything and a constraint; along a random direction."""
    robot = linkwise.load(name).with_friction(Smooth(Friction(0.5, 1.0), 0.2))
    limits = MotionLimits(lower=-0.5, upper=0.4, velocity=0.8, acceleration=2.0, effort=20.0).of(robot.n)
    bounds = Bounds(robot, limits, lambda q: np.cos(3.0 * q) - 0.9)
    family = Family(robot.n, 3, 6.0, 60)
    search = Search(Stack(robot, Request.of(list(KINDS), width=0.2)), family, bounds, lambda done: None)
    rng = np.random.default_rng(0)
    x, way = 0.3 * rng.normal(size=(2, family.size, robot.n))
    for f in CRITERIA[criterion]:
        _, slope = search.value(f, x, 3.0)
        h = 1e-5
        up, down = (search.value(f, x + side * way, 3.0)[0] for side in (h, -h))
        assert abs((up - down) / (2.0 * h) - np.sum(slope * way)) < CRITERION_SLOPE * np.abs(slope * way).sum()


def test_smooth_condition_numbers_tend_to_the_condition_number():
    rng = np.random.default_rng(1)
    W = rng.normal(size=(40, 2, 6)) @ np.diag(10.0 ** np.linspace(0.0, 2.0, 6))
    rows = W.reshape(-1, 6)
    np.testing.assert_allclose(gram(W), rows.T @ rows, rtol=AGREEMENT)
    true = np.log(np.linalg.cond(rows))
    off = [abs(f(gram(W))[0] - true) for f in CRITERIA["cond"][1:]]
    assert off[1] < 0.25 * off[0] and off[1] < 0.1
    value = CRITERIA["D"][0](gram(W))[0]
    assert value == pytest.approx(-0.5 * np.linalg.slogdet(rows.T @ rows)[1] / 6.0, rel=HALF_THE_DIGITS)


def stacked(robot, motion, width, samples):
    """The regressor put together by hand, (rows, columns)."""
    q, qd, qdd = motion(np.linspace(0.0, motion.duration, samples))
    one = np.broadcast_to(np.eye(robot.n), (samples, robot.n, robot.n))
    friction = [qd[:, :, None] * one, np.tanh(qd / width)[:, :, None] * one, one]
    W = np.concatenate([robot.base_parameters().regressor(q, qd, qdd), *friction], axis=2)
    return W.reshape(-1, W.shape[-1])


def test_what_is_reported(small):
    arm, found = small
    W = stacked(arm, found.trajectory, 0.02, 600)
    assert found.condition == pytest.approx(np.linalg.cond(W), rel=NINE_DIGITS)
    assert found.scaled_condition == pytest.approx(np.linalg.cond(W / np.linalg.norm(W, axis=0)), rel=NINE_DIGITS)
    assert found.condition < 0.7 * found.before[0] / found.before[-1]
    assert len(found.names) == W.shape[1] and found.data["condition"] == found.condition
    assert "condition number" in str(found) and found.report.within and not found.notes
    assert "planar2r" in found._repr_html_()


def assert_within(robot, found, times=20_001):
    """At many times, by Pinocchio and plain arithmetic, and at rest at both ends."""
    pin = pytest.importorskip("pinocchio")
    from tests.peers.pinocchio import built

    t, L = np.linspace(0.0, found.trajectory.duration, times), found.limits
    q, qd, qdd = found.trajectory(t)
    slack = 1.0 + ON_THE_LIMIT
    assert (q >= L.lower - ON_THE_LIMIT).all() and (q <= L.upper + ON_THE_LIMIT).all()
    assert (np.abs(qd) <= slack * L.velocity).all() and (np.abs(qdd) <= slack * L.acceleration).all()
    peer = built(robot.tree)
    data = peer.createData()
    rigid = np.array([pin.rnea(peer, data, *state).copy() for state in zip(q, qd, qdd, strict=True)])
    assert (np.abs(rigid + robot.friction_forces(qd)) <= slack * L.effort).all()
    ends = found.trajectory([0.0, found.trajectory.duration])
    np.testing.assert_allclose(ends.qd, 0.0, atol=AGREEMENT)
    np.testing.assert_allclose(ends.qdd, 0.0, atol=AGREEMENT)
    np.testing.assert_allclose(ends.q[0], ends.q[1], atol=AGREEMENT)


def test_limits_hold_at_all_times(small):
    arm, found = small
    assert_within(arm, found)
    at = np.abs(arm.inverse_dynamics(*found.trajectory(np.linspace(0.0, 6.0, 2000)))).max(axis=0)
    assert (at / found.limits.effort).max() > 0.9  # limits of torque shape this motion


def test_motions_are_made_no_smaller_than_they_must():
    """Also where the middle of a series is near a limit, or beyond it."""
    robot = linkwise.load("planar2r")
    bounds = Bounds(robot, MotionLimits(lower=-1.0, upper=1.0).of(2), None)
    family = Family(2, 2, 6.0, 50)
    x = np.vstack([[0.9, -1.2], np.random.default_rng(2).normal(size=(4, 2))])
    most = np.abs(family.trajectory(x)(np.linspace(0.0, 6.0, 20_001)).q).max(axis=0)
    np.testing.assert_allclose(bounds.scaled(family, x), x / most, rtol=SECOND_ORDER)
    np.testing.assert_array_equal(bounds.scaled(family, 0.9 * x / most), 0.9 * x / most)


def test_a_constraint_holds_at_all_times():
    arm = linkwise.load("planar2r")
    found = arm.excitation(**QUICK, **BOX, constraint=lambda q: np.stack([q[:, 0] - 0.1, 1.0 - q[:, 1]], axis=1))
    q = found.trajectory(np.linspace(0.0, 6.0, 20_001)).q
    assert q[:, 0].min() >= 0.1 and q[:, 1].max() <= 1.0
    assert found.margin == pytest.approx(min(q[:, 0].min() - 0.1, 1.0 - q[:, 1].max()), abs=SECOND_ORDER)


def test_the_same_seed_gives_the_same_motion(small):
    arm, found = small
    again = arm.excitation(**QUICK, **BOX, effort=[35.0, 15.0])
    np.testing.assert_array_equal(again.trajectory.series.a, found.trajectory.series.a)


def test_a_fit_reads_it(small, tmp_path):
    arm, found = small
    for ending in ("csv", "npz"):
        found.save(tmp_path / f"motion.{ending}")
        log = read_log(tmp_path / f"motion.{ending}", arm)
        np.testing.assert_allclose(log.tau, arm.inverse_dynamics(log.q, log.qd, log.qdd), atol=HALF_THE_DIGITS)
    fit = arm.identify(log, estimator="ols")
    assert fit.errors[0].total < 0.01
    with pytest.raises(LinkwiseError, match="not written"):
        found.save(tmp_path / "motion.txt")


def test_ctrl_c_keeps_the_best(small):
    arm, _ = small
    calls = 0

    def interrupted(q):
        nonlocal calls
        calls += 1
        if calls == 150:
            raise KeyboardInterrupt
        return np.ones(len(q))

    found = arm.excitation(**QUICK, **BOX, constraint=interrupted)
    assert "interrupted" in found.notes[-1] and found.report.within
    assert found.condition < found.before[0] / found.before[-1]


def heavy(arm):
    return arm.excitation(**QUICK, **BOX, effort=1e-3)


REFUSED = [
    ("no limits", lambda arm: arm.excitation(), LinkwiseError, ["no limits of position", "joint1", "lower=-2.0"]),
    ("no speeds", lambda arm: arm.excitation(lower=-1, upper=1), LinkwiseError, ["no limits of velocity", "velocity="]),
    ("no room", lambda arm: arm.excitation(**BOX | {"lower": 2.0}), BadArray, ["joint1", "between 2 and 2", "lock"]),
    ("weak", heavy, BeyondLimits, ["none of 1001 postures", "hold still"]),
    ("sign", lambda arm: arm.excitation(**BOX, constraint=lambda q: -np.ones(len(q))), LinkwiseError, ["none of"]),
    ("single", lambda arm: arm.excitation(**BOX, constraint=lambda q: q[0]), BadArray, ["returned shape (2,)"]),
    ("nan", lambda arm: arm.excitation(**BOX, constraint=lambda q: np.nan * q), BadArray, ["NaN"]),
    ("fails", lambda arm: arm.excitation(**BOX, constraint=lambda q: q[:, 5]), BadArray, ["failed", "out of bounds"]),
    ("no function", lambda arm: arm.excitation(**BOX, constraint=1.0), BadArray, ["constraint is"]),
    ("criterion", lambda arm: arm.excitation(**BOX, criterion="E"), UnknownName, ["criterion", "'E'", "cond"]),
    ("harmonics", lambda arm: arm.excitation(**BOX, harmonics=0), LinkwiseError, ["harmonics"]),
    ("period", lambda arm: arm.excitation(**BOX, period=-1.0), LinkwiseError, ["period"]),
    ("share", lambda arm: arm.excitation(**BOX, shares={"speed": 1.0}), UnknownName, ["share", "'speed'", "velocity"]),
    ("shares", lambda arm: arm.excitation(**BOX, shares=0.5), BadArray, ["shares is '0.5'", "dict"]),
    ("half", lambda arm: arm.excitation(**BOX, shares={"velocity": 2.0}), BadArray, ["share of velocity is 2.0"]),
    ("still", lambda arm: arm.excitation(**BOX | {"velocity": 0.0}), BadArray, ["velocity limits", "above 0"]),
    ("friction", lambda arm: arm.excitation(**BOX, friction=["wet"]), UnknownName, ["'wet'", "viscous"]),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_refused(case):
    _, ask, kind, words = case
    with pytest.raises(kind) as error:
        ask(linkwise.load("planar2r"))
    for word in words:
        assert word in str(error.value)


def test_what_a_file_does_not_say_is_said():
    notes = linkwise.load("pendulum").excitation(**QUICK, **BOX | {"acceleration": None}).notes
    assert "accelerations are not limited" in notes[0] and "torques are not limited" in notes[1]


def test_a_robot_without_masses(tmp_path):
    """Its columns need none; only torques cannot be checked."""
    joints = "".join(
        f'<joint name="j{k}" type="revolute"><parent link="l{k}"/><child link="l{k + 1}"/><axis xyz="0 {k} {1 - k}"/>'
        '<origin xyz="0.5 0 0"/><limit lower="-2" upper="2" velocity="2" effort="10"/></joint>'
        for k in range(2)
    )
    links = "".join(f'<link name="l{k}"/>' for k in range(3))
    (tmp_path / "bare.urdf").write_text(f'<robot name="bare">{links}{joints}</robot>', encoding="utf-8")
    found = linkwise.load(tmp_path / "bare.urdf").excitation(**QUICK)
    assert "no masses" in found.notes[-1] and {peak.joint for peak in found.report.peaks} == {"j0", "j1"}
    found.save(tmp_path / "motion.csv")
    assert (tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()[
        0
    ] == "t,q_j0,q_j1,qd_j0,qd_j1,qdd_j0,qdd_j1"


def test_a_controller_follows_it(small):
    arm, found = small
    controller = linkwise.control.computed_torque(arm, found.trajectory, kp=400.0, kd=40.0)
    run = arm.simulate(found.trajectory(0.0).q, controller=controller, t=1.0)
    np.testing.assert_allclose(run.q[-1], found.trajectory(1.0).q, atol=FIRST_ORDER_RUN)


def test_what_the_motion_does_not_show():
    """Where a pendulum may hardly move, its weight looks like an offset."""
    found = linkwise.load("pendulum").excitation(lower=-1e-4, upper=1e-4, velocity=1.0, **QUICK)
    (note,) = [note for note in found.notes if "does not show" in note]
    assert "MX1" in note and "FO1" in note and "wider limits" in note


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most", "limits"),
    [
        ("panda", 45.0, {"acceleration": [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0]}),
        ("ur5e", 35.0, {"acceleration": 8.0}),
        ("tx40", 45.0, {"acceleration": 20.0}),
        ("puma560", 60.0, {"lower": -2.5, "upper": 2.5, "velocity": 1.5, "acceleration": 5.0}),
    ],
)
def test_arms(name, most, limits):
    robot = linkwise.load(name)
    found = robot.excitation(**limits, starts=1)
    assert found.condition <= most
    assert_within(robot, found, 2001)

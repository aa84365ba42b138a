"""Reports of limits, and plans that keep them."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.errors import BeyondLimits
from linkwise.model import Friction, Smooth, Stribeck
from linkwise.trajectories import MotionLimits, Quintic, Spline, plan
from tests.tolerances import AGREEMENT, BETWEEN_SAMPLES, FLAT_PEAK

UR5 = linkwise.load("ur5")
START, END = np.zeros(6), np.array([1.0, -1.0, 1.5, 0.5, -1.0, 2.0])


def test_peaks_are_those_of_a_dense_grid():
    motion = Spline([START, END, [0.5, -0.5, 0.2, 1.0, 0.0, 0.0]], duration=1.5)
    report = motion.check(UR5)
    t = np.linspace(0.0, 1.5, 50001)
    at = motion(t)
    dense = {
        "lower": -at.q,
        "upper": at.q,
        "velocity": np.abs(at.qd),
        "acceleration": np.abs(at.qdd),
        "torque": np.abs(UR5.inverse_dynamics(*at)),
    }
    assert len(report.peaks) == 30
    for peak in report.peaks:
        column = dense[peak.kind][:, UR5.joint_names.index(peak.joint)]
        value = -peak.value if peak.kind == "lower" else peak.value
        assert value == pytest.approx(column.max(), rel=FLAT_PEAK, abs=AGREEMENT) and value >= column.max() * (
            1 - 1e-12
        )
        there = np.interp(peak.time, t, column)
        assert there == pytest.approx(column.max(), rel=BETWEEN_SAMPLES, abs=AGREEMENT)


def test_an_excess_names_joint_time_and_size():
    limits = MotionLimits(lower=-0.5, upper=[1.0, 1.0, 1.2, 1.0, 1.0, 2.0], velocity=4.0, acceleration=11.0)
    report = Quintic(START, END, 1.0).check(limits)
    found = {(peak.kind, peak.joint): peak for peak in report.excesses}
    assert set(found) == {("lower", "joint2"), ("lower", "joint5"), ("upper", "joint3"), ("acceleration", "joint6")}
    assert found["upper", "joint3"].excess == pytest.approx(0.3)
    assert found["lower", "joint2"].value == pytest.approx(-1.0) and found["lower", "joint2"].time == pytest.approx(1.0)
    assert found["acceleration", "joint6"].value == pytest.approx(20 / np.sqrt(3), rel=AGREEMENT)
    assert found["acceleration", "joint6"].time == pytest.approx(0.5 - 0.5 / np.sqrt(3), abs=BETWEEN_SAMPLES) or found[
        "acceleration", "joint6"
    ].time == pytest.approx(0.5 + 0.5 / np.sqrt(3), abs=BETWEEN_SAMPLES)
    with pytest.raises(BeyondLimits, match=r"position of joint 'joint2' is -1 at 1 s, 0.5 beyond its lower limit -0.5"):
        report.require()


def test_torques_that_exceed_are_seen():
    heavy = UR5.with_payload(10.0)
    report = Quintic(START, END, 0.9).check(heavy)
    assert {peak.kind for peak in report.excesses} >= {"torque"}
    assert Quintic(START, END, 0.9).check(heavy.limits).peaks[-1].kind == "acceleration"  # limits alone know no torques
    with pytest.raises(LinkwiseError, match="has 6"):
        Quintic([0.0], [1.0], 1.0).check(UR5)


@pytest.mark.parametrize("kind", ["quintic", "trapezoidal", "spline"])
def test_the_fastest_plan_is_at_a_limit_and_a_faster_one_refused(kind):
    robot = UR5.with_payload(5.0)
    found = plan(robot, [START, END], kind, fastest=True, uniform=True)
    shares = [peak.value / peak.limit for peak in found.report.peaks if peak.kind in ("velocity", "torque")]
    assert max(shares) == pytest.approx(1.0, abs=FLAT_PEAK) and found.report.within
    with pytest.raises(BeyondLimits, match=found.scaling.joint):
        plan(robot, [START, END], kind, duration=0.98 * found.trajectory.duration)
    assert plan(robot, [START, END], kind, duration=1.02 * found.trajectory.duration).scaling is None


@pytest.mark.parametrize("law", [Stribeck(0.5, 1.0, static=1.5, k=100.0), Smooth(Friction(0.5, 1.0), 0.1)])
@pytest.mark.parametrize("kind", ["quintic", "trapezoidal", "spline"])
def test_the_fastest_plan_of_any_friction_keeps_its_limits(kind, law):
    """Also between the samples at which its pace was searched: a plan is refused where its report exceeds."""
    robot = UR5.with_friction(law).with_payload(4.0)
    found = plan(robot, [START, END], kind, fastest=True, uniform=True)
    shares = [peak.value / peak.limit for peak in found.report.peaks if peak.kind in ("velocity", "torque")]
    assert max(shares) == pytest.approx(1.0, abs=FLAT_PEAK)


def test_a_torque_that_is_not_a_number_is_within_no_limit():
    peak = Quintic([0.0] * 6, [1.0] * 6, 1e-200).check(UR5).peaks[-1]
    assert peak.kind == "torque" and not np.isfinite(peak.value) and peak.exceeds


def test_without_torques_velocities_decide():
    found = plan(UR5, [START, END], limits=MotionLimits(velocity=2.0, acceleration=100.0))
    assert found.trajectory.duration == pytest.approx(1.875)
    limited = plan(UR5, [START, END], fastest=True, uniform=True, limits=MotionLimits(velocity=2.0, acceleration=3.0))
    assert limited.scaling.kind == "acceleration"
    trapezoid = plan(UR5, [START, END], "trapezoidal", limits=MotionLimits(velocity=2.0, acceleration=4.0))
    assert trapezoid.trajectory.duration == pytest.approx(1.5)  # 2 rad: half a second to speed up and to slow down


@pytest.mark.parametrize(
    ("points", "options", "words"),
    [
        ([START], {}, ["1 waypoints"]),
        ([START, END, START], {"kind": "quintic"}, ["3 waypoints", "kind='spline'"]),
        ([START, END], {"kind": "cubic"}, ["'cubic'", "'quintic'"]),
        ([START, END], {"duration": 1.0, "fastest": True}, ["give one"]),
        ([START, END], {"duration": -1.0}, ["duration is -1.0"]),
        ([START, 10.0 * END], {}, ["position of joint", "upper limit"]),
        ([START[:5], END[:5]], {}, ["waypoints", "shape (2, 5)", "6 columns"]),
        ([START, END[:5]], {}, ["waypoints cannot be read"]),
        ([START, END], {"limits": 5}, ["type 'int' has no limits"]),
    ],
)
def test_plans_that_cannot_be(points, options, words):
    with pytest.raises(LinkwiseError) as caught:
        plan(UR5, points, **options)
    for word in words:
        assert word in str(caught.value)

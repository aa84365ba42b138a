"""Singular poses, poses at and beyond the end of reach, limits and whole turns, batches, and what is refused."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, NotForThisRobot, UnknownName
from linkwise.taskspace.closed_form import closed_form, solutions
from tests.taskspace.arms_of_lines import FIRST_THREE, SKEW_WRIST, arm_of_lines
from tests.taskspace.test_closed_form import everywhere, robot
from tests.tolerances import AGREEMENT, DOUBLE_ROOT, HALF_THE_DIGITS, NINE_DIGITS, ROUNDING


def found(name, q, q0=None):
    """The solutions of the pose of q, as seen from q0, without limits; all reach it."""
    arm, form = robot(name), closed_form(robot(name))
    pose = arm.forward_kinematics(q, form.frame)
    answer = solutions(form, pose, np.array(q if q0 is None else q0), *everywhere(arm.n))
    reached = arm.forward_kinematics(answer.q[: answer.count], form.frame)
    np.testing.assert_allclose(reached, np.broadcast_to(pose, reached.shape), rtol=0, atol=AGREEMENT)
    return answer


@pytest.mark.parametrize("name", ["puma560", "rx90", "stanford"])
def test_a_stretched_wrist(name):
    """Axes 4 and 6 in line: of the many solutions the nearest to q0, and each branch of the arm once."""
    at, near = [0.3, -0.7, 0.4, 0.5, 0.0, 0.6], np.array([0.3, -0.7, 0.4, 1.0, 0.1, -0.5])
    answer = found(name, at, near)
    assert answer.count + answer.free.sum() == 8, "branches with the wrist turned over are the same there"
    assert answer.free[0]
    moved = (answer.q[0] - near)[[3, 5]]
    np.testing.assert_allclose(answer.q[0, [3, 5]].sum(), at[3] + at[5], rtol=0, atol=NINE_DIGITS)
    np.testing.assert_allclose(moved, moved.mean(), rtol=0, atol=HALF_THE_DIGITS)


@pytest.mark.parametrize("q5", [1e-12, 1e-9, 1e-6])
def test_next_to_a_stretched_wrist(q5):
    """Where joint 4 is hardly determined the pose still is."""
    answer = found("puma560", [0.3, -0.7, 0.4, 0.5, q5, 0.6])
    assert answer.count == 8


def test_a_wrist_over_the_shoulder():
    """The wrist's centre on axis 1: joint 1 stays where it is in q0."""
    arm = robot("rx90")
    form = closed_form(arm)
    centre = np.array(form.geometry.kind.centre.components)
    a, b, c = (each for each in form.chain.axes[:3])
    shoulder, elbow = (np.array([*each.point.components]) for each in (b, c))
    upper, lower = np.hypot(*(elbow - shoulder)[[0, 2]]), np.hypot(*(centre - elbow)[[0, 2]])
    assert not np.abs(shoulder[:2]).max() and upper > 0 and lower > 0 and a.turns
    q3 = 0.9
    q2 = _upright(arm, form, q3)
    answer = found("rx90", [0.4, q2, q3, 0.2, 0.7, 0.1], np.array([1.3, q2, q3, 0.0, 0.5, 0.0]))
    assert answer.free[0] and answer.count >= 2
    np.testing.assert_allclose(answer.q[0, 0], 1.3, rtol=0, atol=ROUNDING)


def _upright(arm, form, q3):
    """The angle of joint 2 at which the wrist's centre is on axis 1, for one of joint 3."""
    from scipy.optimize import brentq

    home, centre = np.linalg.inv(form.chain.home), np.append(form.geometry.kind.centre.components, 1.0)

    def beside(q2):
        return (arm.forward_kinematics([0.0, q2, q3, 0.0, 0.0, 0.0], form.frame) @ home @ centre)[0]

    q = np.linspace(-3.0, 3.0, 61)
    values = np.array([beside(x) for x in q])
    k = np.flatnonzero(values[:-1] * values[1:] < 0.0)[0]
    return brentq(beside, q[k], q[k + 1], xtol=1e-16)


def test_universal_robots_with_the_last_axes_in_line():
    answer = found("ur5", [0.3, -0.7, 0.9, 0.5, 0.0, 0.6], np.array([0.3, -0.7, 0.9, 0.5, 0.0, 0.2]))
    assert answer.free[0]
    np.testing.assert_allclose(answer.q[0, 5], 0.2, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize(("name", "q"), [("planar3r", [0.4, 0.0, 0.3]), ("scara", [0.4, 0.0, 0.1, 0.3])])
def test_a_stretched_elbow_is_one_solution(name, q):
    answer = found(name, q)
    assert answer.count == 1 and answer.found == 1
    np.testing.assert_allclose(answer.q[0], q, rtol=0, atol=DOUBLE_ROOT)


def test_a_stretched_puma():
    """Half of the branches of the arm, each with two of the wrist."""
    form = closed_form(robot("puma560"))
    elbow, centre, shoulder = form.chain.axes[2].point, form.geometry.kind.centre, form.chain.axes[1].point
    a, b = ((y - x).components for x, y in ((shoulder, elbow), (elbow, centre)))
    q3 = np.arctan2(a[2], a[0]) - np.arctan2(b[2], b[0])
    turn = -np.sign(form.chain.axes[2].axis.y) * q3
    answers = [found("puma560", [0.3, -0.7, q3, 0.5, 0.8, 0.6]) for q3 in (turn, turn + 0.01)]
    assert [answer.count for answer in answers] == [4, 8]


@pytest.mark.parametrize("name", ["puma560", "ur5", "planar3r", "scara"])
def test_out_of_reach(name):
    arm = robot(name)
    pose = arm.forward_kinematics(np.full(arm.n, 0.3))
    pose[:3, 3] *= 100.0
    for method in ("closed form", None):
        answer = arm.inverse_kinematics(pose, method=method, solutions="all", restarts=1)
        assert answer.status == "not reached" and answer.count == 0 and np.isnan(answer.solutions).all()
    tilted = np.array([[1.0, 0, 0, 0.3], [0, 0, -1.0, 0.2], [0, 1.0, 0, 0.1], [0, 0, 0, 1.0]])
    if name in ("planar3r", "scara"):
        assert not arm.inverse_kinematics(tilted, method="closed form").solved


def test_limits_and_whole_turns():
    """UR5's joints turn almost twice round: the turn nearest to q0 that the limits allow."""
    arm, q = robot("ur5"), np.array([4.0, -4.0, 1.0, -0.5, 0.4, 6.0])
    pose = arm.forward_kinematics(q)
    answer = arm.inverse_kinematics(pose, q0=q, solutions="all")
    np.testing.assert_allclose(answer.q, q, rtol=0, atol=NINE_DIGITS)
    assert arm.limits.within(answer.solutions[: answer.count]).all()
    free = arm.inverse_kinematics(pose, q0=q + 20 * np.pi, limits=False)
    np.testing.assert_allclose(free.q, q + 20 * np.pi, rtol=0, atol=NINE_DIGITS)
    beyond = arm.inverse_kinematics(pose, q0=q + 20 * np.pi)
    assert beyond.solved and arm.limits.within(beyond.q).all()
    at_limit = np.array([0.1, -0.4, arm.limits.upper[2], 0.3, 0.5, 0.2])
    back = arm.inverse_kinematics(arm.forward_kinematics(at_limit), q0=at_limit, method="closed form")
    assert arm.limits.within(back.q).all()
    np.testing.assert_allclose(back.q, at_limit, rtol=0, atol=DOUBLE_ROOT)


def test_beyond_the_limits_is_no_solution():
    arm = robot("stanford")
    q = np.array([0.1, 0.4, 0.5, 0.3, 0.6, 0.2])
    pose, limits = arm.forward_kinematics(q), arm.limits
    form = closed_form(arm)
    free = solutions(form, pose, q, *everywhere(6))
    narrow = solutions(form, pose, q, q - 0.1, q + 0.1)
    assert free.count == 8 and narrow.count == 1 and narrow.found == 8 and limits.lower.shape == (6,)
    np.testing.assert_allclose(narrow.q[0], q, rtol=0, atol=NINE_DIGITS)
    assert solutions(form, pose, q, q + 0.1, q + 0.2).count == 0


def test_batches():
    """Shapes broadcast, and no answer depends on the others."""
    arm = robot("puma560")
    q = np.random.default_rng(0).uniform(-2.0, 2.0, (3, 4, 6))
    poses = arm.forward_kinematics(q)
    many = arm.inverse_kinematics(poses, q0=np.zeros(6), solutions=3)
    assert many.q.shape == (3, 4, 6) and many.solutions.shape == (3, 4, 3, 6) and (many.count == 3).all()
    one = arm.inverse_kinematics(poses[1, 2], q0=np.zeros(6), solutions=3)
    np.testing.assert_array_equal(one.solutions, many.solutions[1, 2])
    each = arm.inverse_kinematics(poses[1, 2], q0=q)
    assert each.q.shape == (3, 4, 6)
    none = arm.inverse_kinematics(np.zeros((0, 4, 4)))
    assert none.q.shape == (0, 6)
    assert arm.inverse_kinematics(poses.tolist(), q0=[0] * 6).solved.all()


def test_other_frames_and_joints_beyond():
    """A frame before the tip, and joints that do not move it: they stay at q0."""
    arm = arm_of_lines((*FIRST_THREE["2 and 3 parallel"], *SKEW_WRIST, ("R", (0, 0, 1), (1.2, 0.1, 0.3))))
    assert closed_form(arm) is None
    form, q = closed_form(arm, "link6"), np.array([0.1, 0.2, -0.3, 0.4, 0.5, 0.6, 0.7])
    assert form.exact
    answer = arm.inverse_kinematics(arm.forward_kinematics(q, "link6"), frame="link6", q0=q, solutions="all")
    np.testing.assert_allclose(answer.q, q, rtol=0, atol=NINE_DIGITS)
    assert (answer.solutions[: answer.count, 6] == 0.7).all()


@pytest.mark.parametrize(
    ("name", "given", "error", "said"),
    [
        ("panda", {"method": "closed form"}, NotForThisRobot, "no closed form for frame 'panda_link8'"),
        ("panda", {"solutions": "all"}, NotForThisRobot, "no closed form"),
        ("puma560", {"method": "closed form", "rows": "position"}, NotForThisRobot, "x, y, z matter"),
        ("puma560", {"method": "closed form", "toward": [0.0] * 6}, NotForThisRobot, "Toward is for"),
        ("puma560", {"solutions": "every"}, BadArray, "solutions is 'every'"),
        ("puma560", {"solutions": "all", "method": "numeric"}, BadArray, "A search does not know"),
        ("puma560", {"method": "exact"}, UnknownName, "'closed form', 'numeric'"),
        ("puma560", {"q0": [0.0] * 5}, BadArray, "q0 has shape (5,)"),
        ("puma560", {"q0": [np.nan] * 6}, BadArray, "q0 is nan"),
        ("puma560", {"tolerance": -1.0}, BadArray, "tolerance"),
        ("puma560", {"frame": "hand"}, UnknownName, "no frame 'hand'"),
    ],
)
def test_refused(name, given, error, said):
    arm = linkwise.load(name)
    pose = arm.forward_kinematics(np.zeros(arm.n))
    with pytest.raises(error) as caught:
        arm.inverse_kinematics(pose, **given)
    assert said in str(caught.value)


def test_twisted_poses_are_refused():
    arm = robot("puma560")
    pose = arm.forward_kinematics(np.zeros(6))
    for wrong in (pose @ np.diag([1.0, 1.0, -1.0, 1.0]), 2.0 * pose, pose[:3], np.full((4, 4), np.inf)):
        with pytest.raises(BadArray):
            arm.inverse_kinematics(wrong, method="closed form")

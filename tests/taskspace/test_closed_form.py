"""All branches of the closed forms, held against Pinocchio's poses and a search that begins everywhere."""

from functools import cache

import numpy as np
import pytest

import linkwise
from linkwise.calls.equations import Equations
from linkwise.taskspace.closed_form import closed_form, solutions
from linkwise.taskspace.closed_form.target import Target
from tests.taskspace.arms_of_lines import FIRST_THREE, SKEW, SKEW_WRIST, WRIST, arm_of_lines
from tests.tolerances import AGREEMENT, DOUBLE_ROOT, NINE_DIGITS

ARMS = ("puma560", "ur5", "stanford", "rx90", "planar3r", "scara")
MARKED = [pytest.param(name, marks=() if name in ("puma560", "ur5") else pytest.mark.slow) for name in ARMS]
TURN = 2.0 * np.pi


@cache
def robot(name):
    return linkwise.load(name)


def postures(arm, count, seed=0):
    """Within the limits, and within half a turn of 0."""
    limits = arm.limits
    return np.random.default_rng(seed).uniform(
        np.maximum(limits.lower, -3.0), np.minimum(limits.upper, 3.0), (count, arm.n)
    )


def everywhere(n):
    return -np.full(n, np.inf), np.full(n, np.inf)


def apart(form, a, b):
    """The largest difference of joint positions, but for whole turns."""
    difference, turning = np.abs(a - b), sorted(form.turning)
    difference[..., turning] %= TURN
    difference[..., turning] = np.minimum(difference[..., turning], TURN - difference[..., turning])
    return difference.max(axis=-1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("puma560", "a spherical wrist, and joints 2 and 3 keep a plane"),
        ("rx90", "a spherical wrist, and joints 2 and 3 keep a plane"),
        ("stanford", "a spherical wrist, and joints 2 and 3 keep a plane"),
        ("ur5", "three parallel axes, 2, 3 and 4"),
        ("planar3r", "all axes are parallel"),
        ("scara", "all axes are parallel"),
        ("panda", None),
        ("planar2r", None),
        ("pendulum", None),
    ],
)
def test_what_is_recognised(name, why):
    form = closed_form(robot(name))
    assert why is None if form is None else (form.geometry.name, form.exact) == (why, True)


@pytest.mark.parametrize("name", MARKED)
def test_every_branch_reaches_the_pose_in_pinocchio(name):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    arm, form = robot(name), closed_form(robot(name))
    peer, q = Pinocchio.of_model(arm.model), postures(arm, 30)
    poses = arm.forward_kinematics(q, form.frame)
    found = solutions(form, poses, q, *everywhere(arm.n))
    frame = peer.model.getFrameId(form.frame, pin.FrameType.BODY)
    for k in range(len(q)):
        assert found.count[k] >= 1
        for each in found.q[k, : found.count[k]]:
            pin.framesForwardKinematics(peer.model, peer.data, peer._q(each))
            np.testing.assert_allclose(peer.data.oMf[frame].homogeneous, poses[k], rtol=0, atol=AGREEMENT)


@pytest.mark.parametrize("name", ARMS)
def test_the_posture_a_pose_was_made_from_is_found_first_from_there(name):
    arm, form, q = robot(name), closed_form(robot(name)), postures(robot(name), 300, 1)
    found = solutions(form, arm.forward_kinematics(q, form.frame), q, arm.limits.lower, arm.limits.upper)
    np.testing.assert_allclose(found.q[:, 0], q, rtol=0, atol=NINE_DIGITS)
    assert (np.diff(np.where(np.isfinite(found.far), found.far, 1e9), axis=-1) >= 0.0).all()
    assert not found.free.any()


def searched(arm, form, pose, starts):
    """What Newton's method finds from many starts, each solution once."""
    q, motion = starts.copy(), form.motion
    for _ in range(60):
        reached, J = motion(q)
        R = pose[:3, :3] @ reached[:, :3, :3].transpose(0, 2, 1)
        turn = 0.5 * np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1)
        e = np.concatenate([turn, pose[:3, 3] - reached[:, :3, 3]], axis=1)
        weight = 0.1 * (e * e).sum(axis=1)[:, None, None] * np.eye(arm.n) + 1e-14 * np.eye(arm.n)
        Jt = J.transpose(0, 2, 1)
        q = q + np.linalg.solve(Jt @ J + weight, Jt @ e[:, :, None])[:, :, 0]
    off = np.abs(motion(q)[0] - pose).max(axis=(1, 2))
    distinct = []
    for each in q[off < AGREEMENT]:
        if not distinct or apart(form, np.array(distinct), each).min() > 1e-2:
            distinct.append(each)
    return distinct


@pytest.mark.parametrize(
    ("name", "poses"),
    [
        ("puma560", 3),
        ("ur5", 3),
        *(pytest.param(name, 30, marks=pytest.mark.slow) for name in ARMS),
    ],
)
def test_a_search_from_everywhere_finds_no_other_branch(name, poses):
    """And misses none of them, but for those into which few starts fall."""
    arm, form = robot(name), closed_form(robot(name))
    q, rng, all_found = postures(arm, poses, 2), np.random.default_rng(3), 0
    for each in q:
        pose = arm.forward_kinematics(each, form.frame)
        branches = solutions(form, pose, each, *everywhere(arm.n))
        ours = branches.q[: branches.count]
        theirs = searched(arm, form, pose, rng.uniform(-3.2, 3.2, (200, arm.n)))
        for other in theirs:
            assert apart(form, ours, other).min() < DOUBLE_ROOT
        all_found += len(theirs) == branches.count
    assert all_found >= 0.9 * poses


@pytest.mark.parametrize("first", FIRST_THREE)
@pytest.mark.parametrize(
    ("wrist", "mirrored"),
    [
        pytest.param(SKEW_WRIST, False, id="skew wrist"),
        pytest.param(WRIST, False, id="wrist", marks=pytest.mark.slow),
        pytest.param(SKEW_WRIST, True, id="skew shoulder", marks=pytest.mark.slow),
        pytest.param(WRIST, True, id="shoulder", marks=pytest.mark.slow),
    ],
)
def test_arms_of_every_kind(first, wrist, mirrored):
    """A spherical wrist, or a spherical shoulder; the formulas run on plain numbers, without a compiler."""
    joints = (*FIRST_THREE[first], *wrist)
    arm = arm_of_lines(joints[::-1] if mirrored else joints)
    form = closed_form(arm)
    assert form is not None and form.exact and form.geometry.from_tip == mirrored
    for q in np.random.default_rng(4).uniform(-1.0, 1.0, (3, 6)):
        equations = Equations(arm.tree)
        pose = equations.forward_kinematics(q.tolist())
        branches = form.geometry.solutions(Target.of(pose, form.chain.home))
        found = np.array([[branch[k].value for k in range(6)] for branch in branches])
        assert np.abs(found - q).max(axis=1).min() < NINE_DIGITS
        reached = np.array([equations.forward_kinematics(each.tolist()) for each in found])
        off = np.abs(reached - pose).max(axis=(1, 2))
        good = off < AGREEMENT
        assert good.sum() >= 1
        assert np.all(good | (off > 1e-3)), "a branch reaches the pose, or misses it by far"


def test_what_has_none():
    """Axes in general position, four axes that meet, a wrist too few; and arms whose coordinates are no angles."""
    assert closed_form(arm_of_lines((*SKEW, *WRIST))) is None
    assert closed_form(arm_of_lines((*FIRST_THREE["2 and 3 parallel"], *WRIST[:2]))) is None
    meeting = (("R", (0, 0, 1), (0, 0, 0)), ("R", (0, 1, 0), (0, 0, 0)), ("R", (0, 0, 1), (1.0, 0.1, 0.3)))
    assert closed_form(arm_of_lines((*meeting, *WRIST))) is None
    together = (("R", (0, 0, 1), (0, 0, 0)), ("R", (0, 0, 1), (0, 0, 0.2)), ("R", (0, 0, 1), (0.3, 0, 0)))
    assert closed_form(arm_of_lines(together)) is None


def test_a_held_joint_makes_a_panda_solvable():
    """Joint 7 held leaves a spherical shoulder and two axes that meet: the arm as seen from its tip."""
    arm = robot("panda").lock("panda_joint7", 0.5)
    form, q = closed_form(arm), [0.1, -0.4, 0.2, -1.5, 0.3, 1.2]
    assert form.geometry.name == "a spherical wrist, and joints 5 and 6 meet, seen from the tip"
    found = arm.inverse_kinematics(arm.forward_kinematics(q), q0=q, solutions="all")
    np.testing.assert_allclose(found.q, q, rtol=0, atol=NINE_DIGITS)
    assert arm.limits.within(found.solutions[: found.count]).all()


@pytest.mark.parametrize("off", [pytest.param(1e-5, marks=pytest.mark.slow), 1e-3])
def test_a_calibrated_arm_is_refined(off):
    """Axes that are nearly parallel or nearly meet: every answer is exact, and the closed form has to be asked for."""
    ur = [("R", (0, 0, 1), (0, 0, 0)), ("R", (0, 1, 0), (0, 0.1, 0.1)), ("R", (0, 1, 0), (0.4, 0, 0.1))]
    ur += [("R", (0, 1, 0), (0.8, 0.1, 0.1)), ("R", (0, 0, -1), (0.8, 0.1, 0)), ("R", (0, 1, 0), (0.8, 0.2, 0))]
    for joints in (tuple(ur), (*FIRST_THREE["2 and 3 parallel"], *WRIST)):
        arm = arm_of_lines(joints, off)
        form = closed_form(arm)
        assert not form.exact and form.geometry.name.startswith("nearly")
        q = np.random.default_rng(5).uniform(-1.0, 1.0, (20, 6))
        poses = arm.forward_kinematics(q)
        found = arm.inverse_kinematics(poses, q0=q, method="closed form", solutions="all")
        assert found.solved.all()
        np.testing.assert_allclose(found.q, q, rtol=0, atol=NINE_DIGITS)
        for k, count in enumerate(found.count):
            reached = arm.forward_kinematics(found.solutions[k, :count])
            np.testing.assert_allclose(reached, np.broadcast_to(poses[k], reached.shape), rtol=0, atol=AGREEMENT)
        assert found.count.min() >= 2
        assert (arm.inverse_kinematics(poses[0]).steps > 0).all(), "not chosen unless asked for"

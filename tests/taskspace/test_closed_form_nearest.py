"""One solution for each pose: the nearest, by a program of its own, held against all branches and Pinocchio's poses."""

import numpy as np
import pytest

from linkwise.calls import threads
from linkwise.taskspace.closed_form import closed_form, nearest_solution, solutions
from tests.taskspace.arms_of_lines import FIRST_THREE, SKEW_WRIST, arm_of_lines
from tests.taskspace.test_closed_form import MARKED, TURN, everywhere, postures, robot
from tests.tolerances import AGREEMENT, DOUBLE_ROOT, NINE_DIGITS


def goals_of(poses):
    return np.concatenate([poses[..., :3, :3].reshape(*poses.shape[:-2], 9), poses[..., :3, 3]], axis=-1)


def from_elsewhere(arm, count):
    """Poses, a fifth of them with the fifth joint at 0, singular in most wrists; and q0, some of them turns away."""
    rng, q = np.random.default_rng(7), postures(arm, count, 6)
    q[::5, min(4, arm.n - 1)] = 0.0
    turning = sorted(closed_form(arm).turning)
    q0 = q + rng.uniform(-2.0, 2.0, q.shape)
    q0[::2, turning] += TURN * rng.integers(-2, 3, (len(q0[::2]), len(turning)))
    return arm.forward_kinematics(q), q0


@pytest.mark.parametrize("name", MARKED)
@pytest.mark.parametrize("limited", [True, False])
def test_the_nearest_alone_is_the_first_of_all(name, limited):
    arm, form = robot(name), closed_form(robot(name))
    poses, q0 = from_elsewhere(arm, 500)
    stops = (arm.limits.lower, arm.limits.upper) if limited else everywhere(arm.n)
    every = solutions(form, poses, q0, *stops)
    q, angle, distance, solved = nearest_solution(form, goals_of(poses), q0, *stops)
    np.testing.assert_array_equal(solved, every.count > 0)
    assert solved.any()
    near = np.linalg.norm((q - q0)[solved] / form.units, axis=-1)
    np.testing.assert_allclose(near, every.far[solved, 0], rtol=0, atol=DOUBLE_ROOT)
    alone = solved & (every.far[:, 1] > np.where(solved, every.far[:, 0], 0.0) + DOUBLE_ROOT)
    alone[::5] = False  # at singular poses a joint is known to half of the digits
    np.testing.assert_allclose(q[alone], every.q[alone, 0], rtol=0, atol=NINE_DIGITS)
    np.testing.assert_allclose(arm.forward_kinematics(q[solved]), poses[solved], rtol=0, atol=AGREEMENT)
    assert max(angle[solved].max(), distance[solved].max()) < AGREEMENT and np.isnan(angle[~solved]).all()
    assert np.isnan(q[~solved]).all() and np.isnan(distance[~solved]).all()


@pytest.mark.parametrize("name", MARKED)
def test_what_is_called_solved_reaches_the_pose_in_pinocchio(name):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    arm = robot(name)
    peer, (poses, q0) = Pinocchio.of_model(arm.model), from_elsewhere(arm, 50)
    poses[40:, :2, 3] += 99.0
    answer = arm.inverse_kinematics(poses, q0=q0, method="closed form", limits=False)
    assert answer.solved[:40].all()
    assert answer.solved[40:].all() if name == "stanford" else not answer.solved[40:].any(), "its slide has no end"
    np.testing.assert_array_equal(answer.count, answer.solved)
    frame = peer.model.getFrameId(closed_form(arm).frame, pin.FrameType.BODY)
    for k in range(40):
        pin.framesForwardKinematics(peer.model, peer.data, peer._q(answer.q[k]))
        np.testing.assert_allclose(peer.data.oMf[frame].homogeneous, poses[k], rtol=0, atol=AGREEMENT)


def test_one_pose_from_many_places_and_many_poses_from_one():
    arm, form = robot("puma560"), closed_form(robot("puma560"))
    poses, q0 = from_elsewhere(arm, 40)
    for some, begins in ((poses[0], q0), (poses, q0[0]), (poses.reshape(5, 8, 4, 4), q0[:8])):
        q, _, _, solved = nearest_solution(form, goals_of(some), begins, *everywhere(6))
        every = solutions(form, some, begins, *everywhere(6))
        assert q.shape == every.q[..., 0, :].shape and solved.all()
        away = np.linalg.norm(q - begins, axis=-1)
        np.testing.assert_allclose(away, every.far[..., 0], rtol=0, atol=DOUBLE_ROOT)


@pytest.mark.parametrize("off", [0.0, 1e-3])
def test_a_joint_beyond_the_frame_stays_and_the_others_come_turns_away(off):
    """Of a nearly exact geometry too, whose branches are refined."""
    arm = arm_of_lines((*FIRST_THREE["2 and 3 parallel"], *SKEW_WRIST, ("R", (0, 0, 1), (1.2, 0.1, 0.3))), off)
    assert closed_form(arm, "link6").exact == (off == 0.0)
    q = np.array([0.1, 0.2, -0.3, 0.4, 0.5, 0.6, 9.0]) + TURN * np.array([1, -1, 2, 0, 3, -2, 0])
    pose = arm.forward_kinematics(q, "link6")
    answer = arm.inverse_kinematics(pose, frame="link6", q0=q, limits=False, method="closed form")
    np.testing.assert_allclose(answer.q, q, rtol=0, atol=NINE_DIGITS)
    assert answer.q[6] == 9.0


def test_the_number_of_threads_is_the_callers(monkeypatch):
    """Asked for one thread, nobody looks up how many there may be."""
    arm = robot("ur5")
    poses, q0 = from_elsewhere(arm, 3000)
    arm.inverse_kinematics(poses, q0=q0, threads=1)

    def none():
        raise AssertionError("the number of threads was given")

    monkeypatch.setattr(threads, "default_threads", none)
    arm.inverse_kinematics(poses, q0=q0, threads=1, method="closed form")
    with pytest.raises(AssertionError, match="was given"):
        arm.inverse_kinematics(poses, q0=q0, method="closed form")


def test_an_answer_does_not_depend_on_its_batch():
    arm = robot("ur5")
    poses, q0 = from_elsewhere(arm, 301)
    whole = arm.inverse_kinematics(poses, q0=q0)
    for some in (slice(0, 300), slice(150, 157), slice(300, 301), slice(3, 4)):
        part = arm.inverse_kinematics(poses[some], q0=q0[some])
        np.testing.assert_array_equal(part.q, whole.q[some])
    one = arm.inverse_kinematics(poses[3], q0=q0[3])
    np.testing.assert_array_equal(one.q, whole.q[3])

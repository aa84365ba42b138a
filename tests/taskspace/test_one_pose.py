"""Inverse kinematics of one pose, which takes a shorter way: the same answer as in a batch, to the last bit."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray
from tests.tolerances import AGREEMENT

FIELDS = ("q", "solved", "angle", "distance", "solutions", "count", "steps", "restarts")


def poses_of(robot, count):
    rng = np.random.default_rng(4)
    lower, upper = (np.clip(x, -4.0, 4.0) for x in (robot.limits.lower, robot.limits.upper))
    q = rng.uniform(lower, upper, (count, robot.n))
    poses = robot.forward_kinematics(q)
    poses[::5, 0, 3] += 10.0  # out of reach
    return q, poses


@pytest.mark.parametrize(
    ("name", "method"), [("panda", None), ("ur5", None), ("ur5", "numeric"), ("scara", None), ("puma560", "numeric")]
)
def test_as_in_a_batch(name, method):
    robot = linkwise.load(name)
    q, poses = poses_of(robot, 15)
    for begin in (None, q[0], q[::-1] + 7.0):
        options = {"restarts": 3, "method": method}
        many = robot.inverse_kinematics(poses, q0=begin, **options)
        for k, pose in enumerate(poses):
            alone = None if begin is None else begin if begin.ndim == 1 else begin[k]
            one = robot.inverse_kinematics(pose, q0=alone, **options)
            for field in FIELDS:
                here, there = getattr(one, field), getattr(many, field)[k]
                assert np.array_equal(here, there, equal_nan=True), (field, k)
                assert here.shape == there.shape and here.dtype == there.dtype, field
            assert one.status == many.status[k] and one.singular == many.singular[k]
        assert 0 < many.solved.sum() < len(poses)


def test_answers_share_no_memory():
    robot = linkwise.load("ur5")
    _, poses = poses_of(robot, 3)
    for method in (None, "numeric"):
        first, second = (robot.inverse_kinematics(poses[1], method=method) for _ in range(2))
        kept = second.q.copy()
        first.q[:] = first.solutions[:] = 9.0
        first.count[()] = 7
        again = robot.inverse_kinematics(poses[1], method=method)
        assert np.array_equal(again.q, kept) and np.array_equal(again.solutions[0], kept)
        assert again.solved and again.count == 1 and second.solved


def test_options_that_are_equal_but_not_the_same():
    """What was checked is remembered; 1 and True are equal, and only one of them is a number."""
    robot = linkwise.load("ur5")
    _, poses = poses_of(robot, 2)
    robot.inverse_kinematics(poses[1], restarts=1, solutions=1, seed=1)
    for wrong in ({"restarts": True}, {"seed": True}, {"solutions": True}, {"solutions": 1.0}, {"limits": 1}):
        with pytest.raises(BadArray, match=next(iter(wrong))):
            robot.inverse_kinematics(poses[1], **({"restarts": 1, "solutions": 1, "seed": 1} | wrong))
    assert robot.inverse_kinematics(poses[1], limits=True, solutions=1, restarts=1, seed=1).solved
    listed = [robot.inverse_kinematics(poses[1], rows=rows).q for rows in ("pose", ["rx", "ry", "rz", "x", "y", "z"])]
    assert np.array_equal(*listed)


@pytest.mark.parametrize("entry", [(0, 1), (1, 1), (2, 0), (0, 3), (3, 3)])
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_pose_with_one_wrong_number(entry, value):
    robot = linkwise.load("ur5")
    pose = robot.forward_kinematics([0.3, -1.1, 1.4, -0.6, 0.8, 0.2])
    pose[entry] = value
    if entry == (0, 3) and value == 1e200:
        assert not robot.inverse_kinematics(pose, restarts=0).solved
    else:
        with pytest.raises(BadArray, match="pose"):
            robot.inverse_kinematics(pose)


def test_a_variant_with_another_tip_is_asked_for_that_tip():
    robot = linkwise.load("ur5")
    q = np.array([0.3, -1.1, 1.4, -0.6, 0.8, 0.2])
    assert robot.inverse_kinematics(robot.forward_kinematics(q)).solved
    longer = robot.with_frame("pen", on="tool0", xyz=[0.0, 0.0, 0.2]).with_tip("pen")
    found = longer.inverse_kinematics(longer.forward_kinematics(q), q0=q)
    assert found.task.frame == "pen" and np.abs(found.q - q).max() < AGREEMENT

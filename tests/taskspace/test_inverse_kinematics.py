"""Inverse kinematics: answers whose poses another library computes, and every kind of pose and robot."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.calls.sampling import within_limits
from linkwise.errors import BadArray, NotForThisRobot, UnknownName
from tests.robots import CATALOG, random_model
from tests.tolerances import AGREEMENT, POSE_CHECKED, POSE_REACHED, POSTURE_KEPT, ROUNDING

WITHIN = POSE_REACHED + POSE_CHECKED


def missing(found, wanted):
    """How far apart poses are, in rad and m."""
    D = wanted[..., :3, :3] @ np.swapaxes(found[..., :3, :3], -1, -2)
    chord = np.linalg.norm(D - np.eye(3), axis=(-2, -1)) / np.sqrt(2.0)
    return 2.0 * np.arcsin(np.minimum(chord / 2.0, 1.0)), np.linalg.norm(
        found[..., :3, 3] - wanted[..., :3, 3], axis=-1
    )


def reachable(robot, count, seed=0, frame=None):
    q = within_limits(robot.model, count, seed)["q"]
    return q, robot.forward_kinematics(q, frame)


@pytest.mark.parametrize("name", CATALOG)
def test_against_pinocchio(name):
    """All poses within limits are reached, within limits, as Pinocchio sees it."""
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    robot = linkwise.load(name)
    _, poses = reachable(robot, 200)
    found = robot.inverse_kinematics(poses)
    assert found.solved.all() and (found.status == "solved").all()
    assert robot.limits.within(found.q).all()
    peer, frame = Pinocchio.of_model(robot.model), robot.tree.frame_or_tip(None).name
    there = np.tile(np.eye(4), (200, 1, 1))
    for T, q in zip(there, found.q, strict=True):
        T[:3] = peer.place(q, q, frame)[0][:3]
    angle, distance = missing(there, poses)
    assert angle.max() <= WITHIN and distance.max() <= WITHIN
    assert np.abs(found.distance - distance).max() <= POSE_CHECKED
    assert np.abs(found.angle - angle).max() <= POSE_CHECKED


EVERY_KIND = (4, 17, 33)
"""Seeds of a small chain with joints that follow others, of a larger one, and of a tree."""

SWEEPS = [EVERY_KIND, *(pytest.param(range(k, k + 30, 5), marks=pytest.mark.slow) for k in range(5))]


@pytest.mark.parametrize("seeds", SWEEPS, ids=str)
def test_random_robots(seeds):
    """Chains, trees, slides, joints that follow others: 95 % of poses; what is called solved is."""
    solved = total = 0
    for seed in seeds:
        robot = Robot(random_model(seed))
        for frame in (robot.frames[-1], robot.frames[len(robot.frames) // 2]):
            try:
                q, poses = reachable(robot, 4, seed, frame)
                found = robot.inverse_kinematics(poses, frame=frame, q0=0.1 * q)
            except NotForThisRobot as error:
                assert "moves frame" in str(error)
                continue
            angle, distance = missing(robot.forward_kinematics(found.q, frame), poses)
            assert (angle[found.solved] <= WITHIN).all() and (distance[found.solved] <= WITHIN).all()
            assert robot.limits.within(found.q).all()
            solved, total = solved + found.solved.sum(), total + found.solved.size
    assert total > 10 and solved >= 0.95 * total


@pytest.mark.parametrize("name", ["panda", "ur5"])
def test_bits_do_not_depend_on_the_batch(name):
    robot = linkwise.load(name)
    q, poses = reachable(robot, 1100)
    poses[::7, :3, 3] *= 3.0  # out of reach: all restarts are used
    q0 = np.roll(q, 1, axis=0)
    whole = robot.inverse_kinematics(poses, q0=q0, threads=1, restarts=5)
    again = robot.inverse_kinematics(poses, q0=q0, threads=3, restarts=5)
    turned = robot.inverse_kinematics(poses[::-1], q0=q0[::-1], restarts=5)
    assert np.array_equal(whole.q, again.q) and np.array_equal(whole.q, turned.q[::-1])
    for k in (0, 1, 7, 1099):
        one = robot.inverse_kinematics(poses[k], q0=q0[k], restarts=5)
        assert np.array_equal(one.q, whole.q[k]) and one.steps == whole.steps[k] and one.status == whole.status[k]


def test_unreachable():
    """The nearest positions: the planar arm stretches towards the point."""
    robot = linkwise.load("planar2r")
    found = robot.inverse_kinematics([3.0, 4.0, 0.0], rows=["x", "y"])
    assert found.status.item() == "not reached" and not found.solved and found.count == 0
    assert np.isnan(found.solutions).all()
    assert robot.forward_kinematics(found.q)[:2, 3] == pytest.approx([0.96, 1.28], rel=POSTURE_KEPT)
    assert found.distance == pytest.approx(3.4, rel=POSTURE_KEPT)
    panda = linkwise.load("panda")
    far = np.eye(4)
    far[:3, 3] = 2.0, 0.0, 0.5
    assert panda.inverse_kinematics(far, restarts=5).status.item() == "not reached"
    assert panda.limits.within(panda.inverse_kinematics(far, restarts=5).q).all()


SINGULAR = {
    "stretched": ("planar3r", [0.3, 0.0, 0.4]),
    "wrist": ("puma560", [0.1, 0.2, 0.3, 0.4, 0.0, 0.6]),
    "elbow": ("ur5", [0.1, -0.7, 0.0, 0.4, 0.5, 0.6]),
    "wrist of a UR": ("ur5", [0.1, -0.7, 0.9, 0.4, 0.0, 0.6]),
    "all zero": ("ur5", [0.0] * 6),
}


@pytest.mark.parametrize("name", SINGULAR)
def test_singular_poses(name):
    robot, q = linkwise.load(SINGULAR[name][0]), SINGULAR[name][1]
    wanted = robot.forward_kinematics(q)
    found = robot.inverse_kinematics(wanted, rows=["rz", "x", "y"] if robot.n == 3 else "pose")
    angle, distance = missing(robot.forward_kinematics(found.q), wanted)
    assert found.solved and angle <= WITHIN and distance <= WITHIN
    assert found.singular


def test_shoulder_singularity():
    """The PUMA's wrist above its shoulder: the first joint turns in place."""
    robot = linkwise.load("puma560")
    q = robot.inverse_kinematics([0.0, 0.15, 0.8], rows="position").q
    wanted = robot.forward_kinematics(q)
    found = robot.inverse_kinematics(wanted, q0=[0.5] * 6)
    angle, distance = missing(robot.forward_kinematics(found.q), wanted)
    assert (angle <= WITHIN and distance <= WITHIN) or not found.solved


@pytest.mark.parametrize("axis", [(1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
def test_half_a_turn_away(axis):
    """The error of half a turn has no direction of its own; it is not taken for none."""
    robot = linkwise.load("ur5")
    start = np.array([0.2, -1.0, 1.2, 0.3, 0.8, 0.1])
    wanted = robot.forward_kinematics(start)
    wanted[:3, :3] = wanted[:3, :3] @ np.diag(axis)
    found = robot.inverse_kinematics(wanted, q0=start)
    angle, distance = missing(robot.forward_kinematics(found.q), wanted)
    assert found.solved and angle <= WITHIN and distance <= WITHIN
    stays = robot.inverse_kinematics(wanted, q0=start, restarts=0, tolerance=(3.2, 1e-3), method="numeric")
    assert stays.solved and stays.angle == pytest.approx(np.pi, abs=POSTURE_KEPT)


def test_every_branch():
    """A PUMA has 8 solutions of a pose without limits, a UR5 up to 8; ranked by distance from q0, and all different."""
    for name in ("puma560", "ur5"):
        robot = linkwise.load(name)
        q, poses = reachable(robot, 40)
        found = robot.inverse_kinematics(poses, q0=q, solutions=12, limits=False)
        assert found.solutions.shape == (40, 12, 6) and found.solved.all()
        assert (np.isfinite(found.solutions[..., 0]).sum(axis=1) == found.count).all()
        assert np.median(found.count) == 8
        every = np.isfinite(found.solutions[..., 0])
        there = robot.forward_kinematics(found.solutions[every])
        angle, distance = missing(there, np.broadcast_to(poses[:, None], (40, 12, 4, 4))[every])
        assert angle.max() <= WITHIN and distance.max() <= WITHIN
        away = np.linalg.norm(found.solutions - q[:, None], axis=-1)
        assert all((np.diff(row[:k]) >= 0.0).all() for row, k in zip(away, found.count, strict=True))
        assert (np.abs(found.q - q).max(axis=-1) < POSTURE_KEPT).mean() > 0.9  # q0 is one, if not at a singularity
        assert np.array_equal(found.q, found.solutions[:, 0])


def test_whole_turns():
    """Joints that go all the way round end nearest to q0, and within limits wider than a turn."""
    robot = linkwise.load("ur5")  # limits of ±2π
    near = np.array([5.0, -1.0, 1.2, -5.5, 0.8, 6.2])
    found = robot.inverse_kinematics(robot.forward_kinematics(near), q0=near + 0.05)
    assert found.q == pytest.approx(near, abs=POSTURE_KEPT) and robot.limits.within(found.q).all()
    wide = robot.inverse_kinematics(robot.forward_kinematics(near), q0=near + 4.0 * np.pi, limits=False)
    assert np.abs(wide.q - near - 4.0 * np.pi).max() <= np.pi + POSE_CHECKED
    assert robot.limits.within(robot.inverse_kinematics(robot.forward_kinematics(near), q0=near + 4.0 * np.pi).q).all()


def test_toward_a_posture():
    """The pose holds, limits hold, and no posture nearby that reaches the pose is nearer to the preferred one."""
    robot = linkwise.load("panda")
    q, poses = reachable(robot, 50)
    rest = np.array([0.0, -0.3, 0.0, -1.8, 0.0, 1.7, 0.8])
    plain, drawn = robot.inverse_kinematics(poses, q0=q), robot.inverse_kinematics(poses, q0=q, toward=rest)
    assert drawn.solved.all() and robot.limits.within(drawn.q).all()
    angle, distance = missing(robot.forward_kinematics(drawn.q), poses)
    assert angle.max() <= WITHIN and distance.max() <= WITHIN
    before, after = (np.linalg.norm(x.q - rest, axis=-1) for x in (plain, drawn))
    assert (after <= before + POSTURE_KEPT).all() and after.mean() < before.mean() - 0.1
    inside = (robot.limits.within(drawn.q + 0.01) & robot.limits.within(drawn.q - 0.01)).all(axis=-1) & ~drawn.singular
    J = robot.jacobian(drawn.q[inside])
    _, _, V = np.linalg.svd(J)
    along = np.einsum("kj,kj->k", V[:, 6], rest - drawn.q[inside])  # no motion that keeps the pose leads nearer
    assert inside.sum() > 20 and np.abs(along).max() <= POSTURE_KEPT


def test_parts_of_a_pose():
    """Points, orientations, a tool whose turn about its axis is open, and the SCARA's planar task."""
    robot = linkwise.load("panda")
    _, poses = reachable(robot, 30)
    points = robot.inverse_kinematics(poses[:, :3, 3], rows="position")
    assert (
        points.solved.all() and np.abs(robot.forward_kinematics(points.q)[:, :3, 3] - poses[:, :3, 3]).max() <= WITHIN
    )
    assert np.array_equal(points.q, robot.inverse_kinematics(poses, rows="position").q)
    turns = robot.inverse_kinematics(poses, rows="orientation")
    assert turns.solved.all() and missing(robot.forward_kinematics(turns.q), poses)[0].max() <= WITHIN
    drill = robot.inverse_kinematics(poses, rows=["rx", "ry", "x", "y", "z"], axes="tool")
    there = robot.forward_kinematics(drill.q)
    assert drill.solved.all() and np.abs(there[:, :3, 2:] - poses[:, :3, 2:]).max() <= 2 * WITHIN
    assert np.abs(there[:, :3, :2] - poses[:, :3, :2]).max() > 0.1
    scara = linkwise.load("scara")
    q, poses = reachable(scara, 30)
    flat = scara.inverse_kinematics(poses, rows="planar", q0=q)
    assert flat.solved.all() and np.array_equal(flat.q[:, 2], q[:, 2])


def test_joints_off_the_path_stay():
    robot = linkwise.load("panda")
    q = np.array([0.1, 0.2, 0.3, -1.5, 0.4, 1.8, 0.7])
    wanted = robot.forward_kinematics(q, "panda_link4")
    q0 = np.array([0.0, 0.0, 0.0, -1.0, 9.0, 9.0, 9.0])  # beyond limits, but none of this search's business
    found = robot.inverse_kinematics(wanted, frame="panda_link4", q0=q0)
    assert found.solved and np.array_equal(found.q[4:], q0[4:])
    assert np.abs(robot.forward_kinematics(found.q, "panda_link4") - wanted).max() <= WITHIN


def test_shapes():
    robot = linkwise.load("puma560")
    q = within_limits(robot.model, 6, 0)["q"].reshape(2, 3, 6)
    poses = robot.forward_kinematics(q)
    found = robot.inverse_kinematics(poses.tolist(), q0=q[:, :1])
    assert found.q.shape == (2, 3, 6) and found.status.shape == found.count.shape == found.angle.shape == (2, 3)
    assert found.solutions.shape == (2, 3, 1, 6)
    many = robot.inverse_kinematics(poses[0, 0], q0=q)  # one pose from many starts
    assert many.q.shape == (2, 3, 6) and many.solved.all()
    empty = robot.inverse_kinematics(np.empty((0, 4, 4)))
    assert empty.q.shape == (0, 6) and empty.status.shape == (0,) and "0 of 0 poses" in repr(empty)
    assert robot.inverse_kinematics(np.empty((0, 4, 4)), solutions=3).solutions.shape == (0, 3, 6)
    assert "<table>" in found._repr_html_() and "6 of 6 poses reached" in repr(found)
    assert np.array_equal(robot.inverse_kinematics(poses, seed=0).q, robot.inverse_kinematics(poses).q)


def test_precision_can_be_chosen():
    robot = linkwise.load("ur5")
    q, poses = reachable(robot, 50)
    fine = robot.inverse_kinematics(poses, q0=q + 0.1, tolerance=AGREEMENT, method="numeric")
    assert fine.solved.mean() > 0.9
    assert missing(robot.forward_kinematics(fine.q), poses)[1][fine.solved].max() <= AGREEMENT + ROUNDING
    coarse = robot.inverse_kinematics(poses, q0=q + 0.1, tolerance=(0.5, 0.01), method="numeric")
    assert coarse.steps.mean() < fine.steps.mean() and coarse.angle.max() > POSE_REACHED


TILTED = np.diag([1.0, 1.0, 1.0, 1.0])
TILTED[0, 1] = 0.3

WRONG = {
    "shape": (BadArray, "4, 4", {"pose": np.eye(3)}),
    "point": (BadArray, "rows=", {"pose": [0.1, 0.2, 0.3]}),
    "not a rotation": (BadArray, "not a rotation", {"pose": TILTED}),
    "left-handed": (BadArray, "left-handed", {"pose": np.diag([1.0, 1.0, -1.0, 1.0])}),
    "transposed": (BadArray, "last row", {"pose": np.eye(4) + np.eye(4, k=-3)}),
    "NaN": (BadArray, "nan", {"pose": np.full((4, 4), np.nan)}),
    "text": (BadArray, "pose", {"pose": "home"}),
    "q0": (BadArray, "q0", {"q0": [0.0] * 5}),
    "q0 NaN": (BadArray, "joint2", {"q0": [0.0, np.nan, 0.0, 0.0, 0.0, 0.0]}),
    "batches": (BadArray, "broadcast", {"pose": np.tile(np.eye(4), (2, 1, 1)), "q0": np.zeros((3, 6))}),
    "toward": (BadArray, "toward", {"toward": [0.0]}),
    "tolerance": (BadArray, "tolerance", {"tolerance": -1e-6}),
    "tolerances": (BadArray, "tolerance", {"tolerance": (1e-6, 0.0)}),
    "three tolerances": (BadArray, "two: in rad", {"tolerance": [1.0, 1.0, 1.0]}),
    "restarts": (BadArray, "restarts", {"restarts": -1}),
    "solutions": (BadArray, "solutions", {"solutions": 0}),
    "seed": (BadArray, "seed", {"seed": 1.5}),
    "limits": (BadArray, "limits", {"limits": [0.0, 1.0]}),
    "threads": (BadArray, "threads", {"threads": 0}),
    "frame": (UnknownName, "hand", {"frame": "hand"}),
    "rows": (UnknownName, "task", {"rows": "roll"}),
    "matrix": (NotForThisRobot, "whole rows", {"rows": np.eye(6)[:2]}),
    "axes": (BadArray, "axes", {"axes": "world"}),
    "method": (UnknownName, "method", {"method": "guess"}),
    "fixed frame": (NotForThisRobot, "no joint", {"frame": "base"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input(name):
    error, text, given = WRONG[name]
    with pytest.raises(error, match=text):
        linkwise.load("puma560").inverse_kinematics(**({"pose": np.eye(4)} | given))


def test_closed_loops_are_refused():
    with pytest.raises(NotForThisRobot, match="closed loops"):
        linkwise.load("fourbar").inverse_kinematics(np.eye(4))


def test_angles_that_follow_by_a_fraction_begin_within_a_turn():
    """A long arm and a short one of the same shape begin at the same angles, whatever a joint's follower takes."""
    for length in (0.01, 10.0):
        robot = _geared(length)
        assert robot.n == 2 and not np.isfinite(robot.limits.upper).any()
        _, poses = reachable(robot, 20)
        found = robot.inverse_kinematics(poses[..., :3, 3], rows="position", tolerance=1e-6 * length)
        assert found.solved.all() and np.abs(found.q).max() < 3 * np.pi
        place = robot.forward_kinematics(found.q)[..., :3, 3]
        assert np.linalg.norm(place - poses[..., :3, 3], axis=-1).max() <= length * WITHIN


def _geared(length):
    """A shoulder, and an elbow at a rational part of its angle; then a turn about another axis."""
    arm = linkwise.RobotBuilder("geared")
    for link in ("base", "upper", "lower", "hand"):
        arm.link(link)
    arm.joint("shoulder", "continuous", parent="base", child="upper", axis=[0, 0, 1])
    arm.joint("elbow", "continuous", parent="upper", child="lower", axis=[0, 1, 0], xyz=[length, 0, 0])
    arm.joint("wrist", "continuous", parent="lower", child="hand", axis=[0, 1, 0], xyz=[length, 0, 0])
    arm.mimic("wrist", of="elbow", multiplier=0.3)
    return arm.build().with_frame("tool", on="hand", xyz=[0.5 * length, 0, 0]).with_tip("tool")


@pytest.mark.parametrize("far", [1e200, 1e308])
def test_a_pose_beyond_all_numbers_is_not_reached_and_nothing_warns(far):
    pose = np.eye(4)
    pose[:3, 3] = far
    found = linkwise.load("puma560").inverse_kinematics(pose, restarts=1)
    assert not found.solved and np.isfinite(found.q).all()


def test_whether_limits_hold_may_be_a_boolean_of_numpy():
    robot = linkwise.load("puma560")
    _, poses = reachable(robot, 3)
    within = robot.inverse_kinematics(poses, limits=np.bool_(True))
    assert (within.q == robot.inverse_kinematics(poses).q).all()

"""A mounted robot is one whose file has a fixed joint at its root; gravity stays in the world, in whatever order."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot, Rotor
from linkwise.algebra import Rotation
from linkwise.calls.direct import ask
from linkwise.errors import InvalidModel
from linkwise.model import rewrite
from tests.compose.parts import near
from tests.robots import example_robots, random_model, states

pin = pytest.importorskip("pinocchio")

from tests.compose.merged import agree, in_pinocchio, standing  # noqa: E402

FILES = example_robots()
needs_files = pytest.mark.skipif(not FILES, reason="example-robot-data is not installed")
PLACES = {"ceiling": ((0.3, 0.1, 2.5), (np.pi, 0.0, 0.4)), "wall": ((0.0, 0.7, 1.2), (0.3, np.pi / 2, -0.1))}
MOON = (0.2, -0.3, -1.62)


@needs_files
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["panda", pytest.param("kinova", marks=pytest.mark.slow)])
def test_like_a_fixed_joint_at_the_root(name, place):
    xyz, rpy = PLACES[place]
    robot = linkwise.load(FILES[name])
    text = standing(FILES[name].read_text(), *(" ".join(map(repr, map(float, row))) for row in (xyz, rpy)))
    robot_there = robot.with_base(xyz, rpy)
    assert agree(robot_there, in_pinocchio(text, robot_there)) == len(robot_there.frames)
    for there in (robot.with_base(xyz, rpy).with_gravity(MOON), robot.with_gravity(MOON).with_base(xyz, rpy)):
        assert agree(there, in_pinocchio(text, there, MOON), frames=2)
        assert list(there.gravity) == list(MOON)


@pytest.mark.parametrize(
    "seed", [1, pytest.param(14, marks=pytest.mark.slow), pytest.param(29, marks=pytest.mark.slow)]
)
def test_gravity_turns_as_seen_from_the_link_that_was_the_base(seed):
    """A mounted robot feels what the robot feels under Rᵀ g; wrenches in world axes are those in its axes turned."""
    robot = Robot(random_model(seed))
    R = np.array(Rotation.rpy(0.3, -1.1, 2.0).rows)
    there = robot.with_base(xyz=[1.0, -2.0, 0.5], rotation=R)
    q, qd, qdd = states(robot.n, 3, seed=2)
    turned = robot.with_gravity(R.T @ robot.gravity)
    frame, wrench = robot.frames[-1], np.arange(1.0, 7.0)
    seen = np.concatenate([R.T @ wrench[:3], R.T @ wrench[3:]])
    near(
        ask(there.tree, "inverse_dynamics", (q, qd, qdd), wrenches={frame: wrench}),
        ask(turned.tree, "inverse_dynamics", (q, qd, qdd), wrenches={frame: seen}),
    )
    for question, given in (("mass_matrix", (q,)), ("kinetic_energy", (q, qd))):
        near(ask(there.tree, question, given), ask(robot.tree, question, given))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, [1.0, -2.0, 0.5]
    for question, turn in (("forward_kinematics", T), ("jacobian", np.kron(np.eye(2), R))):
        near(ask(there.tree, question, (q,), frame=frame), turn @ ask(robot.tree, question, (q,), frame=frame))


def test_what_the_base_is_afterwards():
    arm = linkwise.load("panda")
    there = arm.with_base([0, 0, 1])
    assert (
        there.model.base == "world" and there.frames[:2] == ("world", "panda_link0") and arm.model.base == "panda_link0"
    )
    again = there.with_base([0, 0, 2])
    assert again.frames == there.frames and again.forward_kinematics([0.0] * 7)[2, 3] == pytest.approx(2.926)
    near(there.with_base(pose=np.eye(4)).forward_kinematics([0.1] * 7), arm.forward_kinematics([0.1] * 7))
    cart = arm.with_base([0.2, 0, 0.5], world="cart").with_mobile_base()
    near(
        cart.forward_kinematics([1.0, 2.0, 0.0, *[0.1] * 7])[:3, 3],
        there.forward_kinematics([0.1] * 7)[:3, 3] + [1.2, 2, -0.5],
    )
    hall = there.with_base([0, 0, 1], joint="stand", world="hall")
    assert hall.frames[:3] == ("hall", "world", "panda_link0")
    near(hall.forward_kinematics([0.1] * 7), again.forward_kinematics([0.1] * 7))


def test_drives_stay_drives():
    """So that a file can hold them."""
    coupled = linkwise.load("puma560").with_drive("motor", {"joint5": 1.0, "joint6": 2.0}, rotor=Rotor(0.1))
    for robot in (coupled, coupled.with_payload(1.0)):
        there = robot.with_base([0, 0, 1])
        assert len(rewrite.split_drives(there.model)[1]) == 1
        near(there.mass_matrix([0.2] * 6), robot.mass_matrix([0.2] * 6))
    assert len(rewrite.split_drives(coupled.with_floating_base().model)[1]) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"xyz": [1, 2]}, r"xyz has shape \(2,\)"),
        ({"xyz": "up"}, "xyz"),
        ({"xyz": [0, np.inf, 0]}, "xyz is inf"),
        ({"rpy": [np.nan, 0, 0]}, "rpy is nan"),
        ({"rotation": np.diag([1, 1, -1])}, "must be a rotation"),
        ({"rotation": [[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]}, "must be a rotation"),
        ({"rotation": [1, 1, 0, 0]}, "quaternion has length 1.41"),
        ({"rotation": [1, 0, 0]}, r"rotation has shape \(3,\)"),
        ({"pose": np.ones((4, 4))}, "last row"),
        ({"world": ""}, "name of the world"),
        ({"world": "link3"}, "already has a link or frame 'link3'"),
        ({"joint": "joint3"}, "already has a joint 'joint3'"),
        ({"joint": None}, "name of the joint to the world"),
    ],
)
def test_bad_input(given, message):
    with pytest.raises(linkwise.LinkwiseError, match=message):
        linkwise.load("puma560").with_base(**given)


def test_all_ways_to_give_a_pose_are_one():
    arm, q = linkwise.load("ur5"), [0.3] * 6
    xyz, rpy = [0.1, 0.2, 0.3], [0.4, -0.5, 0.6]
    there = arm.with_base(xyz, rpy)
    T = there.forward_kinematics(q, there.frames[1])
    w, x, y, z = pin.Quaternion(T[:3, :3]).coeffs()[[3, 0, 1, 2]]
    for other in ({"pose": T}, {"xyz": xyz, "rotation": T[:3, :3].tolist()}, {"xyz": xyz, "rotation": (w, x, y, z)}):
        near(arm.with_base(**other).forward_kinematics(q), there.forward_kinematics(q))
        near(
            arm.with_frame("a", **other).forward_kinematics(q, "a"),
            arm.with_frame("a", None, xyz, rpy).forward_kinematics(q, "a"),
        )


def test_rounded_rotations_are_made_exact():
    rounded = np.round(np.array(Rotation.rpy(0.3, 0.4, 0.5).rows), 8)
    arm = linkwise.load("pendulum").with_base(rotation=rounded)
    R = arm.forward_kinematics([0.0], "base")[:3, :3]
    near(R @ R.T, np.eye(3))
    with pytest.raises(InvalidModel, match="must be a rotation"):
        linkwise.load("pendulum").with_base(rotation=np.round(rounded, 4))

"""A robot attached to another is the two files merged by hand, and Pinocchio's own appendModel."""

import re
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Limits, Robot, Rotor
from linkwise.algebra import Rotation, Transform, Vec3
from linkwise.calls.direct import ask
from linkwise.errors import InvalidModel, LinkwiseError, UnknownName
from linkwise.model import Closure, JointRelation, Spring, Stribeck, rewrite
from linkwise.readers import urdf
from tests.compose.parts import GRIPPER, RPY, XYZ, gripper, near
from tests.robots import example_robots, random_model, states

pin = pytest.importorskip("pinocchio")

from tests.compose.merged import agree, in_pinocchio, merged  # noqa: E402
from tests.peers.pinocchio import Pinocchio, built, se3  # noqa: E402

FILES = example_robots()
needs_files = pytest.mark.skipif(not FILES, reason="example-robot-data is not installed")


@needs_files
@pytest.mark.parametrize(
    ("arm", "at", "tool", "prefix"),
    [
        ("ur5_robot", "tool0", "", "g_"),
        ("panda", "panda_link8", "", ""),
        pytest.param("panda", "panda_hand", "allegro_left_hand", "left/", marks=pytest.mark.slow),
        pytest.param("talos_left_arm", "arm_left_3_link", "ur3_robot", "", marks=pytest.mark.slow),
    ],
)
def test_like_files_merged_by_hand(arm, at, tool, prefix):
    texts = [FILES[arm].read_text(), FILES[tool].read_text() if tool else GRIPPER]
    robots = [linkwise.load(FILES[name]) if name else gripper() for name in (arm, tool)]
    whole = robots[0].attach(robots[1], at, XYZ, RPY, prefix=prefix)
    text = merged(*texts, at, " ".join(map(str, XYZ)), " ".join(map(str, RPY)), prefix)
    assert whole.joint_names == (*robots[0].joint_names, *(prefix + name for name in robots[1].joint_names))
    assert agree(whole, in_pinocchio(text, whole)) == len(whole.frames)
    q = states(whole.n, 1, seed=1)[0][0]
    near(whole.gravity_forces(q), ask(whole.tree, "gravity_forces", (q,)))  # the compiled way too


@pytest.mark.parametrize(
    "seed", [s if s in (4, 14, 23) else pytest.param(s, marks=pytest.mark.slow) for s in range(30)]
)
def test_random_trees_like_appended_models(seed):
    rng = np.random.default_rng(seed)
    arm, tool = random_model(seed), rewrite.prefixed(random_model(seed + 100), "b_")
    at = arm.frames[rng.integers(len(arm.frames))].name
    T = Transform(Rotation.rpy(*rng.normal(size=3).tolist()), Vec3(*rng.normal(size=3).tolist()))
    whole = Robot(arm).attach(Robot(tool), at, pose=T.matrix)
    A, B = built(arm), built(tool)
    peer = pin.appendModel(A, B, A.getFrameId(at), se3(T))
    peer.gravity.linear = np.array(arm.gravity.components)
    for i in whole.model.moving:  # appendModel of Pinocchio 4.1 forgets the rotors
        joint = whole.model.bodies[i].joint
        peer.armature[peer.joints[peer.getJointId(joint.name)].idx_v] = joint.rotor.reflected
    offsets = np.array([whole.model.bodies[i].joint.offset for i in whole.model.moving])
    known = agree(whole, Pinocchio(peer, whole.model.moving_joint_names, offsets), count=1)
    assert known >= len(arm.frames) + len(tool.frames) - 1


def test_everything_comes_along():
    """Friction, springs, rotors, limits, followers, drives, lifts, groups, loops: what the two do apart, side by side,
    they do together when the tool hangs on the base."""
    tool = gripper().with_springs({"close": Spring(3.0, rest=0.1)})
    tool = tool.with_friction({"close": Stribeck(0.1, 0.2, static=0.4, k=50.0)}).with_rotors({"pad_slide": Rotor(0.5)})
    tool = tool.with_limits({"close": Limits(-0.2, 0.7, 3.0, 11.0)})
    tool = tool.with_gravity_compensation({"pad": 0.7}).with_drive(
        "worm", {"close": 2.0, "pad_slide": 30.0}, rotor=Rotor(0.02)
    )
    arm = linkwise.load("puma560").with_drive("belt", {"joint1": 1.0, "joint2": 3.0}, rotor=Rotor(0.3))
    whole = arm.attach(tool, "base", XYZ, RPY, prefix="g_")
    aside = tool.with_base(XYZ, RPY)
    q, qd, qdd = states(whole.n, 3, seed=7)
    n = arm.n
    for question, given in (("inverse_dynamics", (q, qd, qdd)), ("gravity_forces", (q,)), ("spring_forces", (q,))):
        apart = [getattr(r, question)(*(x[:, k] for x in given)) for r, k in ((arm, slice(n)), (aside, slice(n, None)))]
        near(getattr(whole, question)(*given), np.hstack(apart))
    near(whole.friction_forces(qd)[:, n:], tool.friction_forces(qd[:, n:]))
    assert list(whole.limits.effort[n:]) == list(tool.limits.effort) and list(whole.limits.upper[n:]) == list(
        tool.limits.upper
    )
    assert len(rewrite.split_drives(whole.model)[1]) == 2
    floating = linkwise.load("pendulum").with_floating_base()
    both = arm.attach(floating, "base", prefix="f_")
    assert both.model.groups[0].joints[0] == "f_base_x" and both.to_quaternion(np.zeros(both.n)).shape == (7,)


def test_loops_come_along():
    fourbar = linkwise.load("fourbar")
    relation = JointRelation("cam", "joint2", "joint1", (0.1, 0.5))
    arm = linkwise.load("planar2r")
    whole = arm.attach(fourbar, "tip", prefix="k_")
    assert whole.model.closures == (Closure("k_pin", "k_coupler_end", "k_rocker_end", *["xy", ""]),)
    assert whole.closed().degrees_of_freedom == arm.n + fourbar.closed().degrees_of_freedom
    tied = arm.with_closures([relation]).robot.attach(arm, prefix="b_").closed().attach(arm, prefix="c_")
    assert tied.degrees_of_freedom == 5 and tied.robot.model.closures == (relation,)
    driven = linkwise.load("fivebar")
    assert driven.model.actuated == ("joint1", "joint3")
    assert arm.attach(driven, prefix="k_").model.actuated == ("joint1", "joint2", "k_joint1", "k_joint3")
    assert driven.attach(arm, "tip", prefix="a_").model.actuated == ("joint1", "joint3", "a_joint1", "a_joint2")


def test_what_was_noticed_of_both():
    odd = gripper().attach(gripper(), prefix="b_", at="palm")
    assert len(odd.report.notes) == 2 * len(gripper().report.notes) > 0


def test_the_arms_gravity_counts():
    moon = linkwise.load("pendulum").with_gravity([0, 0, -1.62])
    arm = linkwise.load("planar2r")
    assert list(arm.attach(moon, prefix="b_").gravity) == list(arm.gravity)
    assert list(moon.attach(arm, prefix="b_").gravity) == [0, 0, -1.62]


def test_the_tip_stays_the_arms_and_a_stand_takes_the_other_ones():
    arm = linkwise.load("panda")
    assert arm.attach(gripper()).model.tip == "panda_link8"
    stand = Robot(
        urdf.read_text(
            '<robot name="stand"><link name="floor"/><link name="top"/><joint name="leg" type="fixed">'
            '<origin xyz="0 0 0.8"/><parent link="floor"/><child link="top"/></joint></robot>'
        )[0]
    )
    whole = stand.attach(arm, "top")
    assert whole.model.tip == "panda_link8" and whole.model.base == "floor"
    near(whole.inverse_dynamics(*[[0.2] * 7] * 3), arm.inverse_dynamics(*[[0.2] * 7] * 3))
    bare = Robot(rewrite.with_tip(arm.model, "panda_link8").__class__(arm.model.name, arm.model.bodies, arm.model.base))
    assert not bare.model.tip and bare.attach(gripper()).model.tip == "panda_link7", "now that another branch is there"


def test_a_base_whose_frame_is_elsewhere():
    """The other's base is placed by the frame of its name."""
    arm = linkwise.load("planar2r")
    odd = linkwise.model.Frame(
        "base", -1, Transform(Rotation.rpy(0.1, 0.2, 0.3), Vec3(0.3, 0.2, 0.1)).tagged("base", "base")
    )
    pendulum = linkwise.load("pendulum")
    frames = tuple(odd if f.name == "base" else f for f in pendulum.model.frames)
    moved = Robot(replace(pendulum.model, frames=frames))
    q = np.array([0.3, -0.4, 0.5])
    whole = arm.attach(moved, "tip", XYZ, RPY, prefix="b_")
    expected = arm.with_frame("there", "tip", XYZ, RPY).forward_kinematics(q[:2], "there")
    near(whole.forward_kinematics(q, "b_base"), expected)
    near(
        moved.with_base(XYZ, RPY).forward_kinematics([0.5], "base"),
        arm.with_frame("x", "base", XYZ, RPY).forward_kinematics(q[:2], "x"),
    )


def test_itself_with_a_prefix():
    arm = linkwise.load("panda")
    twice = arm.attach(arm, prefix="second_")
    assert twice.n == 14 and "second_panda_link8" in twice.frames and arm.n == 7


def test_names_that_clash():
    arm = linkwise.load("planar2r")
    with pytest.raises(InvalidModel, match="share names: link or frame 'base', 'tip'; joint 'joint1'") as caught:
        arm.attach(linkwise.load("pendulum"))
    assert caught.value.hint.endswith("prefix='pendulum_'.")
    once = arm.attach(linkwise.load("pendulum"), prefix="pendulum_")
    with pytest.raises(InvalidModel, match="prefix='pendulum2_'"):
        once.attach(linkwise.load("pendulum"), prefix="pendulum_")
    again = once.attach(linkwise.load("pendulum"), prefix="pendulum2_")
    assert again.n == 4
    with pytest.raises(InvalidModel, match="'joint1' that was to attach 'planar2r' is there already"):
        arm.attach(arm, prefix="b_", joint="joint1")
    assert "wrist" in {b.joint.name for b in arm.attach(arm, prefix="b_", joint="wrist").model.bodies}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"other": "panda"}, "a str cannot be attached"),
        ({"other": linkwise.load("pendulum").model}, "a Model cannot be attached"),
        ({"other": linkwise.load("fourbar").closed()}, r"a ClosedRobot cannot be attached.*\.robot"),
        (
            {"other": linkwise.load("pendulum").with_elastic_joints(1.0, rotors=1.0)},
            r"an? ElasticRobot cannot be attached",
        ),
        ({"prefix": 3}, "the prefix is '3'"),
        ({"joint": None}, "the joint is 'None'"),
        ({"xyz": [0, 0]}, r"xyz has shape \(2,\)"),
        ({"xyz": [0, 0, np.nan]}, "xyz is nan"),
        ({"rpy": "up"}, "rpy"),
        ({"rotation": np.eye(3) * 2}, "rotation"),
        ({"pose": np.eye(3)}, r"pose has shape \(3, 3\)"),
        ({"pose": np.eye(4), "xyz": [0, 0, 0]}, "a pose came with xyz"),
        ({"rpy": [0, 0, 0], "rotation": np.eye(3)}, "rpy and rotation were both given"),
    ],
)
def test_bad_input(given, message):
    arm, tool = linkwise.load("planar2r"), linkwise.load("pendulum")
    with pytest.raises(linkwise.LinkwiseError) as caught:
        arm.attach(**{"other": tool, "prefix": "b_", **given})
    assert re.search(message, str(caught.value), re.DOTALL), str(caught.value)


def test_a_place_that_is_not_there():
    with pytest.raises(UnknownName, match=r"(?s)has no frame 'flnge'.*did you mean 'flange'"):
        linkwise.load("rx90").attach(linkwise.load("pendulum"), "flnge", prefix="b_")


def test_which_of_two_floating_bodies_is_asked_for():
    """Where there are two the error names both, and not a joint 'None'."""
    body = linkwise.load("planar2r").with_floating_base()
    two = body.attach(body, at="world", prefix="b_")
    q = states(two.n, 1, seed=1)[0][0]
    near(two.to_quaternion(q, "b_base"), body.to_quaternion(q[body.n :]))
    for act in (lambda: two.to_quaternion(q), lambda: two.base_twist(q, q), lambda: two.with_turn_order("yxz")):
        with pytest.raises(LinkwiseError) as caught:
            act()
        assert "has 2 joints of" in str(caught.value) and "'base', 'b_base'" in str(caught.value)
        assert "None" not in str(caught.value)
    with pytest.raises(UnknownName, match="'bse'"):
        two.to_quaternion(q, "bse")

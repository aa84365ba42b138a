"""The chain between two frames is the file cut by hand; what is held is Pinocchio's reduced model."""

import re

import numpy as np
import pytest

import linkwise
from linkwise import Robot, Rotor
from linkwise.errors import InvalidModel, UnknownName
from linkwise.model import JointRelation, rewrite
from tests.compose.parts import gripper, near
from tests.robots import CATALOG, example_robots, random_model, states
from tests.tolerances import AGREEMENT

pin = pytest.importorskip("pinocchio")

from tests.compose.merged import agree, cut, in_pinocchio  # noqa: E402
from tests.peers.pinocchio import Pinocchio  # noqa: E402
from tests.rewrite.model_in_pinocchio import difference  # noqa: E402

FILES = example_robots()
needs_files = pytest.mark.skipif(not FILES, reason="example-robot-data is not installed")


@needs_files
@pytest.mark.parametrize(
    ("name", "base", "tip"),
    [
        ("ur5_gripper", "base_link", "ee_link"),
        pytest.param("talos_reduced", "torso_2_link", "wrist_left_ft_tool_link", marks=pytest.mark.slow),
        pytest.param("tiago_dual", "torso_lift_link", "arm_right_tool_link", marks=pytest.mark.slow),
        pytest.param(
            "g1_29dof_with_hand_rev_1_0", "left_hip_pitch_link", "left_ankle_roll_link", marks=pytest.mark.slow
        ),
    ],
)
def test_like_a_file_cut_by_hand(name, base, tip):
    robot = linkwise.load(FILES[name])
    chain = robot.subchain(base, tip)
    peer = in_pinocchio(cut(FILES[name].read_text(), base, tip), chain, tuple(chain.gravity))
    assert agree(chain, peer) == len(chain.frames)
    assert (chain.model.base, chain.model.tip) == (base, tip) and chain.tree.serial


@needs_files
@pytest.mark.slow
def test_what_is_held_keeps_its_mass():
    """The arm of a Talos with its gripper held, as Pinocchio's reduced model has it; the torso's axes stand upright."""
    robot = linkwise.load(FILES["talos_reduced"])
    arm = robot.subchain("torso_2_link", "wrist_left_ft_tool_link")
    left = [n for n in robot.joint_names if n.startswith("gripper_left")]
    held = robot.subchain("torso_2_link", "wrist_left_ft_tool_link", lock=dict.fromkeys(left, 0.1))
    assert held.joint_names == arm.joint_names and held.total_mass > arm.total_mass + 0.1
    whole = pin.buildModelFromUrdf(str(FILES["talos_reduced"]))
    followers = [name for name in robot.model.moving_joint_names if name.startswith("gripper_left")]
    q = pin.neutral(whole)
    at = dict(
        zip(
            robot.model.moving_joint_names,
            robot.model.coordinates.positions([0.1 if n in left else 0.0 for n in robot.joint_names]),
            strict=True,
        )
    )
    for name in followers:
        q[whole.joints[whole.getJointId(name)].idx_q] = at[name]
    others = [whole.getJointId(name) for name in whole.names[1:] if name not in held.joint_names]
    reduced = pin.buildReducedModel(whole, others, q)
    reduced.gravity.linear = np.array([0, 0, -9.81])
    peer = Pinocchio(reduced, held.joint_names, np.zeros(held.n))
    for a, b, c in zip(*states(held.n, 2, seed=3), strict=True):
        near(held.without_friction().inverse_dynamics(a, b, c), peer.inverse_dynamics(a, b, c))


@pytest.mark.parametrize("name", CATALOG)
def test_from_end_to_end_it_is_the_robot(name):
    robot = linkwise.load(name)
    chain = robot.subchain(robot.model.base, robot.model.tip)
    assert difference(robot.model, chain.model) <= AGREEMENT
    assert chain.model.text == robot.model.text


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_beyond_a_joint_is_the_robot_held_before_it(seed):
    """With the joints before it at 0, and seen from its base."""
    robot = Robot(rewrite.prefixed(random_model(12 * seed + 9), "a_"))
    robot = linkwise.load("puma560") if len(robot.model.coordinates.names) < len(robot.model.moving) else robot
    path = [i for i in reversed(robot.model.ancestors(len(robot.model.bodies) - 1))]
    base, tip = robot.model.bodies[path[0]].name, robot.model.bodies[path[-1]].name
    robot = robot.with_frame("odd", base, [0.1, 0.2, 0.3], [0.5, 0.6, 0.7])
    chain = robot.subchain("odd", tip)
    rest = [name for name in robot.joint_names if name not in chain.joint_names]
    q, qd, qdd = states(chain.n, 3, seed=4)
    whole = [np.zeros((3, robot.n)) for _ in range(3)]
    places = [robot.joint_names.index(name) for name in chain.joint_names]
    for full, part in zip(whole, (q, qd, qdd), strict=True):
        full[:, places] = part
    held = robot.subchain("odd", tip, lock=dict.fromkeys(rest, 0.0))
    near(held.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(*whole)[:, places])
    start = robot.forward_kinematics(whole[0], "odd")
    near(start @ chain.forward_kinematics(q), robot.forward_kinematics(whole[0], tip))


def test_what_comes_along_and_what_does_not():
    puma = linkwise.load("puma560").with_spinning_rotors()
    arm = puma.with_drive("wrist", {"joint5": 1.0, "joint6": 1.0}, rotor=Rotor(0.1))
    chain = arm.subchain("link2", "link6")
    names = {body.name for body in chain.model.bodies}
    assert {"link3", "link6"} <= names and "wrist" in names and chain.n == 4
    rotors = [b.name for b in puma.model.bodies if b.name not in linkwise.load("puma560").frames]
    assert sum(name in names for name in rotors) == 4, "those of its four joints, the first on the base"
    assert len(rewrite.split_drives(chain.model)[1]) == 1
    with pytest.raises(InvalidModel, match="drive 'wrist' follows joints of the chain and 'joint6'") as caught:
        arm.subchain("link2", "link5")
    assert arm.subchain("link2", "link5", lock={"joint6": 0.2}).joint_names == ("joint3", "joint4", "joint5")
    assert "lock={'joint6': 0.0}" in caught.value.hint
    hand = gripper()
    assert hand.subchain("palm", "knuckle").model.moving_joint_names == ("close", "close_other"), "which follows it"
    lifted = hand.with_gravity_compensation(0.5).subchain("palm", "other_knuckle")
    assert {lift.link for lift in lifted.model.lifts} <= set(lifted.frames) and lifted.joint_names == ("close",)
    cart = linkwise.load("planar2r").with_mobile_base()
    assert cart.subchain("world", "base").model.groups and not cart.subchain("base", "tip").model.groups


def test_loops():
    fourbar = linkwise.load("fourbar")
    whole = linkwise.load("planar2r").attach(fourbar, "tip", prefix="k_")
    assert whole.subchain("base", "link2").model.closures == ()
    with pytest.raises(InvalidModel, match="loop 'k_pin' ties the chain to what is left out"):
        whole.subchain("base", "k_coupler_end")
    belt = JointRelation("belt", "joint2", "joint1", (0.0, 1.0))
    arm = linkwise.load("planar3r").with_closures([belt]).robot
    assert arm.subchain("base", "link3").model.closures == (belt,)
    with pytest.raises(InvalidModel, match="loop 'belt' ties"):
        arm.subchain("link1", "link3")
    assert arm.subchain("link2", "link3").model.closures == ()
    driven = linkwise.load("planar3r").with_closures([belt], actuated=["joint1", "joint3"]).robot
    assert driven.subchain("base", "link2").model.actuated == ("joint1",)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (("link9", "link6"), UnknownName, "has no frame 'link9'"),
        (("link1", None), UnknownName, "has no frame"),
        (("link4", "link2"), InvalidModel, r"'link4' does not carry 'link2'.*the other way round: 'link2', 'link4'"),
        (("link3", "link3"), InvalidModel, "no joint between 'link3' and 'link3' moves"),
        (("base", "link3", {"joint1": 0.0, "joint2": 0, "joint3": 0}), InvalidModel, "no joint between"),
        (("base", "link3", {"joint9": 0.0}), UnknownName, "has no joint 'joint9'"),
        (("base", "link3", {"joint4": np.nan}), InvalidModel, "cannot be locked at"),
        (("base", "link3", ["joint4"]), InvalidModel, "lock is"),
    ],
)
def test_bad_input(given, error, message):
    base, tip, *held = given
    with pytest.raises(error) as caught:
        linkwise.load("puma560").subchain(base, tip, lock=held[0] if held else None)
    assert re.search(message, str(caught.value), re.DOTALL), str(caught.value)

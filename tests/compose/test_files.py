"""Composed robots are written like any others, and read back as the same robots."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot, Rotor
from linkwise.calls.direct import ask
from linkwise.errors import WriteError
from linkwise.model import Spring
from tests.cli.command_line import run
from tests.compose.parts import RPY, XYZ, gripper
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT


def built() -> Robot:
    arm = linkwise.RobotBuilder("cell")
    for link in ("floor", "column", "beam", "hook", "counterweight"):
        arm.link(link, 2.0, [0.1, 0.02, 0.3], np.diag([0.2, 0.25, 0.15]))
    arm.joint("lift", "prismatic", parent="floor", child="column", xyz=[1, 0, 0])
    arm.joint("slew", "continuous", parent="column", child="beam", axis=[0, 1, 2], rpy=RPY)
    arm.joint("trolley", "revolute", parent="beam", child="hook", axis=[1, 0, 0], xyz=XYZ)
    arm.joint("behind", "fixed", parent="beam", child="counterweight", xyz=[-1, 0, 0])
    return arm.build()


COMPOSED = {
    "frame": lambda: linkwise.load("panda").with_frame("camera", "panda_link5", XYZ, RPY).with_tip("camera"),
    "base": lambda: linkwise.load("ur5").with_base(XYZ, RPY),
    "gripper": lambda: linkwise.load("panda").attach(gripper(), None, XYZ, RPY).with_base([0, 0, 1]),
    "gripper on a link amid": lambda: linkwise.load("panda").attach(gripper(), "panda_link3", XYZ, RPY, prefix="g_"),
    "two arms": lambda: linkwise.load("ur5").attach(linkwise.load("panda"), "base_link", XYZ, RPY),
    "tree": lambda: Robot(random_model(11)).attach(Robot(random_model(23)), None, XYZ, RPY, prefix="b_"),
    "subchain": lambda: (
        linkwise.load("panda").attach(gripper()).subchain("panda_link2", "pad", lock={"panda_joint4": 0.3})
    ),
    "builder": built,
}


def same(robot: Robot, back: Robot) -> None:
    """τ, M and poses of all frames, joints by their names: URDF is read depth first."""
    order = [back.joint_names.index(name) for name in robot.joint_names]
    assert len(order) == back.n and set(robot.frames) <= set(back.frames)
    assert back.model.tip == robot.model.tip and back.model.base == robot.model.base
    for q, qd, qdd in zip(*states(robot.n, 3, seed=3), strict=True):
        seen = [np.empty(robot.n) for _ in range(3)]
        for full, part in zip(seen, (q, qd, qdd), strict=True):
            full[order] = part
        tau = ask(back.tree, "inverse_dynamics", tuple(seen))[order]
        near(tau, ask(robot.tree, "inverse_dynamics", (q, qd, qdd)))
        near(ask(back.tree, "mass_matrix", (seen[0],))[np.ix_(order, order)], ask(robot.tree, "mass_matrix", (q,)))
        for name in robot.frames:
            pose = ask(robot.tree, "forward_kinematics", (q,), frame=name)
            near(ask(back.tree, "forward_kinematics", (seen[0],), frame=name), pose)


def near(a, b):
    assert np.abs(a - b).max() <= AGREEMENT * np.abs(b).max()


@pytest.mark.parametrize("ending", ["toml", "urdf"])
@pytest.mark.parametrize("name", COMPOSED)
def test_read_back(name, ending, tmp_path):
    robot = COMPOSED[name]()
    if ending == "urdf":  # which has no gravity, no rotors, no backward friction
        robot = robot.without_rotors().without_friction().with_gravity([0, 0, -9.81])
    linkwise.save(robot, tmp_path / f"robot.{ending}")
    same(robot, linkwise.load(tmp_path / f"robot.{ending}"))


def test_all_that_toml_holds(tmp_path):
    """Drives of both, springs, lifts, joints of several degrees of freedom, and loops."""
    tool = gripper().with_springs({"close": Spring(3.0, rest=0.1)}).with_gravity_compensation({"pad": 0.7})
    tool = tool.with_drive("worm", {"close": 2.0, "pad_slide": 30.0}, rotor=Rotor(0.02))
    arm = linkwise.load("puma560").with_drive("belt", {"joint5": 1.0, "joint6": 3.0}, rotor=Rotor(0.3))
    whole = arm.attach(tool, xyz=XYZ, prefix="g_").with_base(XYZ, RPY, world="cart").with_mobile_base()
    linkwise.save(whole, tmp_path / "robot.toml")
    back = linkwise.load(tmp_path / "robot.toml")
    same(whole, back)
    assert [g.joints for g in back.model.groups] == [g.joints for g in whole.model.groups]
    loop = linkwise.load("planar2r").attach(linkwise.load("fivebar"), prefix="k_")
    linkwise.save(loop, tmp_path / "loop.toml")
    back = linkwise.load(tmp_path / "loop.toml")
    assert back.model.closures == loop.model.closures and back.model.actuated == loop.model.actuated
    same(loop.without_closures(), back.without_closures())


def test_losses_are_named(tmp_path):
    whole = linkwise.load("panda").attach(linkwise.load("fourbar"), prefix="k_").with_gravity([0, 0, -1.62])
    with pytest.raises(WriteError, match=r"(?s)gravity.*loop 'k_pin'"):
        linkwise.save(whole, tmp_path / "robot.urdf")


def test_the_command_line_converts_them(tmp_path):
    linkwise.save(COMPOSED["gripper"](), tmp_path / "robot.toml")
    assert run("convert", str(tmp_path / "robot.toml"), str(tmp_path / "robot.urdf"), "--lossy").exit_code == 0
    back = linkwise.load(tmp_path / "robot.urdf")
    same(COMPOSED["gripper"]().without_friction().without_rotors(), back.without_friction().without_rotors())

"""The built-in arms of makers' descriptions against Pinocchio, which read those descriptions.

`arms_in_pinocchio.json` holds torques and poses of the tip that Pinocchio computed from the URDF files which
BIBLIOGRAPHY.bib names, with quarter turns made exact. Damping and dry friction (FR3, TX40) and the drives' inertias
(TX40) are added to its torques as published. The TX40's link 6, which has no tensor there, has ours; its joints count
from the upright arm, and its flange stands 65 mm before the wrist's centre. The xArm 7 is compared with the file of
example-robot-data.
"""

import json
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from tests.tolerances import AGREEMENT

import linkwise
from linkwise.model import Friction, Rotor

HERE = Path(__file__).parent
STATES = json.loads((HERE / "arms_in_pinocchio.json").read_text(encoding="utf-8"))


def close(ours, theirs):
    theirs = np.asarray(theirs)
    assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max()


@pytest.mark.parametrize("name", STATES)
def test_torques_and_poses_are_pinocchios(name):
    robot = linkwise.load(name)
    for state in STATES[name]:
        close(robot.inverse_dynamics(state["q"], state["qd"], state["qdd"]), state["tau"])
        close(robot.forward_kinematics(state["q"])[:3], state["pose"])


def test_xarm7_is_that_of_example_robot_data():
    """That file writes quarter turns as 1.5708."""
    pin = pytest.importorskip("pinocchio")
    try:
        file = next(f for f in metadata.files("example-robot-data") if f.name == "xarm7.urdf")
    except metadata.PackageNotFoundError:
        pytest.skip("example-robot-data is not installed")
    text = Path(str(file.locate())).read_text(encoding="utf-8").replace("1.5708", repr(np.pi / 2))
    theirs, robot, rng = pin.buildModelFromXML(text), linkwise.load("xarm7"), np.random.default_rng(7)
    data = theirs.createData()
    assert robot.joint_names == tuple(theirs.names)[1:]
    for ours, other in (
        (robot.limits.lower, theirs.lowerPositionLimit),
        (robot.limits.upper, theirs.upperPositionLimit),
        (robot.limits.velocity, theirs.velocityLimit),
        (robot.limits.effort, theirs.effortLimit),
    ):
        assert np.array_equal(ours, other)
    viscous = np.array([10.0, 10.0, 5.0, 5.0, 5.0, 2.0, 2.0])
    for q, qd, qdd in rng.normal(size=(8, 3, 7)):
        close(robot.inverse_dynamics(q, qd, qdd), pin.rnea(theirs, data, q, qd, qdd) + viscous * qd + np.sign(qd))
        pin.framesForwardKinematics(theirs, data, q)
        for frame in (*(f"link{k}" for k in range(1, 8)), "link_eef"):
            close(robot.forward_kinematics(q, frame), data.oMf[theirs.getFrameId(frame)].homogeneous)


@pytest.mark.parametrize(
    ("name", "d", "a"),
    [
        ("ur5e", (0.1625, 0.0, 0.0, 0.1333, 0.0997, 0.0996), (0.425, 0.3922)),
        ("ur10e", (0.1807, 0.0, 0.0, 0.17415, 0.11985, 0.11655), (0.6127, 0.57155)),
    ],
)
def test_lengths_of_universal_robots(name, d, a):
    """The maker's table of DH parameters: of the arm straight up, the tool is where they add up.

    ROS's base_link faces the other way than the controller's base.
    """
    tool = linkwise.load(name).forward_kinematics([0.0, -np.pi / 2, 0.0, -np.pi / 2, 0.0, 0.0])
    close(tool[:3, 3], [0.0, d[3] + d[5], d[0] + sum(a) + d[4]])


def test_reaches():
    """Upright: KUKA's 360 + 420 + 400 + 126 mm, Stäubli's 320 + 225 + 225 + 65 mm with 35 mm at the elbow."""
    close(linkwise.load("iiwa14").forward_kinematics([0.0] * 7)[:3, 3], [0.0, 0.0, 1.306])
    close(linkwise.load("tx40").forward_kinematics([0.0] * 6)[:3, 3], [0.0, 0.035, 0.835])


def test_the_coupled_wrist_of_the_tx40():
    """As docs/robots.md adds it; the source's regressor has these three columns for it, and nothing else."""
    arm, rng = linkwise.load("tx40"), np.random.default_rng(6)
    wrist = (
        arm.with_rotors({"joint_5": Rotor(0.0468 - 0.00964), "joint_6": Rotor(0.0105 - 0.00964)})
        .with_friction({"joint_5": Friction(1.86 - 0.616, 3.03), "joint_6": Friction(0.65 - 0.616, 0.282)})
        .with_drive("motor6", {"joint_5": 1.0, "joint_6": 1.0}, rotor=Rotor(0.00964), friction=Friction(0.616, 1.95))
    )
    for q, qd, qdd in rng.normal(size=(5, 3, 6)):
        expected = arm.inverse_dynamics(q, qd, qdd)
        expected[4:] += 0.00964 * qdd[:3:-1] + 0.616 * qd[:3:-1] + 1.95 * np.sign(qd[4] + qd[5])
        close(wrist.inverse_dynamics(q, qd, qdd), expected)


def test_greatest_torques_and_speeds():
    robots = {name: linkwise.load(name).limits for name in ("iiwa14", "tx40", "fr3")}
    assert robots["iiwa14"].effort.tolist() == [320, 320, 176, 176, 110, 40, 40]
    assert np.rad2deg(robots["iiwa14"].velocity).round(9).tolist() == [85, 85, 100, 75, 130, 135, 135]
    assert np.rad2deg(robots["tx40"].upper).round(9).tolist() == [180, 125, 138, 270, 133.5, 270]
    assert robots["fr3"].effort.tolist() == [87] * 4 + [12] * 3

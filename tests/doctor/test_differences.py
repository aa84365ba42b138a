"""Two models of one robot: the torques are Pinocchio's, changes of zero and direction are found, and gauge is none."""

import math
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.doctor import differences
from linkwise.doctor.case import sampled
from linkwise.model import Friction, Limits, Rotor, Stribeck, Uneven, rewrite
from tests.doctor.arm import arm, edited, with_inertia
from tests.robots import CATALOG, example_robots
from tests.tolerances import AGREEMENT, SAME_ROBOT


def torques(model, states):
    from tests.rewrite.model_in_pinocchio import InPinocchio

    peer = InPinocchio(model)
    return np.array([peer.inverse_dynamics(*state) for state in zip(*states, strict=True)])


def figures(one, two):
    off = two - one
    return np.max(np.abs(off), axis=0), np.sqrt(np.mean(off**2, axis=0)), np.sqrt(np.mean(one**2, axis=0))


def test_two_files_of_the_panda():
    """One has a hand, the other has not: 0.76 kg that every joint feels, as Pinocchio says too."""
    pytest.importorskip("pinocchio")
    files = example_robots()
    if "panda" not in files:
        pytest.skip("example-robot-data is not installed")
    here, there = linkwise.load("panda").without_friction(), linkwise.load(files["panda"]).without_friction()
    found = differences(here, there, states=50)
    assert found.matched_by == "name" and list(found.locked) == ["panda_finger_joint1"] and found.conventions == []
    assert found.tip["frames"] == ["panda_link8"] * 2 and found.tip["distance"] < SAME_ROBOT > found.tip["angle"]
    at = sampled(here, 50, 0)
    states = at["q"], at["qd"], at["qdd"]
    held = there.lock(found.locked)
    tau, other = torques(here.tree, states), torques(held.tree, states)
    largest, rms, own = figures(tau, other)
    still = (at["q"], 0 * at["qd"], 0 * at["qdd"])
    weight = figures(torques(here.tree, still), torques(held.tree, still))
    for k, joint in enumerate(found.joints):
        size = np.max(own)
        assert joint.torque["largest"] == pytest.approx(largest[k], abs=AGREEMENT * size)
        assert joint.torque["rms"] == pytest.approx(rms[k], abs=AGREEMENT * size)
        assert joint.torque["relative"] == pytest.approx(rms[k] / own[k], rel=SAME_ROBOT)
        assert joint.gravity["largest"] == pytest.approx(weight[0][k], abs=AGREEMENT * size)
    assert found.joints[0].gravity["relative"] == 0.0  # the first axis is vertical: what is there is rounding
    *equal, last = found.joints
    assert all(joint.mass[0] == joint.mass[1] and joint.com == joint.inertia == 0.0 for joint in equal)
    assert last.mass[1] - last.mass[0] == pytest.approx(0.73 + 2 * 0.015) and last.com > 0.03
    assert found.largest > 5.0 and all(joint.torque["relative"] > 0.1 for joint in found.joints)


@pytest.mark.parametrize("name", CATALOG)
def test_frames_are_no_difference(name):
    """Denavit–Hartenberg frames instead of the file's own: the same robot."""
    robot = linkwise.load(name)
    found = differences(robot, Robot(rewrite.dh_gauge(robot.model)), states=20)
    assert found.conventions == []
    for joint in found.joints:
        assert (
            joint.com < SAME_ROBOT
            and joint.inertia < SAME_ROBOT
            and joint.angle < SAME_ROBOT
            and joint.distance < SAME_ROBOT
        )
        assert joint.drive == {} and joint.torque["relative"] < SAME_ROBOT


def test_a_file_written_and_read_again(tmp_path):
    linkwise.save(arm(), tmp_path / "again.urdf")
    found = differences(arm(), linkwise.load(tmp_path / "again.urdf"), states=20)
    assert found.largest < SAME_ROBOT and found.tip["distance"] < SAME_ROBOT


def rezeroed(robot, shifts, reversed_=()):
    """The same robot with other zeros, q' = q + shift, then other directions."""
    bodies = []
    for body in robot.model.bodies:
        joint = body.joint
        if joint.name in shifts:
            joint = replace(joint, offset=joint.offset - shifts[joint.name])
        if joint.name in reversed_:
            joint = replace(joint, axis=-joint.axis, offset=-joint.offset)
        bodies.append(replace(body, joint=joint))
    return Robot(replace(robot.model, bodies=tuple(bodies)))


SHIFTS = {
    "panda": {"panda_joint2": 0.7, "panda_joint5": -math.pi / 2},
    "puma560": {"joint1": math.pi, "joint3": -math.pi / 2},
    "scara": {"joint1": 0.3, "joint2": -1.0, "joint4": 0.5},
    "ur5": {"shoulder_pan_joint": math.pi, "wrist_1_joint": -1.2},
    "stanford": {"joint2": 0.4},
}


@pytest.mark.parametrize("name", SHIFTS)
def test_other_zeros_are_found(name):
    """Told, and taken into account: the torques are the same."""
    robot = linkwise.load(name).without_friction()
    found = differences(robot, rezeroed(robot, SHIFTS[name]), states=20)
    shifts = {joint.joint: joint.shift for joint in found.joints if joint.shift}
    assert set(shifts) == set(SHIFTS[name]) and not any(joint.reversed for joint in found.joints)
    for joint, shift in SHIFTS[name].items():
        assert math.remainder(shifts[joint] - shift, 2 * math.pi) == pytest.approx(0.0, abs=SAME_ROBOT)
    assert all(joint.torque["relative"] < SAME_ROBOT and joint.com < SAME_ROBOT for joint in found.joints)
    assert len(found.conventions) == len(shifts) and found.tip["distance"] < SAME_ROBOT


@pytest.mark.parametrize("name", ["panda", "ur5", "scara", "stanford"])
def test_other_directions_are_found(name):
    robot = linkwise.load(name).without_friction()
    some = robot.joint_names[1::2]
    found = differences(robot, rezeroed(robot, {}, some), states=20)
    assert [joint.joint for joint in found.joints if joint.reversed] == list(some)
    assert all(joint.torque["relative"] < SAME_ROBOT for joint in found.joints)


def test_a_finger_that_follows_hides_no_other_joint():
    """Joints that follow are compared as they are; an arm with a hand is aligned like one without."""
    files = example_robots()
    if "panda" not in files:
        pytest.skip("example-robot-data is not installed")
    robot = linkwise.load(files["panda"]).without_friction()
    assert not robot.model.coordinates.trivial
    found = differences(robot, rezeroed(robot, {"panda_joint2": 0.7}, ["panda_joint4"]), states=20)
    assert found.conventions == ["joint 'panda_joint2': q' = q +0.7", "joint 'panda_joint4': q' = -q"]
    assert all(joint.torque["relative"] < SAME_ROBOT and joint.com < SAME_ROBOT for joint in found.joints)


def test_limits_are_told_in_the_first_robots_variable():
    other = edited(rezeroed(arm(), {"lift": 0.5}, ["lift"]), "upper", {"limits": Limits(-2.0, 2.5, 3.0, 100.0)})
    [_, lift, *_] = differences(arm(), other, states=5).joints
    assert lift.reversed and lift.shift == pytest.approx(-0.5)  # q' = −q − 0.5 lies from −2 to 2.5
    assert lift.drive["effort"] == (200.0, 100.0)
    assert lift.drive["lower"][1] == pytest.approx(-3.0) and lift.drive["upper"][1] == pytest.approx(1.5)


@pytest.mark.parametrize("law", [Friction, lambda v, F, B: Uneven(Friction(v, F), Friction(v, B))])
def test_friction_is_told_in_the_first_robots_direction(law):
    one = edited(arm(), "upper", {"friction": law(0.5, 1.0, 2.0)})
    for forward, back, told in ((2.0, 1.0, {}), (1.0, 2.0, {"coulomb": (1.0, 2.0), "backward": (2.0, 1.0)})):
        other = edited(rezeroed(arm(), {}, ["lift"]), "upper", {"friction": law(0.5, forward, back)})
        lift = differences(one, other, states=5).joints[1]
        rubbing = {key: pair for key, pair in lift.drive.items() if key not in ("lower", "upper")}
        assert lift.reversed and rubbing == told


def test_what_differs_is_told():
    other = with_inertia(arm(), "forearm", 3.0, (0.25, 0.0, 0.02), (0.004, 0, 0, 0.026, 0, 0.025))
    other = edited(other, "forearm", {"rotor": Rotor(1e-4, 50.0), "friction": Friction(0.7, 0.1)})
    found = differences(arm(), other, states=20)
    elbow = found.joints[2]
    assert elbow.mass == (2.5, 3.0) and elbow.com == pytest.approx(0.1) and elbow.inertia < SAME_ROBOT
    assert elbow.drive == {"rotor": (0.0, pytest.approx(0.25)), "viscous": (0.5, 0.7)}
    assert [joint.com for joint in found.joints if joint is not elbow] == [0.0] * 3
    assert found.joints[3].gravity["largest"] < AGREEMENT < found.joints[1].gravity["largest"]
    assert "elbow: mass 2.5 and 3 kg, centre of mass 0.1 m apart" in str(found)


def test_static_friction_is_told():
    """Two laws that differ at rest alone."""
    robots = [edited(arm(), "forearm", {"friction": Stribeck(0.5, 1.0, F, k=1e4)}) for F in (1.5, 4.0)]
    assert differences(*robots, states=5).joints[2].drive == {"static": (0.5, 3.0)}
    plain = edited(arm(), "forearm", {"friction": Friction(0.5, 1.0)})
    assert differences(plain, robots[0], states=5).joints[2].drive == {"static": (0.0, 0.5)}


def test_geometry_is_told():
    longer = differences(arm(), arm(joints={"elbow": {"at": "0.45 0 0.01"}}), states=20)
    assert [round(joint.distance, 9) for joint in longer.joints] == [0.0, 0.0, *[round(math.hypot(0.05, 0.01), 9)] * 2]
    assert longer.conventions == [] and longer.tip["distance"] == pytest.approx(math.hypot(0.05, 0.01))
    askew = differences(arm(), arm(joints={"wrist": {"axis": "0.8 0.6 0"}}), states=5)
    assert askew.joints[3].angle == pytest.approx(math.atan2(0.6, 0.8)) and askew.tip["angle"] > 0.1


def test_joints_are_matched_by_order():
    robot = arm()
    names = iter("abcd")
    bodies = [
        replace(body, joint=replace(body.joint, name=next(names))) if body.joint.moves else body
        for body in robot.model.bodies
    ]
    other = Robot(replace(robot.model, bodies=tuple(bodies), coordinates=None))
    found = differences(robot, other, states=5)
    assert found.matched_by == "order" and [joint.other for joint in found.joints] == list("abcd")
    assert found.largest == 0.0


def test_gravity_is_told():
    found = differences(arm(), arm().with_gravity([0, 0, -9.80665]), states=5)
    assert found.gravity == ((0.0, 0.0, -9.81), (0.0, 0.0, -9.80665))
    relative = [joint.gravity["relative"] for joint in found.joints if joint.gravity["own"] > 1e-6]
    assert relative == [pytest.approx(1.0 - 9.80665 / 9.81, rel=SAME_ROBOT)] * len(relative) and len(relative) == 3

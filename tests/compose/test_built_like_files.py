"""Robots made in Python are like the files that say the same, in Pinocchio."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Limits, Robot, RobotBuilder
from linkwise.readers import urdf
from tests.compose.parts import GRIPPER
from tests.tolerances import AGREEMENT

pytest.importorskip("pinocchio")

from tests.compose.merged import agree, in_pinocchio
from tests.rewrite.model_in_pinocchio import difference


def rebuilt(model: linkwise.Model) -> Robot:
    """The same through the builder's calls, links last."""
    builder = RobotBuilder(model.name, gravity=model.gravity.components)
    inertias = {model.base: model.base_inertia, **{body.name: body.inertia for body in model.bodies}}
    for body in model.bodies:
        T, joint = body.placement, body.joint
        assert joint.offset == 0.0
        given = {"parent": model.tag(body.parent), "child": body.name, "xyz": T.p.components, "rotation": T.R.rows}
        if joint.moves:
            given |= {"axis": [3 * x for x in joint.axis.components], "limits": joint.limits, "rotor": joint.rotor}
            given |= {"friction": joint.friction, "spring": joint.spring}
        builder.joint(joint.name, joint.kind, **given)
    for name, I in inertias.items():
        builder.link(name, I.m, I.com.components, np.array(I.I_com.full.rows))
    return builder.build()


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_a_robot_made_again(name):
    model = linkwise.load(name).model
    plain = replace(model, bodies=tuple(replace(b, joint=replace(b.joint, offset=0.0)) for b in model.bodies))
    again = rebuilt(plain)
    assert difference(plain, _with_frames(again, plain)) <= AGREEMENT
    assert again.joint_names == model.joint_names
    assert np.array_equal(again.limits.upper, linkwise.load(name).limits.upper)
    qd = np.linspace(-1, 1, model.n)
    assert np.array_equal(again.friction_forces(qd), linkwise.load(name).friction_forces(qd))


def _with_frames(robot: Robot, model: linkwise.Model) -> linkwise.Model:
    for frame in model.frames:
        if frame.name not in robot.frames:
            robot = robot.with_frame(frame.name, model.tag(frame.body), pose=frame.placement.matrix)
    return robot.model


def test_like_the_file_that_says_the_same():
    """The gripper of the other tests, with its follower; joints before links, the leader after its follower."""
    hand = RobotBuilder("gripper")
    stops = Limits(0.0, 0.8, 2.0, 20.0)
    hand.joint("pad_slide", "prismatic", parent="knuckle", child="pad", axis=[0, 3, 4], xyz=[0, 0, 0.05])
    hand.joint("close_other", "revolute", parent="palm", child="other_knuckle", axis=[-1, 0, 0], xyz=[0, -0.03, 0.06])
    hand.mimic("close_other", of="close", multiplier=1.1, offset=0.05)
    hand.joint(
        "close",
        "revolute",
        parent="palm",
        child="knuckle",
        axis=[2, 0, 0],
        xyz=[0, 0.03, 0.06],
        rpy=[0, 0, 0.3],
        limits=stops,
    )
    file = urdf.read_text(GRIPPER)[0]
    for name, I in {"palm": file.base_inertia, **{b.name: b.inertia for b in file.bodies}}.items():
        hand.link(name, I.m, I.com.components, I.I_com.full.rows)
    robot = hand.build()
    assert robot.joint_names == ("close", "pad_slide")
    assert robot.model.moving_joint_names == ("close_other", "close", "pad_slide")
    assert agree(robot, in_pinocchio(GRIPPER, robot)) == len(robot.frames)
    assert robot.limits.effort[0] == 20.0 and robot.model.tip == ""

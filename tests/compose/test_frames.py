"""Named frames and the tip."""

import re

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.calls.kernel_cache import KernelKey
from linkwise.errors import InvalidModel, UnknownName
from tests.compose.parts import near
from tests.robots import states

POSE = np.array([[0.0, -1.0, 0.0, 0.1], [0.6, 0.0, -0.8, 0.2], [0.8, 0.0, 0.6, 0.3], [0.0, 0.0, 0.0, 1.0]])


@pytest.mark.parametrize(
    ("name", "on"),
    [
        ("planar3r", "link2"),
        ("scara", None),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in (("puma560", "link4"), ("rx90", "base"))),
    ],
)
def test_a_frame_is_where_it_was_put(name, on):
    robot = linkwise.load(name)
    q, qd, qdd = states(robot.n, 3, seed=1)
    made = robot.with_frame("tool2", on, pose=POSE)
    near(made.forward_kinematics(q, "tool2"), robot.forward_kinematics(q, on) @ POSE)
    T, J = robot.forward_kinematics(q, on), robot.jacobian(q, on)
    arm = np.einsum("sij,j->si", T[:, :3, :3], POSE[:3, 3])
    turned = J[:, 3:] + np.cross(J[:, :3], arm[:, :, None], axis=1)
    near(made.jacobian(q, "tool2"), np.concatenate([J[:, :3], turned], axis=1))
    assert np.array_equal(made.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd))
    assert made.frames == (*robot.frames, "tool2") and made.model.tip == robot.model.tip
    near(made.forward_kinematics(q), robot.forward_kinematics(q))
    near(made.with_tip("tool2").forward_kinematics(q), made.forward_kinematics(q, "tool2"))
    assert robot.frames == linkwise.load(name).frames, "frozen"


def test_frames_on_frames_and_a_payload_at_the_tip():
    arm = linkwise.load("ur5").with_frame("a", xyz=[0, 0, 0.1]).with_frame("b", "a", xyz=[0, 0, 0.2]).with_tip("b")
    near(
        arm.forward_kinematics([0.3] * 6), arm.with_frame("c", "tool0", [0, 0, 0.3]).forward_kinematics([0.3] * 6, "c")
    )
    near(
        arm.with_payload(2.0).gravity_forces([0.3] * 6),
        arm.with_payload(2.0, com=[0, 0, 0.3], frame="tool0").gravity_forces([0.3] * 6),
    )


def test_variants_that_differ_in_frames_have_the_robots_kernels():
    """And never those of another frame of the same name."""
    arm, q = linkwise.load("planar3r"), np.full(3, 0.2)
    arm.mass_matrix(q)
    tools = [arm.with_frame("pen", xyz=[x, 0, 0]) for x in (0.1, 0.2, 0.3, 0.4)]
    kernel = arm.kernels.get(KernelKey("mass_matrix"))
    for x, tool in zip((0.1, 0.2, 0.3, 0.4), tools, strict=True):
        tool.mass_matrix(q)
        assert tool.kernels.get(KernelKey("mass_matrix")) is kernel
        near(tool.forward_kinematics(q, "pen")[:3, 3], arm.forward_kinematics(q) @ [x, 0, 0, 1] @ np.eye(4)[:, :3])
        near(tool.with_tip("link1").forward_kinematics(q), arm.forward_kinematics(q, "link1"))
        near(tool.with_payload(1.0, frame="pen").gravity_forces(q), arm.with_payload(1.0, [x, 0, 0]).gravity_forces(q))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "link2"}, "already has a frame 'link2'"),
        ({"name": "tip"}, r"already has a frame 'tip'.*'tip_2' is free"),
        ({"name": ""}, "the name of a frame is"),
        ({"name": 7}, "the name of a frame is '7'"),
        ({"on": "lnk2"}, "has no frame 'lnk2'"),
        ({"on": 3}, "has no frame"),
        ({"xyz": 1.0}, "xyz has shape"),
        ({"rotation": np.zeros((3, 3))}, "must be a rotation"),
        ({"pose": [[1, 0], [0, 1]]}, "pose has shape"),
        ({"rpy": [0, 0, float("nan")]}, "rpy is nan"),
    ],
)
def test_bad_input(given, message):
    with pytest.raises(LinkwiseError) as caught:
        linkwise.load("planar2r").with_frame(**{"name": "pen", **given})
    assert re.search(message, str(caught.value), re.DOTALL), str(caught.value)


def test_a_tip_that_is_not_there():
    with pytest.raises(UnknownName, match="has no frame 'tool'"):
        linkwise.load("planar2r").with_tip("tool")
    with pytest.raises(UnknownName):
        linkwise.load("planar2r").with_tip(None)


@pytest.mark.parametrize("kind", ["elastic", "transmission"])
@pytest.mark.parametrize("name", ["attach", "subchain"])
def test_other_kinds_of_robots_say_where_to_compose(kind, name):
    arm = linkwise.load("pendulum")
    other = arm.with_elastic_joints(10.0, rotors=1.0) if kind == "elastic" else arm.with_transmission(lambda m: list(m))
    with pytest.raises(LinkwiseError, match="compose the r"):
        getattr(other, name)()


def test_closed_robots_compose_with_their_loops():
    closed = linkwise.load("fourbar").closed()
    assert "pen" in closed.with_frame("pen", "coupler_end").robot.frames
    assert closed.with_base([0, 0, 1]).robot.model.base == "world"
    assert closed.attach(linkwise.load("pendulum"), "coupler_end", prefix="b_").degrees_of_freedom == 2
    assert closed.with_tip("rocker_end").robot.model.tip == "rocker_end"
    with pytest.raises(LinkwiseError, match=r"closed\.cut\.subchain"):
        closed.subchain("base", "coupler_end")
    with pytest.raises(InvalidModel, match="prefix='fourbar_'"):
        closed.attach(linkwise.load("fourbar"))

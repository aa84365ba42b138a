"""Robots made in Python, and what forms no robot."""

import re

import numpy as np
import pytest

from linkwise import Friction, Limits, RobotBuilder, Rotor
from linkwise.errors import InvalidModel, LinkwiseError, UnknownName
from linkwise.model import Spring, solids


def test_order_and_several_degrees_of_freedom():
    """Joints as they were given; a planar base, a ball and a floating body become chains."""
    robot = RobotBuilder("cart", gravity=[0, 0, -1.62])
    for link in ("world", "cart", "b", "a", "bob"):
        robot.link(link, 1.0, inertia=solids.sphere(1.0, 0.1))
    robot.joint("wheels", "planar", parent="world", child="cart")
    robot.joint(
        "jb", "revolute", parent="cart", child="b", spring=Spring(2.0), rotor=Rotor(0.1), friction=Friction(0.1)
    )
    robot.joint("ja", "continuous", parent="cart", child="a")
    robot.joint("string", "ball", parent="a", child="bob", xyz=[0, 0, -1])
    made = robot.build()
    assert made.joint_names == ("wheels_x", "wheels_y", "wheels_rz", "jb", "ja", "string_rz", "string_ry", "string_rx")
    assert [group.kind for group in made.model.groups] == ["planar", "ball"] and list(made.gravity) == [0, 0, -1.62]
    assert made.mass_matrix(np.zeros(8))[3, 3] == pytest.approx(0.104)
    robot.link("more", 1.0, inertia=solids.sphere(1.0, 0.1))
    robot.joint("jm", "prismatic", parent="bob", child="more")
    assert made.n == 8 and robot.build().n == 9, "what was built stays"


def test_solids_against_integrals():
    """∫ (y² + z²) dm and its like, by points of a fine grid."""
    n = 61
    t = (np.arange(n) + 0.5) / n * 2 - 1
    x, y, z = (g.ravel() for g in np.meshgrid(t, t, t))

    def tensor(inside, scale):
        r = np.stack([x, y, z], axis=1)[inside] * scale
        dm = 3.0 / len(r)
        return dm * (np.sum(r * r) * np.eye(3) - r.T @ r)

    everywhere = np.ones_like(x, dtype=bool)
    pairs = [
        (solids.box(3.0, (0.4, 0.2, 0.6)), tensor(everywhere, [0.2, 0.1, 0.3])),
        (solids.cylinder(3.0, 0.2, 0.6), tensor(x * x + y * y < 1, [0.2, 0.2, 0.3])),
        (solids.cylinder(3.0, 0.2, 0.6, axis="x"), tensor(z * z + y * y < 1, [0.3, 0.2, 0.2])),
        (solids.cylinder(3.0, 0.2, 0.6, axis="y"), tensor(z * z + x * x < 1, [0.2, 0.3, 0.2])),
        (solids.sphere(3.0, 0.2), tensor(x * x + y * y + z * z < 1, [0.2, 0.2, 0.2])),
    ]
    for ours, grid in pairs:
        assert np.abs(np.array(ours) - grid).max() < 1.0 / n**1.3 * np.abs(grid).max()


ARM = RobotBuilder("arm")
ONE = {"mass": 1.0, "inertia": np.eye(3)}


def three(*joints: tuple) -> RobotBuilder:
    arm = RobotBuilder("arm")
    for link in ("base", "upper", "lower"):
        arm.link(link, **ONE)
    for name, parent, child in joints:
        arm.joint(name, "revolute", parent=parent, child=child)
    return arm


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda: RobotBuilder("").link("a"), InvalidModel, "name of a robot"),
        (lambda: RobotBuilder("arm", gravity=[0, 0]), LinkwiseError, "gravity has shape"),
        (lambda: three().link("upper"), InvalidModel, "already has a link 'upper'"),
        (lambda: three().link(3), InvalidModel, "name of a link"),
        (lambda: three().link("x", -1.0, inertia=np.eye(3)), InvalidModel, "link 'x': its mass is -1"),
        (lambda: three().link("x", np.nan), InvalidModel, "link 'x': its mass is nan"),
        (lambda: three().link("x", "heavy"), LinkwiseError, "mass"),
        (lambda: three().link("x", 1.0), InvalidModel, "has a mass and no inertia.*solids"),
        (lambda: three().link("x", 0.0, inertia=np.eye(3)), InvalidModel, "has an inertia and no mass"),
        (lambda: three().link("x", com=[0, 0, 1]), InvalidModel, "has a centre of mass and no mass"),
        (lambda: three().link("x", 1.0, inertia=[1, 1, 1]), InvalidModel, r"link 'x': its inertia has shape \(3,\)"),
        (
            lambda: three().link("x", 1.0, inertia=np.diag([1, 1, 3])),
            InvalidModel,
            "link 'x': its inertia has principal moments 1, 1, 3",
        ),
        (lambda: three().link("x", 1.0, inertia=-np.eye(3)), InvalidModel, "principal moments -1"),
        (lambda: three().link("x", 1.0, inertia=np.triu(np.ones((3, 3)))), InvalidModel, "differs from its transpose"),
        (lambda: three().link("x", 1.0, [0, 0], np.eye(3)), LinkwiseError, "link 'x': its com has shape"),
        (lambda: three(("a", "base", "upper"), ("a", "upper", "lower")), InvalidModel, "already has a joint 'a'"),
        (lambda: three(("a", "upper", "upper")), InvalidModel, "connects link 'upper' to itself"),
        (lambda: three(("", "base", "upper")), InvalidModel, "name of a joint"),
        (lambda: three(("a", "base", None)), InvalidModel, "name of the child of joint 'a'"),
        (
            lambda: three(("a", "base", "uper")).build(),
            UnknownName,
            "has no link 'uper'.*did you mean 'upper'.*add it with link",
        ),
        (lambda: three(("a", "bse", "upper")).build(), UnknownName, "has no link 'bse'"),
        (
            lambda: three(("a", "base", "upper"), ("b", "base", "lower"), ("c", "lower", "upper")).build(),
            InvalidModel,
            "link 'upper' of robot 'arm' has two parents: joints 'a' and 'c'.*with_closures",
        ),
        (
            lambda: three(("a", "base", "upper")).build(),
            InvalidModel,
            "2 links of robot 'arm' are carried by no joint: 'base', 'lower'",
        ),
        (
            lambda: three(("a", "upper", "lower"), ("b", "lower", "upper")).build(),
            InvalidModel,
            "form a loop: links 'lower', 'upper'",
        ),
        (
            lambda: three(("a", "upper", "lower"), ("b", "lower", "upper"), ("c", "upper", "base")).build(),
            InvalidModel,
            "form a loop",
        ),
        (lambda: ARM.build(), InvalidModel, "has no links"),
        (lambda: ARM.joint("a", "hinge", parent="b", child="c"), UnknownName, "no kind of joint 'hinge'"),
        (lambda: solids.cylinder(1.0, 0.1, 0.2, axis="w"), UnknownName, "Axes are: 'x', 'y', 'z'"),
        (lambda: ARM.joint("a", None, parent="b", child="c"), UnknownName, "no kind of joint"),
        (
            lambda: ARM.joint("a", "revolute", parent="b", child="c", axis=[0, 0, 0]),
            InvalidModel,
            "axis of joint 'a' is 0",
        ),
        (lambda: ARM.joint("a", "revolute", parent="b", child="c", axis="z"), LinkwiseError, "axis of joint 'a'"),
        (
            lambda: ARM.joint("a", "revolute", parent="b", child="c", axis=[0, np.nan, 0]),
            InvalidModel,
            "axis of joint 'a' is nan",
        ),
        (
            lambda: ARM.joint("a", "fixed", parent="b", child="c", axis=[0, 0, 1]),
            InvalidModel,
            "is fixed and was given 'axis'",
        ),
        (
            lambda: ARM.joint("a", "ball", parent="b", child="c", rotor=Rotor(1.0)),
            InvalidModel,
            "is ball and was given 'rotor'",
        ),
        (
            lambda: ARM.joint("a", "continuous", parent="b", child="c", limits=Limits(-1, 1)),
            InvalidModel,
            "limits of position",
        ),
        (
            lambda: ARM.joint("a", "revolute", parent="b", child="c", limits=(-1, 1)),
            InvalidModel,
            r"joint 'a' was given the limits '.*Something like Limits\(-2.0, 2.0\)",
        ),
        (
            lambda: ARM.joint("a", "revolute", parent="b", child="c", friction=0.1),
            InvalidModel,
            r"joint 'a' was given the friction '0.1'.*Friction\(viscous=0.5\)",
        ),
        (
            lambda: ARM.joint("a", "revolute", parent="b", child="c", rotation=np.ones((3, 3))),
            InvalidModel,
            "must be a rotation",
        ),
        (lambda: ARM.mimic("a", 3), InvalidModel, "name of the joint that is followed"),
        (lambda: ARM.mimic("a", "b", np.inf), InvalidModel, "Two finite numbers"),
    ],
)
def test_bad_input(act, error, message):
    with pytest.raises(error) as caught:
        act()
    assert re.search(message, str(caught.value), re.DOTALL), str(caught.value)


def test_followers_are_checked_when_all_joints_are_known():
    arm = three(("a", "base", "upper"), ("b", "upper", "lower"))
    arm.mimic("b", of="c")
    with pytest.raises(UnknownName, match="no joint of one degree of freedom 'c'"):
        arm.build()
    with pytest.raises(InvalidModel, match="already has a follower 'b'"):
        arm.mimic("b", of="a")
    arm = three(("a", "base", "upper"), ("b", "upper", "lower"))
    arm.mimic("b", of="a")
    arm.mimic("a", of="b")
    with pytest.raises(InvalidModel, match="joints 'b', 'a' of robot 'arm' follow one another in a circle"):
        arm.build()


def test_limits_out_of_order_are_refused():
    arm = three()
    arm.joint("a", "revolute", parent="base", child="upper", limits=Limits(1.0, -1.0))
    arm.joint("b", "fixed", parent="upper", child="lower")
    with pytest.raises(InvalidModel, match="joint 'a' has limits out of order"):
        arm.build()


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: solids.box(1.0, (1, 2)), "Three lengths"),
        (lambda: solids.box(1.0, (1, 2, -3)), "the z of a solid is '-3'"),
        (lambda: solids.box(1.0, "abc"), "Three lengths"),
        (lambda: solids.sphere(0.0, 1.0), "the mass of a solid"),
        (lambda: solids.sphere(1.0, np.inf), "the radius of a solid"),
        (lambda: solids.cylinder(1.0, 0.1, "long"), "the length of a solid"),
        (lambda: solids.cylinder(1.0, 0.1, 0.2, axis="w"), "has no axis 'w'"),
    ],
)
def test_solids_refuse(act, message):
    with pytest.raises(LinkwiseError, match=message):
        act()

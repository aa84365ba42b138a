"""What is written is the same mechanism, names and all; what cannot be written is refused by name."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.tolerances import AGREEMENT, ONE_ROUNDING
from urdf_arm import ARM, changed

from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.errors import WriteError
from linkwise.model import (
    BASE,
    Body,
    Continuous,
    Coordinates,
    Fixed,
    Frame,
    Friction,
    Limits,
    Model,
    Prismatic,
    Revolute,
    Rotor,
)
from linkwise.readers.urdf import read_text, write

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")

R1, R2 = Rotation.rpy(0.3, -1.2, 2.0), Rotation.rpy(math.pi / 2, -math.pi / 2, 0.4)
P1, P2 = Vec3(0.1, -0.2, 0.7), Vec3(0.4, 0.3, -0.1)
AXIS = Vec3(0.36, 0.48, 0.8)
TENSOR = Sym3(0.2, 0.01, -0.02, 0.3, 0.03, 0.25)


def body(name, parent, R, p, joint, m=2.0, base="ground"):
    tag = base if parent == BASE else parent[1]
    index = BASE if parent == BASE else parent[0]
    inertia = Inertia.at_com(m, Vec3(0.1, 0.2, -0.3), TENSOR).seen_from(name)
    return Body(name, index, Transform(R.tagged(tag, name), p.seen_from(tag)), joint, inertia)


def two(first=None, second=None, **more):
    """A turn and a slide about slanted axes, both with offsets."""
    first = first or Revolute("turn", axis=AXIS, offset=0.7, limits=Limits(-1.0, 2.0, 3.0, 4.0))
    second = second or Prismatic("slide", axis=Vec3(0.0, 0.6, -0.8), offset=-0.2, limits=Limits(0.0, 0.5, 1.0, 9.0))
    bodies = (body("arm", BASE, R1, P1, first), body("rod", (0, "arm"), R2, P2, second, m=1.5))
    return Model("two", bodies, base="ground", **more)


def se3(R, p):
    return pin.SE3(np.array(R.rows, dtype=float), np.array(p.components, dtype=float))


def test_offsets_axes_and_turns_as_pinocchio_has_them():
    """The same robot told to Pinocchio joint by joint, and through the text."""
    told = pin.Model()
    inertia = pin.Inertia(2.0, np.array([0.1, 0.2, -0.3]), np.array(TENSOR.full.rows))
    j = told.addJoint(0, pin.JointModelRevoluteUnaligned(np.array(AXIS.components)), se3(R1, P1), "turn")
    told.appendBodyToJoint(j, inertia, pin.SE3.Identity())
    k = told.addJoint(j, pin.JointModelPrismaticUnaligned(np.array([0.0, 0.6, -0.8])), se3(R2, P2), "slide")
    told.appendBodyToJoint(k, pin.Inertia(1.5, inertia.lever, inertia.inertia), pin.SE3.Identity())
    read = pin.buildModelFromXML(write(two()))
    q, v, a = np.array([0.5, 0.3]), np.array([-1.0, 2.0]), np.array([3.0, -4.0])
    expected = pin.rnea(told, told.createData(), q + np.array([0.7, -0.2]), v, a)
    assert np.abs(pin.rnea(read, read.createData(), q, v, a) - expected).max() < AGREEMENT * np.abs(expected).max()
    assert list(read.lowerPositionLimit) == [-1.0, 0.0]
    assert list(read.upperPositionLimit) == [2.0, 0.5]


def test_frames_become_links_where_they_stand():
    tool = Frame("tool", 1, Transform(R1.tagged("rod", "tool"), P2.seen_from("rod")))
    moved = Frame("arm", 0, Transform(R2.tagged("arm", "arm"), P1.seen_from("arm")))
    post = Frame("post", BASE, Transform(R2.tagged("ground", "post"), P1.seen_from("ground")))
    text = write(two(frames=(tool, moved, post)))
    plain, framed = pin.buildModelFromXML(write(two())), pin.buildModelFromXML(text)
    q = np.array([0.5, 0.3])
    for model in (plain, framed):
        model.data = model.createData()
        pin.framesForwardKinematics(model, model.data, q)

    def pose(model, name):
        return model.data.oMf[model.getFrameId(name)]

    for name, on, R, p in (("tool", "rod", R1, P2), ("arm", "arm", R2, P1), ("post", "ground", R2, P1)):
        expected = pose(plain, on) * se3(R, p)
        assert np.abs(pose(framed, name).homogeneous - expected.homogeneous).max() < AGREEMENT
    again, _ = read_text(text)
    assert [body.name for body in again.bodies] == ["arm_body", "rod", "tool", "arm", "post"]
    v = np.array([1.0, 2.0])
    assert np.abs(pin.rnea(framed, framed.data, q, v, v) - pin.rnea(plain, plain.data, q, v, v)).max() < ONE_ROUNDING


def test_names_that_are_taken_are_not_taken_twice():
    frames = tuple(
        Frame(name, 0, Transform(R1.tagged("arm", name), P1.seen_from("arm"))) for name in ("arm", "arm_body", "turn")
    )
    first = Revolute("arm_joint", limits=Limits(-1.0, 1.0))
    again, _ = read_text(write(two(first, Continuous("turn_joint"), frames=frames)))
    assert [body.name for body in again.bodies] == ["arm_body_", "rod", "arm", "arm_body", "turn"]
    assert again.moving_joint_names == ("arm_joint", "turn_joint")


@pytest.mark.parametrize(
    "name", ['<b>"it\'s"&amp;</b>', "a\nb\tc\rd", "-->", "]]>", "名前\U0001f600", "x" * 65_000, " a "]
)
def test_hostile_names_come_back(name):
    links = (
        Body(name, BASE, Transform.identity(name + "0", name), Revolute(name, rotor=Rotor(1.0)), Inertia.none(name)),
    )
    again, _ = read_text(write(Model(name, links, base=name + "0"), lossy=True))
    assert (again.name, again.base, again.bodies[0].name, again.joint_names) == (name, name + "0", name, (name,))


@pytest.mark.parametrize(
    ("limits", "kind"),
    [
        (Limits(), "continuous"),
        (Limits(effort=3.0), "continuous"),
        (Limits(-1.0, 1.0), "revolute"),
        (Limits(lower=-1.0), "revolute"),
        (Limits(upper=0.1, velocity=2.0), "revolute"),
    ],
)
def test_limits_come_back_even_where_there_are_none(limits, kind):
    model = two(Revolute("turn", limits=limits), Prismatic("slide", limits=limits))
    turn, slide = (body.joint for body in read_text(write(model))[0].bodies)
    assert turn.kind == kind
    assert turn.limits == slide.limits == limits


def test_friction_comes_back():
    friction = Friction(0.1, 0.2)
    again, _ = read_text(write(two(Revolute("turn", friction=friction))))
    assert again.bodies[0].joint.friction == friction
    same_both_ways = two(Revolute("turn", friction=Friction(0.1, 0.2, backward=0.2)))
    assert read_text(write(same_both_ways))[0].bodies[0].joint.friction == friction


def test_mimics_come_back():
    u = Coordinates(("slide",), (((0, -2.5),), ((0, 1.0),)), (0.125, 0.0))
    assert read_text(write(two(coordinates=u)))[0].coordinates == u
    still = Coordinates(("turn",), (((0, 1.0),), ()), (0.0, 0.5))
    assert read_text(write(two(coordinates=still)))[0].coordinates.positions([7.0]) == [7.0, 0.5]


def test_the_base_and_its_mass_come_back():
    inertia = Inertia.at_com(5.0, Vec3(0.5, 0.25, 0.125), Sym3(1.0, 0.0, 0.0, 1.0, 0.0, 1.0)).seen_from("ground")
    again, _ = read_text(write(two(base_inertia=inertia)))
    assert (again.base, again.base_inertia) == ("ground", inertia)


def test_fixed_joints_stay():
    model = two(second=Fixed("weld"))
    again, _ = read_text(write(model))
    assert isinstance(again.bodies[1].joint, Fixed) and again.n == 1


LOSSES = {
    "gravity (0.0, 0.0, -1.62)": two(gravity=Vec3(0.0, 0.0, -1.62)),
    "joint 'turn': rotor inertia 0.5 with gear ratio 100.0": two(Revolute("turn", rotor=Rotor(0.5, 100.0))),
    "joint 'turn': Coulomb friction that depends on the direction": two(
        Revolute("turn", friction=Friction(0.0, 1.0, 2.0))
    ),
    "joint 'slide' follows several coordinates": two(
        coordinates=Coordinates(("turn", "x"), (((0, 1.0),), ((0, 1.0), (1, 1.0))), (0.0, 0.0))
    ),
    "coordinate 'motor' is not the variable of a joint": two(
        coordinates=Coordinates(("motor", "slide"), (((0, 0.5),), ((1, 1.0),)), (0.0, 0.0))
    ),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_losses_are_refused_or_named_in_a_comment(loss):
    with pytest.raises(WriteError, match="URDF cannot hold") as caught:
        write(LOSSES[loss])
    assert loss in str(caught.value) and "lossy=True" in str(caught.value)
    text = write(LOSSES[loss], lossy=True)
    assert f"left out: {loss}" in text.partition("-->")[0]
    assert read_text(text)[0].moving_joint_names == ("turn", "slide")


def test_all_losses_are_named_at_once():
    everything = two(Revolute("turn", rotor=Rotor(1.0), friction=Friction(0.0, 1.0, 2.0)), gravity=Vec3(1.0, 0.0, 0.0))
    with pytest.raises(WriteError, match="3 properties of robot"):
        write(everything)


def _heavy(**changes):
    model = two()
    return replace(model, bodies=(replace(model.bodies[0], **changes), model.bodies[1]))


IMPOSSIBLE = {
    r"the name 'a\x00'": Model("a\0", ()),
    r"the name '\ud800'": Model("r", (), base="\ud800"),
    "the name 'aaa": Model("a" * 70_000, ()),
    "link 'arm': it has the negative mass -1.0": _heavy(inertia=Inertia(-1.0, Vec3(0.0, 0.0, 0.0, "arm"), TENSOR)),
    "link 'arm': it has a first moment but no mass": _heavy(inertia=Inertia(0.0, Vec3(1.0, 0.0, 0.0, "arm"), TENSOR)),
}


@pytest.mark.parametrize("reason", IMPOSSIBLE)
def test_the_impossible_is_refused_even_when_losses_are_allowed(reason):
    with pytest.raises(WriteError, match="cannot be written as URDF") as caught:
        write(IMPOSSIBLE[reason], lossy=True)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 2000


def test_symbols_are_refused():
    sympy = pytest.importorskip("sympy", reason="sympy is not installed")
    m = sympy.Symbol("m")
    with pytest.raises(WriteError, match="finite numbers"):
        write(_heavy(inertia=Inertia(m, Vec3(0.0, 0.0, 0.0, "arm"), TENSOR)))


def test_waivers_are_told_in_the_file():
    text = changed(L29="")
    model, _ = read_text(text, allow=("missing-limit",))
    assert "allow=('missing-limit',)" in write(model)


def test_another_order_is_told_in_the_file():
    model = two()
    third = body("side", BASE, R1, P2, Continuous("aside"))
    wide = replace(model, bodies=(model.bodies[0], third, model.bodies[1]), frames=(), coordinates=None)
    text = write(wide)
    assert "depth-first order" in text and "depth-first" not in write(model)
    assert read_text(text)[0].joint_names == ("turn", "slide", "aside")


def test_written_twice_it_is_the_same_text():
    text = write(read_text(ARM)[0])
    assert write(read_text(text)[0]) == text

"""What links look like: where Pinocchio and MuJoCo see the shapes of a file, and what must not be read as one."""

import os
import struct
from pathlib import Path

import numpy as np
import pytest
from tests.tolerances import AGREEMENT, FLOAT_SCENE

import linkwise
from linkwise.model import Model
from linkwise.readers.catalog import installed
from linkwise.readers.shapes import appearance

SHAPES = """<robot name="arm"><material name="steel"><color rgba="0.2 0.4 0.6 0.5"/></material>
<link name="base"><visual><geometry>{}</geometry><material name="steel"/></visual></link></robot>"""
MESH = '<mesh filename="{}"/>'


def shapes(robot):
    return appearance(robot.report.shapes)[:2]


def pose(T):
    return np.array(T.matrix, dtype=float)


def in_base(robot, q, shape):
    return robot.forward_kinematics(q, shape.link) @ pose(shape.pose)


@pytest.mark.parametrize(
    "name",
    ["panda_description:panda", *(pytest.param(n, marks=pytest.mark.slow) for n in ("ur5_robot", "tiago", "romeo"))],
)
def test_shapes_are_where_pinocchio_sees_them(name):
    pin = pytest.importorskip("pinocchio")
    robot = linkwise.load(name)
    file = Path(robot.report.source)
    peer = pin.buildModelFromUrdf(str(file))
    package = next(folder for folder in Path(file).parents if (folder / "package.xml").is_file()).parent
    geometry = pin.buildGeomFromUrdf(peer, str(file), pin.GeometryType.VISUAL, package_dirs=[str(package)])
    found, lost = shapes(robot)
    assert not lost and len(found) == geometry.ngeoms > 5
    q = 0.3 * np.cos(np.arange(robot.n))
    full = linkwise_to_pinocchio(pin, peer, robot, q)
    data, places = peer.createData(), geometry.createData()
    pin.updateGeometryPlacements(peer, data, geometry, places, full)
    ours = sorted((in_base(robot, q, shape).round(9) + 0.0).tolist() for shape in found)
    theirs = sorted((M.homogeneous.round(9) + 0.0).tolist() for M in places.oMg)
    np.testing.assert_allclose(ours, theirs, atol=1e3 * AGREEMENT)
    for shape in found:
        assert shape.kind != "mesh" or shape.mesh.is_file()


def linkwise_to_pinocchio(pin, peer, robot, q):
    """The same posture; joints that follow others too, and a turn without limits as cosine and sine."""
    joints = dict(zip(robot.model.moving_joint_names, robot.model.coordinates.positions(list(q)), strict=True))
    full = pin.neutral(peer)
    for name, value in joints.items():
        joint = peer.joints[peer.getJointId(name)]
        full[joint.idx_q : joint.idx_q + joint.nq] = [np.cos(value), np.sin(value)] if joint.nq == 2 else [value]
    return full


GEOMS = """<mujoco><compiler angle="radian"/><worldbody><geom type="plane" size="1 1 .1"/>
<body name="upper" pos="0 .1 .2" euler=".1 .2 .3"><joint name="a" axis="0 1 0" pos="0 0 .1"/>
<geom type="capsule" fromto="0 0 0 .1 0 .5" size=".03" rgba="1 0 0 1"/>
<geom type="box" size=".1 .2 .3" pos=".1 0 0" group="3"/>
<body name="lower" pos="0 0 .5"><joint name="b" axis="1 0 0"/><geom type="ellipsoid" size=".1 .2 .3"/>
<geom type="cylinder" size=".1 .2" euler="1 0 0"/></body></body></worldbody></mujoco>"""


def test_geoms_are_where_mujoco_sees_them():
    mujoco = pytest.importorskip("mujoco")
    robot, q = linkwise.load(GEOMS), np.array([0.4, -0.7])
    found, lost = shapes(robot)
    assert not lost
    assert [(s.link, s.kind) for s in found] == [("upper", "capsule"), ("lower", "ellipsoid"), ("lower", "cylinder")]
    model = mujoco.MjModel.from_xml_string(GEOMS)
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_kinematics(model, data)
    for shape, g in zip(found, (1, 3, 4), strict=True):
        at = in_base(robot, q, shape)
        np.testing.assert_allclose(at[:3, 3], data.geom_xpos[g], atol=AGREEMENT)
        np.testing.assert_allclose(at[:3, :3].ravel(), data.geom_xmat[g], atol=AGREEMENT)
    assert found[0].colour == (1.0, 0.0, 0.0, 1.0) and found[1].size == (0.1, 0.2, 0.3)


MESHES = """<mujoco><asset><mesh name="wedge" file="wedge.obj" scale="1 1 2"/><mesh name="lost" file="lost.stl"/>
<material name="red" rgba="1 0 0 .5"/></asset><worldbody><body name="arm" pos="0 0 1">
<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><joint axis="0 1 0"/><geom type="mesh" mesh="wedge" material="red"/>
<geom type="mesh" mesh="lost"/></body></worldbody></mujoco>"""
CORNERS = np.array([[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.5], [0.2, 0.2, 0.4]])


def test_meshes_of_mjcf(tmp_path):
    pytest.importorskip("mujoco")
    corners = "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS)
    (tmp_path / "wedge.obj").write_text(
        corners + "".join(f"f {f}\n" for f in ("1 3 2", "1 2 4", "1 4 3", "2 3 5", "2 5 4", "3 4 5"))
    )
    (tmp_path / "arm.xml").write_text(MESHES)
    robot = linkwise.load(tmp_path / "arm.xml")
    [shape], [lost] = shapes(robot)
    assert shape.colour == (1.0, 0.0, 0.0, 0.5) and "lost" in lost.why
    placed = (in_base(robot, [0.0], shape) @ np.column_stack([shape.mesh[0], np.ones(5)]).T)[:3].T
    ours, theirs = (sorted(np.round(each, 6).tolist()) for each in (placed, CORNERS * [1, 1, 2] + [0, 0, 1]))
    np.testing.assert_allclose(ours, theirs, atol=FLOAT_SCENE)
    (tmp_path / "broken.obj").write_text("nothing")
    (tmp_path / "broken.xml").write_text(MESHES.replace("wedge.obj", "broken.obj"))
    found, [lost] = shapes(linkwise.load(tmp_path / "broken.xml"))
    assert not found and "shapes are not drawn" in lost.why


PRIMITIVES = {
    '<box size="1 2 3"/>': ("box", (1.0, 2.0, 3.0)),
    '<cylinder radius="0.1" length="2"/>': ("cylinder", (0.1, 2.0)),
    '<sphere radius="0.5"/>': ("sphere", (0.5,)),
}


@pytest.mark.parametrize("text", PRIMITIVES)
def test_primitives(text):
    [shape], lost = shapes(linkwise.load(SHAPES.format(text)))
    assert (shape.kind, shape.size) == PRIMITIVES[text] and shape.colour == (0.2, 0.4, 0.6, 0.5) and not lost


@pytest.mark.parametrize(
    "text",
    [
        *("", "<box/>", '<box size="1 2"/>', '<box size="1 2 nan"/>', '<box size="1 2 -3"/>', '<sphere radius="0"/>'),
        *('<sphere radius="1e99"/>', "<teapot/>", "<mesh/>", '<sphere radius="1"/><sphere radius="1"/>'),
        *(
            MESH.format(uri)
            for uri in ("no.stl", "/etc/passwd", "file:///etc/passwd", "http://x/a.stl", "\\\\host\\a.stl")
        ),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_told_and_the_robot_loads(text):
    robot = linkwise.load(SHAPES.format(text))
    found, [lost] = shapes(robot)
    assert isinstance(robot.model, Model) and not found and lost.link == "base" and lost.why


def test_collisions_are_drawn_only_where_nothing_is_visible():
    part = '<link name="{}"><{} ><geometry><sphere radius="1"/></geometry></{}></link>'
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    for kinds, links in ((("visual", "collision"), ["a"]), (("collision", "collision"), ["a", "b"])):
        parts = "".join(part.format(name, kind, kind) for name, kind in zip("ab", kinds, strict=True))
        assert [s.link for s in shapes(linkwise.load(f'<robot name="r">{parts}{joint}</robot>'))[0]] == links


def triangle(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(80) + struct.pack("<I12fH", 1, *[0.0] * 3, *np.eye(3).ravel(), 0))
    return path


def test_meshes_outside_the_robots_folders_are_not_read(tmp_path):
    outside, home = triangle(tmp_path / "secret" / "a.stl"), tmp_path / "robot"
    triangle(home / "meshes" / "a.stl")
    os.symlink(outside, home / "meshes" / "link.stl")
    file = home / "arm.urdf"
    for uri in ("../secret/a.stl", "package://secret/a.stl", outside.as_uri(), "meshes/link.stl"):
        file.write_text(SHAPES.format(MESH.format(uri)))
        found, [lost] = shapes(linkwise.load(file))
        assert not found and "outside" in lost.why
        [shape], _ = shapes(linkwise.load(file, folders=[tmp_path / "secret"]))
        assert shape.mesh.samefile(outside)
    file.write_text(SHAPES.format(MESH.format("meshes/a.stl")))
    [shape], lost = shapes(linkwise.load(file))
    assert shape.mesh.name == "a.stl" and not lost


def test_a_gripper_brings_its_shapes():
    hand = SHAPES.format('<sphere radius="0.1"/>').replace('name="base"', 'name="palm"')
    arm = linkwise.load("planar2r").attach(linkwise.load(hand), prefix="left_")
    [shape], _ = shapes(arm)
    assert shape.link == "left_palm" and shape.link in arm.frames
    assert [s.link for s in shapes(arm.lock("joint2", 0.3).with_payload(1.0))[0]] == ["left_palm"]


def test_xacro_keeps_its_shapes(tmp_path):
    pytest.importorskip("xacro")
    triangle(tmp_path / "a.stl")
    file = tmp_path / "arm.xacro"
    scope = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="r" default="2"/>'
    visual = "<visual><geometry>{}</geometry></visual>"
    parts = visual.format('<sphere radius="$(arg r)"/>') + visual.format(MESH.format("a.stl"))
    file.write_text(f'{scope}<link name="base">{parts}</link></robot>')
    [ball, mesh], lost = shapes(linkwise.load(file))
    assert ball.size == (2.0,) and mesh.mesh == tmp_path / "a.stl" and not lost


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(installed.files()))
def test_every_installed_robot_has_shapes_or_says_why(name):
    if name in installed.REFUSED:
        pytest.skip(installed.REFUSED[name])
    found, lost = shapes(linkwise.load(installed.files()[name]))
    assert found or lost or "<geometry" not in installed.files()[name].read_text(errors="replace")

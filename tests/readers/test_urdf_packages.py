"""Meshes are found where ROS finds them; one that is not found is only a note."""

import pytest

from linkwise.readers.urdf import read
from linkwise.readers.urdf.meshes import resolve

ROBOT = '<robot name="r"><link name="a"><visual><geometry><mesh filename="{}"/></geometry></visual></link></robot>'


@pytest.fixture
def robot(tmp_path, monkeypatch):
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)
    for path in (
        "arm_description/urdf/arm.urdf",
        "arm_description/meshes/a b.stl",
        "elsewhere/grip/meshes/g.stl",
        "prefix/share/hand/h.stl",
        "secret.txt",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    return tmp_path / "arm_description/urdf/arm.urdf"


def test_above_the_robot_file(robot):
    mesh = robot.parents[1] / "meshes/a b.stl"
    assert resolve("package://arm_description/meshes/a b.stl", robot) == mesh
    assert resolve("package://arm_description/meshes/a%20b.stl", str(robot)) == mesh
    assert resolve(f"file://{mesh}", robot) == mesh
    assert resolve("../meshes/a b.stl", robot).samefile(mesh)


def test_where_the_environment_says(robot, monkeypatch):
    root = robot.parents[2]
    assert resolve("package://grip/meshes/g.stl", robot) is None
    for folder in ("elsewhere", "elsewhere/grip"):
        monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{root / folder}")
        assert resolve("package://grip/meshes/g.stl", robot) == root / "elsewhere/grip/meshes/g.stl"
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(root / "prefix"))
    assert resolve("package://hand/h.stl", robot) == root / "prefix/share/hand/h.stl"


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "package://",
        "package://arm_description",
        "package://arm_description/",
        "package://../secret.txt",
        "file://",
        "package://arm_description/../secret.txt",
        "package://./secret.txt",
        "http://localhost/a.stl",
        "a\0b",
        "x" * 9000,
        "package://arm_description/meshes",
        "//server/share/a.stl",
        "file://server/a.stl",
        "model://arm/a.stl",
    ],
)
def test_what_is_not_there(robot, uri):
    assert resolve(uri, robot) is None


def test_the_report_tells(robot):
    robot.write_text(ROBOT.format("package://arm_description/meshes/a b.stl"))
    assert [note.text for note in read(robot)[1].notes] == ["1 × <visual>"]
    robot.write_text(ROBOT.format("package://gone/a.stl"))
    assert [note.text for note in read(robot)[1].notes] == [
        "1 × <visual>",
        "1 of 1 mesh files were not found: 'package://gone/a.stl'",
    ]
    shape = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
    many = "".join(shape.format(f"package://gone/{'deep/' * 9}{name}.stl") for name in ("a", "b", "c"))
    robot.write_text(ROBOT.replace(shape, "{}").format(many))
    first = f"'package://gone/{'deep/' * 9}a.stl'"
    text = f"3 of 3 mesh files were not found: {first}, and 'b.stl', 'c.stl'"
    assert read(robot)[1].notes[-1].text == text

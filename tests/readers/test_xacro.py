"""Xacro files: expansion, includes beside the file, arguments, and errors."""

import sys

import pytest
from tests.tolerances import ONE_ROUNDING

import linkwise
from linkwise.errors import MissingExtra, ReadError
from linkwise.readers import urdf, xacro

pytest.importorskip("xacro")

PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="rod" params="name m">
<link name="${name}"><inertial><mass value="${2 * m}"/><origin xyz="0.1 0 0"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.2"/></inertial>
<visual><geometry><mesh filename="package://absent_package/rod.stl"/></geometry></visual></link>
</xacro:macro></robot>"""

ARM = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="m" default="1.5"/>
<xacro:include filename="parts/rod.xacro"/><link name="base"/><xacro:rod name="a" m="$(arg m)"/>
<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 ${1 - 1} 1"/></joint></robot>"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "rod.xacro").write_text(PART)
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(ARM)
    return file


def test_a_file_is_expanded_with_what_it_includes(arm):
    model, _ = urdf.read_text(xacro.expand(arm))
    assert (model.name, model.joint_names, model.bodies[0].inertia.m) == ("arm", ("j",), 3.0)
    assert model.bodies[0].joint.axis.components == (0.0, 0.0, 1.0)


def test_arguments(arm):
    assert urdf.read_text(xacro.expand(arm, {"m": 4}))[0].bodies[0].inertia.m == 8.0


def test_load_knows_xacro(arm):
    robot = linkwise.load(arm)
    assert robot.mass_matrix([0.3]).item() == pytest.approx(0.2 + 3.0 * 0.1**2, rel=ONE_ROUNDING)
    assert robot.report.source == str(arm)


BROKEN = {
    "division": ('<link name="${1/0}"/>', "division by zero"),
    "unknown name": ('<link name="${nothing}"/>', "'nothing' is not defined"),
    "package": ('<xacro:include filename="$(find nowhere_at_all)/x.xacro"/>', "package 'nowhere_at_all' is not found"),
    "include": ('<xacro:include filename="absent.xacro"/>', "absent.xacro"),
    "no prefix": ('<property name="deg" value="1"/><link name="b${deg}"/>', "write <xacro:property"),
    "endless macro": ('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>', "recursion"),
}


@pytest.mark.parametrize(("inside", "match"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_expanded(tmp_path, arm, inside, match):
    file = tmp_path / "broken.xacro"
    file.write_text(f'<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro">{inside}</robot>')
    with pytest.raises(ReadError, match=match):
        xacro.read(file)
    assert xacro.read(arm)[0].n == 1  # a failure leaves nothing behind


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "no element found"),
        (b"\x00\xff\x01", "not XML"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><robot name="a">&x;</robot>', "document type"),
        (b'<robot name="a"><link name="b"', "not XML"),
        (b'<robot name="a"><link name="b"/><link name="b"/></robot>', "'b'"),
    ],
)
def test_bad_files(tmp_path, content, match):
    file = tmp_path / "bad.xacro"
    file.write_bytes(content)
    with pytest.raises(ReadError, match=match):
        xacro.read(file)


def test_paths_that_are_no_files(tmp_path):
    for path in (tmp_path, tmp_path / "absent.xacro", "a\0b", None, 3, b"x", ""):
        with pytest.raises(ReadError):
            xacro.expand(path)


def test_without_xacro(monkeypatch, arm):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(MissingExtra, match=r"linkwise\[xacro\]"):
        xacro.expand(arm)


def test_what_xacro_warns_about_is_in_the_report_and_not_printed(tmp_path, capsys):
    file = tmp_path / "arm.xacro"
    inside = '<xacro:property name="m" value="2" vaue="3"/><link name="a"/>' + "${xacro.warning('odd')}" * 300
    file.write_text(f'<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro">{inside}</robot>')
    report = xacro.read(file)[1]
    assert [note.text for note in report.of("ignored") if "warns" in note.text] == [
        "xacro warns: warning: xacro:property: unknown attribute(s): vaue",
        "xacro warns: warning: odd",
    ]
    assert capsys.readouterr() == ("", "")

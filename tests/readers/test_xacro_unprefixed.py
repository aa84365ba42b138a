"""Elements without xacro's prefix: refused with the words that load them, and then read as xacro 1.13 read them."""

import pytest
from typer.testing import CliRunner

import linkwise
from linkwise.cli import app
from linkwise.errors import ReadError, UnknownName
from linkwise.readers import urdf, xacro

pytest.importorskip("xacro")

WAIVER = "unprefixed-xacro"
XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
INERTIA = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
PARTS = f"""<robot {XACRO}><property name="half" value="${{heavy/2}}"/>
<macro name="rod" params="name mass *place"><link name="${{name}}"><inertial><insert_block name="place"/>
<mass value="${{mass}}"/>{INERTIA}</inertial></link></macro></robot>"""
OLD = f"""<robot name="old" {XACRO}><arg name="long" default="false"/><property name="heavy" value="4"/>
<include filename="parts.xacro"/><link name="base"/>
<rod name="rod" mass="${{half}}"><origin xyz="0 0 3"/></rod>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="1 0 0"/></joint>
<if value="$(arg long)"><rod name="more" mass="${{heavy}}"><origin xyz="0 0 1"/></rod>
<joint name="k" type="continuous"><parent link="rod"/><child link="more"/></joint></if>
<unless value="$(arg long)"><gazebo><include><uri>model://ground</uri></include></gazebo></unless></robot>"""
"""The parts are those that ROS had until Melodic; an <include> with elements in it is Gazebo's."""


@pytest.fixture
def old(tmp_path):
    (tmp_path / "parts.xacro").write_text(PARTS)
    (tmp_path / "old.xacro").write_text(OLD)
    return tmp_path / "old.xacro"


def test_what_they_mean(old):
    robot = linkwise.load(old, allow=WAIVER)
    (rod,) = robot.model.bodies
    assert (rod.inertia.m, rod.inertia.h.z, robot.joint_names) == (2.0, 6.0, ("j",))
    longer = linkwise.load(old, allow=WAIVER, arguments={"long": True})
    assert [body.inertia.m for body in longer.model.bodies] == [2.0, 4.0]


def test_the_same_with_prefixes(old, tmp_path):
    new = OLD.replace("<include><uri>model://ground</uri></include>", "")
    for name in (*xacro.declared.BARE, "rod"):
        new = new.replace(f"<{name} ", f"<xacro:{name} ").replace(f"</{name}>", f"</xacro:{name}>")
        parts = (tmp_path / "parts.xacro").read_text()
        parts = parts.replace(f"<{name} ", f"<xacro:{name} ").replace(f"</{name}>", f"</xacro:{name}>")
        (tmp_path / "parts.xacro").write_text(parts)
    (tmp_path / "new.xacro").write_text(new)
    there = linkwise.load(tmp_path / "new.xacro").model
    (tmp_path / "parts.xacro").write_text(PARTS)
    assert linkwise.load(old, allow=WAIVER).model.bodies == there.bodies


@pytest.mark.parametrize("text", [OLD, OLD.replace("<include ", "<xacro:include "), PARTS])
def test_without_the_waiver_the_error_names_it(text, old):
    old.write_text(text)
    with pytest.raises(ReadError) as caught:
        linkwise.load(old)
    assert f'allow=("{WAIVER}",)' in str(caught.value)
    assert "without its prefix" in str(caught.value)


def test_the_report_and_the_model_say_so(old):
    robot = linkwise.load(old, allow=[WAIVER, "missing-limit"])
    assert robot.model.waivers == (WAIVER,)
    (note,) = robot.report.of("waived")
    assert note.text.startswith(f"{WAIVER}: <arg>, <property>, <include>, ")
    tidy = linkwise.load('<robot name="post"><link name="ground"/></robot>', allow=WAIVER)
    assert tidy.model.waivers == () and not tidy.report.of("waived")


def test_texts(old):
    text = '<robot name="r"><property name="m" value="2"/><link name="${m}"/><link2/></robot>'
    assert linkwise.load(text, allow=WAIVER).model.base == "2"
    assert linkwise.load(OLD, allow=WAIVER, folders=old.parent).n == 1


def test_the_command_line(old):
    assert CliRunner().invoke(app, ["show", str(old)]).exit_code != 0
    assert CliRunner().invoke(app, ["show", str(old), "--allow", WAIVER]).exit_code == 0


def test_an_include_of_a_uri_is_told_what_to_write(old):
    old.write_text(f'<robot name="r" {XACRO}><xacro:include filename="package://parts/urdf/a.xacro"/></robot>')
    with pytest.raises(ReadError, match=r"write \$\(find NAME\)/…"):
        linkwise.load(old)


def test_only_xacro_has_it(tmp_path):
    assert xacro.WAIVERS.keys() == {*urdf.WAIVERS, WAIVER}
    (tmp_path / "post.urdf").write_text('<robot name="post"><link name="ground"/></robot>')
    with pytest.raises(UnknownName, match="the URDF reader has no waiver"):
        linkwise.load(tmp_path / "post.urdf", allow=WAIVER)
    (tmp_path / "post.xacro").write_text(f'<robot name="post" {XACRO}><link name="ground"/></robot>')
    with pytest.raises(UnknownName, match="did you mean 'unprefixed-xacro'"):
        linkwise.load(tmp_path / "post.xacro", allow="unprefixed_xacro")

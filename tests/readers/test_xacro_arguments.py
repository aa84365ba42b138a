"""Arguments of xacro files, in Python and on the command line; robots that need one to have any mass."""

import json
import re

import numpy as np
import pytest
from tests.cli.command_line import run

import linkwise
from linkwise.cli import app
from linkwise.errors import NoMass, ReadError
from linkwise.readers import xacro

pytest.importorskip("xacro")

XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
LIMITS = f'<robot {XACRO}><xacro:arg name="reach" default="${{0.2 + 0.3}}"/></robot>'
ARM = f"""<robot name="$(arg name)" {XACRO}><xacro:arg name="name" default="arm"/><xacro:arg name="m" default="1.5"/>
<xacro:arg name="heavy" default="false"/><xacro:include filename="limits.xacro"/><link name="base"/>
<link name="rod"><inertial><mass value="${{1000 if xacro.arg('heavy') == 'true' else xacro.arg('m')}}"/>
<origin xyz="$(arg reach) 0 0"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/></joint></robot>"""
URDF = '<robot name="post"><link name="ground"/></robot>'
BARE = f"""<robot name="bare" {XACRO}><xacro:arg name="hand" default="false"/><xacro:arg name="gazebo" default="false"/>
<xacro:arg name="speed" default="1"/><link name="base"/><link name="rod"><xacro:if value="$(arg gazebo)"><inertial>
<mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></xacro:if></link>
<joint name="j" type="continuous"><parent link="base"/><child link="rod"/></joint></robot>"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "limits.xacro").write_text(LIMITS)
    (tmp_path / "arm.xacro").write_text(ARM)
    (tmp_path / "post.urdf").write_text(URDF)
    (tmp_path / "bare.xacro").write_text(BARE)
    return tmp_path / "arm.xacro"


@pytest.mark.parametrize(
    ("given", "mass"),
    [
        ({}, 1.5),
        ({"m": 4}, 4.0),
        ({"m": 0.25}, 0.25),
        ({"m": "3e-1"}, 0.3),
        ({"m": np.float64(2.5)}, 2.5),
        ({"m": np.int64(2)}, 2.0),
        ({"heavy": True}, 1000.0),
        ({"heavy": np.True_}, 1000.0),
        ({"heavy": "true"}, 1000.0),
        ({"heavy": False, "m": 2}, 2.0),
    ],
    ids=repr,
)
def test_values(arm, given, mass):
    robot = linkwise.load(arm, arguments={"name": "left arm", **given})
    assert (robot.name, robot.model.bodies[0].inertia.m) == ("left arm", mass)


def test_arguments_of_included_files(arm):
    robot = linkwise.load(arm, arguments={"name": "a", "reach": 0.75})
    assert robot.model.bodies[0].inertia.com.x == 0.75
    assert linkwise.load(arm, arguments={"name": "a"}).model.bodies[0].inertia.com.x == 0.5


ALL = "name='arm', m='1.5', heavy='false', reach='${0.2 + 0.3}'"


def test_a_missing_argument_is_named_and_all_are_listed(arm):
    with pytest.raises(ReadError) as caught:
        linkwise.load(arm)
    assert "'name': an argument that is used before the file declares its default" in str(caught.value)
    assert f"its arguments, with their defaults, are {ALL}. Give them as" in str(caught.value)
    arm.write_text(ARM.replace('<xacro:arg name="m" default="1.5"/>', '<xacro:arg name="m"/>'))
    with pytest.raises(ReadError, match=r"'m': an argument that has no default .*\n.*m \(no default\)"):
        linkwise.load(arm, arguments={"name": "a"})
    assert linkwise.load(arm, arguments={"name": "a", "m": 3}).model.bodies[0].inertia.m == 3.0


def test_an_argument_that_the_file_does_not_have(arm):
    with pytest.raises(ReadError) as caught:
        linkwise.load(arm, arguments={"name": "a", "haevy": True})
    assert "'haevy': arm.xacro has no such argument (did you mean 'heavy'?)" in str(caught.value)
    assert ALL in str(caught.value)
    with pytest.raises(ReadError, match=r"(?s)'name': an argument.*'heavi': arm.xacro has no such"):
        linkwise.load(arm, arguments={"heavi": True})


def test_arguments_are_listed_whatever_goes_wrong(arm):
    arm.write_text(ARM.replace("limits.xacro", "$(arg name)_limits.xacro"))
    with pytest.raises(ReadError, match=r"(?s)No such file.*a_limits\.xacro.*heavy='false'"):
        linkwise.load(arm, arguments={"name": "a"})


def test_arguments_for_what_has_none(arm):
    for source in (arm.with_name("post.urdf"), URDF, "panda"):
        with pytest.raises(ReadError, match=r"'hand': only xacro files have arguments, and .* is not one"):
            linkwise.load(source, arguments={"hand": True})
        assert linkwise.load(source, arguments={}).n in (0, 7)


BAD = {
    "not a mapping": (["m:=3"], "not a mapping"),
    "text": ("m:=3", "not a mapping"),
    "a key with a blank": ({"ur type": "ur5e"}, "'ur type': not the name of an argument"),
    "an empty key": ({"": "x"}, "not the name of an argument"),
    "a key with dollars": ({"$(find x)": "x"}, "not the name of an argument"),
    "a key that is no text": ({3: "x"}, "the name of an argument is text"),
    "None": ({"m": None}, "the value of argument 'm' is a NoneType"),
    "a list": ({"m": [1, 2]}, "the value of argument 'm' is a list"),
    "a complex number": ({"m": 1j}, "the value of argument 'm' is a complex"),
    "bytes": ({"m": b"3"}, "the value of argument 'm' is a bytes"),
    "an array": ({"m": np.ones(2)}, "the value of argument 'm' is a ndarray"),
}


@pytest.mark.parametrize(("given", "match"), BAD.values(), ids=BAD)
def test_bad_values(arm, given, match):
    for source in (arm, arm.with_name("post.urdf"), URDF):
        with pytest.raises(ReadError, match=match):
            linkwise.load(source, arguments=given)


def test_one_pass_as_xacro_itself(arm):
    """Escaped expressions stay as they are; upstream xacro is the reference."""
    library = pytest.importorskip("xacro")
    arm.write_text(ARM.replace('name="base"', 'name="$${base}"').replace('link="base"', 'link="$${base}"'))
    theirs = library.process_file(str(arm), mappings={"name": "a", "m": "3"}).toprettyxml()
    ours = xacro.expand(arm, {"name": "a", "m": 3})

    def elements(text):
        return re.findall(r"<[^!?][^>]*>", text)

    assert elements(ours) == elements(theirs)
    assert "${base}" in ours


def test_expressions_that_change_what_others_see_change_only_their_own_file(arm):
    arm.write_text(ARM.replace('<link name="base"/>', "<link name=\"base\"/>${math.update(dict(pi=3)) or ''}"))
    linkwise.load(arm, arguments={"name": "a"})
    arm.write_text(ARM.replace('default="1.5"', 'default="${math.pi}"'))
    assert linkwise.load(arm, arguments={"name": "a"}).model.bodies[0].inertia.m == pytest.approx(np.pi, abs=0.0)


# ---- robots without mass ---------------------------------------------------------------------------------------------


def test_a_robot_without_mass_says_so_first_and_which_argument_brings_it(arm):
    robot = linkwise.load(arm.with_name("bare.xacro"))
    note = robot.report.notes[0]
    assert note.kind == "no-mass" and note.is_warning
    assert note.text.endswith('arguments={"gazebo": "true"} brings some')
    with pytest.raises(NoMass, match="a xacro file may have an argument that brings them, see"):
        robot.mass_matrix([0.0])
    loaded = linkwise.load(arm.with_name("bare.xacro"), arguments={"gazebo": True})
    assert not loaded.report.of("no-mass") and loaded.mass_matrix([0.0]).item() == 1.0
    arm.write_text(BARE.replace('value="2"', 'value="0"').replace('ixx="1"', 'ixx="0"'))
    arm.write_text(arm.read_text().replace('iyy="1"', 'iyy="0"').replace('izz="1"', 'izz="0"'))
    assert (
        linkwise.load(arm)
        .report.notes[0]
        .text.endswith("none of its true-or-false arguments brings any, of hand='false', gazebo='false', speed='1'")
    )


def test_of_every_format(tmp_path):
    text = re.sub("(?s)<inertial>.*</inertial>|</?xacro[^>]*>", "", BARE)
    assert linkwise.load(text).report.notes[0].kind == "no-mass"
    assert "no-mass" not in str(linkwise.load(URDF).report)  # nothing moves
    assert not linkwise.load("panda").report.of("no-mass")


# ---- the command line ------------------------------------------------------------------------------------------------


def test_the_command_line_takes_arguments(arm):
    shown = run("show", str(arm), "--arg", "name:=left arm", "--arg", "m:=4", "--json")
    assert shown.exit_code == 0 and json.loads(shown.stdout)["links"][0]["mass"] == 4.0
    assert json.loads(shown.stdout)["name"] == "left arm"
    held = run("gravity", str(arm), "--q", "0.5", "--arg", "name:=a", "--arg", "m:=0")
    assert held.exit_code == 0
    bare = str(arm.with_name("bare.xacro"))
    said = run("mass", bare, "--q", "0")
    assert said.exit_code == 1 and "--arg gazebo:=true brings some" in re.sub(r"\s+", " ", said.output)
    assert run("mass", bare, "--q", "0", "--arg", "gazebo:=true").exit_code == 0


@pytest.mark.parametrize("value", ["name=x", "name", ":=x", " :=x"])
def test_bad_arguments_on_the_command_line(arm, value):
    result = run("show", str(arm), "--arg", value)
    assert result.exit_code == 2 and "NAME:=VALUE" in result.output


def test_errors_on_the_command_line(arm):
    missing = run("show", str(arm))
    assert missing.exit_code == 1 and "--arg name:=arm" in re.sub(r"\s+", " ", missing.output)
    twice = run("show", str(arm), "--arg", "m:=1", "--arg", "m:=2")
    assert twice.exit_code == 2 and "given twice" in twice.output
    unknown = run("show", "panda", "--arg", "m:=1")
    assert unknown.exit_code == 1 and "only xacro files have arguments" in unknown.output


def test_doctor_takes_arguments_for_both_robots(arm):
    same = run("doctor", str(arm), "--arg", "name:=a", "--against", str(arm), "--against-arg", "name:=b", "--json")
    assert json.loads(same.stdout)["other"]["robot"] == "b"
    assert run("doctor", str(arm), "--against-arg", "name:=b").exit_code == 2


def test_every_command_that_takes_a_robot_takes_its_arguments():
    import typer

    commands = typer.main.get_command(app).commands
    takes = {name: {option for each in command.params for option in each.opts} for name, command in commands.items()}
    with_robot = {name for name, options in takes.items() if "robot" in options}
    assert len(with_robot) > 15
    assert {name for name in with_robot if "--arg" not in takes[name]} == set()

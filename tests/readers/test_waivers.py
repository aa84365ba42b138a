"""What real files break: refused by default, and the error says how to load the file all the same."""

import re

import numpy as np
import pytest
from tests.tolerances import AGREEMENT
from typer.testing import CliRunner
from urdf_arm import ARM, changed

import linkwise
from linkwise.calls.direct import ask
from linkwise.cli import app
from linkwise.errors import ReadError
from linkwise.readers import urdf

SECOND = '<inertial><mass value="7"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
LIMIT = '<limit lower="{}" upper="{}" effort="{}" velocity="{}"/>'
NONE = '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>'
DECLARED = '<?xml version="{}"?>\n'

WILD = {
    "limits-out-of-order": changed(L21=LIMIT.format(2, -2, 50, 3)),
    "missing-limit": changed(L21=""),
    "negative-limit": changed(L21=LIMIT.format(-2, 2, -1, -1)),
    "negative-mass": changed(L12='<mass value="-0.1"/>'),
    "indefinite-inertia": changed(L13='<inertia ixx="-1" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.002"/>'),
    "duplicate-element": changed(L9=SECOND, L20='<axis xyz="0 1 0"/><axis xyz="1 0 0"/>'),
    "incomplete-inertial": changed(L6="", L13=""),
    "leftover-xacro": changed(L2='<link name="base"/><xacro:property name="m"/><xacro:sensor parent="base"/>'),
    "implied-world": changed(L2="", L18='<parent link="world"/>'),
    "mimic-of-nothing": changed(L30='<mimic joint="sholder"/>'),
    "xml-declaration": "\n  \n" + DECLARED.format("0.0") + ARM,
}
"""A file for each rule that can be waived."""

SAME = {
    "duplicate-element": ARM,
    "incomplete-inertial": changed(L6='<mass value="0"/>', L7=NONE, L13=NONE),
    "leftover-xacro": ARM,
    "implied-world": changed(L2='<link name="world"/>', L18='<parent link="world"/>'),
    "mimic-of-nothing": changed(L30=""),
    "xml-declaration": DECLARED.format("1.0") + ARM,
}
"""The file that says without fault what the waived one means."""


def hinted(error):
    """The waivers that an error's last hint offers."""
    hint = str(error).rpartition("Hint: ")[2]
    return tuple(re.findall(r'"([\w-]+)"', hint.partition("allow=(")[2].partition(")")[0]))


def wild(tmp_path, waiver):
    file = tmp_path / "wild.urdf"
    file.write_text(WILD[waiver])
    return file


def test_there_is_a_file_for_every_waiver():
    assert WILD.keys() == urdf.WAIVERS.keys()


@pytest.mark.parametrize("waiver", WILD)
def test_the_hint_of_the_error_loads_the_file(waiver, tmp_path):
    file = wild(tmp_path, waiver)
    with pytest.raises(ReadError) as caught:
        linkwise.load(file)
    allow = hinted(caught.value) or tuple(re.findall(r'allow=\("([\w-]+)",\)', str(caught.value)))
    assert set(allow) == {waiver}
    assert all(f'allow=("{waiver}",)' in fault.hint for fault in caught.value.faults)
    robot = linkwise.load(file, allow=allow)
    assert robot.model.waivers == (waiver,)
    assert {note.text.partition(":")[0] for note in robot.report.of("waived")} == {waiver}


@pytest.mark.parametrize("waiver", WILD)
def test_so_does_the_command_line(waiver, tmp_path):
    file = str(wild(tmp_path, waiver))
    assert CliRunner().invoke(app, ["show", file]).exit_code != 0
    shown = CliRunner().invoke(app, ["show", file, "--allow", waiver])
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize("waiver", SAME)
def test_a_waiver_means_what_its_text_says(waiver):
    model, same = urdf.read_text(WILD[waiver], allow=waiver)[0], urdf.read_text(SAME[waiver])[0]
    assert (model.base, model.bodies, model.coordinates) == (same.base, same.bodies, same.coordinates)


IN_PINOCCHIO = ["duplicate-element", "incomplete-inertial", "leftover-xacro", "mimic-of-nothing", "xml-declaration"]
"""Waived files that Pinocchio reads, too."""


@pytest.mark.parametrize("waiver", IN_PINOCCHIO)
def test_it_is_what_pinocchio_reads(waiver):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    peer = pin.buildModelFromXML(WILD[waiver])
    robot = linkwise.Robot(urdf.read_text(WILD[waiver], allow=waiver)[0]).without_friction()
    q, qd, qdd = np.random.default_rng(1).normal(size=(3, 2))
    B = np.array([[1.0], [0.5]]) if robot.n == 1 else np.eye(2)  # Pinocchio leaves mimic joints free
    q, qd, qdd = (x[: robot.n] for x in (q, qd, qdd))
    theirs = B.T @ pin.rnea(peer, peer.createData(), B @ q, B @ qd, B @ qdd)
    ours = ask(robot.tree, "inverse_dynamics", (q, qd, qdd))
    assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max()


def test_limits_that_are_waived():
    limits = {name: urdf.read_text(WILD[name], allow=name)[0].bodies[0].joint.limits for name in WILD}
    assert (limits["limits-out-of-order"].lower, limits["limits-out-of-order"].upper) == (2.0, -2.0)
    assert limits["missing-limit"].upper == limits["missing-limit"].effort == np.inf
    assert limits["negative-limit"].effort == limits["negative-limit"].velocity == np.inf


def test_one_hint_waives_all_faults_where_that_is_possible():
    both = changed(L21="", L9=SECOND)
    with pytest.raises(ReadError) as caught:
        urdf.read_text(both)
    assert hinted(caught.value) == ("duplicate-element", "missing-limit")
    assert "--allow duplicate-element --allow missing-limit" in str(caught.value)
    assert urdf.read_text(both, allow=hinted(caught.value))[0].n == 1
    with pytest.raises(ReadError) as caught:
        urdf.read_text(changed(L21="", L2='<link name=""/>'))
    assert "Hint" not in str(caught.value)


def test_what_a_waiver_does_not_reach():
    for text in ("x" + DECLARED.format("1.0") + ARM, ARM[:30] + DECLARED.format("1.0") + ARM[30:], "\n<robot"):
        with pytest.raises(ReadError, match="not XML"):
            urdf.read_text(text, allow="xml-declaration")
    with pytest.raises(ReadError, match="value is not a finite decimal"):
        urdf.read_text(changed(L6='<mass value="${m}"/>'), allow="leftover-xacro")
    with pytest.raises(ReadError, match="the parent is not a link") as caught:
        urdf.read_text(changed(L18='<parent link="World"/>'), allow="implied-world")
    assert "implied-world" not in str(caught.value)


def test_lines_are_those_of_the_file_though_blank_ones_come_first():
    with pytest.raises(ReadError) as caught:
        urdf.read_text("\n  \n" + DECLARED.format("1.0") + changed(L6='<mass value="x"/>'), allow="xml-declaration")
    assert caught.value.faults[0].where.startswith("<string>:9 ")


def test_an_xml_file_is_told_apart_though_its_declaration_is_not_at_the_start(tmp_path):
    file = tmp_path / "arm.xml"
    file.write_text(WILD["xml-declaration"])
    with pytest.raises(ReadError, match="XML or text declaration not at start") as caught:
        linkwise.load(file)
    assert 'allow=("xml-declaration",)' in str(caught.value)
    assert linkwise.load(file, allow="xml-declaration").n == 1


@pytest.mark.parametrize("waiver", WILD)
def test_a_text_is_read_like_a_file(waiver):
    assert linkwise.load(WILD[waiver], allow=waiver).model.waivers == (waiver,)

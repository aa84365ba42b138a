"""MJCF models load without the meshes that no mass comes from; the others are asked for by name."""

import numpy as np
import pytest
from tests.tolerances import AGREEMENT

import linkwise
from linkwise.calls.direct import ask
from linkwise.errors import ReadError
from linkwise.readers import mjcf

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed")

WEDGE = "".join(f"v {x}\n" for x in ("0 0 0", ".3 0 0", "0 .2 0", "0 0 .5")) + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
INERTIAL = '<inertial pos=".1 0 0" mass="2" diaginertia=".1 .2 .15"/>'
ARM = """<mujoco model="arm"><compiler meshdir="meshes" {compiler}/><default>{default}</default>
<asset><mesh name="shell" file="shell.obj" scale="1 1 -1"/><texture type="2d" name="t" file="t.png"/>
<hfield name="h" file="h.png" size="1 1 1 1"/></asset>
<worldbody><geom type="hfield" hfield="h"/><geom type="mesh" mesh="shell"/>
<body name="upper">{upper}<joint name="a" axis="0 1 0"/><geom type="mesh" mesh="shell" {geom}/>
<body name="lower" pos="0 0 .5">{lower}<joint name="b" axis="1 0 0"/><frame pos="0 0 .1"><geom size=".1"/></frame>
</body></body></worldbody></mujoco>"""

NOT_NEEDED = {
    "inertials": {"upper": INERTIAL},
    "no inertia from geoms": {"compiler": 'inertiafromgeom="false"', "upper": INERTIAL, "lower": INERTIAL},
    "a geom without mass": {"geom": 'mass="0"', "upper": '<geom size=".2"/>'},
    "a geom without density": {"geom": 'density="0"', "upper": '<geom size=".2"/>'},
    "a class without mass": {"default": '<mesh/><geom group="2"/><default class="v"><geom mass="0"/></default>'}
    | {"geom": 'class="v"', "upper": '<geom size=".2"/>'},
    "another group": {"compiler": 'inertiagrouprange="0 1"', "geom": 'group="3"', "upper": '<geom size=".2"/>'},
    "a box around the mesh": {"upper": INERTIAL, "geom": 'class="main" name="box" contype="0"'},
}
NEEDED = {
    "no inertial": {},
    "inertia from geoms": {"compiler": 'inertiafromgeom="true"', "upper": INERTIAL},
    "a mass of its own": {"geom": 'mass="3"'},
    "a mass, no density": {"geom": 'mass="3" density="0"'},
    "its group": {"compiler": 'inertiagrouprange="3 4"', "geom": 'group="3"', "lower": INERTIAL},
}
EMPTY = {"compiler": "", "default": "", "upper": "", "lower": "", "geom": ""}


def written(tmp_path, parts, mesh=""):
    (tmp_path / "meshes").mkdir(exist_ok=True)
    if mesh:
        (tmp_path / "meshes" / "shell.obj").write_text(mesh)
    file = tmp_path / "arm.xml"
    file.write_text(ARM.format(**EMPTY | parts))
    return file


def in_mujoco(file, q, qd, qdd):
    """Torques by MuJoCo, which needs every file: without picture and height field."""
    text = file.read_text().replace('<geom type="hfield" hfield="h"/>', "")
    start, end = text.index("<texture"), text.index("</asset>")
    (file.parent / "whole.xml").write_text(text[:start] + text[end:])
    peer = mujoco.MjModel.from_xml_path(str(file.parent / "whole.xml"))
    peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(peer)
    data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
    mujoco.mj_inverse(peer, data)
    return data.qfrc_inverse


@pytest.mark.parametrize("kind", NOT_NEEDED)
def test_without_the_mesh_it_is_what_mujoco_reads_with_it(kind, tmp_path):
    file = written(tmp_path, NOT_NEEDED[kind])
    robot = linkwise.load(file)
    assert any("1 × <mesh file=…>: no mass comes from them" in note.text for note in robot.report.of("ignored"))
    assert mjcf.read_text(file.read_text())[0].bodies == robot.model.bodies  # nor does a text need it
    written(tmp_path, NOT_NEEDED[kind], WEDGE)
    at = np.random.default_rng(1).normal(size=(3, 2))
    theirs = in_mujoco(file, *at)
    assert np.abs(ask(robot.tree, "inverse_dynamics", at) - theirs).max() <= AGREEMENT * np.abs(theirs).max()


@pytest.mark.parametrize("kind", NEEDED)
def test_a_mesh_that_a_mass_comes_from_is_asked_for_by_name(kind, tmp_path):
    file = written(tmp_path, NEEDED[kind])
    with pytest.raises(ReadError, match="the mesh file is missing") as caught:
        linkwise.load(file)
    (fault,) = caught.value.faults
    assert fault.text == "shell.obj"
    assert "body 'upper' an <inertial>: without one its mass comes from this mesh" in fault.hint
    assert "line 2" in fault.where
    written(tmp_path, NEEDED[kind], WEDGE)
    at = np.random.default_rng(1).normal(size=(3, 2))
    theirs = in_mujoco(file, *at)
    ours = ask(linkwise.load(file).tree, "inverse_dynamics", at)
    assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max()


def test_attached_models_bring_settings_of_their_own_so_that_every_mesh_counts(tmp_path):
    (tmp_path / "hand.xml").write_text(
        '<mujoco><compiler inertiafromgeom="true"/><asset><mesh name="m" file="m.obj"/></asset><worldbody>'
        f'<body name="b">{INERTIAL}<joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    (tmp_path / "arm.xml").write_text(
        '<mujoco><asset><model name="h" file="hand.xml"/></asset><worldbody><body name="a"><joint/>'
        '<geom size="1"/><attach model="h" body="b" prefix="h_"/></body></worldbody></mujoco>'
    )
    with pytest.raises(ReadError, match="the mesh file is missing"):
        linkwise.load(tmp_path / "arm.xml")
    (tmp_path / "m.obj").write_text(WEDGE)
    ours = sum(body.inertia.m for body in linkwise.load(tmp_path / "arm.xml").model.bodies)
    theirs = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml")).body_mass.sum()
    assert abs(ours - theirs) <= AGREEMENT * theirs


def test_meshes_of_an_included_file_are_not_quoted(tmp_path):
    (tmp_path / "arm.xml").write_text('<mujoco><include file="part.xml"/></mujoco>')
    (tmp_path / "part.xml").write_text(ARM.format(**EMPTY))
    with pytest.raises(ReadError, match=r"part\.xml line 2: the mesh file is missing \(put it there; or give a body"):
        linkwise.load(tmp_path / "arm.xml")


@pytest.mark.parametrize("places", [("",), ("parts",), ("", "parts")], ids=["model", "included file", "both"])
def test_meshes_of_an_included_file_lie_beside_the_model_or_beside_that_file(places, tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/part.xml").write_text('<mujoco><asset><mesh name="m" file="m.obj"/></asset></mujoco>')
    body = '<body><joint/><geom type="mesh" mesh="m"/></body>'
    file = tmp_path / "arm.xml"
    file.write_text(f'<mujoco><include file="parts/part.xml"/><worldbody>{body}</worldbody></mujoco>')
    for k, place in enumerate(places):
        (tmp_path / place / "m.obj").write_text(WEDGE.replace(".5", f".{5 + k}"))
    theirs = mujoco.MjModel.from_xml_path(str(file)).body_mass[1]
    assert abs(linkwise.load(file).model.bodies[0].inertia.m - theirs) <= AGREEMENT * theirs


def test_only_meshes_that_are_read_count_towards_the_most_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(mjcf.meshes, "MOST", len(WEDGE) - 1)
    assert linkwise.load(written(tmp_path, {"upper": INERTIAL}, WEDGE)).n == 2
    with pytest.raises(ReadError, match="mesh files that masses come from have"):
        linkwise.load(written(tmp_path, {}, WEDGE))


def test_a_declaration_that_mujoco_does_not_mind_is_waived_by_name(tmp_path):
    text = '\n<?xml version="0.0"?>' + ARM.format(**EMPTY | {"upper": INERTIAL})
    (tmp_path / "arm.xml").write_text(text)
    with pytest.raises(ReadError, match=r'or load with allow=\("xml-declaration",\)'):
        linkwise.load(tmp_path / "arm.xml")
    robot = linkwise.load(tmp_path / "arm.xml", allow="xml-declaration")
    assert robot.n == 2
    assert robot.model.waivers == ("xml-declaration",)

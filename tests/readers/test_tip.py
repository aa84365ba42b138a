"""The frame meant where none is named: what a user means, and the same after any conversion."""

from dataclasses import replace

import numpy as np
import pytest
from tests.tolerances import AGREEMENT
from urdf_arm import ARM, changed

import linkwise
from linkwise.errors import UnknownName
from linkwise.model import BASE, Model
from linkwise.readers import catalog, dh, urdf

TIPS = {
    "fivebar": "tip",
    "fourbar": "coupler_end",
    "fr3": "fr3_link8",
    "iiwa14": "iiwa_link_ee",
    "kinova_gen3": "end_effector_link",
    "palletiser": "flange",
    "panda": "panda_link8",
    "pendulum": "tip",
    "planar2r": "tip",
    "planar3r": "tip",
    "puma560": "link6",
    "rx90": "flange",
    "scara": "tool",
    "stanford": "link6",
    "tx40": "flange",
    "ur10e": "tool0",
    "ur5": "tool0",
    "ur5e": "tool0",
    "xarm7": "link_eef",
}


@pytest.mark.parametrize("name", catalog.names())
def test_the_catalog_means_the_tool(name):
    assert linkwise.load(name).model.tip == TIPS[name]


def test_poses_without_a_name_are_those_of_the_tip():
    """The pendulum's rod is 1 m long; the Panda's flange stands 0.107 m before its last joint."""
    q = 0.7
    pose = linkwise.load("pendulum").forward_kinematics([q])
    assert np.abs(pose[:3, 3] - [np.sin(q), 0.0, -np.cos(q)]).max() < AGREEMENT
    panda, q = linkwise.load("panda"), np.full(7, 0.3)
    link7 = panda.forward_kinematics(q, "panda_link7")
    assert np.abs(panda.forward_kinematics(q)[:3, 3] - (link7[:3, 3] + 0.107 * link7[:3, 2])).max() < AGREEMENT


@pytest.mark.parametrize("name", catalog.names())
def test_over_urdf_and_back(name):
    model = linkwise.load(name).model
    text = urdf.write(model, lossy=True)
    again, report = urdf.read_text(text)
    assert again.tip == model.tip
    assert not [note for note in report.of("ignored") if "linkwise" in note.text]
    assert dh.read_text(dh.write(again))[0].tip == model.tip
    q = np.full(model.n, 0.4)
    ours, theirs = linkwise.Robot(model).forward_kinematics(q), linkwise.Robot(again).forward_kinematics(q)
    assert np.abs(ours - theirs).max() < AGREEMENT


@pytest.mark.parametrize("tip", ["", "link1", "link2", "base", "tip"])
def test_any_tip_stays_over_both_formats(tip):
    model = replace(linkwise.load("planar2r").with_gravity([0, 0, -9.81]).model, tip=tip)
    assert urdf.read_text(urdf.write(model))[0].tip == tip
    for convention in dh.CONVENTIONS:
        assert dh.read_text(dh.write(model, convention=convention))[0].tip == tip


def test_only_a_tip_that_a_reader_would_not_guess_is_written():
    ur5 = linkwise.load("ur5").model
    assert urdf.write(ur5, lossy=True).count('<linkwise tip="tool0"/>') == 1  # ee_link stands beside it
    assert "<linkwise" not in urdf.write(linkwise.load("panda").model, lossy=True)
    assert "<linkwise" not in urdf.write(urdf.read_text(ARM)[0])


def test_what_a_file_says_of_its_tip():
    assert urdf.read_text(ARM)[0].tip == "lower"
    for said, tip in (('tip="upper"', "upper"), ('tip=""', ""), ("", "lower")):
        assert urdf.read_text(changed(L32=f"<linkwise {said}/></robot>"))[0].tip == tip
    table = dh.write(urdf.read_text(ARM)[0])
    assert dh.read_text(table)[0].tip == "lower"
    assert dh.read_text('tip = ""\n' + table)[0].tip == ""
    assert dh.read_text('tip = "upper"\n' + table)[0].tip == "upper"


def test_other_readers_pass_over_the_element():
    """Pinocchio and MuJoCo load the file and find the same robot as without the element."""
    pin, mujoco = pytest.importorskip("pinocchio"), pytest.importorskip("mujoco")
    text = urdf.write(linkwise.load("ur5").model)
    bare = text.replace('  <linkwise tip="tool0"/>\n', "")
    assert len(bare) < len(text)
    assert pin.buildModelFromXML(text) == pin.buildModelFromXML(bare)
    with_element, without = (mujoco.MjModel.from_xml_string(given) for given in (text, bare))
    assert np.array_equal(with_element.body_inertia, without.body_inertia)
    assert with_element.nv == without.nv == 6
    empty = urdf.write(replace(linkwise.load("ur5").model, tip=""))
    assert "<linkwise" not in empty  # two leaves: a reader finds no tip by itself
    chain = urdf.write(replace(urdf.read_text(ARM)[0], tip=""))
    assert '<linkwise tip=""/>' in chain
    assert pin.buildModelFromXML(chain).nv == mujoco.MjModel.from_xml_string(chain).nv == 2


def test_a_tip_that_is_no_frame_is_refused_by_the_model():
    with pytest.raises(UnknownName, match="no frame 'hand'"):
        replace(linkwise.load("planar2r").model, tip="hand")


def test_a_robot_without_joints():
    post = Model("post", (), base="ground")
    assert urdf.read_text(urdf.write(post))[0].tip == ""
    on_ground = replace(post, tip="ground")
    assert urdf.read_text(urdf.write(on_ground))[0].tip == "ground"
    assert on_ground.frame("ground").body == BASE

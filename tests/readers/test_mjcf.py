"""MJCF files against MuJoCo itself."""

import os
import sys
import warnings
from itertools import product
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest
from tests.tolerances import AGREEMENT, ONE_ROUNDING

import linkwise
from linkwise.errors import MissingExtra, ReadError, UnknownName
from linkwise.readers import mjcf

mujoco = pytest.importorskip("mujoco")

CHAIN = """
<mujoco model="chain"><compiler angle="radian"/><option gravity="1 -2 -9"/><worldbody>
  <geom type="plane" size="1 1 1"/>
  <body name="post" pos="0.1 0.2 0.3" quat="0.9 0.1 -0.2 0.3"><geom size="0.1"/>
    <body name="arm" pos="0 0.1 0.2" euler="0.3 0.2 -0.4">
      <joint name="shoulder" axis="1 2 3" pos="0.05 -0.1 0.2" armature="0.3" damping="0.7" ref="0.4" range="-1 2"/>
      <inertial mass="2" pos="0.1 0.05 -0.2" quat="0.5 0.1 0.7 -0.3" diaginertia="0.3 0.4 0.5"/>
      <site name="mark" pos="0.3 0.1 -0.2" euler="0.1 0.2 0.3"/>
      <body name="rail" pos="0.4 0 0.1" euler="0 0.5 0">
        <joint name="slide" type="slide" axis="1 0 -1" pos="0.3 0.3 0.3" ref="0.2" frictionloss="0.6" damping="0.2"/>
        <geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0" euler="1 0 0" mass="1.5"/>
        <body name="hand" pos="0 0 0.3"><geom type="capsule" fromto="0 0 0 0.1 0.2 0.3" size="0.04"/>
          <body name="finger" pos="0.1 0 0"><joint name="curl" axis="0 1 0" pos="0 0 0.05" actuatorfrcrange="-3 3"/>
            <geom type="ellipsoid" size="0.1 0.05 0.07" pos="0.02 0.03 0.04"/><site name="tip" pos="0 0 0.2"/>
          </body>
        </body>
      </body>
    </body>
  </body>
</worldbody></mujoco>"""

MANY_JOINTS = """
<mujoco><compiler angle="radian"/><worldbody>
  <body name="ball" pos="0.1 0 0.5" euler="0.2 0 0.1">
    <joint name="x" axis="1 0 0" pos="0 0 0.2" damping="0.1"/><joint name="y" axis="0.2 1 0" pos="0.1 0 0" ref="0.3"/>
    <joint name="s" type="slide" axis="0 1 1"/><joint name="z" axis="0 0 1" armature="0.05"/>
    <geom type="box" size="0.1 0.2 0.3" pos="0.2 0.1 0"/><site name="on" pos="0.1 0.2 0.3"/>
    <body name="left" pos="0.3 0 0"><joint name="l" axis="0 1 0" pos="0 0.1 0"/><geom size="0.1" pos="0.1 0 0"/></body>
    <body name="right" pos="-0.3 0 0"><joint name="r" axis="1 1 0"/><geom size="0.1" pos="0 0.1 0.1"/></body>
  </body>
</worldbody></mujoco>"""

DEFAULTS = """
<mujoco><compiler autolimits="true" inertiafromgeom="true"/>
<default><joint damping="0.4" armature="0.02" axis="0 1 0"/>
<default class="thin"><geom type="cylinder" size="0.02 0.2"/></default></default><worldbody>
  <body><joint range="-90 90"/><geom class="thin"/><body pos="0 0 0.4"><joint type="slide"/><geom class="thin"/></body>
  </body></worldbody></mujoco>"""

FILES = {"chain": CHAIN, "many joints": MANY_JOINTS, "defaults": DEFAULTS}


def robot_of(text, **options):
    return linkwise.Robot(*mjcf.read_text(text, **options))


def reference(text):
    """MuJoCo's model of rigid bodies and passive forces: no contact, limits, dry friction or equality constraints."""
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    return model, mujoco.MjData(model)


def inverse(model, data, q, qd, qdd):
    data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
    mujoco.mj_inverse(model, data)
    return data.qfrc_inverse.copy()


def close(ours, theirs):
    assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max()


def states(n, seed=1, count=8):
    rng = np.random.default_rng(seed)
    return zip(*(rng.normal(size=(count, n)) for _ in range(3)), strict=True)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_inverse_dynamics(text):
    robot, (model, data) = robot_of(text), reference(text)
    assert robot.n == model.nv
    for q, qd, qdd in states(model.nv):
        dry = model.dof_frictionloss * np.sign(qd)
        close(robot.inverse_dynamics(q, qd, qdd), inverse(model, data, q, qd, qdd) + dry)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_poses_of_bodies_and_sites(text):
    robot, (model, data) = robot_of(text), reference(text)
    for q, _, _ in states(model.nv, seed=2, count=3):
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        for i in range(model.nbody):
            name = model.body(i).name or f"body{i}"
            T = robot.forward_kinematics(q, name)
            close(T[:3, 3], data.xpos[i])
            close(T[:3, :3], data.xmat[i].reshape(3, 3))
        for s in range(model.nsite):
            T = robot.forward_kinematics(q, model.site(s).name)
            close(T[:3, 3], data.site_xpos[s])
            close(T[:3, :3], data.site_xmat[s].reshape(3, 3))


def test_what_joints_carry():
    robot = robot_of(CHAIN)
    joints = {body.joint.name: body.joint for body in robot.model.bodies}
    assert [joints[name].kind for name in robot.joint_names] == ["revolute", "prismatic", "continuous"]
    assert (joints["shoulder"].limits.lower, joints["shoulder"].limits.upper) == (-1.0, 2.0)
    assert joints["curl"].limits.effort == 3.0
    assert joints["slide"].friction.coulomb == 0.6
    assert robot.model.base == "world"
    assert robot.model.gravity.components == (1.0, -2.0, -9.0)
    assert robot.model.tip == "finger"
    assert {body.name for body in robot.model.bodies if not body.joint.moves} == {"post", "hand"}


def test_several_joints_of_a_body_are_reported():
    model, report = mjcf.read_text(MANY_JOINTS)
    assert [note.text for note in report.of("converted")] == [
        "4 joints, 'x', 'y', 's', 'z': read as a chain of bodies, the last with the mass"
    ]
    assert [body.inertia.m == 0 for body in model.bodies] == [True, True, True, False, False, False]
    assert model.tip == ""


def test_actuators_bring_armature_and_damping():
    text = CHAIN.replace(
        "</mujoco>",
        '<actuator><motor name="m" joint="shoulder" gear="3" armature="0.5" damping="0.2"/></actuator></mujoco>',
    )
    model, data = reference(CHAIN)
    if not hasattr(model, "actuator_armature"):
        pytest.skip("this MuJoCo knows no armature of actuators")
    robot, (model, data) = robot_of(text), reference(text)
    for q, qd, qdd in states(model.nv):
        dry = model.dof_frictionloss * np.sign(qd)
        close(robot.inverse_dynamics(q, qd, qdd), inverse(model, data, q, qd, qdd) + dry)
    assert any("actuator" in note.text and "'m'" in note.text for note in robot.report.of("ignored"))


GRIPPER = """
<mujoco><compiler angle="radian"/><worldbody>
  <body name="a"><joint name="lead" axis="0 1 0" ref="0.2"/><geom size="0.1" pos="0.2 0 0"/>
    <body name="b" pos="0.4 0 0"><joint name="follow" axis="0 0 1" ref="-0.1"/><geom size="0.1" pos="0.2 0 0"/>
      <body name="c" pos="0.4 0 0"><joint name="stuck" axis="1 0 0" ref="0.3"/><geom size="0.05" pos="0 0.1 0.1"/>
      </body></body></body></worldbody>
<equality><joint joint1="follow" joint2="lead" polycoef="0.5 -2 0 0 0"/><joint joint1="stuck" polycoef="0.7 0 0 0 0"/>
</equality></mujoco>"""


def test_equality_of_joints_maps_coordinates():
    robot, (model, data) = robot_of(GRIPPER), reference(GRIPPER)
    assert robot.joint_names == ("lead",)
    for u, ud, udd in states(1):
        q = np.array([u[0], -0.1 + 0.5 - 2 * (u[0] - 0.2), 0.3 + 0.7])
        B = np.array([1.0, -2.0, 0.0])
        close(robot.inverse_dynamics(u, ud, udd), np.array([B @ inverse(model, data, q, B * ud, B * udd)]))
    assert len(robot.report.of("mimic")) == 2


def test_mujoco_holds_the_same_equality():
    """The sign and reference convention of polycoef, seen in MuJoCo's own constraint residual."""
    model = mujoco.MjModel.from_xml_string(GRIPPER)
    data = mujoco.MjData(model)
    data.qpos[:] = [0.9, -0.1 + 0.5 - 2 * (0.9 - 0.2), 1.0]
    mujoco.mj_forward(model, data)
    assert np.abs(data.efc_pos[:2]).max() < ONE_ROUNDING


ONE = (
    '<mujoco>{}<worldbody><body name="b"{}><joint name="j" {}/><geom size="0.1" pos="0.2 0 0"/></body></worldbody>'
    "{}</mujoco>"
)
TWO = (
    '<mujoco><worldbody><body name="a"><joint name="j"/><geom size="0.1"/><site name="s"/><body name="b" pos="1 0 0">'
    '<joint name="k"/><geom size="0.1"/><site name="t"/></body></body></worldbody>{}</mujoco>'
)
TENDON = '<tendon><fixed name="t" {}><joint joint="j" coef="1"/><joint joint="k" coef="1"/></fixed></tendon>'

WAIVABLE = {
    "fluid": ONE.format('<option density="1.2"/>', "", "", ""),
    "tendon": TWO.format(TENDON.format('stiffness="2"')),
    "equality": TWO.format(TENDON.format("") + '<equality><tendon name="loop" tendon1="t"/></equality>'),
}


@pytest.mark.parametrize("waiver", WAIVABLE)
def test_forces_without_a_place_are_refused_or_waived_by_name(waiver):
    text = WAIVABLE[waiver]
    with pytest.raises(ReadError, match=rf'allow=\("{waiver}",\)'):
        mjcf.read_text(text)
    model, report = mjcf.read_text(text, allow=(waiver,))
    assert model.waivers == (waiver,)
    assert len(report.of("waived")) == 1


def test_polynomial_damping_is_refused():
    text = ONE.format("", "", 'damping="1 2"', "")
    try:
        mujoco.MjModel.from_xml_string(text)
    except ValueError:
        pytest.skip("this MuJoCo knows no polynomial damping")
    with pytest.raises(ReadError, match="damping-polynomial"):
        mjcf.read_text(text)


def test_flags_that_switch_off():
    robot = robot_of(ONE.format('<option><flag gravity="disable"/></option>', "", 'damping="1"', ""))
    assert robot.model.gravity.components == (0.0, 0.0, 0.0)
    assert robot.report.of("converted")


def test_nothing_is_dropped_without_a_word():
    text = ONE.format(
        '<option wind="1 0 0"/>',
        "",
        "",
        '<actuator><position name="servo" joint="j" kp="3"/></actuator>'
        '<sensor><jointpos name="sees" joint="j"/></sensor><keyframe><key name="home" qpos="0"/></keyframe>',
    )
    said = " ".join(note.text for note in mjcf.read_text(text)[1].of("ignored"))
    for word in ("'servo'", "'sees'", "'home'", "<geom>", "wind"):
        assert word in said


def refused(text, match):
    with pytest.raises(ReadError, match=match) as caught:
        mjcf.read_text(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "no element found"),
        ("\x00\x01\x02", "not XML"),
        (b"\xff\xfe\x00", "not XML"),
        ("<mujoco><worldbody>", "no element found"),
        ("<robot name='a'/>", "outermost element is not <mujoco>"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><mujoco>&x;</mujoco>', "document type"),
        (ONE.format("", "", 'axis="0 0 0"', ""), "axis too small"),
        (ONE.format("", "", 'type="ball" damping="1"', ""), "balls and free joints"),
        (ONE.format("", "", 'type="free" armature="1"', ""), "balls and free joints"),
        (ONE.format("", "", 'damping="1,5"', ""), "finite decimal number"),
        (ONE.format("", "", 'damping="0x10"', ""), "finite decimal number"),
        (ONE.format("", "", 'damping="nan"', ""), "finite decimal number"),
        (ONE.format("", "", 'damping="1e400"', ""), "finite decimal number"),
        (ONE.format("", "", 'dampign="1"', ""), "MuJoCo rejects the file.*dampign"),
        (ONE.format("", "", "", '<equality><joint joint1="j" joint2="j"/></equality>'), "MuJoCo|follow itself"),
        (ONE.format('<size nuserdata="2000000000"/>', "", "", ""), "nuserdata is at most"),
        (ONE.format('<size nkey="10000000"/>', "", "", ""), "nkey is at most"),
        (ONE.format('<size nuser_body="100000000"/>', "", "", ""), "nuser_body is at most"),
        (ONE.format('<size nuser_jnt="100000000"/>', "", "", ""), "nuser_jnt is at most"),
        (ONE.format('<size nuser_sensor="1001"/>', "", "", ""), "nuser_sensor is at most"),
        (ONE.format("", "", 'axis="0&#160;0 1"', ""), "finite decimal number"),
        (ONE.format("", "", 'damping="1e-400"', ""), "too small for a double"),
        (
            ONE.format("", "", 'range="1 -1"', ""),
            r"<string> line 1 element <joint> 'j': 'range=\"1 -1\"': the lower end of the range",
        ),
        (ONE.format("", "", 'range="1 1"', ""), "the lower end of the range"),
        (ONE.format("", "", 'range="1 -1" limited="true"', ""), "the lower end of the range"),
        (ONE.format("", "", 'actuatorfrcrange="3 -3"', ""), r"'actuatorfrcrange=\"3 -3\"': the lower end of the range"),
        (ONE.format('<default><joint range="1 -1"/></default>', "", "", ""), "the lower end of the range"),
        (ONE.format("", "", 'damping="-1"', ""), "<string> element <joint> 'j': '-1': a negative damping"),
        (ONE.format("", "", 'armature="-0.01"', ""), "<string> element <joint> 'j': '-0.01': a negative armature"),
        (ONE.format("", "", 'frictionloss="-1"', ""), "<string> element <joint> 'j': '-1': a negative frictionloss"),
        ("<mujoco><worldbody><replicate count='1000000000'><geom size='1'/></replicate></worldbody></mujoco>", "count"),
        ("<mujoco><worldbody><body name='b'><joint/></body></worldbody></mujoco>", "mass and inertia"),
        (
            "<mujoco><worldbody><body name='b'><inertial mass='-1' pos='0 0 0' diaginertia='1 1 1'/><joint/></body>"
            "</worldbody></mujoco>",
            "mass",
        ),
    ],
)
def test_bad_files_are_refused(text, match):
    refused(text, match)


def test_every_bad_drive_of_a_file_is_named():
    bad = refused(TWO.format("").replace("<joint ", '<joint damping="-1" frictionloss="-2" '), "a negative damping")
    assert len(bad.faults) == 4
    assert [fault.where.split()[-1] for fault in bad.faults] == ["'j'", "'j'", "'k'", "'k'"]


def test_a_range_that_is_switched_off_is_reported():
    model, report = mjcf.read_text(ONE.format("", "", 'range="1 -1" limited="false"', ""))
    assert model.bodies[0].joint.kind == "continuous"
    assert [note.text for note in report.of("ignored") if "range" in note.text] == [
        'range="1 -1", which the joint itself switches off'
    ]
    assert not [note for note in mjcf.read_text(ONE.format("", "", 'range="0 0"', ""))[1].notes if "range" in note.text]


SWITCHES = {
    'balanceinertia="true"': "replaced by their mean",
    'boundmass="50"': "smaller masses are raised",
    'boundinertia="9"': "smaller principal moments are raised",
    'settotalmass="7"': "scaled to this total mass",
    'inertiafromgeom="true"': "inertias come from the geoms",
    'inertiagrouprange="0 1"': "only geoms of these groups",
}


@pytest.mark.parametrize("switch", SWITCHES)
def test_switches_that_alter_inertias_are_reported(switch):
    inertial = '<inertial mass="2" pos="0 0 0" diaginertia="1 1 2.5"/>' if "balance" in switch else ""
    text = ONE.format(f"<compiler {switch}/>", "", "", "").replace("<joint", inertial + "<joint")
    model, report = mjcf.read_text(text)
    said = [str(note) for note in report.of("converted")]
    assert len(said) == 1 and SWITCHES[switch] in said[0] and "line 1 element <compiler>" in said[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a switch that is going out of use; MjModel would say so in a log file
        compact = mujoco.MjSpec.from_string(text).compile()
    I = model.bodies[0].inertia
    assert I.m == compact.body_mass[1]
    close(np.linalg.eigvalsh(np.array(I.I_com.full.rows, dtype=float)), np.sort(compact.body_inertia[1]))


def test_switches_that_are_off_are_not_reported():
    off = 'balanceinertia="false" boundmass="0" boundinertia="0" settotalmass="-1" inertiafromgeom="auto"'
    assert not mjcf.read_text(ONE.format(f"<compiler {off}/>", "", "", ""))[1].of("converted")


def test_bodies_nested_without_end_are_refused():
    refused("<mujoco><worldbody>" + "<body>" * 100_000, "nested elements|no element found")


def test_files_that_are_not_files(tmp_path):
    file = tmp_path / "scene.xml"
    file.write_text('<mujoco><include file="queue.xml"/></mujoco>')
    os.mkfifo(tmp_path / "queue.xml")
    for path, match in (
        (tmp_path, "folder"),
        (tmp_path / "absent.xml", "No such file"),
        ("a\0b", "null"),
        (file, "device"),
    ):
        with pytest.raises(ReadError, match=match):
            mjcf.read(path)
    for path in (None, 3, b"x.xml", ""):
        with pytest.raises(ReadError, match="not the path"):
            mjcf.read(path)


def test_included_files_are_read_and_checked(tmp_path):
    (tmp_path / "part.xml").write_text(
        '<mujoco><worldbody><body name="b"><joint damping="2"/><geom size="1"/></body></worldbody></mujoco>'
    )
    (tmp_path / "scene.xml").write_text('<mujoco model="s"><include file="part.xml"/></mujoco>')
    model, _ = mjcf.read(tmp_path / "scene.xml")
    assert (model.name, model.n, model.bodies[0].joint.friction.viscous) == ("s", 1, 2.0)
    (tmp_path / "part.xml").write_text((tmp_path / "part.xml").read_text().replace('"2"', '"0x2"'))
    with pytest.raises(ReadError, match=r"part\.xml line 1"):
        mjcf.read(tmp_path / "scene.xml")


@pytest.mark.parametrize("name", ["a'b", 'q"uote', "new\nline", "<b>html</b>", "x" * 60_000, "日本"])
def test_hostile_names(name):
    attribute = quoteattr(name, {"\n": "&#10;"})
    body = f"<body name={attribute}><joint name={attribute}/><geom size='1'/></body>"
    text = f"<mujoco><worldbody>{body}</worldbody></mujoco>"
    model, report = mjcf.read_text(text)
    assert model.bodies[0].name == name and model.joint_names == (name,)
    bad = refused(text.replace("<joint ", "<joint type='ball' stiffness='2' "), "balls and free joints")
    assert len(str(bad)) < 1000 and "\nline" not in str(bad).replace("\n  ", "")
    assert len(str(report)) < 2000


def test_unnamed_and_clashing_names():
    text = """<mujoco><worldbody><body><joint/><geom size="1"/><body name="body1"><joint name="joint1"/><geom size="1"/>
    <site name="body1"/></body></body></worldbody></mujoco>"""
    model, report = mjcf.read_text(text)
    assert [body.name for body in model.bodies] == ["body1_2", "body1"]
    assert model.joint_names == ("joint1_2", "joint1")
    assert model.frame("body1_3").body == 1
    assert report.of("default") and report.of("converted")


def test_unknown_waivers():
    with pytest.raises(UnknownName, match="MJCF reader has no waiver 'springs'"):
        mjcf.read_text(CHAIN, allow=("springs",))


def test_without_mujoco(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(MissingExtra, match=r"linkwise\[mjcf\]"):
        mjcf.read_text(CHAIN)


@pytest.mark.parametrize(
    ("given", "on_joint"),
    [
        ('<motor joint="j" forcerange="-4 4"/>', ""),
        ('<motor joint="j" ctrlrange="-1 2" ctrllimited="true" gear="50"/>', ""),
        ('<motor joint="j" ctrlrange="-1 1" gear="-50" forcerange="-0.5 0.25"/>', ""),
        ('<position joint="j" kp="100" ctrlrange="-3 3" forcerange="-12 12"/>', ""),
        ('<general joint="j" gainprm="3" ctrlrange="-2 2" gear="4"/>', ""),
        ('<motor joint="j" forcerange="-4 4"/><motor joint="j" gear="2" forcerange="-1 1"/>', ""),
        ('<motor joint="j" forcerange="-4 4"/>', 'actuatorfrcrange="-3 3"'),
        ('<motor joint="j" forcerange="-4 4"/><motor joint="j"/>', ""),
        ('<velocity joint="j" kv="10"/>', ""),
    ],
)
def test_efforts_are_what_actuators_can_give(given, on_joint):
    """Against MuJoCo: the largest force of the joint's actuators under any control."""
    text = ONE.format("", "", on_joint, f"<actuator>{given}</actuator>")
    model = mujoco.MjModel.from_xml_string(text)
    data, most = mujoco.MjData(model), 0.0
    for size in (-1e9, 1e9):
        for signs in product((-1.0, 1.0), repeat=model.nu):
            data.ctrl[:] = size * np.array(signs)
            mujoco.mj_forward(model, data)
            most = max(most, abs(float(data.qfrc_actuator[0])))
    effort = float(robot_of(text).limits.effort[0])
    assert effort == (pytest.approx(most) if most < 1e6 else np.inf)


@pytest.mark.parametrize(
    "tail",
    [
        '<keyframe><key qpos="nan"/></keyframe>',
        '<custom><numeric name="n" data="1 NaN"/></custom>',
        '<statistic extent="-inf"/>',
        '<actuator><motor joint="j" user="nan"/></actuator>',
    ],
)
def test_no_number_of_a_file_is_nan(tail, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(ONE.format("", "", "", tail), "not a finite decimal number")
    assert capfd.readouterr() == ("", "") and not os.listdir(tmp_path)


def test_names_may_be_nan():
    assert mjcf.read_text(ONE.format("", "", "", "").replace('"j"', '"nan"'))[0].joint_names == ("nan",)

"""Loops in files: MuJoCo's own residuals, TOML out and in, and faults with lines."""

from dataclasses import replace

import numpy as np
import pytest
from tests.closing import pair, residual, residuals
from tests.robots import LOOPS
from tests.tolerances import AGREEMENT

import linkwise
from linkwise import Robot
from linkwise.errors import ReadError, WriteError
from linkwise.model import Closure, JointRelation
from linkwise.model.closure import KINDS
from linkwise.model.rewrite import without_closures
from linkwise.readers import catalog, dh, mjcf, screws, urdf

# ---- the built-in robots --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOOPS)
def test_their_loops_are_closed_at_zero(name):
    robot = linkwise.load(name)
    assert np.abs(residuals(robot, np.zeros(robot.n))).max() < AGREEMENT
    assert len(robot.model.actuated) == robot.n - sum(closure.size for closure in robot.model.closures)
    assert len(robot.report.of("loop")) == len(robot.model.closures)


def crossing(a, r_a, b, r_b, side):
    """Where two circles meet."""
    d = np.linalg.norm(b - a)
    x = (d * d + r_a * r_a - r_b * r_b) / (2 * d)
    along = (b - a) / d
    return a + x * along + side * np.sqrt(r_a * r_a - x * x) * np.array([-along[1], along[0]])


def heading(v):
    return np.arctan2(v[1], v[0])


def test_fourbar_as_two_circles_meet():
    robot, ground = linkwise.load("fourbar"), np.array([0.4, 0.0])
    for crank in np.linspace(0.0, 2 * np.pi, 7):
        pin = 0.1 * np.array([np.cos(crank + np.pi / 2), np.sin(crank + np.pi / 2)])
        end = crossing(pin, 0.5, ground, 0.4, side=1.0)
        coupler = heading(end - pin) - (crank + np.pi / 2) + 0.9272952180016122
        q = np.array([crank, coupler, heading(end - ground) - np.pi / 2])
        assert np.abs(residuals(robot, q)).max() < AGREEMENT
        assert np.abs(robot.forward_kinematics(q)[:2, 3] - end).max() < AGREEMENT


def test_fivebar_as_two_circles_meet():
    robot, out = linkwise.load("fivebar"), np.arctan2(0.16, 0.12)
    for left, right in ((0.0, 0.0), (0.4, -0.3), (-0.5, 0.2)):
        one = [-0.12, 0.0] + 0.2 * np.array([np.cos(np.pi - out + left), np.sin(np.pi - out + left)])
        two = [0.12, 0.0] + 0.2 * np.array([np.cos(out + right), np.sin(out + right)])
        tip = crossing(one, 0.3, two, 0.3, side=1.0)
        rods = heading(tip - one) - (np.pi - out + left) + np.pi / 2, heading(tip - two) - (out + right) - np.pi / 2
        q = np.array([left, rods[0], right, rods[1]])
        assert np.abs(residuals(robot, q)).max() < AGREEMENT
        assert np.abs(robot.forward_kinematics(q)[:2, 3] - tip).max() < AGREEMENT


def test_palletiser_keeps_its_wrist_level():
    """Parallelograms: the forearm turns with the lever, triangle and wrist do not turn at all."""
    robot = linkwise.load("palletiser")
    for yaw, arm, lever, hand in np.random.default_rng(3).uniform(-0.3, 1.0, (5, 4)):
        angles = {"joint1": yaw, "joint2": arm, "joint3": lever, "joint4": hand, "elbow": lever - arm}
        angles |= {"rod": arm - lever, "level_rod": arm, "triangle": -arm, "level_rod2": lever, "wrist": -lever}
        q = np.array([angles[name] for name in robot.joint_names])
        assert np.abs(residuals(robot, q)).max() < AGREEMENT
        pose = robot.forward_kinematics(q)
        assert np.abs(pose[:3, 2] - [0.0, 0.0, -1.0]).max() < AGREEMENT
        reach = 0.26 + 0.95 * np.sin(arm) + np.cos(lever) + 0.2
        height = 0.7 + 0.95 * np.cos(arm) - np.sin(lever) - 0.25
        assert np.abs(pose[:3, 3] - [reach * np.cos(yaw), reach * np.sin(yaw), height]).max() < AGREEMENT


# ---- TOML -----------------------------------------------------------------------------------------------------------


def everything():
    """The palletiser with every kind of closure and both kinds of relation."""
    model = linkwise.load("palletiser").model
    kinds = [Closure(kind, "flange", "base", *axes) for kind, axes in KINDS.items()]
    odd = [Closure("odd", "rod", "flange", "zx", "y"), Closure("turns only", "rod", "flange", "", "xyz")]
    relations = [JointRelation("cam", "elbow", "rod", (0.1, 0.0, -0.3)), JointRelation("held", "wrist", "", (0.25,))]
    return replace(model, closures=(*model.closures, *kinds, *odd, *relations))


def test_what_is_written_reads_back():
    model = everything()
    text = dh.write(model)
    again, report = dh.read_text(text)
    assert (again.closures, again.actuated) == (model.closures, model.actuated)
    assert dh.write(again) == text
    assert len(report.of("loop")) == len(model.closures)
    q = np.random.default_rng(1).normal(size=model.n)
    assert np.abs(residuals(Robot(again), q) - residuals(Robot(model), q)).max() < AGREEMENT


@pytest.mark.parametrize("name", LOOPS)
def test_the_catalog_reads_back(name):
    model = dh.read(catalog.find(name))[0]
    again = dh.read_text(dh.write(model))[0]
    assert (again.closures, again.actuated, again.tip) == (model.closures, model.actuated, model.tip)
    q = np.random.default_rng(1).normal(size=model.n)
    assert np.abs(residuals(Robot(again), q) - residuals(Robot(model), q)).max() < AGREEMENT


SCREWS = """format = "linkwise-screws 1"
name = "pair"
actuated = ["joint1"]
[[link]]
screw = [0, 0, 1, 0, 0, 0]
mass = 1.0
[[link]]
parent = "base"
screw = [0, 0, 1, 0, -0.5, 0]
mass = 1.0
[[relation]]
name = "belt"
joint = "joint2"
of = "joint1"
coefficients = [0.5, -2]
[[closure]]
name = "pin"
frame = "link1"
other = "base"
kind = "hinge"
"""


def test_screws_have_them_too():
    model = screws.read_text(SCREWS)[0]
    pin, belt = Closure("pin", "link1", "base", "xyz", "xy"), JointRelation("belt", "joint2", "joint1", (0.5, -2.0))
    assert model.closures == (pin, belt) and model.actuated == ("joint1",)


HEAD = """format = "linkwise-dh 1"
name = "pair"
convention = "khalil"
link = [{ joint = "a", mass = 1.0 }, { joint = "b", mass = 1.0, parent = "base" }, { joint = "c", mass = 1.0 }]
mimic = [{ joint = "c", of = "a" }]
"""
CLOSURE = '[[closure]]\nname = "pin"\nframe = "link1"\nother = "link2"\n'
RELATION = '[[relation]]\nname = "cam"\njoint = "b"\nof = "a"\n'

FAULTS = {
    'actuated = ["a", "d"]': (6, "'d' is not a joint that moves on its own"),
    'actuated = ["c"]': (6, "'c' is not a joint that moves on its own"),
    'actuated = ["a", "a"]': (6, "a joint is named twice"),
    "actuated = []": (6, "a list of texts"),
    'actuated = "a"': (6, "a list of texts"),
    CLOSURE: (6, "the closure holds nothing: a kind was expected"),
    CLOSURE + 'kind = "hing"': (10, "one of weld, hinge.*did you mean 'hinge'"),
    CLOSURE + 'kind = "hinge"\nalong = "x"': (11, "the closure has a kind as well"),
    CLOSURE + 'along = "xyw"': (10, "axes were expected, each once"),
    CLOSURE + 'along = "xx"': (10, "axes were expected, each once"),
    CLOSURE + "along = 3": (10, "axes were expected, each once"),
    CLOSURE + 'kind = "hinge"\naxis = "z"': (11, "unknown key"),
    CLOSURE.replace("link2", "link1") + 'kind = "hinge"': (9, "this is the same frame"),
    CLOSURE.replace("link2", "linke2") + 'kind = "hinge"': (9, "no link or frame has that name.*did you mean 'link2'"),
    CLOSURE.replace('name = "pin"\n', "") + 'kind = "hinge"': (6, "the key 'name' is missing"),
    f'{CLOSURE}kind = "hinge"\n{CLOSURE}kind = "point"': (12, "another closure or relation has that name"),
    RELATION: (6, "the key 'coefficients' is missing"),
    RELATION + "coefficients = []": (10, "a list of 1 to 20 finite numbers"),
    RELATION + "coefficients = [1, true]": (10, "a list of 1 to 20 finite numbers"),
    RELATION + f"coefficients = {[1] * 21}": (10, "a list of 1 to 20 finite numbers"),
    RELATION + "coefficients = [1e30]": (10, "1e\\+20"),
    RELATION.replace('of = "a"\n', "") + "coefficients = [1, 2]": (9, "one number was expected"),
    RELATION.replace('of = "a"', 'of = "b"') + "coefficients = [1, 2]": (9, "this is the same joint"),
    RELATION.replace('of = "a"', 'of = "c"') + "coefficients = [1, 2]": (9, "'c' is not a joint that moves on its own"),
    RELATION.replace('"b"', '"d"') + "coefficients = [1, 2]": (8, "'d' is not a joint that moves on its own"),
    "closure = 3": (6, "an array of tables"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_have_lines(text):
    line, words = FAULTS[text]
    with pytest.raises(ReadError, match=words) as caught:
        dh.read_text(HEAD + text, source="pair.toml")
    assert any(fault.where.startswith(f"pair.toml:{line} ") for fault in caught.value.faults), str(caught.value)


def test_urdf_has_no_loops():
    model = everything()
    with pytest.raises(
        WriteError, match=r"loop 'drives_forearm': frames 'rod_end' and 'forearm_rear' are tied"
    ) as caught:
        urdf.write(model)
    assert "which joints are actuated: 'joint1', 'joint2'" in str(caught.value)
    assert "joint 'elbow' is a polynomial of 'rod'" in str(caught.value)
    text = urdf.write(model, lossy=True)
    assert "left out: loop 'levels_wrist'" in text and not urdf.read_text(text)[0].closures


# ---- MJCF -----------------------------------------------------------------------------------------------------------

mujoco = pytest.importorskip("mujoco")

TREE = """<mujoco model="loops"><compiler angle="radian"/><worldbody>
<site name="post" pos="0.4 0.1 0.3" euler="0.2 0.5 0"/>
<body name="a" pos="0 0 0.1" euler="0.1 0.2 0.3"><joint name="ja" axis="0 1 0" ref="0.2"/><geom size="0.1"/>
  <body name="b" pos="0 0 0.3"><joint name="jb" axis="1 1 0" pos="0.1 0 0.05"/><geom size="0.1" pos="0.2 0 0"/>
    <site name="end" pos="0.4 0 0.1" euler="1 0.3 0"/>
    <body name="tool" pos="0.1 0.2 0.3" euler="0 0.4 0"><geom size="0.05"/><site name="nose" pos="0 0 0.1"/></body>
  </body></body>
<body name="c" pos="0.4 0 0.1" euler="0 0.3 0"><joint name="jc" axis="0 1 0" pos="0 0 0.02" ref="-0.3"/>
  <geom size="0.1"/><body name="d" pos="0 0.3 0">
    <joint name="x" type="slide" axis="1 0 0"/><joint name="jd" axis="0 0 1"/><geom size="0.1"/></body></body>
</worldbody><equality>{}</equality>{}</mujoco>"""
"""Hinges off their bodies' origins, references other than 0, two joints on one body, a welded tool, a slide."""

TIES = {
    "connect": '<connect name="t" body1="b" body2="d" anchor="0.1 0.2 0.3"/>',
    "connect to the world": '<connect name="t" body1="tool" anchor="0.1 0.2 0.3"/>',
    "connect of the world": '<connect name="t" body1="world" body2="d" anchor="0.1 0.2 0.3"/>',
    "connect at the origin": '<connect name="t" body1="tool" body2="d" anchor="0 0 0"/>',
    "connect sites": '<connect name="t" site1="end" site2="post"/>',
    "weld": '<weld name="t" body1="b" body2="d"/>',
    "weld to the world": '<weld name="t" body1="tool"/>',
    "weld at an anchor": '<weld name="t" body1="b" body2="d" anchor="0.1 0.2 0.3"/>',
    "weld with relpose": '<weld name="t" body1="tool" body2="c" relpose="0.3 0 0.1 1 0.5 -0.2 0.1" anchor=".1 .2 .3"/>',
    "weld with torquescale": '<weld name="t" body1="b" body2="d" relpose="0.3 0 0.1 1 1 0 0" torquescale="2.5"/>',
    "weld sites": '<weld name="t" site1="nose" site2="post"/>',
}


def rows_of(model, data, e):
    """MuJoCo's residual of equality constraint e."""
    kept = (data.efc_type == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)) & (data.efc_id == e)
    return data.efc_pos[kept].copy()


def at_random_states(model, count=4):
    data = mujoco.MjData(model)
    for q in np.random.default_rng(2).normal(size=(count, model.nq)):
        data.qpos[:] = q
        mujoco.mj_forward(model, data)
        yield q, data


def vector_part(R):
    """sin(φ/2) times the axis of a rotation, with cos(φ/2) ≥ 0: from the eigenvector of R, and from its trace."""
    half = np.sqrt(max(0.0, 1.0 + np.trace(R))) / 2
    return np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * half)


@pytest.mark.parametrize("tie", TIES)
def test_a_closure_is_as_far_open_as_mujoco_says(tie):
    """MuJoCo's rows: p₁ − p₂ in world axes; of welds torquescale · sin(φ/2) · axis of the turn from frame 2 to frame 1,
    up to the sign of the quaternion."""
    text = TREE.format(TIES[tie], "")
    theirs, (model, report) = mujoco.MjModel.from_xml_string(text), mjcf.read_text(text)
    [closure] = model.closures
    assert (closure.name, closure.along, closure.about) == ("t", *KINDS["weld" if "weld" in tie else "point"])
    assert "softly" in report.of("loop")[0].text
    robot = Robot(without_closures(model))
    for q, data in at_random_states(theirs):
        off, (A, B) = rows_of(theirs, data, 0), pair(robot, closure, q)
        assert np.abs(A[:3, 3] - B[:3, 3] - off[:3]).max() < AGREEMENT
        if "weld" in tie:
            turn = vector_part(B[:3, :3].T @ A[:3, :3]) * theirs.eq_data[0][10]
            assert min(np.abs(turn - off[3:]).max(), np.abs(turn + off[3:]).max()) < AGREEMENT
            assert np.abs(turn).max() > 0.01
        assert (np.abs(A[:3, :3] @ residual(robot, closure, q)[:3] + off[:3]) < AGREEMENT).all()


def test_where_mujoco_is_closed_we_are():
    """Welds hold the pose of the file, connects the points that meet in it: both residuals are 0 at qpos0."""
    for tie in ("connect", "connect to the world", "weld", "weld to the world", "weld at an anchor"):
        robot = Robot(mjcf.read_text(TREE.format(TIES[tie], ""))[0])
        assert np.abs(residuals(robot, np.array([0.2, 0.0, -0.3, 0.0, 0.0]))).max() < AGREEMENT


def test_a_weld_without_torque_holds_a_point():
    model = mjcf.read_text(TREE.format('<weld body1="b" body2="d" torquescale="0"/>', ""))[0]
    assert model.closures == (Closure("equality1", "b:equality1", "d", "xyz", ""),)


POLYNOMIALS = {
    "one polynomial": '<joint name="0" joint1="ja" joint2="jc" polycoef="0.1 0.5 -0.3 0.2 0.4"/>',
    "two of one joint": '<joint name="0" joint1="ja" joint2="jc" polycoef="0.1 2 0 0 0"/><joint name="1" joint1="ja" '
    'joint2="x"/>',
    "a circle": '<joint name="0" joint1="ja" joint2="jc"/><joint name="1" joint1="jc" joint2="ja" polycoef=".1 2"/>',
    "a follower in a polynomial": '<joint name="0" joint1="ja" joint2="jb" polycoef="0 1 1 0 0"/><joint name="1" '
    'joint1="jb" joint2="jc"/>',
    "held, and in a polynomial": '<joint name="0" joint1="ja" joint2="jb" polycoef="0 1 1 0 0"/><joint name="1" '
    'joint1="jb" polycoef="0.3 0 0 0 0"/>',
}


@pytest.mark.parametrize("case", POLYNOMIALS)
def test_a_relation_is_as_far_open_as_mujoco_says(case):
    text = TREE.format(POLYNOMIALS[case], "")
    theirs, (model, report) = mujoco.MjModel.from_xml_string(text), mjcf.read_text(text)
    assert model.n == theirs.nv and [each.name for each in model.closures] == [str(e) for e in range(theirs.neq)]
    assert len(report.of("loop")) == theirs.neq
    for q, data in at_random_states(theirs):
        for e, relation in enumerate(model.closures):
            off = rows_of(theirs, data, e)
            assert np.abs(residual(Robot(model), relation, q) - off).max() < AGREEMENT * max(1.0, np.abs(off).max())


def test_linear_followers_stay_followers():
    """Only joints that relations name are kept as coordinates."""
    text = '<joint joint1="jd" joint2="x"/><joint name="p" joint1="ja" joint2="x" polycoef="0 0 1 0 0"/>'
    model, report = mjcf.read_text(TREE.format(text, ""))
    assert model.joint_names == ("ja", "jb", "jc", "x")
    assert [each.name for each in model.closures] == ["p"] and len(report.of("mimic")) == 1


ACTUATED = """<actuator><motor joint="jc"/><motor joint="ja" gear="3"/><position joint="jd"/></actuator>"""


def test_actuators_say_what_is_actuated_in_a_loop():
    """A motor at a follower drives what it follows."""
    model, report = mjcf.read_text(TREE.format(TIES["connect"] + '<joint joint1="jd" joint2="x"/>', ACTUATED))
    assert model.actuated == ("ja", "jc", "x")
    assert any("actuators drive the coordinates 'ja', 'jc', 'x'" in note.text for note in report.notes)
    assert mjcf.read_text(TREE.format("", ACTUATED))[0].actuated == ()
    tendon = '<tendon><fixed name="f"><joint joint="jd" coef="1"/><joint joint="x" coef="0.5"/></fixed></tendon>'
    pulled = tendon + '<actuator><motor tendon="f"/></actuator>'
    assert mjcf.read_text(TREE.format(TIES["connect"] + '<joint joint1="jd" joint2="x"/>', pulled))[0].actuated == (
        "x",
    )
    assert mjcf.read_text(TREE.format(TIES["connect"], pulled))[0].actuated == ()
    other = '<actuator><motor site="end" gear="1 0 0 0 0 0"/></actuator>'
    model, report = mjcf.read_text(TREE.format(TIES["connect"], other))
    assert model.actuated == () and any("not among the actuated" in note.text for note in report.notes)


def test_inactive_and_named_alike():
    """An inactive constraint is noted; frames that closures need get names that no link or site has."""
    text = TREE.format('<connect name="q" body1="b" active="false" anchor="0 0 0"/>' + TIES["connect"], "")
    model, report = mjcf.read_text(text.replace('site name="end"', 'site name="b:t"'))
    assert [each.name for each in model.closures] == ["t"] and len(report.of("ignored")) == 2
    assert model.closures[0].frame == "b:t_2" and {"b:t", "b:t_2", "d:t"} <= {frame.name for frame in model.frames}


def test_free_bodies_close_loops():
    """A free body held by a weld to the hand: its six coordinates are a chain, its frames where MuJoCo has them."""
    text = """<mujoco><worldbody><body name="arm"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/></body>
    <body name="box" pos="0.5 0 0"><freejoint name="free"/><geom type="box" size="0.1 0.2 0.3"/></body></worldbody>
    <equality><weld name="grasp" body1="arm" body2="box"/></equality></mujoco>"""
    model = mjcf.read_text(text)[0]
    robot = Robot(model)
    assert robot.n == 7
    grasped = dict.fromkeys(robot.joint_names, 0.0) | {"free_x": 0.5}
    assert np.abs(residuals(robot, np.array([grasped[name] for name in robot.joint_names]))).max() < AGREEMENT
    assert np.abs(residuals(robot, np.zeros(7))).max() > 0.4


@pytest.mark.parametrize(
    ("equality", "words"),
    [
        ('<tendon tendon1="t"/>', "equality constraints of tendons"),
        ('<connect body1="b" body2="d" anchor="1e30 0 0"/>', "an anchor or relpose beyond"),
        (
            '<joint joint1="ja" joint2="jb" polycoef="0 1e15"/><joint joint1="jb" joint2="jc" polycoef="0 1e15"/>',
            "check polycoef",
        ),
    ],
)
def test_constraints_that_are_refused(equality, words):
    tendon = '<tendon><fixed name="t"><joint joint="ja" coef="1"/></fixed></tendon>'
    with pytest.raises(ReadError, match=words):
        mjcf.read_text(TREE.format(equality, tendon))

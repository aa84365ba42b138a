"""Scenes: links where kinematics has them, shapes that reach from joint to joint, marks that mechanics confirms."""

import base64
import json

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwise
from linkwise.studio.instants import instants_of
from linkwise.view.scene import KINDS, marks_of, poses_of, scene_of
from linkwise.view.scene.motion import MOST, instants
from tests.robots import CATALOG
from tests.tolerances import FLOAT_SCENE, ON_LINES

TYPES = {"f4": "<f4", "u2": "<u2", "u4": "<u4"}


def unpacked(data):
    return np.frombuffer(base64.b64decode(data["data"]), TYPES[data["type"]]).reshape(data["shape"])


def frame_of(pose):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Rotation.from_quat(pose[3:]).as_matrix(), pose[:3]
    return T


def posture(robot):
    return 0.3 * np.cos(1.0 + np.arange(robot.n))


@pytest.mark.parametrize(
    "name", ["panda", "scara", "palletiser", *(pytest.param(n, marks=pytest.mark.slow) for n in CATALOG)]
)
def test_links_are_where_forward_kinematics_has_them(name):
    robot = linkwise.load(name)
    q, scene = posture(robot), scene_of(robot)
    poses = poses_of(robot, [q, 2 * q])
    for k, link in enumerate(scene["links"]):
        for i in range(2):
            T, frame = robot.forward_kinematics((i + 1) * q, link), robot.tree.frame(link)
            ours = frame_of(poses[i, k]) @ np.array(frame.placement.matrix, dtype=float)
            np.testing.assert_allclose(ours, T, atol=10 * FLOAT_SCENE)


@pytest.mark.parametrize("name", ["panda", "stanford", *(pytest.param(n, marks=pytest.mark.slow) for n in CATALOG)])
def test_drawn_links_reach_from_joint_to_joint(name):
    """Every joint lies on the axis of a shape of the link that carries it, also where it has slid away."""
    robot = linkwise.load(name)
    scene, q = scene_of(robot), posture(robot)
    json.dumps(scene, allow_nan=False)
    poses = {link: frame_of(p) for link, p in zip(scene["links"], poses_of(robot, q), strict=True)}
    tree = robot.tree
    size = scene["reach"]
    for body in tree.bodies:
        if body.joint.slides:
            continue
        carrier = tree.tag(body.parent)
        spot = poses[body.name][:3, 3]
        places = [poses[carrier][:3, 3]]
        for shape in scene["shapes"]:
            if scene["links"][shape["link"]] == carrier and shape["kind"] in ("capsule", "cylinder"):
                T = poses[carrier] @ frame_of(shape["pose"])
                along = np.clip((spot - T[:3, 3]) @ T[:3, 2], -shape["size"][1] / 2, shape["size"][1] / 2)
                places.append(T[:3, 3] + along * T[:3, 2])
        radius = max([s["size"][0] for s in scene["shapes"] if s["kind"] == "cylinder"], default=0.0)
        assert min(np.linalg.norm(spot - place) for place in places) < radius + FLOAT_SCENE * size


def test_what_cannot_be_drawn_is_told_in_bounds():
    lost = "".join(f'<visual><geometry><mesh filename="{k}.stl"/></geometry></visual>' for k in range(300))
    notes = scene_of(linkwise.load(f'<robot name="post"><link name="ground">{lost}</link></robot>'))["notes"]
    assert len(notes) == 101 and notes[-1] == "and 200 more are not drawn"


def test_a_sliding_rod_stays_in_its_guide():
    robot = linkwise.load("scara")
    scene = scene_of(robot)
    slides = [k for k, body in enumerate(robot.tree.bodies) if body.joint.slides]
    assert slides
    for k in slides:
        body = robot.tree.bodies[k]
        guide = np.array(robot.tree.bodies[k].placement.p.components)
        [rod] = [s for s in scene["shapes"] if s["link"] == k + 1 and s["kind"] == "cylinder"]
        column = robot.joint_names.index(body.joint.name)
        for value in (robot.limits.lower[column], robot.limits.upper[column]):
            q = np.zeros(robot.n)
            q[column] = value
            base = frame_of(poses_of(robot, q)[body.parent + 1]) @ [*guide, 1.0]
            T = frame_of(poses_of(robot, q)[k + 1]) @ frame_of(rod["pose"])
            offset = base[:3] - T[:3, 3]
            assert abs(offset @ T[:3, 2]) < rod["size"][1] / 2 + FLOAT_SCENE
            assert np.linalg.norm(np.cross(offset, T[:3, 2])) < FLOAT_SCENE


def test_masses_are_the_robots():
    robot, q = linkwise.load("panda"), posture(linkwise.load("panda"))
    poses, masses = poses_of(robot, q), scene_of(robot)["masses"]
    moving = [each for each in masses if each["link"]]
    total = sum(each["mass"] for each in moving)
    assert total == pytest.approx(robot.total_mass, rel=FLOAT_SCENE)
    centre = sum(each["mass"] * (frame_of(poses[each["link"]]) @ [*each["pose"][:3], 1.0])[:3] for each in moving)
    np.testing.assert_allclose(centre / total, robot.center_of_mass(q), atol=FLOAT_SCENE)
    for each in moving:
        a, b, c = np.square(each["size"])
        moments = each["mass"] / 5 * np.array([b + c, a + c, a + b])  # of a solid ellipsoid
        R = frame_of(each["pose"])[:3, :3]
        ours = robot.tree.bodies[each["link"] - 1].inertia.I_com
        XX, XY, XZ, YY, YZ, ZZ = ours.components
        I = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
        np.testing.assert_allclose(R @ np.diag(moments) @ R.T, I, atol=10 * FLOAT_SCENE * np.abs(I).max())


def test_an_impossible_inertia_has_no_ellipsoid():
    inertia = '<inertial><mass value="1"/><inertia ixx="9" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    joint = '<joint name="j" type="continuous"><parent link="b"/><child link="c"/></joint>'
    text = f'<robot name="a"><link name="b"/>{joint}<link name="c">{inertia}</link></robot>'
    [each] = scene_of(linkwise.load(text))["masses"]
    assert each["size"] is None and scene_of(linkwise.load("pendulum"))["masses"][0]["size"] is not None


def test_marks_obey_mechanics():
    robot = linkwise.load("ur5").without_friction()
    q, rest = posture(robot)[None], np.zeros((1, 6))
    push = np.array([0.0, 1.0, 0.0, 3.0, 0.0, -20.0])
    marks = marks_of(robot, q, rest, rest, {"tool0": push})
    wrench, first = marks["arrows"][:2]
    np.testing.assert_array_equal(unpacked(wrench["values"]), push[None].astype("f4"))
    weight = 9.81 * robot.total_mass
    held = unpacked(first["values"])[0, 3:]
    np.testing.assert_allclose(held, [-3.0, 0.0, weight + 20.0], atol=weight * FLOAT_SCENE)
    axes = unpacked(marks["ellipsoid"])[0].astype(float)
    J = robot.jacobian(q[0])[3:]
    np.testing.assert_allclose(axes @ axes.T, J @ J.T, atol=10 * FLOAT_SCENE)
    assert "path" not in marks


def test_a_run_and_its_pictures_agree():
    robot = linkwise.load("ur5").without_friction()
    push = {"tool0": [0.0, 0.0, 0.0, 0.0, 0.0, -20.0]}
    q, held = [0.0, -1.0, 1.0, 0.0, 0.0, 0.0], lambda t, q, qd: robot.gravity_forces(q)
    run = robot.simulate(q, tau=held, t=0.5, wrenches=push)
    at = instants_of(robot, run)
    np.testing.assert_array_equal(at.q, run.at(at.t).q)
    np.testing.assert_array_equal(at.curves["tau"][[0, -1]], run.tau[[0, -1]])
    assert not at.explained and instants_of(robot, run, push).explained  # a push that is not named
    kinetic = robot.kinetic_energy(at.q, at.curves["qd"])
    np.testing.assert_allclose(at.energies["kinetic"], kinetic, atol=ON_LINES * kinetic.max())


def test_closed_loops_have_torques_of_their_motors_only():
    robot = linkwise.load("fourbar").closed()
    run = robot.simulate(robot.close([0.5] * 3), t=0.2)
    at = instants_of(robot, run)
    assert at.curves["tau"].shape == (len(at.t), 1) and at.driven == [0]
    ends = robot.forward_kinematics(at.q, ["coupler_end", "rocker_end"])[..., :2, 3]
    np.testing.assert_allclose(ends[:, 0], ends[:, 1], atol=10 * FLOAT_SCENE)


def test_pictures_are_bounded():
    assert len(instants(0.0, 1e6)) == MOST and len(instants(0.0, 0.0)) == 1 and len(instants(0.0, 1e-9)) == 2
    with pytest.raises(linkwise.LinkwiseError, match="not a motion"):
        linkwise.load("pendulum").animate(3.0, show=False)


@pytest.mark.parametrize(
    "motion",
    [([0.0, 1.0], [[0.0], [1.0], [2.0]]), ([1.0, 0.0], [[0.0], [1.0]]), ([0.0], [[0.0, 1.0]]), ([], np.zeros((0, 1)))],
)
def test_motions_that_are_none(motion):
    with pytest.raises(linkwise.LinkwiseError):
        linkwise.load("pendulum").animate(motion, show=False)


def test_show_is_true_or_false():
    with pytest.raises(linkwise.LinkwiseError, match="True or False"):
        linkwise.load("pendulum").view(show="no")


@pytest.mark.parametrize("q", [[0.0, 0.0], [[0.0], [0.0]], [float("nan")], "up", [None]])
def test_postures_that_are_none(q):
    with pytest.raises(linkwise.LinkwiseError):
        linkwise.load("pendulum").view(q, show=False)


ARM = linkwise.load("planar2r")
KINDS_OF_ROBOTS = {
    "elastic": lambda: ARM.with_elastic_joints(100.0, rotors=0.1),
    "transmission": lambda: linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]]),
    "closures in its file": lambda: linkwise.load("fourbar"),
    "closed": lambda: linkwise.load("fourbar").closed(),
    "floating": lambda: linkwise.load("pendulum").with_floating_base(),
    "no joints": lambda: linkwise.load('<robot name="post"><link name="ground"/></robot>'),
    "all locked": lambda: linkwise.load("pendulum").lock("joint1", 0.1),
    "no masses": lambda: linkwise.load(
        '<robot name="a"><link name="b"/><link name="c"/><joint name="j" type="continuous"><parent link="b"/>'
        '<child link="c"/></joint></robot>'
    ),
}


@pytest.mark.parametrize("kind", KINDS_OF_ROBOTS)
def test_every_kind_of_robot_can_be_seen(kind):
    robot = KINDS_OF_ROBOTS[kind]()
    q = robot.close(0.3 * np.ones(robot.n)) if kind == "closed" else np.full(robot.n, 0.2)
    view = robot.view(q, show=False)
    played = robot.animate(([0.0, 1.0], [q, q]), frame=robot.frames[-1], show=False)
    assert len(view.scene["coordinates"]) == robot.n and len(view.scene["links"]) == view.motion["poses"]["shape"][1]
    assert played.motion["poses"]["shape"][0] == len(played.t) == 61
    json.dumps([view.scene, view.motion, played.motion], allow_nan=False)


BALL = '<visual><geometry><sphere radius="0.1"/></geometry></visual>'
HAND = f'<robot name="hand"><link name="palm">{BALL}</link></robot>'


def test_an_arm_without_shapes_carries_a_gripper_that_has_some():
    arm = ARM.attach(linkwise.load(HAND), prefix="hand_").with_frame("camera", "link1", xyz=[0.0, 0.3, 0.0])
    shapes = scene_of(arm)["shapes"]
    assert [(s["link"], s["kind"]) for s in shapes if s["source"] == "file"] == [(2, "sphere")]
    assert {s["link"] for s in shapes if s["kind"] == "capsule"} == {1, 2}
    [forearm] = [s for s in shapes if s["kind"] == "capsule" and s["link"] == 2]
    assert forearm["size"][1] == ARM.model.frame("tip").placement.p.x


def test_what_floats_stands_on_nothing():
    for robot in (ARM, linkwise.load(HAND)):
        assert not [s for s in scene_of(robot.with_floating_base())["shapes"] if s["link"] == 0]
    assert [s for s in scene_of(ARM)["shapes"] if s["link"] == 0]


def test_a_run_of_an_elastic_arm_can_be_seen():
    run = KINDS_OF_ROBOTS["elastic"]().simulate(np.zeros(4), t=0.1)
    shown = run.animate(show=False)
    assert shown.motion["curves"]["tau"]["shape"] == [7, 2] and shown.motion["driven"] == [2, 3]


def test_shapes_of_a_page_are_of_a_kind_it_knows():
    for name in ("panda", "stanford", "palletiser"):
        assert {shape["kind"] for shape in scene_of(linkwise.load(name))["shapes"]} <= set(KINDS)


def test_seven_numbers_of_no_pose():
    poses = poses_of(linkwise.load("pendulum"), [[np.nan], [0.1]])
    assert np.isfinite(poses[1]).all()

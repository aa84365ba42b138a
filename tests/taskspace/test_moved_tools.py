"""Inverse kinematics of robots whose tool is another each time: shared programs reach the poses a robot's own do."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.calls import variant_family
from linkwise.calls.kernel_cache import KernelKey
from linkwise.calls.sampling import within_limits
from linkwise.errors import BadArray, NotForThisRobot, UnknownName
from linkwise.taskspace.closed_form import closed_form
from tests.kernels.test_long_chains import robot as long_robot
from tests.tolerances import HALF_THE_DIGITS, POSE_CHECKED, POSE_REACHED

from .arms_of_lines import arm_of_lines
from .test_closed_form import FIRST_THREE, WRIST
from .test_inverse_kinematics import missing

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from tests.peers.pinocchio import Pinocchio  # noqa: E402

WITHIN = POSE_REACHED + POSE_CHECKED


@pytest.fixture
def shared(monkeypatch):
    """The very first variant takes the shared kernel."""
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)


def tooled(arm, k):
    """A tool elsewhere on the last link, under another name, and what it weighs."""
    last, rng = arm.tree.bodies[-1].name, np.random.default_rng(k)
    planar = all(body.joint.axis.components == (0.0, 0.0, 1.0) for body in arm.tree.bodies)
    xyz, rpy = rng.uniform(-0.3, 0.3, (2, 3)) * ([[1, 1, 0], [0, 0, 1]] if planar else 1.0)
    return arm.with_frame(f"tool {k}", last, xyz, rpy).with_payload(0.1 + k, frame=last, name=f"load {k}")


def reached(peer, frame, q):
    """Where a frame is, as Pinocchio says."""
    poses = np.tile(np.eye(4), (len(q), 1, 1))
    for T, each in zip(poses, q, strict=True):
        T[:3] = peer.place(each, each, frame)[0][:3]
    return poses


def programs(arm):
    """What was compiled for the robot's family, by name."""
    every = [arm.kernels.get(key) for key in arm.kernels if key.name in ("inverse_kinematics", "closed_form")]
    made = [getattr(each, "_modules", None) or getattr(each, "kernels", {}) for each in every]
    return {name: program for each in made for name, program in each.items()}


@pytest.mark.parametrize(
    "name", ["panda", "planar3r", *(pytest.param(name, marks=pytest.mark.slow) for name in ("scara", "puma560", "ur5"))]
)
def test_against_pinocchio(name):
    """The third to the fifth share programs: batches and single poses, from the middle and from a start."""
    arm = linkwise.load(name)
    states, made = within_limits(arm.model, 20, 4)["q"], {}
    for k in range(5):
        variant, frame = tooled(arm, k), f"tool {k}"
        peer = Pinocchio.of_model(variant.model)
        poses = reached(peer, frame, states)
        found, one = variant.inverse_kinematics(poses, frame=frame), variant.inverse_kinematics(poses[3], frame=frame)
        near = variant.inverse_kinematics(poses[3], frame=frame, q0=states[3] + 0.05)
        assert found.solved.all() and variant.limits.within(found.q).all()
        for q, wanted in ((found.q, poses), (one.q[None], poses[3:4]), (near.q[None], poses[3:4])):
            angle, distance = missing(reached(peer, frame, q), wanted)
            assert angle.max() <= WITHIN and distance.max() <= WITHIN
        np.testing.assert_array_equal(one.q, found.q[3])
        if k == 2:
            made = programs(arm)
        assert k < 3 or (made and programs(arm) == made)  # nothing is compiled
    own = Robot(variant.model).inverse_kinematics(poses, frame=frame)
    np.testing.assert_allclose(found.q, own.q, atol=HALF_THE_DIGITS)


@pytest.mark.parametrize("name", ["panda", pytest.param("kinova_gen3", marks=pytest.mark.slow)])
def test_every_option(shared, name):
    """As a robot that shares nothing: rows, axes, several solutions, towards a posture, out of reach."""
    arm = linkwise.load(name)
    states, rest = within_limits(arm.model, 4, 4)["q"], np.full(arm.n, -0.3)
    for k in range(2):
        variant, frame = tooled(arm, k), f"tool {k}"
        own = Robot(variant.model)
        poses = own.forward_kinematics(states, frame)
        far = poses[:1] * 1.0
        far[0, :3, 3] = [9.0, 0.0, 0.0]
        for options in (
            {"rows": "position", "axes": "tool"},
            {"rows": ["rx", "ry", "x", "y", "z"], "axes": "tool"},
            {"solutions": 2, "restarts": 8},
            {"toward": rest},
        ):
            found, true = (each.inverse_kinematics(poses, frame=frame, **options) for each in (variant, own))
            assert found.solved.all() and repr(found) == repr(true)
            np.testing.assert_allclose(found.q, true.q, atol=POSE_REACHED)
            np.testing.assert_allclose(found.solutions, true.solutions, atol=POSE_REACHED)
        found, true = (each.inverse_kinematics(far, frame=frame, restarts=3) for each in (variant, own))
        assert (found.status == true.status).all() and found.status[0] == "not reached"
        np.testing.assert_allclose(found.distance, true.distance, rtol=POSE_REACHED)


def test_all_branches(shared):
    """The closed form of a moved tool: every solution, as often as the arm has them, and exactly."""
    arm = linkwise.load("puma560")
    q = within_limits(arm.model, 3, 1)["q"]
    for k in range(2):
        variant, frame = tooled(arm, k), f"tool {k}"
        peer, form = Pinocchio.of_model(variant.model), closed_form(variant, frame)
        assert form is not None and form.opened and form.frame == frame
        poses = reached(peer, frame, q)
        found = variant.inverse_kinematics(poses, frame=frame, solutions="all")
        each = found.solutions[np.isfinite(found.solutions).all(axis=-1)]
        angle, distance = missing(reached(peer, frame, each), np.repeat(poses, found.count, axis=0))
        assert max(angle.max(), distance.max()) <= POSE_CHECKED
    true = Robot(variant.model).inverse_kinematics(poses, frame=frame, solutions="all")
    np.testing.assert_array_equal(found.count, true.count)
    np.testing.assert_allclose(found.solutions, true.solutions, atol=HALF_THE_DIGITS)


def test_nearly_parallel_axes_are_measured_with_their_tool(shared):
    arm = arm_of_lines((*FIRST_THREE["2 and 3 parallel"], *WRIST), 1e-3)
    for k in range(2):
        variant, frame = tooled(arm, k), f"tool {k}"
        form, q = closed_form(variant, frame), np.array([0.1, -0.5, 0.3, 0.2, 0.7, 0.1])
        assert form is not None and not form.exact and not form.opened and form.frame == frame
        pose = Robot(variant.model).forward_kinematics(q, frame)
        found = variant.inverse_kinematics(pose, frame=frame, q0=q, method="closed form")
        np.testing.assert_allclose(found.q, q, atol=HALF_THE_DIGITS)


def test_long_robots(shared):
    arm = Robot(long_robot("plain_chain 61").model)
    for k in range(2):
        variant, frame = tooled(arm, k), f"tool {k}"
        q = np.random.default_rng(k).uniform(-0.5, 0.5, (2, arm.n))
        peer = Pinocchio.of_model(variant.model)
        wanted = reached(peer, frame, q)
        found = variant.inverse_kinematics(wanted, frame=frame)
        angle, distance = missing(reached(peer, frame, found.q), wanted)
        assert found.solved.all() and max(angle.max(), distance.max()) <= WITHIN
    assert len(programs(arm)) == 1


def test_what_is_refused(shared):
    """As for any robot, and by the variant's own names."""
    arm, pose = linkwise.load("panda"), np.eye(4)
    for k in range(2):
        variant = tooled(arm, k).with_frame(f"camera {k}", "panda_link0", [0.0, 0.0, 1.0])
        for error, words, options in (
            (NotForThisRobot, f"no joint of robot 'panda' moves frame 'camera {k}'", {"frame": f"camera {k}"}),
            (NotForThisRobot, f"no closed form for frame 'tool {k}'", {"frame": f"tool {k}", "method": "closed form"}),
            (UnknownName, "has no frame 'tool 9'", {"frame": "tool 9"}),
            (BadArray, "q0 has shape", {"frame": f"tool {k}", "q0": np.zeros(3)}),
        ):
            with pytest.raises(error, match=words):
                variant.inverse_kinematics(pose, **options)


def test_frames_that_the_robot_has_take_its_own_programs():
    """A payload moves no frame."""
    arm = linkwise.load("panda")
    pose = arm.forward_kinematics(np.full(7, 0.3))
    here = arm.inverse_kinematics(pose)
    there = arm.with_payload(1.0).inverse_kinematics(pose)
    np.testing.assert_array_equal(there.q, here.q)
    key = KernelKey("inverse_kinematics", frame="panda_link8", options=(("rx", "ry", "rz", "x", "y", "z"), "base"))
    assert arm.with_payload(2.0).kernels.get(key) is None and arm.kernels.get(key) is not None

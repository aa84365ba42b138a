"""Agreement with Pinocchio and MuJoCo on every robot of example-robot-data, each reading the file itself."""

import re

import numpy as np
import pytest

import linkwise
from linkwise.errors import NoInertia, ReadError
from tests.robots import everybody, example_robots, few, is_serial_arm
from tests.tolerances import AGREEMENT

from .agreement import Sample, assert_agreement, dynamics, off, places

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
from .mujoco import MuJoCo  # noqa: E402
from .pinocchio import Pinocchio  # noqa: E402

FILES = example_robots()
if not FILES:
    pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'", allow_module_level=True)

REFUSED = {
    "alex_psyonic_hands": "no joint has this name",
    "falcon": "the child is not a link of the robot",
    "romeo_laas_small": "principal moments -",
    "ur3": "the robot has no links",
}
"""Files that say something impossible, and what."""

WAIVED = {"romeo_laas_small": ("indefinite-inertia",)}
"""Of those, the ones that are read where the rule is waived."""

STILL = ("bluevolta", "iris_simple", "quadrotor_base")
"""Files without a moving joint."""

UNDRIVEN = ("bluevolta_bravo7_gripper", "bravo7_gripper", "falcon_bravo7_gripper", "romeo", "romeo_laas_small")
"""Robots with a joint that moves no inertia: they have no accelerations."""

TRIANGLE, DEFINITE, MINIMUM = "A + B >= C", "positive eigenvalues", "larger than mjMINVAL"
NOT_MUJOCO = {
    "allegro_left_hand": TRIANGLE,
    "allegro_right_hand": TRIANGLE,
    "anymal-kinova": DEFINITE,
    "anymal_b_simple_description/anymal": DEFINITE,
    "anymal_c_simple_description/anymal": TRIANGLE,
    "b1": DEFINITE,
    "b1-z1": DEFINITE,
    "bluevolta_bravo7_gripper": MINIMUM,
    "bravo7_gripper": MINIMUM,
    "falcon_bravo7_gripper": MINIMUM,
    "finger_edu": DEFINITE,
    "go1": DEFINITE,
    "human": MINIMUM,
    "hyq_no_sensors": DEFINITE,
    "icub": DEFINITE,
    "icub_reduced": DEFINITE,
    "pr2": TRIANGLE,
    "romeo": MINIMUM,
    "romeo_laas_small": DEFINITE,
    "romeo_small": TRIANGLE,
    "tiago": DEFINITE,
    "tiago_dual": DEFINITE,
    "tiago_no_hand": DEFINITE,
}
"""Robots whose inertias MuJoCo does not accept, and the rule it names."""

WITHDRAWN = {"bluevolta", "bluevolta_bravo7_gripper", "bravo7_gripper", "falcon", "falcon_bravo7_gripper"}
"""Robots of the lists above that example-robot-data carries up to release 5 only."""

MOVING = [name for name in FILES if (name not in REFUSED or name in WAIVED) and name not in STILL]

MANY = 18
"""Robots of more moving joints belong to the slow run."""

ALIKE = (
    *("ur3_robot", "ur3_gripper", "ur3_joint_limited_robot", "ur5_joint_limited_robot", "ur5_gripper"),
    *("ur10_robot", "ur10_joint_limited_robot", "so100", "double_pendulum", "double_pendulum_simple"),
    *("go2", "b1", "laikago", "solo", "anymal_c_simple_description/anymal", "allegro_right_hand", "panda_collision"),
)
"""Robots of the same build as another one: they belong to the slow run too, and every second of the others."""


def swept(names):
    joints = {name: len(re.findall(r'<joint[^>]*type="(?!fixed)', FILES[name].read_text("utf-8"))) for name in names}
    slow = {n for n in names if joints[n] > MANY or n in ALIKE}
    slow |= set([n for n in names if n not in slow][1::2])
    return [pytest.param(n, marks=[pytest.mark.slow] if n in slow else []) for n in names]


def load(name):
    return linkwise.load(FILES[name], allow=WAIVED.get(name, ()))


def present(names):
    return [name for name in names if name in FILES]


def test_the_lists_are_of_robots_that_exist():
    assert {*REFUSED, *STILL, *UNDRIVEN, *NOT_MUJOCO, *ALIKE} - set(FILES) <= WITHDRAWN
    serial = [name for name in MOVING if is_serial_arm(FILES[name])]
    assert len(serial) >= 15 and len(MOVING) - len(serial) >= 35
    assert [name for name in serial if name in NOT_MUJOCO] == ["finger_edu"]


@pytest.mark.parametrize("name", present(REFUSED))
def test_refused(name):
    with pytest.raises(ReadError, match=REFUSED[name]):
        linkwise.load(FILES[name])


@pytest.mark.parametrize("name", present(STILL))
def test_still(name):
    assert linkwise.load(FILES[name]).n == pin.buildModelFromUrdf(str(FILES[name])).nv == 0


@pytest.mark.parametrize("name", swept(MOVING))
def test_pinocchio(name):
    robot = load(name)
    peer, at = Pinocchio.of_urdf(FILES[name], robot.model), Sample.of(robot, 2, seed=5)
    assert peer.frames >= set(robot.frames)
    whose = everybody if is_serial_arm(FILES[name]) else few
    assert_agreement(dynamics(robot, peer, at, movable=name not in UNDRIVEN, whose=whose))
    assert_agreement(places(robot, peer, at))


@pytest.mark.parametrize("name", swept([name for name in MOVING if name not in NOT_MUJOCO]))
def test_mujoco(name):
    robot = load(name)
    peer, at = MuJoCo.of_urdf(FILES[name], robot.model), Sample.of(robot, 2, seed=5)
    assert peer.frames >= set(robot.frames) - {robot.model.base}  # which is MuJoCo's world
    assert_agreement(dynamics(robot, peer, at, movable=name not in UNDRIVEN, whose=few))
    assert_agreement(places(robot, peer, at))


@pytest.mark.parametrize("name", present(NOT_MUJOCO))
def test_refused_by_mujoco(name):
    with pytest.raises(ValueError, match=re.escape(NOT_MUJOCO[name])):
        MuJoCo.of_urdf(FILES[name], load(name).model)


@pytest.mark.parametrize("name", present(UNDRIVEN))
def test_undriven(name):
    robot = load(name)
    with pytest.raises(NoInertia):
        robot.forward_dynamics(*[np.zeros(robot.n)] * 3)


@pytest.mark.parametrize("name", ["panda", "baxter", "pr2"])
def test_mimic_joints_as_pinocchio_takes_them(name):
    """τ and M where Pinocchio itself couples the joints; friction, which it leaves out, is left out of ours."""
    robot = load(name).without_friction()
    assert not robot.model.coordinates.trivial
    model = pin.buildModelFromUrdf(str(FILES[name]), mimic=True)
    model.gravity.linear = robot.gravity
    peer, at = Pinocchio(model, robot.joint_names, np.zeros(robot.n)), Sample.of(robot, 3, seed=5)
    for q, qd, qdd, _ in zip(*at, strict=True):
        assert off(robot.inverse_dynamics(q, qd, qdd), peer.inverse_dynamics(q, qd, qdd)) < AGREEMENT
        assert off(robot.mass_matrix(q), peer.mass_matrix(q)) < AGREEMENT

"""What is refused, by name and with a way out."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, LinkwiseError, UnknownName
from linkwise.taskspace import (
    DampingNearSingularity,
    Ellipsoid,
    FixedDamping,
    Truncation,
    orientation,
    task_space_program,
)

Q = [0.1, -0.4, 0.2, -1.5, 0.3, 1.2, 0.5]


def _ask(**given):
    return linkwise.load("panda").task_space(Q, **given)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"rows": "pos"}, UnknownName, "'position'"),
        ({"rows": ["x", "w"]}, UnknownName, "'rx'"),
        ({"rows": [3, 6]}, UnknownName, "0 (rx)"),
        ({"rows": [True]}, UnknownName, "row"),
        ({"rows": [-1]}, UnknownName, "row"),
        ({"rows": ["x", "x"]}, BadArray, "twice"),
        ({"rows": []}, BadArray, "(m, 6)"),
        ({"rows": None}, BadArray, "(m, 6)"),
        ({"rows": np.ones((2, 6))}, BadArray, "depend"),
        ({"rows": np.ones((2, 5))}, BadArray, "(2, 5)"),
        ({"rows": np.full((1, 6), np.nan)}, BadArray, "(m, 6)"),
        ({"rows": {"x"}}, BadArray, "(m, 6)"),
        ({"axes": "world"}, BadArray, '"tool"'),
        ({"axes": ["base"]}, BadArray, '"tool"'),
        ({"orientation": "euler"}, UnknownName, "'geometric'"),
        ({"orientation": ["zyx"]}, UnknownName, "'geometric'"),
        ({"orientation": "zyx", "axes": "tool"}, BadArray, "tool"),
        ({"orientation": "zyx", "rows": "planar"}, BadArray, "turns about z"),
        ({"rows": ["angle1"]}, UnknownName, "angle1"),
        ({"damping": np.complex128(1.0)}, BadArray, '"auto"'),
        ({"damping": 10**400}, BadArray, "finite"),
        ({"damping": 1e200}, BadArray, "finite"),
        ({"frame": "nowhere"}, UnknownName, "panda_link8"),
        ({"damping": -0.1}, BadArray, "0 or more"),
        ({"damping": np.nan}, BadArray, "finite"),
        ({"damping": np.inf}, BadArray, "finite"),
        ({"damping": "much"}, BadArray, '"auto"'),
        ({"damping": None}, BadArray, '"auto"'),
        ({"damping": True}, BadArray, '"auto"'),
        ({"damping": [0.1]}, BadArray, '"auto"'),
        ({"qd": [0.0] * 6}, BadArray, "qd"),
        ({"qd": [np.nan] * 7}, BadArray, "qd is nan at 'panda_joint1'"),
        ({"qd": [[0.0] * 7, [np.inf] * 7]}, BadArray, "qd is inf at 'panda_joint1'"),
    ],
)
def test_refused(given, error, said):
    with pytest.raises(error) as caught:
        _ask(**given)
    assert said in str(caught.value) and isinstance(caught.value, LinkwiseError)


@pytest.mark.parametrize("q", [[0.0] * 6, [np.nan] * 7, [np.inf] * 7, "q", [1j] * 7])
def test_states(q):
    with pytest.raises(BadArray, match="q"):
        linkwise.load("panda").task_space(q)


@pytest.mark.parametrize("verb", ["inverse_dynamics", "forward_dynamics", "joint_forces", "joint_accelerations"])
@pytest.mark.parametrize("x", [[1.0] * 6, [1.0, np.nan, 0.0], np.zeros((4, 3)), "up"])
def test_vectors_of_the_task(verb, x):
    space = linkwise.load("panda").task_space([Q, Q], rows="position")
    with pytest.raises(BadArray):
        getattr(space, verb)(x)


def test_vectors_of_the_joints():
    space = linkwise.load("panda").task_space([Q, Q], rows="position")
    for bad in ([1.0] * 3, [np.nan] * 7, np.zeros((5, 7))):
        with pytest.raises(BadArray, match="tau"):
            space.task_forces(bad)
        with pytest.raises(BadArray, match="tau0"):
            space.joint_forces([0.0] * 3, bad)
    for bad in ([0.0] * 3, [np.inf, 0, 0], [1.0, 2.0], np.ones((5, 3))):
        with pytest.raises(BadArray, match="direction"):
            space.effective_mass(bad)


@pytest.mark.parametrize("rule", [FixedDamping, DampingNearSingularity, Truncation])
@pytest.mark.parametrize("value", [-1.0, np.nan, "a", None, 10**400, 1j])
def test_rules(rule, value):
    with pytest.raises(BadArray):
        rule(value)


def test_a_border_of_zero():
    for made in (
        lambda: DampingNearSingularity(0.1, 0.0),
        lambda: DampingNearSingularity(0.0, 0.1),
        lambda: Truncation(0.0),
    ):
        with pytest.raises(BadArray, match="above 0"):
            made()


def test_robots_without_joints():
    robot = linkwise.load("panda")
    still = robot
    for joint in robot.joint_names:
        still = still.lock(joint)
    with pytest.raises(LinkwiseError, match="no joints"):
        still.task_space([])


def test_states_too_large_to_square():
    with pytest.raises(BadArray, match="finite"):
        _ = linkwise.load("stanford").task_space([0.1, 0.5, 1e200, 0.0, 0.3, 0.0], rows="position").inertia


def test_programs():
    with pytest.raises(BadArray, match="0 or more"):
        task_space_program(linkwise.load("panda"), damping=-1.0)
    with pytest.raises(UnknownName):
        task_space_program(linkwise.load("panda"), rows="all")


def test_ellipsoids():
    for bad in ([1.0, 2.0], np.full((2, 2), np.nan), "A", np.zeros((0, 2))):
        with pytest.raises(BadArray):
            Ellipsoid.image_of(bad)
    assert Ellipsoid.image_of([[3, 0], [0, 4]]).radii.tolist() == [4.0, 3.0]
    found = linkwise.load("panda").task_space([Q, Q], rows="position").velocity_ellipsoid()
    for index in (2, "a", (0, 1)):  # the last is an index into its arrays, and into no batch of ellipsoids
        with pytest.raises(BadArray, match="not an index into ellipsoids"):
            _ = found[index]


def test_long_rotation_vectors():
    with pytest.raises(BadArray, match="long"):
        orientation("rotation_vector").B([1e200, 0.0, 0.0])


@pytest.mark.filterwarnings("error")
def test_numbers_too_large_are_infinite_and_nothing_else_is_said():
    arm = linkwise.load("planar2r")
    fast = arm.task_space([0.3, 0.9], [1e200, 1.0], rows=["x", "y"])
    assert not np.isfinite(fast.velocity_forces).any()
    far = linkwise.load("stanford").task_space([0.1, 0.5, 1e200, 0.0, 0.3, 0.0], rows="position")
    assert far.manipulability == np.inf
    space = arm.task_space([0.3, 0.9], rows=["x", "y"])
    assert np.allclose([space.effective_mass([s, s]) for s in (1e300, 1e-300)], space.effective_mass([1.0, 1.0]))


@pytest.mark.parametrize("orientation", ["zyx", "zyz", "rotation_vector"])
def test_angles_are_no_turns_about_axes(orientation):
    arm = linkwise.load("scara")
    with pytest.raises(BadArray, match="angle1, angle2, angle3"):
        arm.task_space([0.1, 0.7, 0.1, 0.2], rows=["rz", "x"], orientation=orientation)
    assert arm.task_space([0.1, 0.7, 0.1, 0.2], rows=["angle1", "x"], orientation="zyx").rows == ("angle1", "x")

"""Real robots: what their own files say about inertias, judged by NumPy alone, and what the doctor says of them."""

from xml.etree import ElementTree

import numpy as np
import pytest

import linkwise
from linkwise.doctor import CHECKS, examine
from linkwise.doctor.case import ExaminedRobot
from linkwise.errors import ReadError
from tests.robots import ARMS, example_robots

RULES = ("indefinite-inertia", "limits-out-of-order", "missing-limit")
EXISTENCE = ("inertia-without-mass", "negative-moment", "triangle-inequality")
FILES = example_robots()

INFEASIBLE = {
    "allegro_right_hand": {"link_3.0", "link_7.0", "link_11.0", "link_15.0"},
    "allegro_left_hand": {"link_3.0", "link_7.0", "link_11.0", "link_15.0"},
    "bolt": {"FL_FOOT", "FR_FOOT"},
    "hyq_no_sensors": {"lf_foot", "rf_foot", "lh_foot", "rh_foot", "base_link"},
    "pr2": {"sensor_mount_link", "double_stereo_link"},
    "romeo_small": {"RShoulderYawLink", "RElbowYawLink"},
    "romeo_laas_small": {"body", "LShoulderYaw_link", "LElbowYaw_link", "LHipPitch_link", "RHipPitch_link"},
    "tiago": {"base_antenna_left_link", "base_antenna_right_link"},
}
"""Links that no rigid bodies are, in files that are in use."""


def impossible(path):
    """The links of a URDF file whose tensor no rigid body has: eigenvalues of the file's own numbers."""
    found = set()
    for link in ElementTree.parse(path).getroot().iter("link"):
        inertia, mass = link.find("inertial/inertia"), link.find("inertial/mass")
        if inertia is None:
            continue
        xx, xy, xz, yy, yz, zz = (float(inertia.get(key, 0)) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
        a, b, c = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        m, origin = float(mass.get("value")), link.find("inertial/origin")
        away = np.array((origin.get("xyz", "0 0 0") if origin is not None else "0 0 0").split(), dtype=float)
        # six printed digits, and what a program loses that moves a tensor from the link's origin to the centre
        slack = 1e-6 * (abs(a) + abs(b) + abs(c)) + 2e-14 * m * (away @ away)
        weightless = m == 0.0 and slack > 0.0
        if a < -slack or a + b < c - slack or weightless:
            found.add(link.get("name"))
    return found


def accused(robot):
    """The links that the doctor's checks of existence name; the inertia matrix is not asked for."""
    case = ExaminedRobot(robot, 1, 0)
    return {found.link for check in CHECKS if check.name in EXISTENCE for found in check.findings(case)}


def loaded(name):
    try:
        return linkwise.load(FILES[name], allow=RULES)
    except ReadError as error:  # a file with other faults
        pytest.skip(f"{name} is refused: {len(error.faults)} faults")


@pytest.mark.parametrize("name", FILES)
def test_inertias_are_judged_as_numpy_does(name):
    assert accused(loaded(name)) == impossible(FILES[name])


@pytest.mark.parametrize("name", INFEASIBLE)
def test_known_files_are_infeasible(name):
    if name not in FILES:
        pytest.skip("example-robot-data is not installed")
    assert accused(loaded(name)) == INFEASIBLE[name]


@pytest.mark.parametrize("name", ARMS)
def test_the_catalog(name):
    """As published, links 1 and 3 of the PUMA break the triangle inequality; the others exist."""
    found = examine(linkwise.load(name), states=20)
    assert found.feasible == (name != "puma560")
    if name == "puma560":
        assert [(each.link, each.number) for each in found.of("triangle-inequality")] == [
            ("link1", pytest.approx(0.5 * (0.0 + 0.0 - 0.35))),
            ("link3", pytest.approx(0.5 * (0.066 + 0.0125 - 0.086))),
        ]
    doubtful = [each for each in found.findings if each.check.startswith(("gravity", "no-gravity", "placeholder"))]
    assert [each.link for each in doubtful] == (["link_5"] if name == "tx40" else [])  # in round numbers


def test_the_wrist_of_the_ur5_is_too_wide():
    """Its file gives 0.2199 kg m² to 1.219 kg: 0.42 m in each direction on links of less than 0.1 m."""
    found = examine(linkwise.load("ur5"), states=5).of("inertia-too-large")
    assert [each.link for each in found] == ["wrist_2_link", "wrist_3_link"]
    assert found[0].number == pytest.approx(np.sqrt(0.219942 / 1.219), rel=2e-3)


@pytest.mark.parametrize(
    ("name", "check", "links"),
    [
        ("bravo7_gripper", "missing-mass", ["bravo_finger1_link", "bravo_finger2_link"]),
        ("simple_humanoid", "placeholder", 29),
        ("ur10_robot", "duplicate-inertia", ["wrist_2_link"]),
        ("double_pendulum", "no-range", ["joint1", "joint2"]),
        ("TwoDofs", "placeholder", 2),
    ],
)
def test_other_findings_on_real_files(name, check, links):
    if name not in FILES:
        pytest.skip("example-robot-data is not installed")
    found = [each.link for each in examine(loaded(name), states=10).of(check)]
    assert found == links if isinstance(links, list) else len(found) == links


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_file_can_be_examined(name):
    """Feasible are those whose moving links exist and whose every joint moves something."""
    robot = loaded(name)
    found = examine(robot)
    fixed_to_base = {link.name for link in ExaminedRobot(robot, 1, 0).links if link.fixed_to_base}
    exist = not impossible(FILES[name]) - fixed_to_base
    singular = bool(found.of("singular-mass-matrix") or found.of("indefinite-mass-matrix"))
    assert found.feasible == (exist and not singular) and str(found) and found.data

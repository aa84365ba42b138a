"""The built-in robots against the numbers of their sources, computed by others."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, NOT_ZERO

import linkwise
from linkwise.errors import UnknownName
from linkwise.readers import catalog

pin = pytest.importorskip("pinocchio")

PRINTED = 0.5e-4 * 1.01
"""The toolbox's values are printed to four decimals."""

ROUNDED_ANGLE = 1e-9
"""The UR5's URDF writes π/2 as 1.57079632679, 5e-12 off; torques of some 10 N m feel it a few times over."""

QN = [0.0, np.pi / 4, np.pi, 0.0, np.pi / 4, 0.0]
"""The PUMA's nominal pose in the toolbox."""

ZEROS, ONES = np.zeros(6), np.ones(6)


def close(ours, theirs, tolerance=AGREEMENT):
    theirs = np.asarray(theirs)
    assert np.abs(ours - theirs).max() <= tolerance * max(np.abs(theirs).max(), NOT_ZERO)


# ── every file ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", catalog.names())
def test_the_file_loads_and_its_source_is_in_the_bibliography(name):
    robot = linkwise.load(name)
    assert robot.name == name
    table = tomllib.loads(catalog.find(name).read_text(encoding="utf-8"))
    bibliography = (Path(__file__).parents[2] / "BIBLIOGRAPHY.bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(\w+),$", bibliography, re.MULTILINE)
    assert len(keys) == len(set(keys))
    assert table.get("source") in (None, *keys)
    assert "source" in table or "illustrative" in table.get("note", "") or name == "pendulum"


@pytest.mark.parametrize("name", catalog.names())
def test_inertias_are_those_of_rigid_bodies(name):
    """All but the PUMA's links 1 and 3, whose published numbers are not."""
    loud = {
        (note.kind, re.search(r"\d+", note.where.split("link[")[1])[0]) for note in linkwise.load(name).report.warnings
    }
    assert loud == ({("massless", "1"), ("triangle", "1"), ("triangle", "3")} if name == "puma560" else set())


# ── hand values ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_pendulum():
    robot, q, qdd = linkwise.load("pendulum"), 0.7, 1.3
    close(robot.inverse_dynamics([q], [2.0], [qdd]), [qdd / 3 + 9.81 / 2 * np.sin(q)])
    close(robot.forward_kinematics([q], "tip")[:3, 3], [np.sin(q), 0.0, -np.cos(q)])


def test_planar2r():
    """Lynch & Park §9.1, with its misprints corrected."""
    robot = linkwise.load("planar2r")
    m1, m2, L1, L2, g = 1.3, 2.1, 0.7, 0.9, 9.81
    (a, b), (ad, bd), (add, bdd) = q, qd, qdd = [0.4, 1.2], [0.8, -1.4], [1.1, -0.6]
    c2, s2, c12 = np.cos(b), np.sin(b), np.cos(a + b)
    first = (
        (m1 * L1**2 + m2 * (L1**2 + 2 * L1 * L2 * c2 + L2**2)) * add
        + m2 * (L1 * L2 * c2 + L2**2) * bdd
        - m2 * L1 * L2 * s2 * (2 * ad * bd + bd**2)
        + (m1 + m2) * g * L1 * np.cos(a)
        + m2 * g * L2 * c12
    )
    second = m2 * ((L1 * L2 * c2 + L2**2) * add + L2**2 * bdd + L1 * L2 * s2 * ad**2 + g * L2 * c12)
    close(robot.inverse_dynamics(q, qd, qdd), [first, second])
    assert np.round(first, 12) == 24.758765906427


def test_planar3r_stretched_out():
    """All three rods along x: masses 3, 2, 1 at 0.25, 0.7, 1.05."""
    robot = linkwise.load("planar3r")
    close(robot.gravity_forces([0.0, 0.0, 0.0])[0], 9.81 * (3 * 0.25 + 2 * 0.7 + 1 * 1.05))
    inertia = 3 * 0.5**2 / 3 + 2 * (0.4**2 / 12 + 0.7**2) + 0.3**2 / 12 + 1.05**2
    close(robot.mass_matrix([0.0, 0.0, 0.0])[0, 0], inertia)
    close(robot.forward_kinematics([0.0, 0.0, 0.0], "tip")[:3, 3], [1.2, 0.0, 0.0])


def test_scara_carries_its_spindle():
    robot = linkwise.load("scara")
    assert [body.joint.kind for body in robot.model.bodies] == ["revolute", "revolute", "prismatic", "revolute"]
    close(robot.gravity_forces([0.3, -0.4, -0.1, 0.2]), [0.0, 0.0, 9.81 * 1.6, 0.0])
    close(robot.forward_kinematics([0.0, 0.0, -0.1, 0.0], "tool")[:3, 3], [0.7, 0.0, 0.35 - 0.1 - 0.25 - 0.05])


def test_stanford_reaches_as_far_as_its_boom():
    robot = linkwise.load("stanford")
    assert [body.joint.kind for body in robot.model.bodies] == ["revolute"] * 2 + ["prismatic"] + ["revolute"] * 3
    close(robot.forward_kinematics([0.0] * 2 + [0.5] + [0.0] * 3, "link6")[:3, 3], [0.0, 0.154, 0.412 + 0.5 + 0.263])


def test_rx90_geometry():
    """The wrist centre in closed form: x = C1 (C2 D3 − S23 RL4), z = S2 D3 + C23 RL4."""
    robot, D3, RL4 = linkwise.load("rx90"), 0.45, 0.45
    for q in np.random.default_rng(5).normal(size=(5, 6)):
        q1, q2, q23 = q[0], q[1], q[1] + q[2]
        x = np.cos(q2) * D3 - np.sin(q23) * RL4
        centre = [np.cos(q1) * x, np.sin(q1) * x, np.sin(q2) * D3 + np.cos(q23) * RL4]
        close(robot.forward_kinematics(q, "link6")[:3, 3], centre)


# ── PUMA 560: the Robotics Toolbox for Python, tests/test_DHRobot.py ────────────────────────────────────────────────


def test_puma560_inverse_dynamics():
    robot = linkwise.load("puma560")
    for qd, qdd, tau in (
        (ZEROS, ONES, [3.35311, 36.0025, 7.42596, 0.190043, 0.203441, 0.194133]),
        (ONES, ONES, [32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781]),
        (ONES, ZEROS, [29.1421, 56.5044, 16.3528, 1.26448, 1.12392, 0.519648]),
    ):
        assert np.abs(robot.inverse_dynamics(QN, qd, qdd) - tau).max() < PRINTED
    assert np.abs(robot.gravity_forces(QN) - [0, 31.6399, 6.0351, 0, 0.0283, 0]).max() < PRINTED


def test_puma560_forward_dynamics():
    robot = linkwise.load("puma560")
    qd, tau = [0.1, 0.2, 0.8, 0.2, 0.5, 1.0], [1.0, 3.2, 1.8, 0.1, 0.7, 4.6]
    theirs = [-7.4102, -9.8432, -10.9694, -4.4314, -0.9881, 21.0228]
    assert np.abs(robot.forward_dynamics(QN, qd, tau) - theirs).max() < PRINTED


def test_puma560_friction_by_direction():
    """At the joint: G² B and |G| Tc of the motor, whatever the sign of G."""
    G = np.array([-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686])
    B = np.array([1.48e-3, 0.817e-3, 1.38e-3, 71.2e-6, 82.6e-6, 36.7e-6])
    forward = np.array([0.395, 0.126, 0.132, 11.2e-3, 9.26e-3, 3.96e-3])
    backward = np.array([0.435, 0.071, 0.105, 16.9e-3, 14.5e-3, 10.5e-3])
    robot = linkwise.load("puma560")
    close(robot.friction_forces(ONES), G**2 * B + np.abs(G) * forward)
    close(robot.friction_forces(-ONES), -(G**2) * B - np.abs(G) * backward)


# ── Panda and UR5: the URDF files of example-robot-data in Pinocchio ────────────────────────────────────────────────


def described(stem):
    try:
        files = metadata.files("example-robot-data")
    except metadata.PackageNotFoundError:
        pytest.skip("example-robot-data is not installed")
    return pin.buildModelFromUrdf(next(str(f.locate()) for f in files if f.name == f"{stem}.urdf"))


def states(n, seed=3, count=8):
    rng = np.random.default_rng(seed)
    return zip(*(rng.normal(size=(count, n)) for _ in range(3)), strict=True)


def test_panda():
    theirs = described("panda")
    theirs = pin.buildReducedModel(theirs, [8, 9], pin.neutral(theirs))
    link7 = described("panda").inertias[7]  # the hand is fixed to link 7 there: take it off
    for name in ("panda_hand", "panda_leftfinger", "panda_rightfinger"):
        assert name in {frame.name for frame in theirs.frames}
    urdf = tomllib.loads(catalog.find("panda").read_text())["link"][6]
    assert link7.mass == pytest.approx(urdf["mass"] + 0.73, rel=FEW_ROUNDINGS)
    xx, xy, xz, yy, yz, zz = urdf["inertia"]
    bare = pin.Inertia(urdf["mass"], np.array(urdf["com"]), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    hand = pin.Inertia(0.73, np.array([-0.01, 0.0, 0.03]), np.diag([0.001, 0.0025, 0.0017]))
    flange = pin.SE3(pin.rpy.rpyToMatrix(0.0, 0.0, -np.pi / 4), np.array([0.0, 0.0, 0.107]))
    close((bare + flange.act(hand)).toDynamicParameters(), link7.toDynamicParameters())
    theirs.inertias[7] = bare
    data, robot = theirs.createData(), linkwise.load("panda")
    assert robot.joint_names == tuple(theirs.names)[1:]
    close(robot.limits.upper, theirs.upperPositionLimit)
    close(robot.limits.lower, theirs.lowerPositionLimit)
    for q, qd, qdd in states(7):
        close(robot.inverse_dynamics(q, qd, qdd), pin.rnea(theirs, data, q, qd, qdd) + 0.003 * qd)
        pin.framesForwardKinematics(theirs, data, q)
        for link in (*(f"panda_link{k}" for k in range(8)), "panda_link8"):
            close(robot.forward_kinematics(q, link), data.oMf[theirs.getFrameId(link)].homogeneous)


def test_ur5():
    theirs, robot = described("ur5_robot"), linkwise.load("ur5")
    data = theirs.createData()
    assert robot.joint_names == tuple(theirs.names)[1:]
    close(robot.limits.upper, theirs.upperPositionLimit)
    for q, qd, qdd in states(6):
        close(robot.inverse_dynamics(q, qd, qdd), pin.rnea(theirs, data, q, qd, qdd), ROUNDED_ANGLE)
        pin.framesForwardKinematics(theirs, data, q)
        for frame in ("tool0", "ee_link"):
            close(robot.forward_kinematics(q, frame), data.oMf[theirs.getFrameId(frame)].homogeneous, ROUNDED_ANGLE)


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_built_in_names_win_and_others_are_found():
    described("ur5_robot")
    assert catalog.find("panda").name == "panda.toml"
    for name, file in (
        ("ur5_robot", "ur5_robot.urdf"),
        ("talos_reduced", "talos_reduced.urdf"),
        ("kinova", "kinova.urdf"),
        ("panda_description:panda", "panda.urdf"),
        ("anymal_c_simple_description:anymal", "anymal.urdf"),
    ):
        assert catalog.find(name).name == file
        assert name in catalog.installed_names()
    assert all(catalog.find(name).is_file() for name in catalog.installed_names())


def test_ambiguous_names_list_the_choices():
    described("ur5_robot")
    with pytest.raises(UnknownName) as caught:
        catalog.find("anymal")
    assert caught.value.names == ("anymal_b_simple_description:anymal", "anymal_c_simple_description:anymal")


@pytest.mark.parametrize("name", ["", "x" * 65536, "a\nb", "<b>", None, 3, "../puma560", "puma560.toml", "robots"])
def test_unknown_names(name):
    with pytest.raises(UnknownName, match="the catalog has no robot") as caught:
        catalog.find(name)
    assert {"puma560", "panda"} <= set(caught.value.names)
    assert len(str(caught.value)) < 1500


def test_a_slip_is_met_with_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'puma560'"):
        catalog.find("puma650")


def test_without_example_robot_data(monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "files", absent)
    assert catalog.installed_names() == ()
    with pytest.raises(UnknownName, match=r"linkwise\[robots\]"):
        catalog.find("talos_reduced")

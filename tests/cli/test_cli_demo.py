"""`linkwise demo`."""

import sys
from importlib import metadata
from xml.etree import ElementTree

import numpy as np
import pytest

from linkwise.cli.demo import DURATION, END, FLOOR, POSTURES, START, _parts, drawn, power_balance
from linkwise.load import load
from linkwise.trajectories import Quintic
from tests.cli.command_line import answer, assert_refused, run
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, GRADIENT


def test_formulations_agree_and_laws_hold(tmp_path):
    found = answer("demo", "--out", tmp_path / "demo.png")
    assert len(found["difference"]) >= 3
    assert all(difference <= AGREEMENT for difference in found["difference"].values())
    assert len(found["laws"]) >= 3 and all(violation <= AGREEMENT for violation in found["laws"].values())
    picture = (tmp_path / "demo.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) > 10_000


def test_the_torques_are_pinocchios(tmp_path):
    """The vendor's file without its hand, in Pinocchio, with the file's damping added by hand."""
    pin = pytest.importorskip("pinocchio")
    try:
        files = metadata.files("example-robot-data") or []
    except metadata.PackageNotFoundError:
        pytest.skip("example-robot-data is not installed")
    path = next(file for file in files if str(file).endswith("panda_description/urdf/panda.urdf"))
    robot = ElementTree.parse(path.locate()).getroot()
    for element in list(robot):
        if "hand" in element.get("name", "") or "finger" in element.get("name", ""):
            robot.remove(element)
    model = pin.buildModelFromXML(ElementTree.tostring(robot, encoding="unicode"))
    damping = [float(robot.find(f"joint[@name='{name}']/dynamics").get("damping")) for name in list(model.names)[1:]]
    found = answer("demo", "--out", tmp_path / "demo.png")
    assert found["joints"] == list(model.names)[1:]
    q, qd, qdd, tau = (np.array(found[name]) for name in ("q", "qd", "qdd", "tau"))
    data = model.createData()
    expected = [pin.rnea(model, data, *state) + damping * state[1] for state in zip(q, qd, qdd, strict=True)]
    np.testing.assert_allclose(tau, expected, rtol=0.0, atol=AGREEMENT * np.max(np.abs(expected)))


def test_the_motion_starts_and_ends_at_rest_within_limits():
    t = np.linspace(0.0, DURATION, 1001)
    q, qd, qdd = Quintic(START, END, DURATION)(t)
    np.testing.assert_array_equal([q[0], qd[0], qdd[0]], [START, 0 * START, 0 * START])
    np.testing.assert_allclose([q[-1], qd[-1], qdd[-1]], [END, 0 * END, 0 * END], atol=FEW_ROUNDINGS)
    np.testing.assert_allclose(np.gradient(q, t, axis=0)[5:-5], qd[5:-5], atol=GRADIENT)  # differences of second order
    np.testing.assert_allclose(np.gradient(qd, t, axis=0)[5:-5], qdd[5:-5], atol=GRADIENT)
    limits = load("panda").limits
    assert (q > limits.lower).all() and (q < limits.upper).all() and (np.abs(qd) < limits.velocity).all()


def test_the_power_balance_would_notice():
    """Energy that the drives did not bring shows: half the gravity in the torques, all of it in the energy."""
    robot = load("planar2r")

    class Cheat:
        kinetic_energy, potential_energy = robot.kinetic_energy, robot.potential_energy
        friction_forces = robot.friction_forces
        inverse_dynamics = robot.with_gravity([0, -9.81 / 2, 0]).inverse_dynamics

    motion = Quintic([-1.0, 0.5], [1.0, 1.5], 1.0)
    assert power_balance(robot, motion, 0.6) <= AGREEMENT
    assert power_balance(Cheat(), motion, 0.6) > 0.1


def test_the_picture_shows_what_was_computed():
    """The parts of a torque sum to it; every formulation but the reference has a dot."""
    robot, t = load("panda"), np.linspace(0.0, DURATION, 21)
    motion = Quintic(START, END, DURATION)(t)
    tau = robot.inverse_dynamics(*motion)
    np.testing.assert_allclose(sum(_parts(robot, motion).values()), tau, atol=AGREEMENT * np.max(np.abs(tau)))
    differences = {"a.reference": 0.0, "b.near": 1e-16, "a.same": 0.0, "b.far": 1e-3}
    arm, torque, parts, agreement = drawn(robot, t, motion, tau, differences).axes
    tip = arm.lines[-1].get_xydata()
    assert len(arm.lines) == 4 * POSTURES + 1 and len(tip) == len(t)
    np.testing.assert_allclose(arm.lines[-3].get_xydata()[-1], tip[-1], atol=AGREEMENT)  # both end at the tip
    limits = [line.get_ydata()[0] for line in torque.lines[robot.n :]]
    assert len(parts.lines) == 5 and limits == [-100.0, 100.0]
    for k, line in enumerate(torque.lines[: robot.n]):
        np.testing.assert_allclose(line.get_ydata(), 100.0 * tau[:, k] / robot.limits.effort[k])
    assert [label.get_text() for label in agreement.get_yticklabels()] == ["b.far", "b.near", "a.same"]
    dots = {line.get_label(): list(line.get_xdata()) for line in agreement.lines[:2]}
    assert dots == {"A": [FLOOR], "B": [1e-3, 1e-16]}
    assert "4 textbook formulations" in agreement.get_title("left") and agreement.get_xlim()[1] > 1e-3


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_other_pictures(tmp_path, kind):
    assert run("demo", "--out", tmp_path / f"demo.{kind}").exit_code == 0
    assert (tmp_path / f"demo.{kind}").stat().st_size > 10_000


def test_tables_name_every_formulation(tmp_path):
    result = run("demo", "--out", tmp_path / "demo.png")
    for name in ("newton_euler.khalil_dombre", "newton_euler.luh_walker_paul", "newton_euler.featherstone"):
        assert name in result.stdout
    assert result.stderr.splitlines()[-1].startswith("wrote ") and "beside their limits" in result.stderr
    assert "wrote" not in result.stdout


def test_the_default_picture_stands_in_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("demo").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["linkwise-demo.png"]


def test_without_matplotlib_the_extra_is_named(tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert_refused(run("demo", "--out", tmp_path / "demo.png"), "MissingExtra", 'pip install "linkwise[plot]"')


def test_places_where_no_picture_can_be(tmp_path):
    assert_refused(run("demo", "--out", tmp_path / "demo.txt"), "demo.txt", ".png")
    assert_refused(run("demo", "--out", tmp_path / "nowhere" / "demo.png"), "nowhere")
    (tmp_path / "folder.png").mkdir()
    assert_refused(run("demo", "--out", tmp_path / "folder.png"), "is a folder")

"""`linkwise convert`: the copy is the same robot, measured here by Pinocchio too."""

import numpy as np
import pinocchio as pin
import pytest

from linkwise.cli.convert import NEAR
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.tolerances import AGREEMENT


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path


@pytest.mark.parametrize("convention", ["standard", "modified", "khalil"])
def test_to_a_table_and_back(here, convention):
    found = answer("convert", "arm.urdf", "arm.dh.toml", "--convention", convention)
    assert found["out"] == "arm.dh.toml" and found["states"] == 20
    assert 0.0 <= found["difference"] <= AGREEMENT
    assert f'convention = "{convention}"' in (here / "arm.dh.toml").read_text()
    assert answer("convert", "arm.dh.toml", "back.urdf")["difference"] <= AGREEMENT
    one, other = (pin.buildModelFromUrdf(name) for name in ("arm.urdf", "back.urdf"))
    assert list(one.names) == list(other.names)
    random = np.random.default_rng(3)
    for _ in range(10):
        q, qd, qdd = random.normal(size=(3, 3))
        place = np.array([q[0], q[1], np.cos(q[2]), np.sin(q[2])])
        tau, again = (pin.rnea(model, model.createData(), place, qd, qdd) for model in (one, other))
        np.testing.assert_allclose(again, tau, rtol=AGREEMENT, atol=AGREEMENT * np.max(np.abs(tau)))


def test_the_agreement_is_said(here):
    result = run("convert", "arm.urdf", "arm.toml")
    assert result.exit_code == 0
    assert "arm.toml: inverse dynamics at 20 random states differs by" in result.stdout
    assert "wrote arm.toml" in result.stderr


def test_an_existing_file_is_kept(here):
    (here / "old.toml").write_text("precious")
    assert_refused(run("convert", "arm.urdf", "old.toml"), "old.toml", "--force")
    assert (here / "old.toml").read_text() == "precious"
    assert run("convert", "arm.urdf", "old.toml", "--force").exit_code == 0
    assert "precious" not in (here / "old.toml").read_text()
    (here / "folder.toml").mkdir()
    assert_refused(run("convert", "arm.urdf", "folder.toml", "--force"), "folder.toml")


def test_what_urdf_cannot_hold_is_refused_or_measured(here):
    refused = run("convert", "puma560", "puma.urdf")
    assert_refused(refused, "WriteError", "rotor inertia", "joint6", "write with --lossy")
    assert "lossy=True" not in refused.stderr
    assert not (here / "puma.urdf").exists()
    found = answer("convert", "puma560", "puma.urdf", "--lossy")
    assert found["difference"] > 0.01  # the rotors are gone, and the measurement says so


def test_a_copy_that_is_another_robot_is_an_error(here, monkeypatch):
    def careless(robot, path, **options):
        path.write_text(ARM.replace('mass value="0.6"', 'mass value="0.61"'))

    monkeypatch.setattr("linkwise.cli.convert.save", careless)
    result = run("convert", "arm.urdf", "copy.urdf")
    assert result.exit_code == 1
    assert "is not the same robot" in result.stderr and f"{NEAR:g}" in result.stderr


def test_joints_are_matched_by_name(here, monkeypatch):
    """A copy may list the branches of a tree in another order."""
    lines = {
        name: f'<link name="{name}"><inertial><mass value="{mass}"/><inertia ixx="1" iyy="1.5" izz="2" ixy="0" ixz="0"'
        f' iyz="0"/></inertial></link><joint name="to_{name}" type="continuous"><parent link="base"/>'
        f'<child link="{name}"/><origin xyz="{mass} 0 0"/></joint>'
        for name, mass in (("left", 1.0), ("right", 3.0))
    }
    tree = '<robot name="t"><link name="base"/>{}{}</robot>'
    (here / "tree.urdf").write_text(tree.format(lines["left"], lines["right"]))
    swapped = tree.format(lines["right"], lines["left"])
    monkeypatch.setattr("linkwise.cli.convert.save", lambda robot, path, **options: path.write_text(swapped))
    assert answer("convert", "tree.urdf", "copy.urdf")["difference"] <= AGREEMENT


def test_a_robot_without_mass_is_converted_and_not_compared(here):
    (here / "ghost.urdf").write_text(
        '<robot name="ghost"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/></joint></robot>'
    )
    found = answer("convert", "ghost.urdf", "ghost.toml")
    assert found["difference"] is None and "no mass" in found["why"]


def test_names_in_capitals(here):
    (here / "arm.urdf").rename(here / "ARM.URDF")
    assert answer("convert", "ARM.URDF", "ARM.TOML", "--convention", "modified")["difference"] <= AGREEMENT
    assert 'convention = "modified"' in (here / "ARM.TOML").read_text()
    assert answer("convert", "ARM.TOML", "BACK.Urdf")["difference"] <= AGREEMENT
    assert pin.buildModelFromXML((here / "BACK.Urdf").read_text()).nv == 3
    assert_refused(run("convert", "ARM.URDF", "B.URDF", "--convention", "standard"), "--convention", code=2)


def test_options_of_another_format(here):
    assert_refused(run("convert", "arm.urdf", "b.urdf", "--convention", "standard"), "--convention", code=2)
    assert_refused(run("convert", "arm.urdf", "b.toml", "--lossy"), "--lossy", code=2)
    assert_refused(run("convert", "arm.urdf", "b.toml", "--convention", "craig"), "craig", code=2)
    assert_refused(run("convert", "arm.urdf", "b.json"), ".json", ".urdf")
    assert_refused(run("convert", "arm.urdf", "nowhere/b.toml"), "nowhere")
    assert_refused(run("convert", "none.urdf", "b.toml"), "none.urdf")
    assert not any(here.glob("b.*"))

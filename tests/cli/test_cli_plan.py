"""`linkwise plan`: motions within limits, in tables, files and pictures."""

import sys

import numpy as np
import pytest

import linkwise
from linkwise.trajectories import Quintic, SCurve, Spline, Trapezoidal
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.tolerances import AGREEMENT, HALF_THE_DIGITS, NINE_DIGITS, SECOND_ORDER

TO = "1 -1 1 0 1 0"
END = np.array([1.0, -1.0, 1.0, 0.0, 1.0, 0.0])


def test_the_document_holds_the_motion():
    found = answer("plan", "ur5", "--to", TO, "--duration", 2, "--step", 0.5)
    expected = Quintic(np.zeros(6), END, 2.0)([0.0, 0.5, 1.0, 1.5, 2.0])
    assert found["t"] == [0.0, 0.5, 1.0, 1.5, 2.0] and found["duration"] == 2.0 and found["fastest"] is None
    for name, value in expected._asdict().items():
        np.testing.assert_allclose(found[name], value, atol=AGREEMENT)
    np.testing.assert_allclose(found["tau"], linkwise.load("ur5").inverse_dynamics(*expected), atol=100 * AGREEMENT)
    peaks = {(peak["kind"], peak["joint"]): peak for peak in found["peaks"]}
    assert peaks["velocity", "elbow_joint"]["value"] == pytest.approx(15 / 16)
    assert peaks["torque", "wrist_1_joint"]["limit"] == 28.0


def test_velocities_choose_the_duration_and_torques_refuse_it():
    assert answer("plan", "ur5", "--to", TO)["duration"] == pytest.approx(1.875 / 3.15)
    assert answer("plan", "ur5", "--to", TO, "--velocity", 1)["duration"] == pytest.approx(1.875)
    assert answer("plan", "ur5", "--to", TO, "--acceleration", 4)["duration"] == pytest.approx(
        np.sqrt(2.5 / np.sqrt(3))
    )
    refused = run("plan", "ur5", "--to", TO, "--payload", 10)
    assert_refused(
        refused, "BeyondLimits", "torque of joint 'shoulder_lift_joint'", "beyond its limit 150", "--fastest"
    )


def test_the_fastest_carries_less_fast():
    light, heavy = (answer("plan", "ur5", "--to", TO, "--fastest", "--uniform", "--payload", m) for m in (0, 10))
    assert light["duration"] == pytest.approx(1.875 / 3.15) and heavy["duration"] > 1.2 * light["duration"]
    assert "torque of 'shoulder_" in heavy["fastest"] and "velocity of" in light["fastest"]
    most = max(p["value"] / p["limit"] for p in heavy["peaks"] if p["kind"] == "torque")
    assert most == pytest.approx(1.0, abs=HALF_THE_DIGITS)
    refused = run("plan", "ur5", "--to", TO, "--fastest", "--uniform", "--payload", 60)
    assert_refused(refused, "gravity and Coulomb friction alone")


def test_the_fastest_along_its_path_is_faster():
    along, even = (
        answer("plan", "ur5", "--to", TO, "--payload", 10, "--fastest", *more) for more in ([], ["--uniform"])
    )
    assert along["duration"] < 0.9 * even["duration"] and "torque of 'shoulder_lift_joint'" in along["fastest"]
    assert len(along["torque_rates"]) == 6 and "torque_rates" not in even
    most = max(p["value"] / p["limit"] for p in along["peaks"] if p["kind"] in ("torque", "velocity"))
    assert most == pytest.approx(1.0, abs=SECOND_ORDER) and most <= 1.0
    best = linkwise.load("ur5").with_payload(10.0).fastest_along([np.zeros(6), END])
    assert along["duration"] == pytest.approx(best.duration, rel=SECOND_ORDER)
    assert_refused(run("plan", "ur5", "--to", TO, "--fastest", "--payload", 60), "gravity and friction alone")


def test_limited_jerk():
    found = answer("plan", "ur5", "--to", TO, "--acceleration", 5, "--jerk", 40)
    limits = linkwise.load("ur5").limits
    expected = SCurve(np.zeros(6), END, limits.velocity, 5.0, 40.0)
    assert found["kind"] == "scurve" and found["duration"] == pytest.approx(expected.duration)
    jerks = [peak for peak in found["peaks"] if peak["kind"] == "jerk"]
    assert len(jerks) == 6 and max(peak["value"] for peak in jerks) == pytest.approx(40.0)
    table = run("plan", "ur5", "--to", TO, "--acceleration", 5, "--jerk", 40).stdout
    assert "jerk" in table and "scurve motion" in table
    assert_refused(run("plan", "ur5", "--to", TO, "--jerk", 40, "--fastest"), "no jerk limits", "--kind scurve")
    assert_refused(run("plan", "ur5", "--to", TO, "--kind", "scurve"), "jerk")


def test_kinds():
    start, via, end = np.zeros(6), 0.5 * END[::-1], END
    text = " ".join(map(str, via))
    found = answer("plan", "ur5", "--to", TO, "--via", text, "--duration", 2, "--step", 0.2)
    assert found["kind"] == "spline"
    np.testing.assert_allclose(
        found["q"], Spline([start, via, end], duration=2.0)(found["t"]).q, atol=AGREEMENT, rtol=AGREEMENT
    )
    found = answer("plan", "ur5", "--to", TO, "--kind", "trapezoidal", "--acceleration", "5")
    expected = Trapezoidal(start, end, linkwise.load("ur5").limits.velocity, 5.0)
    assert found["duration"] == pytest.approx(expected.duration)
    for arguments, words in (
        (("--via", text, "--kind", "quintic"), ("3 waypoints", "--kind spline")),
        (("--kind", "trapezoidal"), ("acceleration limit", "--acceleration 5.0")),
    ):
        assert_refused(run("plan", "ur5", "--to", TO, *arguments), *words)


def test_files_are_states_again(tmp_path):
    for name in ("plan.csv", "plan.npz"):
        result = run("plan", "ur5", "--to", TO, "--payload", 2, "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
        assert "wrote" in result.stderr
    data = np.load(tmp_path / "plan.npz")
    table = np.genfromtxt(tmp_path / "plan.csv", delimiter=",", names=True)
    assert table.dtype.names[:3] == ("t", "q1", "q2") and len(table) == 201
    np.testing.assert_array_equal(table["t"], data["t"])
    np.testing.assert_array_equal(table["tau6"], data["tau"][:, 5])
    back = linkwise.load("ur5").with_payload(2.0).inverse_dynamics(data["q"], data["qd"], data["qdd"])
    np.testing.assert_allclose(back, data["tau"], atol=AGREEMENT * np.abs(back).max())
    assert run("id", "ur5", "--states", tmp_path / "plan.csv", "--out", tmp_path / "tau.npz").exit_code == 0


def test_the_table_has_peaks_beside_limits():
    lines = run("plan", "ur5", "--to", TO, "--payload", 10, "--fastest", "--uniform").stdout.splitlines()
    assert lines[0].startswith("ur5: quintic motion of ")
    [lift] = [line for line in lines if line.startswith("shoulder_lift_joint")]
    assert "-1 … 0" in lift and "3.15" in lift
    assert any("(100 %)" in line for line in lines) and lines[-1].startswith("Fastest: the torque of shoulder_")


@pytest.mark.parametrize(("kind", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures(tmp_path, kind, head):
    result = run("plan", "ur5", "--to", TO, "--plot", tmp_path / f"plan.{kind}")
    assert result.exit_code == 0, result.output
    assert (tmp_path / f"plan.{kind}").read_bytes().startswith(head)


def test_odd_robots(tmp_path):
    """A sliding joint, and one without limits."""
    (tmp_path / "arm.urdf").write_text(ARM)
    found = answer("plan", tmp_path / "arm.urdf", "--to", "0.5 0.3 1", "--fastest", "--plot", tmp_path / "a.png")
    assert found["peaks"][2]["limit"] == "-inf"
    assert_refused(run("plan", "planar2r", "--to", "1 1"), "no velocity or acceleration limit", "--duration 1.0")
    assert run("plan", "planar2r", "--to", "1 1", "--effort", "80 40", "--fastest").exit_code == 0


def test_a_start_within_limits_is_chosen():
    result = run("plan", "panda", "--to", "0 0 0 -1 0 1 0")
    assert result.exit_code == 0 and "from: 0 0 0 -0.0698 0 0 0" in result.stderr
    assert_refused(
        run("plan", "panda", "--to", "0 0 0 -1 0 1 0", "--from", "0 0 0 0 0 0 0"), "panda_joint4", "upper limit -0.0698"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "1 2"], ["--to has 2 numbers"]),
        (["--to", "a b c d e f"], ["'a' is not a number"]),
        (["--to", TO, "--via", "0"], ["--via has 1 number."]),
        (["--to", TO, "--velocity", "1 2"], ["--velocity has 2 numbers"]),
        (["--to", TO, "--velocity", "-1"], ["velocity limits", "≥ 0"]),
        (["--to", TO, "--duration", "0"], ["duration is 0.0"]),
        (["--to", TO, "--duration", "1", "--fastest"], ["give one"]),
        (["--to", TO, "--uniform"], ["--fastest --uniform"]),
        (["--to", TO, "--jerk", "-1"], ["jerk limits", "≥ 0"]),
        (["--to", TO, "--payload", "-1"], ["mass"]),
        (["--to", TO, "--step", "0"], ["step is 0.0"]),
        (["--to", TO, "--step", "1e-12"], ["samples"]),
        (["--to", TO, "--out", "plan.txt"], ["plan.txt"]),
        (["--to", TO, "--plot", "plan.gif"], ["plan.gif", ".png"]),
        (["--to", TO, "--plot", "nowhere/plan.png"], ["nowhere"]),
        (["--to", "0 0 0 0 0 0"], ["ends where it begins"]),
    ],
)
def test_what_is_refused(arguments, words):
    assert_refused(run("plan", "ur5", *arguments), *words)


def test_without_matplotlib_the_extra_is_named(tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert_refused(run("plan", "ur5", "--to", TO, "--plot", tmp_path / "p.png"), "MissingExtra", "linkwise[plot]")


def test_a_payload_at_a_frame():
    asked = ("plan", "planar2r", "--to", "0.5 0.3", "--duration", 1, "--effort", 500, "--payload", 2)
    arm = linkwise.load("planar2r").with_payload(2.0, frame="link1")
    assert np.abs(answer(*asked, "--frame", "link1")["tau"][0] - arm.gravity_forces([0.0, 0.0])).max() < NINE_DIGITS
    assert np.abs(answer(*asked)["tau"][0] - arm.gravity_forces([0.0, 0.0])).max() > 1.0
    assert run("plan", "planar2r", "--to", "0.5 0.3", "--frame", "link1").exit_code == 2

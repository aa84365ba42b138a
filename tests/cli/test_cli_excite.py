"""`linkwise excite` and `linkwise payload`: motions for identification, and loads from logs."""

import json

import numpy as np
import pytest

import linkwise
from linkwise.identify import read_log, simulated_log
from tests.cli.command_line import answer, assert_refused, run
from tests.tolerances import AGREEMENT

LIMITS = ["--lower", "-2", "--upper", "2 1.5", "--velocity", "2", "--acceleration", "10"]
SHORT = ["--harmonics", "2", "--period", "5", "--starts", "1"]


def test_a_motion_in_files(tmp_path):
    csv, png = tmp_path / "motion.csv", tmp_path / "motion.png"
    result = run("excite", "planar2r", *LIMITS, *SHORT, "-o", csv, "--plot", png, "--step", 0.02)
    assert result.exit_code == 0, result.output
    assert "condition number: " in result.stdout and "12" in result.stdout and "-1.9 … 1.9" not in result.stderr
    assert "note: torques are not limited" in result.stdout and f"wrote {csv}" in result.stderr.replace("\n", "")
    assert png.read_bytes()[:4] == b"\x89PNG"
    arm = linkwise.load("planar2r")
    log = read_log(csv, arm)
    assert len(log) == 251 and np.abs(log.q).max() <= 1.9 and np.abs(log.qd).max() <= 1.8
    np.testing.assert_allclose(log.qd[[0, -1]], 0.0, atol=AGREEMENT)
    assert run("identify", csv, "--robot", "planar2r", "--estimator", "ols").exit_code == 0


def test_the_document_is_that_of_the_library():
    data = answer("excite", "planar2r", *LIMITS, *SHORT, "--criterion", "D", "--share", "velocity=0.5", "--seed", 3)
    limits = {"lower": -2.0, "upper": [2.0, 1.5], "velocity": 2.0, "acceleration": 10.0}
    options = {"harmonics": 2, "period": 5.0, "starts": 1, "seed": 3, "criterion": "D", "shares": {"velocity": 0.5}}
    found = linkwise.load("planar2r").excitation(**limits, **options)
    expected = json.loads(json.dumps(found.data))
    assert [peak.pop("limit") for peak in data["peaks"]][-1] == "inf"  # that of torque, which JSON has no number for
    assert [peak.pop("limit") for peak in expected["peaks"]][-1] == float("inf")
    assert data == expected


@pytest.mark.slow
def test_above():
    data = answer("excite", "ur5e", "--above", 0.3, "--friction", "none", *SHORT, "--share", "velocity=0.4")
    motion = linkwise.trajectories.FourierAtRest(*(data[name] for name in ("q0", "a", "b", "frequency")))
    poses = linkwise.load("ur5e").forward_kinematics(motion(np.linspace(0.0, 5.0, 1000)).q)
    assert data["margin"] >= 0.0 and np.asarray(poses)[:, 2, 3].min() >= 0.3


def write(path, robot, seed):
    log = simulated_log(robot, 10.0, rate=100.0, noise=0.01, seed=seed)
    names = ["t", *(f"{what}_{joint}" for what in ("q", "tau") for joint in log.joints)]
    np.savetxt(path, np.column_stack([log.time, log.q, log.tau]), delimiter=",", header=",".join(names), comments="")
    return path


def test_a_load(tmp_path):
    arm = linkwise.load("scara")
    before = write(tmp_path / "before.csv", arm, 1)
    after = write(tmp_path / "after.csv", arm.with_payload(2.0, [0.0, 0.05, 0.0]), 2)
    target = tmp_path / "loaded.toml"
    result = run("payload", before, after, "--robot", "scara", "-o", target)
    assert result.exit_code == 0 and "mass" in result.stdout and "deviation" in result.stdout, result.output
    data = answer("payload", before, after, "--robot", "scara")
    assert data["seen"] and abs(data["mass"] - 2.0) < 4.0 * data["sigma"]["mass"]
    assert linkwise.load(target).total_mass == pytest.approx(arm.total_mass + data["mass"])
    alone = answer("payload", after, "--robot", "scara", "--trust-model")
    assert abs(alone["mass"] - 2.0) < 4.0 * alone["sigma"]["mass"]
    assert_refused(run("payload", after, "--robot", "scara"), "two logs were expected", code=2)
    assert_refused(run("payload", after, after, "--robot", "scara", "-o", "load.txt"), "WriteError", ".toml")


def test_refused():
    assert_refused(run("excite", "planar2r"), "LinkwiseError", "no limits of position", "lower=-2.0")
    assert_refused(run("excite", "ur5e", "--criterion", "E"), "--criterion", code=2)
    assert_refused(run("excite", "ur5e", "--frame", "tool0"), "--above", code=2)
    assert_refused(run("excite", "ur5e", "--share", "velocity"), "--share", code=2)
    assert_refused(run("excite", "ur5e", "--above", 50), "LinkwiseError", "the constraint allows none")
    assert_refused(run("excite", "ur5e", "-o", "motion.txt"), "WriteError", ".csv")

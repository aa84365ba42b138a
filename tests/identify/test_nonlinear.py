"""What torques do not depend on linearly: gains of drives, Stribeck's speeds; and that what was found is what runs."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, UnknownName
from linkwise.identify import Filter, Log, simulated_log
from linkwise.identify.columns import Regressor, Request
from linkwise.model import DriveFriction, Stribeck
from tests.tolerances import CENTRAL_DIFFERENCES, HALF_THE_DIGITS, RECOVERED

PLAIN = Filter(parallel=None)
GAINS = np.array([10.0, -12.0, 8.0])
PAYLOAD = {"mass": 2.0, "com": [0.05, 0.02, 0.0]}
LAW = DriveFriction(0.8, 1.0, 0.2, width=0.02)


@pytest.fixture(scope="module")
def arm():
    return linkwise.load("planar3r")


def currents(robot, gains=GAINS, **options):
    log = simulated_log(robot, 20.0, **options)
    return Log(log.time, log.q, log.tau / gains, log.qd, log.qdd, joints=log.joints)


@pytest.fixture(scope="module")
def logs(arm):
    """Currents without and with a payload, of an arm whose links are heavier than the file says."""
    real = arm.with_friction(LAW).with_payload(0.7, com=[0.1, -0.05, 0.0], frame="link2", name="more")
    return [currents(real, seed=1), currents(real.with_payload(**PAYLOAD), seed=2)]


def test_gains_from_a_known_payload(arm, logs):
    fit = arm.identify(logs, gains=True, payloads=[None, PAYLOAD], estimator="wls", filter=PLAIN)
    assert fit.names[-3:] == ("G1", "G2", "G3")
    np.testing.assert_allclose(list(fit.gains.values()), GAINS, rtol=RECOVERED * 100.0)
    q, qd, qdd = logs[0].q[::200], logs[0].qd[::200], logs[0].qdd[::200]
    torques = logs[0].tau[::200] * GAINS
    np.testing.assert_allclose(fit.predict(q, qd, qdd), torques, atol=RECOVERED * 1000.0)
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), torques, atol=RECOVERED * 1000.0)


def test_gains_from_one_that_is_known(arm, logs):
    """Joints share parameters: a joint whose torques are known gives the scale of the others."""
    log = logs[0]
    tau = log.tau * [GAINS[0], 1.0, 1.0]
    mixed = Log(log.time, log.q, tau, log.qd, log.qdd, joints=log.joints)
    fit = arm.identify(mixed, gains=["joint2", "joint3"], estimator="wls", filter=PLAIN)
    np.testing.assert_allclose(list(fit.gains.values()), GAINS[1:], rtol=RECOVERED * 100.0)


def test_deviations_of_gains(arm):
    real = arm.with_friction(LAW)
    logs = [currents(real, noise=0.05, seed=1), currents(real.with_payload(**PAYLOAD), noise=0.05, seed=2)]
    fit = arm.identify(logs, gains=True, payloads=[None, PAYLOAD])
    off = np.abs(fit.values[-3:] - GAINS) / fit.sigma[-3:]
    assert off.max() < 5.0 and (fit.sigma[-3:] < 0.05 * np.abs(GAINS)).all()


@pytest.mark.slow
def test_the_scale_of_all_gains_is_that_of_the_file():
    """Without a payload; and the wrist of a UR5e, whose torques are friction alone, does not show its gain."""
    arm = linkwise.load("ur5e")
    gains = np.array([10.0, 12.0, 11.0, 9.0, 8.0, 7.0])
    real = arm.with_friction(DriveFriction(2.0, 4.0, 0.5, width=0.02))
    fit = arm.identify(currents(real, gains, noise=0.02, seed=1), gains=True)
    off = np.array(list(fit.gains.values()))[:5] / gains[:5] - 1.0
    assert np.abs(off - off.mean()).max() < 0.02 and np.abs(off).max() < 0.1
    assert any("scale of all gains together is that of the masses" in note for note in fit.notes)
    assert any("gain G6 is not identifiable" in note for note in fit.notes) and np.isinf(fit.sigma[-1])


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"gains": True, "estimator": "wls"}, BadArray, "nothing says how large torques are"),
        ({"gains": ["joint9"]}, UnknownName, "has no joint 'joint9'"),
        ({"gains": 3.0}, BadArray, "True, or a list of joints"),
        ({"payloads": [{"mass": 1.0}, None]}, BadArray, "None or a payload for each log"),
        ({"payloads": [{"weight": 1.0}]}, BadArray, "A dict with mass"),
    ],
)
def test_bad_gains(arm, logs, options, error, says):
    with pytest.raises(error, match=says):
        arm.identify(logs[0], **options)


@pytest.mark.parametrize("shape", [2.0, pytest.param(1.0, marks=pytest.mark.slow)])
def test_stribeck_friction_comes_back_as_a_law(arm, shape):
    law = DriveFriction(0.8, 2.0, 0.3, stribeck=1.5, speed=0.2, shape=shape, width=0.02)
    log = simulated_log(arm.with_friction(law), 20.0)
    kinds = ["viscous", "coulomb", "offset", "stribeck"]
    fit = arm.identify(log, friction=kinds, estimator="wls", filter=PLAIN)
    for found in list(fit.friction.values())[1:]:
        np.testing.assert_allclose(found.numbers, law.numbers, atol=RECOVERED * 1000.0)
    q, qd, qdd = log.q[::100], log.qd[::100], log.qdd[::100]
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), log.tau[::100], atol=RECOVERED * 1000.0)


@pytest.mark.slow
def test_stribeck_with_noise_and_with_a_jump(arm):
    law = Stribeck(0.8, 2.0, 3.5, k=25.0)
    log = simulated_log(arm.with_friction(law), 20.0, noise=0.02)
    kinds = ["viscous", "coulomb", "stribeck"]
    fit = arm.identify(log, friction=kinds, estimator="wls", width=None, filter=Filter(parallel=20.0))
    found = fit.friction["joint2"]
    assert isinstance(found, Stribeck)
    np.testing.assert_allclose(found.static, 3.5, rtol=0.02)
    speed = fit.names.index("VS2")
    assert abs(fit.values[speed] - 0.2) < 5.0 * fit.sigma[speed]
    none = arm.identify(simulated_log(arm, 10.0, noise=0.02), friction=kinds)  # there is none to be found
    assert any("shows no fall of friction" in note for note in none.notes) or none.errors[0].total < 0.02


def test_columns_of_changes(arm):
    """They are the slopes of the torques in each nonlinear unknown."""
    columns = Regressor(arm, Request.of(["coulomb", "stribeck"], tilt=True, gains=["joint2"]))
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.normal(size=(3, 20, 3))
    x = np.concatenate([rng.normal(size=columns.linear), np.zeros(len(columns.nonlinear))])
    columns.move(x)
    columns.stribeck.speed[:] = 0.4
    slopes = columns(q, qd, qdd)
    h = 1e-6
    for k, each in enumerate(columns.nonlinear, columns.linear):
        ends = []
        for sign in (1.0, -1.0):
            columns.move(np.where(np.arange(len(x)) == k, sign * h, x))
            logged = columns.torques(q, qd, qdd, x) / columns.gains
            ends.append(logged)
            columns.move(np.where(np.arange(len(x)) == k, -sign * h, x))
        slope = (ends[0] - ends[1]) / (2.0 * h)
        for j, own in enumerate(columns.of_row):
            found = slopes[j][:, own == k][:, 0] if k in own else 0.0
            np.testing.assert_allclose(found, slope[:, j], atol=CENTRAL_DIFFERENCES * 1000.0, err_msg=each.name)


EVERY = {
    "plain": {"friction": ["viscous", "coulomb"]},
    "offset": {},
    "harmonic drive": {"friction": ["viscous", "coulomb", "offset", "sqrt", "load"]},
    "by direction, ripple": {"friction": ["viscous", "coulomb", "uneven", "sine", "cosine"]},
    "stribeck": {"friction": ["viscous", "coulomb", "offset", "stribeck"]},
    "tilt": {"tilt": True},
    "rotors": {"rotors": True},
    "drive": {"drives": {"motor": {"joint2": 1.0, "joint3": 1.0}}, "friction": ["viscous", "coulomb"]},
    "gains": {"gains": ["joint2"]},
    "friction alone": {"links": False, "estimator": "wls", "tilt": True},
}


@pytest.mark.parametrize("name", [n if n == "stribeck" else pytest.param(n, marks=pytest.mark.slow) for n in EVERY])
def test_what_was_identified_is_what_runs(arm, name, tmp_path):
    """Predictions, the robot, its generated C and its saved file agree, whatever the columns."""
    robot = linkwise.load("puma560") if name == "tilt" else arm
    law = DriveFriction(0.8, 2.0, 0.3, sqrt=0.5, load=0.02, stribeck=1.0, speed=0.2, width=0.02)
    fit = robot.identify(simulated_log(robot.with_friction(law), 20.0, noise=0.02), **EVERY[name])
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 10, robot.n))
    predicted = fit.predict(q, qd, qdd)
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), predicted, atol=HALF_THE_DIGITS * 100.0)
    fit.save(tmp_path / "arm.toml")
    loaded = linkwise.load(tmp_path / "arm.toml", strict=True)
    np.testing.assert_allclose(loaded.inverse_dynamics(q, qd, qdd), predicted, atol=HALF_THE_DIGITS * 100.0)
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    fit.robot.compile("inverse_dynamics").save(tmp_path / "arm.c")
    command = ["gcc", "-std=c99", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "arm.c", "-lm", "-o", "arm.so"]
    subprocess.run(command, cwd=tmp_path, check=True)
    declared = next(line for line in (tmp_path / "arm.h").read_text().splitlines() if line.startswith("void "))
    function = getattr(ctypes.CDLL(str(tmp_path / "arm.so")), declared.split("(")[0].split()[-1])
    found = np.empty((10, robot.n))
    for row, state in zip(found, zip(q, qd, qdd, strict=True), strict=True):
        function(*(np.ascontiguousarray(x).ctypes.data_as(ctypes.c_void_p) for x in (*state, row)))
    np.testing.assert_allclose(found, predicted, atol=HALF_THE_DIGITS * 100.0)

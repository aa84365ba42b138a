"""Measured logs of real robots, from the folder of shared data beside the checkout; skipped where it is absent."""

from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise.calls.sampling import exciting
from linkwise.errors import UnknownName
from linkwise.identify import Filter, Log, check_log
from linkwise.identify.columns import Request
from linkwise.identify.excitation.stack import Stack
from tests.identify.test_estimators import agree, problem_of
from tests.tolerances import NINE_DIGITS

PLACES = (folder / "shared" / "data" for folder in Path(__file__).resolve().parents)
DATA = next((place for place in PLACES if place.is_dir()), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        DATA is None, reason="the measured logs are not here: no folder shared/data beside the checkout"
    ),
]

MORE = ("viscous", "coulomb", "offset", "sqrt", "load")


def panda():
    """Gaz et al. (2019): GPL-3.0, read where it is and not copied."""
    robot, folder = linkwise.load("panda"), DATA / "panda_gaz2019"
    q, tau, qd = (
        np.loadtxt(folder / f"exciting_traj_{x}.txt").reshape(-1, 7) for x in ("positions", "torques", "velocity")
    )
    return robot, Log(np.loadtxt(folder / "exciting_traj_time.txt"), q, tau, qd, joints=robot.joint_names)


def salerno(name, file):
    try:
        robot = linkwise.load(name)
    except UnknownName:
        pytest.skip(f"{name} is a robot of example-robot-data, which is not installed")
    table, n = np.genfromtxt(DATA / "ur10_panda_unisa" / file, delimiter=",", skip_header=1), robot.n
    q, qd, tau = (table[:, 1 + k * n : 1 + (k + 1) * n] for k in range(3))
    return robot, Log(table[:, 0], q, tau, qd, joints=robot.joint_names)


def tx40():
    folder = DATA / "staubli_tx40_figaroh"
    robot = linkwise.load(folder / "tx40_mdh_modified.urdf")
    q, tau = (np.genfromtxt(folder / f"{x}_data.csv", delimiter=",", skip_header=1) for x in ("pos_read", "curr"))
    N = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
    R, T = N.copy(), N.copy()
    R[5, 4] = T[4, 5] = 32.0
    zero = [0.0, -np.pi / 2, np.pi / 2, 0.0, 0.0, 0.0]
    given = {"coupling": R, "torque_coupling": T, "zero": zero, "joints": robot.joint_names}
    return robot, Log.of_motors(2e-4 * np.arange(len(q)), q, tau, **given)


def test_panda():
    robot, log = panda()
    assert check_log(log, robot) == ()
    plain, physical = (robot.identify(log, estimator=e, validate="blocks") for e in ("ols", "physical"))
    assert plain.errors[0].total < 0.0105 and physical.errors[0].total < 0.0110
    assert max(plain.errors[1].total, physical.errors[1].total) < 0.0125
    assert plain.errors[1].repeats  # its period is 13.3 s of 21: the blocks repeat one another
    other, second = salerno("panda", "panda_exciting_trajectory.csv")
    assert check_log(second, other) == ()
    assert robot.identify(log, estimator="physical", validate=second).errors[1].total < 0.045
    half = len(second) // 2
    first, last = second.part(0, half), second.part(half, len(second))
    again = physical.robot.identify(first, links=False, estimator="wls", validate=last)
    assert again.errors[1].total < 0.025 and not again.errors[1].repeats


def test_ur10():
    robot, log = salerno("ur10_robot", "ur10_exciting_trajectory.csv")
    assert check_log(log, robot) == ()
    assert robot.identify(log, estimator="wls", validate="blocks").errors[1].total < 0.061
    assert robot.identify(log, validate="blocks").errors[1].total < 0.058
    fit = robot.identify(log, friction=MORE, width=0.05, validate="blocks")
    assert fit.errors[1].total < 0.041
    plain = robot.identify(log, validate="blocks")
    assert any('friction with "sqrt" and "load" too' in note for note in plain.notes)


def by_numbers(robot, fit):
    """How many base parameters the rank of the regressor gives, for the file as it is."""
    W = np.asarray(robot.regressor(*exciting(robot.tree, 300, seed=3), rotors=True, drives=fit.choices["drives"]))
    W = W.reshape(-1, W.shape[-1])
    length = np.linalg.norm(W, axis=0)
    W = W[:, length > NINE_DIGITS * length.max()]
    return np.linalg.matrix_rank(W / np.linalg.norm(W, axis=0), tol=NINE_DIGITS * len(W) ** 0.5)


def test_tx40():
    robot, log = tx40()
    assert check_log(log, robot) == ()
    wrist, fast = {"m6": {"joint_5": 1.0, "joint_6": 1.0}}, Filter(parallel=10.0)
    options = {"rotors": True, "drives": wrist}
    for estimator in ("wls", "physical"):
        fit = robot.identify(log, estimator=estimator, filter=fast, validate="blocks", **options)
        assert fit.errors[1].total < 0.085
        assert any("were made exact" in note for note in fit.notes)  # the file's quarter turns have eleven digits
        assert len(fit.base) == by_numbers(robot, fit)
    fit = robot.identify(log, friction=MORE, prior=1e-4, filter=fast, validate="blocks", **options)
    assert fit.errors[1].total < 0.075
    slow = Filter(parallel=10.0, slowest=0.05)
    fit = robot.identify(log, estimator="wls", filter=slow, width=None, **options)
    found = dict(zip(fit.names, fit.values, strict=True))
    published = {"FV1": 8.05, "FV2": 5.53, "FV3": 1.97, "FV4": 1.11, "FC1": 7.14, "FC2": 8.26, "FC3": 6.34, "FC4": 2.48}
    published |= {"Ia3": 0.0988, "Ia4": 0.0313, "Ia_m6": 0.00964, "FV_m6": 0.616, "FC_m6": 1.95}
    off = {name: found[name] / value - 1.0 for name, value in published.items()}
    assert max(map(abs, off.values())) < 0.05, off


def test_the_published_motion_and_ours():
    """The condition number of the motion that Gaz et al. made: 122 with their columns, 116 with ours, from 0.5 s after
    the start to 0.5 s before the end; unscaled columns, positions smoothed at 5 Hz and differentiated."""
    from scipy.signal import butter, filtfilt

    robot, log = panda()
    t = np.arange(0.0, log.time[-1], 1e-3)
    b, a = butter(4, 5.0 / 500.0)
    q = filtfilt(b, a, np.column_stack([np.interp(t, log.time, x) for x in log.q.T]), axis=0)
    qd = np.gradient(q, 1e-3, axis=0)
    states = [x[500:-500:5] for x in (q, qd, np.gradient(qd, 1e-3, axis=0))]
    stack = Stack(robot, Request.of(["viscous", "coulomb", "offset"], width=None))
    W = stack.rows(tuple(states)).reshape(-1, len(stack.names))
    assert W.shape[1] == 64 and abs(np.linalg.cond(W) - 116.0) < 1.0


@pytest.mark.parametrize("prior", [1e-5, 1e-6])
@pytest.mark.parametrize("name", ["panda", "ur10", "tx40"])
def test_clarabel_finds_the_same_minimum(monkeypatch, name, prior):
    pytest.importorskip("cvxpy", reason="cvxpy is not installed (the extra ident)")
    options = {"prior": prior}
    if name == "tx40":
        options |= {"rotors": True, "drives": {"m6": {"joint_5": 1.0, "joint_6": 1.0}}, "filter": Filter(parallel=10.0)}
    robot, log = (
        {"panda": panda, "tx40": tx40}[name]()
        if name != "ur10"
        else salerno("ur10_robot", "ur10_exciting_trajectory.csv")
    )
    agree(*problem_of(monkeypatch, robot, log, **options))


def test_gains_that_are_one():
    """The TX40's log is in N m: gains that its motion shows are 1, and those that it does not show are named."""
    robot, log = tx40()
    options = {"rotors": True, "drives": {"m6": {"joint_5": 1.0, "joint_6": 1.0}}, "filter": Filter(parallel=10.0)}
    fit = robot.identify(log, gains=True, **options)
    shown = np.isfinite(fit.sigma[-6:])
    assert shown.sum() >= 3 and np.abs(fit.values[-6:] - 1.0).max() < 0.1
    assert sum("is not identifiable from these logs" in note for note in fit.notes) == (~shown).sum()


def test_second_panda_either_way():
    """Refitted on either half, with the first one's fit for a prior, the other half is predicted within 2.5 %."""
    robot, log = panda()
    first = robot.identify(log).robot
    _, second = salerno("panda", "panda_exciting_trajectory.csv")
    half = len(second) // 2
    parts = second.part(0, half), second.part(half, len(second))
    for training, other in (parts, parts[::-1]):
        assert first.identify(training, validate=other).errors[1].total < 0.025

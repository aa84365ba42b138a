"""What would spoil a fit is named: forty bad logs, each with its fault, and no fault where there is none."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, BadLog, UnknownName
from linkwise.identify import FAULTS, Filter, Log, check_log, estimate_lag, simulated_log
from linkwise.identify.logs import check_logs
from tests.tolerances import HALF_THE_DIGITS

from .bad_logs import BAD, RATE, ROBOT, SOUND


def slow(*names):
    return [pytest.param(name, marks=pytest.mark.slow) for name in names]


FIRST = {kind: name for name, (kind, _, _) in reversed(BAD.items())}
"""One log for each kind of fault."""


@pytest.mark.parametrize("name", [*FIRST.values(), *slow(*(name for name in BAD if name not in FIRST.values()))])
def test_the_fault_is_named(name):
    kind, where, made = BAD[name]
    with pytest.raises(BadLog) as caught:
        ROBOT.identify(made(), estimator="ols")
    found = [(fault.kind, fault.where) for fault in caught.value.faults]
    assert (kind, where) in found, found
    assert f'accept=["{found[0][0]}"' in str(caught.value) and all(fault.hint or kind for fault in caught.value.faults)


def test_there_are_forty_and_every_kind():
    assert len(BAD) >= 40 and {kind for kind, _, _ in BAD.values()} == set(FAULTS)


@pytest.mark.parametrize("name", ["panda", *slow("scara", "tx40", "puma560", "stanford")])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_sound_logs_have_none(name, noise):
    robot = linkwise.load(name)
    assert check_log(simulated_log(robot, 8.0, noise=noise, seed=1), robot) == ()
    heavy = robot.with_payload(2.0, com=[0.05, 0.0, 0.1])  # what the robot's own model does not know
    assert check_log(simulated_log(heavy, 8.0, noise=noise, seed=2), robot) == ()


def test_short_gaps_are_bridged():
    few = np.r_[0:800, 806 : len(SOUND)]  # 30 ms, where the filter passes 5 Hz
    log = SOUND.mapped(SOUND.time[few], lambda x: x[few])
    assert check_log(log, ROBOT) == ()
    assert [fault.kind for fault in check_log(log, ROBOT, Filter(parallel=20.0))] == ["gap"]
    assert any("resampled at 200 Hz" in remark for remark in check_logs([log], ROBOT, Filter()))


def test_faults_can_be_accepted():
    kind, _, made = BAD["a torque cut off on top"]
    remarks = check_logs([made()], ROBOT, Filter(), accept=[kind])
    assert any(remark.startswith("log: accepted clipped torque 'elbow_joint'") for remark in remarks)
    with pytest.raises(UnknownName, match="has no kind of fault 'clipped'"):
        ROBOT.identify(SOUND, accept=["clipped"])
    with pytest.raises(BadArray, match="A list of kinds of faults"):
        ROBOT.identify(SOUND, accept="gap")


@pytest.mark.parametrize("lag", [0.012, *slow(-0.03, 0.0, 0.05)])
def test_a_lag_is_found_and_undone(lag):
    true = Log(SOUND.time, SOUND.q, ROBOT.inverse_dynamics(SOUND.q, SOUND.qd, np.gradient(SOUND.qd, axis=0) * RATE),
               SOUND.qd, joints=SOUND.joints)  # fmt: skip
    late = true.without_lag(-lag)
    assert abs(estimate_lag(late, ROBOT) - lag) < 1.0 / RATE
    assert abs(estimate_lag(late.without_lag(lag), ROBOT)) < 1.0 / RATE


def test_columns_come_in_any_order():
    order = ["wrist_3_joint", *SOUND.joints[:-1]]
    moved = SOUND.ordered(order)
    assert check_log(moved, ROBOT) == ()
    np.testing.assert_array_equal(moved.ordered(SOUND.joints).tau, SOUND.tau)
    two = linkwise.load("planar2r")
    log = simulated_log(two, 5.0)
    fits = [two.identify(each, estimator="ols") for each in (log, log.ordered(["joint2", "joint1"]))]
    np.testing.assert_allclose(fits[0].values, fits[1].values, rtol=HALF_THE_DIGITS)


def test_motors():
    N = np.diag([50.0, 100.0, 100.0, 60.0, 60.0, 60.0])
    N[5, 4] = 12.0
    zero = np.linspace(-0.3, 0.3, 6)
    q_m = (SOUND.q - zero) @ N.T
    tau_m = SOUND.tau @ np.linalg.inv(N)  # τ = Nᵀ τ_m
    log = Log.of_motors(SOUND.time, q_m, tau_m, SOUND.qd @ N.T, coupling=N, zero=zero, joints=SOUND.joints)
    for name in ("q", "qd", "tau"):
        np.testing.assert_allclose(getattr(log, name), getattr(SOUND, name), rtol=HALF_THE_DIGITS, atol=HALF_THE_DIGITS)
    with pytest.raises(BadArray, match="singular"):
        Log.of_motors([0.0], [[0.0]], [[0.0]], coupling=[[0.0]], joints=["a"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([0.0, 0.1], [[0.0]], [[1.0], [1.0]]), "q of 'log' has 1 rows, and there are 2 times"),
        (([0.0, 0.1], [0.0, 0.1], [[1.0], [1.0]]), r"q of a log has shape \(2,\)"),
        (([[0.0]], [[0.0]], [[1.0]]), r"time of a log has shape \(1, 1\)"),
        (([0.0], [["a"]], [[1.0]]), "does not consist of real numbers"),
        (([0.0], [[0.0]], [[1.0, 2.0]]), r"Shape \(samples, 1\) was expected"),
    ],
)
def test_arrays_of_the_wrong_shape(arguments, says):
    with pytest.raises(BadArray, match=says):
        Log(*arguments, joints=["a"])


def test_joints_of_another_robot():
    with pytest.raises(UnknownName, match="has no column of joint 'panda_joint1'"):
        linkwise.load("panda").identify(SOUND)

"""Deviations hold the truth as often as they say, whatever the noise; residuals say what they are."""

import numpy as np
import pytest
from bench.coverage import NOISE, Runs

import linkwise
from linkwise.errors import UnknownName
from linkwise.identify import Filter, Log, simulated_log
from linkwise.identify.deviations.bootstrap import draws
from linkwise.model import FREE
from tests.tolerances import NINE_DIGITS


def held(robot, kind, choices, ways, runs):
    """For each way the share of intervals of 1.96 deviations that hold the truth, pooled over parameters."""
    robot = robot.with_friction({body.joint.name: FREE for body in robot.tree.bodies})
    several = Runs(robot, 20.0, choices)
    found = np.array([several.inside(seed, kind, ["wls"], ways) for seed in range(runs)])
    return found[:, :, 0].mean(axis=(0, 2)).tolist()


def test_intervals_of_a_small_arm():
    correlated, white = held(linkwise.load("planar2r"), "ar", Filter(parallel=None), ["correlated", "white"], 60)
    assert 0.90 < correlated < 0.98 and white < 0.5


@pytest.mark.parametrize(
    ("cutoff", "kind"),
    [
        pytest.param(cutoff, kind, marks=pytest.mark.slow if (cutoff, kind) == (5.0, "real") else pytest.mark.soak)
        for cutoff in (None, 5.0)
        for kind in NOISE
    ],
)
def test_intervals_of_a_whole_arm(kind, cutoff):
    ways = ["correlated", "blocks", "bootstrap", "white"]
    correlated, blocks, bootstrap, white = held(linkwise.load("panda"), kind, Filter(parallel=cutoff), ways, 60)
    assert 0.92 < correlated < 0.98 and 0.88 < blocks < 0.995 and 0.92 < bootstrap < 0.995
    assert (white > 0.92) == (kind == "white" and cutoff is None)


def test_the_bootstrap_gives_the_same_on_any_number_of_threads():
    robot = linkwise.load("planar2r")
    log = simulated_log(robot, 20.0, noise=0.05)
    bits = []
    for count in (1, 3):
        with linkwise.threads(count):
            bits.append(robot.identify(log, estimator="wls", deviations="bootstrap").covariance.tobytes())
    assert bits[0] == bits[1]


def test_each_draw_is_of_whole_blocks():
    found = draws(12, 500)
    assert (found.sum(axis=1) == 12.0).all()
    np.testing.assert_allclose(found.mean(axis=0), 1.0, atol=0.2)
    circular = [np.flatnonzero((row > 0) & (np.roll(row, 1) == 0)) for row in found]
    assert max(map(len, circular)) <= 3  # three blocks of four stretches


def test_residuals_are_those_of_the_errors():
    robot = linkwise.load("planar2r")
    logs = [simulated_log(robot, 10.0, noise=0.05, seed=seed) for seed in (1, 2)]
    fit = robot.identify(logs, estimator="wls")
    found = fit.residuals()
    error = np.concatenate([each.measured - each.predicted for each in found])
    np.testing.assert_allclose(np.sqrt(np.mean(error**2, axis=0)), fit.errors[0].rms, rtol=NINE_DIGITS)
    whole = fit.residuals([logs[1]], filtered=False)
    assert len(whole) == 1 and np.array_equal(whole[0].measured, logs[1].tau)
    frequencies, density = fit.spectrum(filtered=False)
    power = density.sum(axis=0) * (frequencies[1] - frequencies[0])  # Parseval's theorem
    plain = np.concatenate([each.error for each in fit.residuals(filtered=False)])
    np.testing.assert_allclose(power, plain.var(axis=0), rtol=0.1)
    assert np.abs(fit.autocorrelation(filtered=False)).max() < 0.1 < fit.autocorrelation().min()


def test_remarks_on_residuals():
    robot = linkwise.load("planar2r")
    log = simulated_log(robot, 20.0, noise=0.01)
    assert not any("residuals" in note for note in robot.identify(log, estimator="wls").notes)
    hum = 0.5 * np.sin(2.0 * np.pi * 50.0 * log.time)[:, None] * [0.0, 1.0]
    slow = np.cumsum(np.random.default_rng(0).normal(size=len(log))) * 0.03
    noisy = Log(log.time, log.q, log.tau + hum + slow[:, None] * [1.0, 0.0], log.qd, joints=log.joints)
    text = " ".join(robot.identify(noisy, estimator="wls").notes)
    assert "'joint2' have a line at 49.9 Hz" in text and "residuals of 'joint1' are strongly correlated" in text


def test_another_way_is_refused():
    robot = linkwise.load("pendulum")
    with pytest.raises(UnknownName, match="bootstrap"):
        robot.identify(simulated_log(robot, 5.0), friction=[], deviations="boot")

"""Logs without noise give back what made them; with noise, the deviations say how closely."""

import sys

import numpy as np
import pytest

import linkwise
from linkwise.identify import ESTIMATORS, FAULTS, Filter, Log, simulated_log
from linkwise.identify.accumulation import Rows
from linkwise.identify.accumulation.squares import squares
from linkwise.identify.columns import Regressor, Request
from linkwise.identify.deviations import autocovariance
from linkwise.identify.processing import windows
from linkwise.model import FREE, DriveFriction, Friction, Smooth
from tests.robots import random_chain, random_model
from tests.tolerances import AGREEMENT, RECOVERED, WINDOWED

PLAIN = Filter(parallel=None)
ANY = tuple(FAULTS)[4:]  # random robots have no limits worth the name


def seeds(few, slow, many):
    marks = [[]] * few + [[pytest.mark.slow]] * slow + [[pytest.mark.soak]] * many
    return [pytest.param(seed, marks=mark) for seed, mark in enumerate(marks)]


@pytest.mark.parametrize("make", [random_chain, random_model])
@pytest.mark.parametrize("seed", seeds(2, 8, 90))
def test_noise_free_recovery(make, seed):
    robot = linkwise.Robot(make(seed))
    robot = robot.with_friction({body.joint.name: FREE for body in robot.tree.bodies})
    log = simulated_log(robot, 10.0, rate=100.0, seed=seed)
    fit = robot.identify(log, width=None, rotors=True, estimator="wls", filter=PLAIN, accept=ANY)
    true = np.concatenate([fit.base.values, np.zeros(len(fit.values) - len(fit.base))])
    assert np.abs(fit.values - true).max() <= RECOVERED * max(1.0, np.abs(true).max())
    q, qd, qdd = log.q[::50], log.qd[::50], log.qdd[::50]
    scale = np.abs(log.tau).max()
    np.testing.assert_allclose(fit.predict(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd), atol=RECOVERED * scale)


FRICTION = {
    "plain": (["viscous", "coulomb"], Smooth(Friction(0.8, 2.0), 0.05)),
    "offset": (["viscous", "coulomb", "offset"], DriveFriction(0.8, 2.0, -0.4, width=0.05)),
    "harmonic drive": (["coulomb", "sqrt", "load"], DriveFriction(coulomb=2.0, sqrt=1.5, load=0.03, width=0.05)),
    "by direction": (["viscous", "uneven"], DriveFriction(0.8, uneven=0.1, width=0.05)),
    "ripple": (["viscous", "sine", "cosine"], DriveFriction(0.8, sine=0.3, cosine=-0.2, width=0.05)),
}


@pytest.mark.parametrize(
    "name", [n if n in ("offset", "harmonic drive") else pytest.param(n, marks=pytest.mark.slow) for n in FRICTION]
)
def test_friction_comes_back_as_a_law(name):
    kinds, law = FRICTION[name]
    robot = linkwise.load("planar3r").with_friction(law)
    log = simulated_log(robot, 10.0)
    fit = robot.identify(log, friction=kinds, width=0.05, estimator="ols", filter=PLAIN)
    for found in list(fit.friction.values())[name == "ripple" :]:  # that of the first joint is as gravity is
        np.testing.assert_allclose(found.numbers, law.numbers, atol=RECOVERED)
    q, qd, qdd = log.q[::100], log.qd[::100], log.qdd[::100]
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), log.tau[::100], atol=RECOVERED * 100.0)


@pytest.mark.slow
def test_rotors_drives_and_tilt():
    wrist = {"motor": {"joint5": 1.0, "joint6": 1.0}}
    robot = linkwise.load("puma560").with_friction(FREE)
    rotor = linkwise.Rotor(0.4)
    real = robot.with_drive("motor", wrist["motor"], rotor=rotor, friction=Smooth(Friction(0.5, 1.0), 0.02))
    real = real.with_gravity([0.2, -0.4, -9.8])
    log = simulated_log(real, 20.0)
    log = Log(log.time, log.q, log.tau, log.qd, log.qdd, joints=robot.joint_names)
    robot = robot.with_gravity([0.0, 0.0, -np.linalg.norm([0.2, -0.4, -9.8])])
    kinds = ["viscous", "coulomb"]
    fit = robot.identify(log, friction=kinds, drives=wrist, tilt=True, estimator="wls", filter=PLAIN, accept=ANY)
    np.testing.assert_allclose(fit.robot.gravity, [0.2, -0.4, -9.8], atol=RECOVERED * 10.0)
    values = dict(zip(fit.names, fit.values, strict=True))
    found = [values[name] for name in ("Ia_motor", "FV_motor", "FC_motor")]
    np.testing.assert_allclose(found, [0.4, 0.5, 1.0], atol=RECOVERED * 10.0)
    np.testing.assert_allclose(
        fit.robot.inverse_dynamics(log.q[::100], log.qd[::100], log.qdd[::100]), log.tau[::100], atol=RECOVERED * 100.0
    )


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_every_estimator(estimator):
    robot = linkwise.load("planar2r").with_friction(Smooth(Friction(0.5, 1.0), 0.02))
    log = simulated_log(robot, 20.0, noise=0.02)
    fit = robot.identify(log, estimator=estimator, validate="blocks", filter=Filter(parallel=20.0))
    true = np.concatenate([fit.base.values, np.repeat([0.5, 1.0, 0.0], 2)])
    assert (np.abs(fit.values - true) <= 6.0 * fit.sigma).all()  # what is not essential is 0 with a deviation of 0
    assert len(fit.errors) == 2 and fit.errors[1].total >= fit.errors[0].total
    assert estimator in str(fit) and "FV1" in fit._repr_html_() and repr(fit).count("\n") == 0
    predicted = fit.robot.inverse_dynamics([0.3, 0.2], [0.5, -0.4], [1.0, 0.0])
    np.testing.assert_allclose(predicted, fit.predict([0.3, 0.2], [0.5, -0.4], [1.0, 0.0]), atol=RECOVERED * 100.0)


def test_outliers_weigh_less():
    robot = linkwise.load("planar2r")
    log = simulated_log(robot, 20.0, noise=0.01)
    tau = log.tau.copy()
    tau[::17] += 40.0
    spoiled = Log(log.time, log.q, tau, log.qd, joints=log.joints)
    off = {}
    for estimator in ("wls", "irls-huber", "irls-tukey"):
        fit = robot.identify(spoiled, friction=[], estimator=estimator, filter=Filter(parallel=None, position=20.0))
        off[estimator] = np.abs(fit.values - fit.base.values).max()
    assert off["irls-tukey"] < off["irls-huber"] < 0.5 * off["wls"]


@pytest.mark.parametrize("coloured", [pytest.param(False, marks=pytest.mark.slow), True])
def test_intervals_cover(coloured):
    """Pooled over parameters and runs, two deviations hold the truth in 95 %; with coloured noise white ones do not."""
    robot = linkwise.load("planar2r")
    clean = simulated_log(robot, 20.0, rate=100.0)
    regressor = Regressor(robot, Request.of(["viscous"]))
    rng, inside, white = np.random.default_rng(0), [], []
    for _ in range(20):
        noise = rng.normal(size=clean.tau.shape)
        if coloured:
            for k in range(1, len(noise)):
                noise[k] += 0.95 * noise[k - 1]
        log = Log(clean.time, clean.q, clean.tau + noise, clean.qd, clean.qdd, joints=clean.joints)
        options = {"friction": ["viscous"], "estimator": "ols", "filter": PLAIN}
        fit = robot.identify(log, **options)
        off = np.abs(fit.values[: regressor.first] - fit.base.values)
        inside.append(off < 1.96 * fit.sigma[: regressor.first])
        white.append(off < 1.96 * robot.identify(log, deviations="white", **options).sigma[: regressor.first])
    assert 0.88 < np.mean(inside) < 0.99
    assert (np.mean(white) < 0.6) == coloured


def test_autocovariance_of_a_known_process():
    rng = np.random.default_rng(1)
    e = rng.normal(size=40_000)
    for k in range(1, len(e)):
        e[k] += 0.9 * e[k - 1]
    gamma = autocovariance([e])
    true = 0.9 ** np.arange(20) / (1.0 - 0.81)
    assert np.abs(gamma[:20] - true).max() < 0.05 * true[0]


def test_windows_do_not_show(monkeypatch):
    """In windows or at once: a long log gives the same rows."""
    robot = linkwise.load("planar2r")
    log = simulated_log(robot, 100.0, rate=300.0, period=10.0)
    choices = Filter(parallel=5.0)
    found = [np.concatenate([w.filtered(w.qdd) for w in windows(log, choices)])]
    assert len(list(windows(log, choices))) > 2
    monkeypatch.setattr(sys.modules["linkwise.identify.processing.windows"], "LONGEST", 10**6)
    found.append(np.concatenate([w.filtered(w.qdd) for w in windows(log, choices)]))
    np.testing.assert_allclose(found[0], found[1], atol=WINDOWED * np.abs(found[1]).max())


def test_gram_matrices_and_triangles_agree(monkeypatch):
    robot = linkwise.load("planar2r")
    logs = [simulated_log(robot, 10.0, seed=seed) for seed in (0, 1)]
    rows = Rows(Regressor(robot, Request.of(["viscous"])), logs, PLAIN)
    first = squares(rows)
    monkeypatch.setattr("linkwise.identify.accumulation.rows.KEPT_BYTES", 0)
    again = squares(Rows(rows.regressor, logs, PLAIN))
    x = np.linspace(0.5, 2.0, len(rows.regressor.names))
    np.testing.assert_allclose(again.misfits(x), first.misfits(x), rtol=AGREEMENT * 100.0)
    tall = np.concatenate([piece.W[1] for piece in rows])
    tau = np.concatenate([piece.tau[:, 1] for piece in rows])
    misfit = float(np.sum((tall @ x[rows.regressor.of_row[1]] - tau) ** 2))
    np.testing.assert_allclose(first.misfits(x)[1], misfit, rtol=AGREEMENT * 100.0)

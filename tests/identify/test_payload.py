"""Loads that are known come back from simulated logs, as closely as their deviations say."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, LinkwiseError, UnknownName
from linkwise.identify import Log, simulated_log
from linkwise.identify.columns import Request
from linkwise.identify.payload.columns import LoadRegressor
from linkwise.model import DriveFriction
from linkwise.parameters.conversions import of_central, to_pseudo
from tests.tolerances import AGREEMENT

LOAD = {
    "mass": 1.5,
    "com": [0.01, 0.02, 0.06],
    "inertia": [[0.004, 5e-4, 0.0], [5e-4, 0.005, 2e-4], [0.0, 2e-4, 0.003]],
}
RUBS = DriveFriction(2.0, 1.0, 0.3, width=0.02)


def arm():
    return linkwise.load("panda")


def logged(robot, noise=0.01, seed=0):
    return simulated_log(robot, 10.0, rate=100.0, noise=noise, seed=seed)


def off(found, load):
    """Mass, centre and inertia beside the true ones, in deviations."""
    upper = np.triu_indices(3)
    mass = (found.mass - load["mass"]) / found.sigma_mass
    com = (found.com - load["com"]) / found.sigma_com
    inertia = (found.inertia - np.asarray(load["inertia"]))[upper] / found.sigma_inertia[upper]
    return np.concatenate([[mass], com, inertia])


@pytest.mark.parametrize("frame", [None, "panda_link5"])
def test_columns_are_those_of_a_welded_load(frame):
    robot = arm()
    columns = LoadRegressor(robot, Request.of(), frame)
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.normal(size=(3, 20, 7))
    more = robot.with_payload(**LOAD, frame=frame).inverse_dynamics(q, qd, qdd) - robot.inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(columns.load(q, qd, qdd) @ of_central(*LOAD.values()), more, atol=100.0 * AGREEMENT)


@pytest.mark.parametrize("trusted", [False, True])
def test_a_known_load(trusted):
    """From other motions with and without it, with noise and friction that no file knows."""
    real = arm().with_friction(RUBS)
    before = None if trusted else logged(real, 0.02, 3)
    after = logged(real.with_payload(**LOAD), 0.02, 1)
    found = arm().identify_payload(before, after)
    assert np.abs(off(found, LOAD)).max() < 4.0
    assert found.sigma_mass < 0.01 and found.sigma_com.max() < 0.002
    assert np.linalg.eigvalsh(to_pseudo(found.parameters)).min() > 0.0
    assert found.seen and found.errors.max() < 0.02
    again = arm().with_payload(**found)
    np.testing.assert_allclose(again.total_mass, arm().total_mass + found.mass, rtol=AGREEMENT)
    assert " kg at [0.0" in repr(found) and "I xx" in str(found) and found.data["mass"] == found.mass
    assert "Payload" in found._repr_html_()


@pytest.mark.slow
def test_on_another_link():
    loaded = arm().with_payload(3.0, [0.02, 0.0, -0.1], np.diag([0.02, 0.02, 0.01]), frame="panda_link5")
    found = arm().identify_payload(logged(arm()), logged(loaded), frame="panda_link5")
    assert abs(found.mass - 3.0) < 4.0 * found.sigma_mass and found["frame"] == "panda_link5"
    assert (np.abs(found.com - [0.02, 0.0, -0.1]) < 4.0 * found.sigma_com).all()


def test_nothing_is_carried():
    found = arm().identify_payload(logged(arm(), 0.02), logged(arm(), 0.02, 5))
    assert not found.seen and found.mass == 0.0 and "no load to be seen" in found.notes[-1] and "no load" in repr(found)
    assert arm().with_payload(**found).total_mass == arm().total_mass


@pytest.mark.slow
def test_a_load_of_tiny_inertia():
    """A lump of lead: what is found can exist, and its inertia is 0 within what the logs can tell."""
    loaded = arm().with_payload(0.8, [0.0, 0.0, 0.04], np.eye(3) * 1e-7)
    found = arm().identify_payload(logged(arm()), logged(loaded, seed=2))
    assert abs(found.mass - 0.8) < 4.0 * found.sigma_mass
    assert np.linalg.eigvalsh(to_pseudo(found.parameters)).min() > 0.0
    assert (np.diag(found.inertia) < 4.0 * np.diag(found.sigma_inertia)).all()
    assert any("do not tell the inertia" in note for note in found.notes)


def test_what_a_slow_motion_cannot_tell():
    real = arm()
    slow = [
        simulated_log(each, 40.0, rate=50.0, noise=0.01, seed=k)
        for k, each in enumerate((real, real.with_payload(**LOAD)))
    ]
    still = [
        Log(30.0 * log.time, log.q, torques(robot, log), joints=log.joints)
        for log, robot in zip(slow, (real, real.with_payload(**LOAD)), strict=True)
    ]
    found = real.identify_payload(*still, friction=[], accept=["too short", "gap", "time not in seconds"])
    assert abs(found.mass - 1.5) < 4.0 * found.sigma_mass and found.sigma_mass < 0.05
    assert (np.diag(found.sigma_inertia) > 0.02).all()
    assert any("do not tell the inertia" in note and "faster motions" in note for note in found.notes)


def torques(robot, log):
    """Of the same path at a thirtieth of the pace, with noise."""
    rng = np.random.default_rng(0)
    return robot.inverse_dynamics(log.q, log.qd / 30.0, 0.0 * log.qd) + 0.2 * rng.normal(size=log.q.shape)


def test_what_a_planar_arm_cannot_tell():
    flat = linkwise.load("planar2r")
    after = simulated_log(flat.with_payload(2.0, [0.1, 0.0, 0.0]), noise=0.01, seed=4)
    found = flat.identify_payload(simulated_log(flat, noise=0.01), after)
    assert (
        np.isinf(found.sigma_com[2])
        and np.isfinite(found.sigma_com[:2]).all()
        and np.isfinite(found.sigma_inertia[2, 2])
    )
    assert np.isinf(found.sigma_inertia[0, 0]) and any("centre of mass along 'z'" in note for note in found.notes)


@pytest.mark.parametrize("runs", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_intervals_cover(runs):
    """Two deviations hold the truth in 95 %, with noise that is correlated in time as well."""
    flat = linkwise.load("planar2r")
    load = {"mass": 2.0, "com": [0.1, 0.02, 0.0], "inertia": np.eye(3) * 0.05}
    clean = [simulated_log(each, 10.0, rate=100.0, seed=k) for k, each in enumerate((flat, flat.with_payload(**load)))]
    rng, inside = np.random.default_rng(0), []
    for _ in range(runs):
        logs = []
        for log in clean:
            noise = 0.5 * rng.normal(size=log.tau.shape)
            for k in range(1, len(noise)):
                noise[k] += 0.9 * noise[k - 1]
            logs.append(Log(log.time, log.q, log.tau + noise, log.qd, joints=log.joints))
        each = off(flat.identify_payload(*logs), load)
        inside.append(np.abs(each[[0, 1, 2, 9]]) < 1.96)
    assert 0.88 < np.mean(inside) <= 1.0


REFUSED = [
    ({"frame": "nowhere"}, UnknownName, "nowhere"),
    ({"frame": "panda_link0"}, BadArray, "does not move"),
    ({"filter": 5.0}, BadArray, "filter is"),
    ({"friction": ["wet"]}, UnknownName, "wet"),
    ({"deviations": "bold"}, UnknownName, "bold"),
    ({"accept": "gap"}, BadArray, "accept"),
    ({"after": []}, BadArray, "no logs"),
    ({"after": "missing.csv"}, LinkwiseError, "no such file"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: str(case[2]))
def test_refused(case):
    changed, kind, word = case
    options = {"after": simulated_log(arm(), 5.0), **changed}
    with pytest.raises(kind, match=word):
        arm().identify_payload(None, options.pop("after"), **options)

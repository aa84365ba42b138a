"""The fastest motions along ten paths beside toppra's, and limits between nodes."""

import logging

import numpy as np
import pytest

import linkwise
from linkwise.model import Friction, Stribeck
from linkwise.trajectories import Quintic
from linkwise.trajectories.arc_length import path_of
from tests.tolerances import BETWEEN_NODES, ON_THE_LIMIT

from .toppra_peer import curve, prepared, solved

MEASURED = {
    "panda": (1.646717, 1.438870, 1.090266, 1.622594, 2.105570),
    "ur5": (3.026636, 2.699974, 2.416374, 2.497853, 2.518666),
}
"""Durations by toppra 0.6.10 along `curve(robot, seed)`, without friction, at 1,000 nodes."""

WITH_COULOMB = 3.032304
"""The first of the UR5 with 8 N m of Coulomb friction at each joint."""

PATHS = [(name, seed) for name in MEASURED for seed in range(5)]


def shares(robot, motion, times=10_000):
    """The greatest shares of limits of torque and velocity at random times, and on both sides of nodes."""
    t = np.random.default_rng(0).uniform(0.0, motion.duration, times)
    q, qd, qdd = motion(np.concatenate([t, motion.times]))
    torque = np.abs(robot.inverse_dynamics(q, qd, qdd)) / robot.limits.effort
    return float(torque.max()), float((np.abs(qd) / robot.limits.velocity).max())


@pytest.mark.parametrize(("name", "seed"), PATHS)
def test_durations_are_those_that_toppra_gave(name, seed):
    robot = linkwise.load(name).without_friction()
    best = robot.fastest_along(curve(robot, seed))
    assert best.duration == pytest.approx(MEASURED[name][seed], rel=BETWEEN_NODES)
    assert max(shares(robot, best.trajectory)) <= 1.0 + ON_THE_LIMIT


def test_coulomb_friction_is_that_of_toppra():
    robot = linkwise.load("ur5")
    rubbing = robot.with_friction(dict.fromkeys(robot.joint_names, Friction(coulomb=8.0)))
    best = rubbing.fastest_along(curve(robot, 0))
    assert best.duration == pytest.approx(WITH_COULOMB, rel=BETWEEN_NODES)
    assert max(shares(rubbing, best.trajectory)) <= 1.0 + ON_THE_LIMIT


@pytest.mark.parametrize(("name", "seed"), [PATHS[0], *(pytest.param(*x, marks=pytest.mark.slow) for x in PATHS[1:])])
def test_toppra_gives_them_again(name, seed):
    pytest.importorskip("toppra", reason="toppra is not installed (pip install toppra)")
    logging.getLogger("toppra").setLevel(logging.ERROR)
    robot = linkwise.load(name).without_friction()
    path, nodes = path_of(curve(robot, seed), 1000)
    v = solved(prepared(robot, path, nodes))
    assert (2.0 * np.diff(nodes) / (v[1:] + v[:-1])).sum() == pytest.approx(MEASURED[name][seed], rel=BETWEEN_NODES)


@pytest.mark.parametrize(
    "law",
    [
        Friction(viscous=8.0, coulomb=4.0),
        pytest.param(Friction(viscous=30.0), marks=pytest.mark.slow),
        pytest.param(Stribeck(2.0, 3.0, 6.0, 5.0), marks=pytest.mark.slow),
    ],
)
def test_limits_hold_between_nodes_with_friction(law):
    robot = linkwise.load("ur5").with_payload(3.0)
    robot = robot.with_friction(dict.fromkeys(robot.joint_names, law))
    for path in (Quintic([0.0] * 6, [1.0] * 6, duration=1.0), curve(robot, 1)):
        torque, velocity = shares(robot, robot.fastest_along(path).trajectory)
        assert torque <= 1.0 + ON_THE_LIMIT and velocity <= 1.0 + ON_THE_LIMIT


@pytest.mark.parametrize("samples", [50, pytest.param(3000, marks=pytest.mark.slow)])
def test_limits_hold_between_few_nodes_and_without_velocity_limits(samples):
    """Where no velocity limit cuts in, the speed touches the maximum-velocity curve of torques."""
    robot = linkwise.load("panda").without_friction()
    best = robot.fastest_along(curve(robot, 4), velocity=np.inf, samples=samples)
    assert shares(robot, best.trajectory)[0] <= 1.0 + ON_THE_LIMIT
    assert (best.speeds <= best.ceiling * (1.0 + ON_THE_LIMIT)).all() and (best.speeds <= best.highest).all()


def test_a_uniform_pace_takes_1_207_s_where_the_best_takes_0_692():
    robot = linkwise.load("panda")
    path = Quintic([0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8], [1.2, 0.6, -0.5, -1.2, 0.7, 2.2, -0.6], duration=1.0)
    even, best = robot.fastest_uniform(path).duration, robot.fastest_along(path).duration
    assert (round(even, 3), round(best, 3), round(even / best, 2)) == (1.207, 0.692, 1.74)
    loaded = robot.with_payload(3.0)
    assert round(loaded.fastest_uniform(path).duration / loaded.fastest_along(path).duration, 2) == 1.58

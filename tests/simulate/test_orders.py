"""Orders of convergence, of the motion and of the energy balance, by halving the step."""

import numpy as np
import pytest

from linkwise.simulate import METHODS
from tests.tolerances import COARSE_RUN, ROUGH_RUN, ROUNDING, STRICT_RUN

from .arms import FIXED, driven

HALVINGS = {1: (0.004, 0.002, 0.001), 2: (0.02, 0.01, 0.005), 4: (0.04, 0.02, 0.01)}
"""Steps in which errors are well above rounding and well below the motion."""


@pytest.fixture(scope="module")
def truth():
    robot, given = driven()
    return robot.simulate(**given, rtol=1e-12)


@pytest.mark.parametrize("method", FIXED)
def test_order_of_motion_and_of_the_balance(method, truth):
    robot, given = driven()
    order = METHODS[method].order
    away, unbalanced = [], []
    for step in HALVINGS[order]:
        run = robot.simulate(**given, method=method, step=step)
        assert run.status == "finished" and run.t[-1] == given["t"]
        last = np.concatenate([run.q[-1] - truth.q[-1], run.qd[-1] - truth.qd[-1]])
        away.append(np.abs(last).max())
        unbalanced.append(np.abs(run.energies.balance[-1]))
    measured = np.log2(np.array(away[:-1]) / away[1:])
    assert measured == pytest.approx(order, abs=0.35)
    assert np.log2(unbalanced[-2] / unbalanced[-1]) > order - 0.35


def test_every_term_of_the_balance_takes_part(truth):
    energies = truth.energies
    for term in (energies.work_of_tau, energies.work_of_wrenches, energies.lost_to_friction, energies.kinetic):
        assert np.abs(term).max() > 1e-2
    assert truth.drift < STRICT_RUN


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_tolerances_are_kept(method, truth):
    robot, given = driven()
    run = robot.simulate(**given, method=method, rtol=1e-6)
    assert np.abs(run.q[-1] - truth.q[-1]).max() < COARSE_RUN
    assert run.drift < ROUGH_RUN


def test_explicit_euler_is_the_book_s():
    """Lynch & Park's loop, written out: to the last bit but the order of sums."""
    robot, given = driven()
    q, qd, h = np.array(given["q0"]), np.array(given["qd0"]), 0.01
    run = robot.simulate(**{**given, "wrenches": None}, method="euler", step=h)
    for k in range(40):
        np.testing.assert_allclose(run.q[k], q, rtol=0, atol=ROUNDING)
        acceleration = robot.forward_dynamics(q, qd, given["tau"](k * h, q, qd))
        q, qd = q + h * qd, qd + h * acceleration

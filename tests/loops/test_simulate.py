"""Simulated loops: they stay closed, and energy stays where it belongs."""

import mpmath as mp
import numpy as np
import pytest

from linkwise.model import Friction
from tests.tolerances import AGREEMENT, CLOSED_LOOP, ENERGY_IN_A_LOOP, TRACKED

from . import four_bar_by_hand as by_hand
from .mechanisms import FIVE_BAR_START, five_bar, four_bar, freudenstein, random_closed


def test_a_four_bar_let_go():
    """Speed at each angle by its energy, in closed form; it swings through dead points of the rocker."""
    closed = four_bar()
    q = freudenstein(1.2)
    qd, _ = closed.complete(q, [9.0])
    run = closed.simulate(q, qd, t=1.0, rtol=1e-11)
    assert run.status == "finished" and run.robot is closed and np.ptp(run.q[:, 0]) > 2 * np.pi
    assert np.max(np.abs(closed.closure_error(run.q))) <= CLOSED_LOOP
    assert np.max(np.abs(np.einsum("kij,kj->ki", closed.closure_jacobian(run.q), run.qd))) <= AGREEMENT * 9.0
    assert run.drift <= ENERGY_IN_A_LOOP
    E = by_hand.inertia(mp.mpf(1.2)) * 81 / 2 + by_hand.potential(mp.mpf(1.2))
    for k in range(0, len(run.t), 7):
        θ = mp.mpf(run.q[k, 0])
        speed = mp.sqrt(2 * (E - by_hand.potential(θ)) / by_hand.inertia(θ))
        assert abs(run.qd[k, 0] - float(speed)) <= TRACKED * 9.0


@pytest.mark.parametrize(
    "options",
    [
        {"method": "rk4", "step": 2e-3},
        pytest.param({"method": "Radau", "rtol": 1e-9}, marks=pytest.mark.slow),
        pytest.param({"method": "semi_implicit_euler", "step": 1e-3}, marks=pytest.mark.slow),
    ],
    ids=lambda options: options["method"],
)
def test_other_methods_keep_loops_closed(options):
    closed = four_bar("hinge")  # of five equations two are independent
    run = closed.simulate(freudenstein(0.4), t=[0.0, 0.033, 0.1], **options)
    assert run.status == "finished" and np.max(np.abs(closed.closure_error(run.q))) <= CLOSED_LOOP


def test_a_driven_five_bar():
    """Torques of both motors by a function, rows at given times, work in balance; power is that of the motors."""
    closed = five_bar(actuated=("right1", "left1"))
    q = closed.close(FIVE_BAR_START)
    hold = closed.gravity_forces(q)
    times = np.linspace(0.0, 0.2, 5)
    run = closed.simulate(q, tau=lambda t, q, qd: hold + np.array([0.5 * np.sin(9 * t), 0.2]), t=times)
    assert run.status == "finished" and run.tau.shape == (5, 2) and np.array_equal(run.t, times)
    assert np.max(np.abs(closed.closure_error(run.q))) <= CLOSED_LOOP
    assert np.array_equal(run.power, run.tau * run.qd[:, [2, 0]])
    gained = run.energies.total[-1] - run.energies.total[0]
    assert abs(run.energies.work_of_tau[-1] - gained) <= ENERGY_IN_A_LOOP * np.max(run.energies.kinetic)
    rest = closed.simulate(q, tau=hold, t=0.2)
    assert np.max(np.abs(rest.q - q)) <= TRACKED


def test_wrenches_friction_and_events():
    """A random closed robot with viscous friction in passive joints, pushed, until an event."""
    closed, start = random_closed(5, "point")
    rough = closed.robot.with_friction(Friction(viscous=0.4)).closed()
    falls = [lambda t, q, qd: t - 0.05]
    falls[0].terminal = True
    run = rough.simulate(start, wrenches={"link2": [0.0, 0.0, 0.0, 0.0, 0.0, 5.0]}, t=0.2, events=falls)
    assert run.status == "event" and run.energies.lost_to_friction[-1] > 0.0
    assert abs(run.energies.balance[-1]) <= ENERGY_IN_A_LOOP * np.max(run.energies.kinetic)
    assert np.max(np.abs(rough.closure_error(run.q))) <= CLOSED_LOOP


@pytest.mark.slow
def test_a_long_run():
    closed = five_bar()
    q = closed.close(FIVE_BAR_START)
    run = closed.simulate(q, t=2.0, rtol=1e-10)
    assert run.status == "finished" and run.drift <= ENERGY_IN_A_LOOP
    assert np.max(np.abs(closed.closure_error(run.q))) <= CLOSED_LOOP

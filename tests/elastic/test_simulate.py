"""Elastic arms in `simulate`: energy balance, methods, stick and slip of motors."""

import numpy as np
import pytest

import linkwise
from linkwise.model import Friction, Stribeck
from tests.tolerances import DEFAULT_RUN, DEFAULT_STEP, LONG_RUN, TIGHT_INTEGRATION

from ..tolerances import ENERGY_OF_SPRINGS
from .arms import ARMS, planar
from .test_motion import integrated


def test_as_scipy_does():
    """The same run by SciPy alone, and dense output."""
    arm, tau = planar(), np.array([2.0, -1.0])
    x0, times = np.array([0.3, -0.4, 0.35, -0.3]), np.linspace(0.0, 1.0, 21)
    run = arm.simulate(x0, tau=tau, t=times, rtol=1e-12)
    x, xd = integrated(arm, x0, np.zeros(4), lambda t: tau, times)
    assert run.status == "finished"
    assert np.abs(run.q - x).max() <= TIGHT_INTEGRATION and np.abs(run.qd - xd).max() <= DEFAULT_RUN
    assert np.abs(run.at(0.5).q - x[10]).max() <= TIGHT_INTEGRATION
    assert run.tau.shape == (21, 2) and run.path("tip").shape[0] == 21


@pytest.mark.parametrize("side", ["motor", "joint"])
def test_the_balance_closes_with_friction_and_damping(side):
    robot = linkwise.load("scara").with_friction(Friction(2.0))
    arm = robot.with_elastic_joints([300, 200, 4000, 20], damping=1.0, rotors=[1, 0.5, 3, 0.05], friction=side)
    wrench = {"tool": lambda t, x, xd: [0.0, 0.0, 1.0, 3.0, 2.0 * np.sin(t), -1.0]}
    run = arm.simulate(
        np.full(8, 0.2), tau=lambda t, x, xd: [5.0 * np.sin(3 * t), 1.0, 30.0, 0.1], wrenches=wrench, t=0.5, rtol=1e-10
    )
    assert run.status == "finished" and run.drift <= DEFAULT_STEP
    assert run.energies.lost_to_friction[-1] > 0.1  # something was lost


def test_a_motor_sticks_while_its_link_swings():
    """Motor-side static friction holds the motor still exactly; the spring's force, once beyond it, breaks it loose."""
    law = Stribeck(viscous=0.1, coulomb=5.0, static=6.0, k=10.0, exponent=2.0)
    arm = linkwise.load("pendulum").with_friction(law).with_elastic_joints(100.0, rotors=0.2)
    run = arm.simulate([0.3, 0.28], t=2.0)
    assert run.status == "finished" and np.abs(run.qd[:, 0]).max() > 0.1
    assert (run.q[:, 1] == 0.28).all() and not run.qd[:, 1].any()
    ramp = arm.simulate([0.0, 0.0], tau=lambda t, x, xd: [4.0 * t], t=2.5, rtol=1e-10)
    loose = ramp.t[np.flatnonzero(ramp.qd[:, 1])[0] - 1]
    assert abs(loose - 1.5) <= LONG_RUN  # at 6 N m


@pytest.mark.parametrize(("method", "step"), [("Radau", None), ("rk4", 1e-3), ("gauss_legendre_4", 2e-3)])
def test_other_methods(method, step):
    arm = planar()
    x0 = [0.3, -0.4, 0.35, -0.3]
    wanted = arm.simulate(x0, t=0.3, rtol=1e-11).q[-1]
    run = arm.simulate(x0, t=0.3, method=method, step=step, rtol=1e-8)
    assert run.status == "finished" and np.abs(run.q[-1] - wanted).max() <= LONG_RUN


@pytest.mark.slow
@pytest.mark.parametrize("name", ["planar2r", "panda"])
def test_energy_over_ten_seconds(name):
    arm = ARMS[name]()
    m = arm.inputs
    x0 = np.r_[np.full(m, 0.7), np.full(m, 0.72)]
    run = arm.simulate(x0, t=10.0, rtol=1e-13, atol=1e-13)
    assert run.drift <= ENERGY_OF_SPRINGS

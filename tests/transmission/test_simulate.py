"""Transmissions in motion: energy, a hand-written crank by SciPy, friction on both sides, control at the motors."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.control import computed_torque
from linkwise.errors import Singular
from linkwise.model import Friction, Limits
from linkwise.trajectories import Quintic

from ..tolerances import BROUGHT_HOME, COARSE_RUN, DEFAULT_STEP, EVENT_FOUND, LONG_RUN, STRICT_RUN, TIGHT_INTEGRATION
from .mechanisms import MASS, MECHANISMS, G, crank_by_hand, slider_crank
from .test_equations import SOME


def test_a_crank_goes_round_as_scipy_has_it():
    """With inertia of its own it passes both dead centres; the motion by the closed form, and its energy."""
    I, b = 0.004, 0.01
    arm = slider_crank(inertia=I, friction=Friction(b))

    def rates(t, y):
        _, x1, x2 = crank_by_hand(y[0])
        τ = 0.8 - b * y[1] - MASS * x1 * x2 * y[1] ** 2 - MASS * G * x1
        return [y[1], τ / (MASS * x1**2 + I)]

    wanted = solve_ivp(rates, (0.0, 1.0), [0.3, 0.0], "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    run = arm.simulate([0.3], tau=[0.8], t=1.0, rtol=1e-12)
    assert run.status == "finished" and wanted[0] > 4 * np.pi  # round more than twice
    assert np.abs(run.q[-1, 0] - wanted[0]) <= TIGHT_INTEGRATION * wanted[0] and run.drift <= STRICT_RUN


@pytest.mark.parametrize("name", SOME)
def test_energy_is_kept(name):
    arm = MECHANISMS[name](inertia=0.05 if name != "lever" else 5.0)
    start = [0.55] if name == "lever" else [1.0] * arm.n
    run = arm.simulate(start, t=0.3 if name == "lever" else 1.0, rtol=1e-11)
    assert run.status == "finished" and np.ptp(run.energies.kinetic) > 0.1 and run.drift <= DEFAULT_STEP


@pytest.mark.slow
def test_gauss_collocations_keep_energy_in_the_motors_coordinates():
    arm = MECHANISMS["differential"](inertia=0.05)
    run = arm.simulate([1.0, 1.0], t=0.5, method="gauss_legendre_4", step=2e-3)
    assert run.status == "finished" and run.drift <= LONG_RUN


def test_friction_on_both_sides_of_a_crank():
    """F_m at the motor and F_j at the piston hold the crank up to F_m + |x'| F_j − m g x': it goes at that torque."""
    F_j, F_m, θ = 5.0, 0.2, 1.2
    arm = slider_crank(Friction(1.0, F_j), inertia=0.002, friction=Friction(0.01, F_m))
    x1 = crank_by_hand(θ)[1]
    run = arm.simulate([θ], tau=lambda t, q, qd: [t - 1.0], t=3.0, rtol=1e-10)
    goes = F_m + abs(x1) * F_j + MASS * G * x1 + 1.0
    assert run.events[0].name == "crank slips forward"
    assert abs(run.events[0].t - goes) <= EVENT_FOUND and run.drift <= DEFAULT_STEP
    assert (run.q[run.t < goes] == θ).all()


def test_a_run_into_a_dead_centre_without_inertia_says_so():
    with pytest.raises(Singular, match="dead centre of 'crank'"):
        slider_crank().simulate([np.pi], t=1.0)
    run = slider_crank().simulate([1.0], t=1.0)
    assert run.status == "failed" and abs(run.q[-1, 0] - np.pi) <= COARSE_RUN  # θ̇ grows without bound there


def test_limits_of_the_motors():
    arm = slider_crank(inertia=0.004, limits={"crank": Limits(0.0, 2.0, effort=0.4)})
    run = arm.simulate([0.3], tau=[5.0], t=2.0, stops="stop", saturate=True)
    assert run.status == "stopped" and abs(run.q[-1, 0] - 2.0) <= EVENT_FOUND and run.tau.max() == 0.4


def test_a_controller_of_the_joints_acts_at_the_motors():
    """Computed torque of the arm's joints, through J_qmᵀ: exact without inertia of the motors."""
    robot, arm = linkwise.load("planar2r"), MECHANISMS["differential"]()
    way = Quintic([0.3, 0.4], [1.0, -0.5], duration=1.0)
    control = arm.at_motors(computed_torque(robot, way, kp=100.0, kd=20.0))
    run = arm.simulate(arm.motors_for([0.3, 0.4]), controller=control, t=1.0)
    reached = arm.joints(run.q).q
    assert np.abs(reached[-1] - [1.0, -0.5]).max() <= BROUGHT_HOME
    assert np.abs(reached - way(run.t)[0]).max() <= LONG_RUN

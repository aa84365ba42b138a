"""Energy of undamped arms that are let go."""

import numpy as np
import pytest

import linkwise
from tests.tolerances import COARSE_RUN, DEFAULT_RUN, DEFAULT_STEP, LONG_RUN

from .arms import iiwa, starts

ARMS = {"panda": lambda: linkwise.load("panda").without_friction(), "iiwa": iiwa}


@pytest.mark.parametrize("name", ARMS)
def test_ten_seconds(name):
    robot = ARMS[name]()
    for q0 in starts(robot, 3 if name == "panda" else 1):
        run = robot.simulate(q0, t=10.0)
        assert run.status == "finished"
        assert run.drift < DEFAULT_RUN  # measured 1e-8; a tenth of what a hundred seconds may have
        assert not run.energies.work_of_tau.any() and not run.energies.lost_to_friction.any()


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_a_hundred_seconds(name):
    robot = ARMS[name]()
    for q0 in starts(robot, 20):
        run = robot.simulate(q0, t=100.0)
        assert run.status == "finished" and run.drift <= LONG_RUN


@pytest.mark.slow
def test_rk4_of_a_millisecond():
    robot = ARMS["panda"]()
    run = robot.simulate(starts(robot, 1)[0], t=np.linspace(0.0, 100.0, 2001), method="rk4", step=1e-3)
    assert run.drift <= 5 * COARSE_RUN


@pytest.mark.slow
def test_gauss_legendre_of_two_milliseconds():
    robot = ARMS["panda"]()
    run = robot.simulate(starts(robot, 1)[0], t=np.linspace(0.0, 100.0, 2001), method="gauss_legendre_4", step=2e-3)
    assert run.status == "finished" and run.drift <= COARSE_RUN
    slope = np.polyfit(run.t, run.energies.balance / run.energies.kinetic.max(), 1)[0]
    assert abs(slope) < DEFAULT_STEP


def test_no_secular_drift():
    """The balance of a symplectic method swings and does not grow; that of RK4 at the same step does. A regular motion,
    near the hanging posture: the swings of a chaotic one differ early and late with the last bit of the arithmetic."""
    robot = linkwise.load("planar2r")
    for method, grows in (("implicit_midpoint", False), ("gauss_legendre_4", False), ("rk4", True)):
        run = robot.simulate([-np.pi / 2 + 0.5, 0.3], t=40.0, step=0.02, method=method)
        late, early = (np.abs(run.energies.balance[part]).max() for part in (slice(1000, None), slice(0, 1000)))
        assert (late > 1.5 * early) == grows


def test_momentum_about_the_vertical_is_kept():
    """Without torque on the first joint of the Panda, whose axis is vertical, p₁ = (M q̇)₁ stays what it was."""
    robot = ARMS["panda"]()
    for given in ({}, {"method": "gauss_legendre_4", "step": 2e-3}):
        run = robot.simulate([0.1, -0.4, 0.3, -2.0, 0.2, 1.5, 0.3], [0.5, 0, 0, 0, 0, 0, 0], t=1.0, **given)
        p = np.einsum("kj,kj->k", robot.mass_matrix(run.q)[:, 0], run.qd)
        assert np.abs(p - p[0]).max() < DEFAULT_RUN * np.abs(p[0])

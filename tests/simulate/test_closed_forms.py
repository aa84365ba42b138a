"""Motions that are known in closed form."""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import linkwise
from linkwise.model import Friction
from tests.tolerances import COARSE_RUN, DEFAULT_RUN, DEFAULT_STEP, FIRST_ORDER_RUN

from .arms import level

METHODS = [
    ("DOP853", {}, 3e-7),
    ("Radau", {}, 1e-5),
    ("rk4", {"step": 0.01}, 1e-5),
    ("gauss_legendre_4", {"step": 0.01}, 1e-5),
    ("implicit_midpoint", {"step": 0.002}, 1e-3),
]


def swing(t, angle):
    """A rod of length 1 let go at an angle: sin θ/2 = k sn(K − ω t), ω² = 3g/2."""
    k2, ω = np.sin(angle / 2) ** 2, np.sqrt(1.5 * 9.81)
    sn, _, dn, _ = ellipj(ellipk(k2) - ω * t, k2)
    return 2 * np.arcsin(np.sqrt(k2) * sn), dn


@pytest.mark.parametrize(("method", "given", "close"), METHODS)
def test_pendulum_by_elliptic_functions(method, given, close):
    t = np.linspace(0.0, 5.0, 101)
    run = linkwise.load("pendulum").simulate([2.5], t=t, method=method, **given)
    assert np.abs(run.q[:, 0] - swing(t, 2.5)[0]).max() < close
    np.testing.assert_array_equal(run.t, t)


def test_dense_output_is_as_good_as_the_steps():
    run = linkwise.load("pendulum").simulate([2.5], t=5.0)
    assert len(run.t) < 100
    t = np.linspace(0.0, 5.0, 777)
    assert np.abs(run.at(t).q[:, 0] - swing(t, 2.5)[0]).max() < 3 * DEFAULT_RUN
    fixed = linkwise.load("pendulum").simulate([2.5], t=5.0, method="rk4", step=0.01)
    assert np.abs(fixed.at(t).q[:, 0] - swing(t, 2.5)[0]).max() < COARSE_RUN
    exact = -1.5 * 9.81 * np.sin(swing(t, 2.5)[0])
    assert np.abs(fixed.at(t).qdd[:, 0] - exact).max() < FIRST_ORDER_RUN


@pytest.mark.parametrize(("method", "given", "close"), [(m, g, 1e-7) for m, g, _ in METHODS[:4]])
def test_dry_friction_brings_a_rod_to_rest(method, given, close):
    """I q̈ = −F: rest at t = I v/F after ½ I v²/F, and rest it stays."""
    rod = level("pendulum").with_friction(Friction(coulomb=0.5))
    inertia, v, force = 1 / 3, 2.0, 0.5
    run = rod.simulate([0.0], [v], t=3.0, method=method, **given)
    (event,) = run.events
    assert event.name == "joint1 sticks" and event.t == pytest.approx(inertia * v / force, abs=close)
    assert run.q[-1, 0] == pytest.approx(0.5 * inertia * v**2 / force, abs=close)
    after = run.t > event.t
    assert after.sum() > 0 and (run.qd[after] == 0.0).all() and (run.q[after] == run.q[-1]).all()
    assert run.energies.lost_to_friction[-1] == pytest.approx(0.5 * inertia * v**2, abs=close)


def test_viscous_friction_in_closed_form():
    rod = level("pendulum").with_friction(Friction(viscous=0.5))
    run = rod.simulate([0.0], [2.0], t=3.0)
    np.testing.assert_allclose(run.qd[:, 0], 2.0 * np.exp(-1.5 * run.t), atol=DEFAULT_RUN)


def test_a_wrench_at_the_tip_turns_the_rod():
    """A moment of 0.2 about the axis: q̈ = 0.6."""
    rod = level("pendulum")
    axis = rod.jacobian([0.0])[:3, 0]
    run = rod.simulate([0.0], wrenches={rod.frames[-1]: [*(0.2 * axis), 0.0, 0.0, 0.0]}, t=1.0)
    assert run.q[-1, 0] == pytest.approx(0.3, abs=DEFAULT_STEP)
    assert run.energies.work_of_wrenches[-1] == pytest.approx(0.06, abs=DEFAULT_STEP)

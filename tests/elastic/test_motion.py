"""Elastic arms in motion: energy, the rigid limit, and tracking by differentiated motions."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from tests.tolerances import STRICT_RUN

from ..tolerances import ENERGY_OF_SPRINGS, TRACKED
from .arms import ARMS, Waves, planar


def integrated(arm, x0, xd0, tau, times, rtol=1e-13, atol=1e-13):
    n = arm.n

    def rates(t, z):
        return np.concatenate([z[n:], arm.forward_dynamics(z[:n], z[n:], tau(t))])

    z0 = np.concatenate([x0, xd0])
    run = solve_ivp(rates, (times[0], times[-1]), z0, "DOP853", times, rtol=rtol, atol=atol)
    assert run.success, run.message
    return run.y.T[:, :n], run.y.T[:, n:]


@pytest.mark.parametrize("name", ["pendulum", "planar2r", "panda"])
def test_energy_stays(name):
    """Released with bent springs, no torque: links, rotors and springs exchange energy and lose none."""
    arm = ARMS[name]()
    m = arm.inputs
    x0 = np.concatenate([np.full(m, 0.7), np.full(m, 0.8)])
    x, xd = integrated(arm, x0, np.zeros(2 * m), lambda t: np.zeros(m), np.linspace(0.0, 2.0, 101))
    kinetic = arm.kinetic_energy(x, xd)
    energy = kinetic + arm.potential_energy(x)
    assert kinetic.max() > 0.1  # it moved
    assert np.abs(energy - energy[0]).max() <= ENERGY_OF_SPRINGS * kinetic.max()


def test_energy_is_lost_to_damping_and_friction():
    """Energy changes by the motors' work less what friction and damping take."""
    robot = linkwise.load("puma560")
    arm = robot.with_elastic_joints(1000.0, damping=3.0)
    m, n = arm.inputs, arm.n
    tau = np.array([3.0, -2.0, 1.0, 0.5, -0.5, 0.2])
    x, xd = np.full(n, 0.3), np.concatenate([np.full(m, 0.5), np.full(m, 0.8)])  # no motor turns back

    def rates(t, z):
        x, xd = z[:n], z[n : 2 * n]
        lost = xd @ arm.friction_forces(xd, x)
        return np.concatenate([xd, arm.forward_dynamics(x, xd, tau), [tau @ xd[m:] - lost]])

    run = solve_ivp(rates, (0.0, 0.02), np.concatenate([x, xd, [0.0]]), "DOP853", rtol=1e-12, atol=1e-12)
    ends = [run.y[:, k] for k in (0, -1)]
    energies = [float(arm.kinetic_energy(z[:n], z[n : 2 * n]) + arm.potential_energy(z[:n])) for z in ends]
    work = ends[1][-1]
    assert abs(work) > 0.1
    assert abs(energies[1] - energies[0] - work) <= STRICT_RUN * abs(work)


def test_the_links_follow_the_differentiated_motion():
    """The torques of `along`, put in as a feed-forward, move the joints along the trajectory they were made from."""
    arm, way = planar(), Waves(2)
    start = arm.along(way, 0.0)
    times = np.linspace(0.0, 1.0, 11)
    x, xd = integrated(arm, start.x, start.xd, lambda t: arm.along(way, t).tau, times, 1e-11, 1e-11)
    wanted = arm.along(way, times)
    assert np.abs(x - wanted.x).max() <= TRACKED
    assert np.abs(xd - wanted.xd).max() <= 100 * TRACKED  # springs of 300 N m/rad turn 1e-9 rad into some 1e-8 rad/s


def test_the_rigid_limit():
    """Driven by the rigid arm's torques, the elastic arm's joints leave the rigid arm's motion by as much as 1/k."""
    rotors = np.array([0.8, 0.3])
    robot = linkwise.load("planar2r")
    way, times = Waves(2), np.linspace(0.0, 0.5, 26)

    def rigid(t):
        q, qd, qdd = way.derivatives(t, 2)
        return robot.inverse_dynamics(q, qd, qdd) + rotors * qdd

    worst = []
    for k in (1e3, 1e4, 1e5):
        arm = robot.with_elastic_joints(k, rotors=rotors)
        start = arm.along(way, 0.0)  # without the springs' own vibration
        x, _ = integrated(arm, start.x, start.xd, rigid, times, 1e-10, 1e-12)
        worst.append(np.abs(x[:, :2] - way.derivatives(times, 0)[0]).max())
    rates = np.array(worst[:-1]) / worst[1:]
    assert worst[0] > 1e-4
    assert np.all((rates > 8.0) & (rates < 12.5)), (worst, rates)


def test_a_free_spring_swings_as_a_sine():
    """A link and a rotor in the absence of gravity: y = q_M − q swings with ω² = k (1/I + 1/J), the rest drifts."""
    I, J, k = 1.0 / 3.0, 0.2, 50.0
    arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(k, rotors=J)
    t = np.linspace(0.0, 3.0, 31)
    x, _ = integrated(arm, np.array([0.1, 0.4]), np.array([0.6, -0.5]), lambda t: np.zeros(1), t, 1e-12, 1e-12)
    ω = np.sqrt(k * (1.0 / I + 1.0 / J))
    y = 0.3 * np.cos(ω * t) - 1.1 / ω * np.sin(ω * t)
    middle = (I * 0.1 + J * 0.4 + (I * 0.6 - J * 0.5) * t) / (I + J)
    assert np.allclose(x[:, 1] - x[:, 0], y, rtol=0, atol=STRICT_RUN)
    assert np.allclose((I * x[:, 0] + J * x[:, 1]) / (I + J), middle, rtol=0, atol=STRICT_RUN)

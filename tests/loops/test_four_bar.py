"""The planar four-bar in closed form: Freudenstein's equation, Lagrange's with one coordinate, free bodies."""

import mpmath as mp
import numpy as np
import pytest

from tests.tolerances import AGREEMENT, CLOSED_LOOP

from . import four_bar_by_hand as by_hand
from .mechanisms import BARS, MASSES, four_bar, freudenstein

TURN = np.linspace(0.05, 2 * np.pi, 12, endpoint=False)


def turn():
    """Crank angles, and the configurations that belong to them."""
    return np.array([freudenstein(θ) for θ in TURN])


def test_positions():
    closed, true = four_bar(), turn()
    near = true + np.array([0.0, 0.1, -0.1])
    assert np.max(np.abs(closed.close(near) - true)) <= CLOSED_LOOP  # the crank stays: it has the motor
    assert np.max(np.abs(closed.closure_error(true))) <= CLOSED_LOOP


def test_velocities():
    closed, q = four_bar(), turn()
    qd, _ = closed.complete(q, np.full((len(q), 1), 1.7))
    for θ, row in zip(TURN, qd, strict=True):
        coupler, rocker = (1.7 * float(k) for k in by_hand.ratios(mp.mpf(θ)))
        assert np.max(np.abs(row - [1.7, coupler - 1.7, rocker])) <= AGREEMENT


@pytest.mark.parametrize("kind", ["planar hinge", "point", "hinge"])
def test_torque_by_virtual_work(kind):
    closed, q = four_bar(kind), turn()
    qd, qdd = closed.complete(q, np.full((len(q), 1), 1.7), np.full((len(q), 1), -2.3))
    tau = closed.inverse_dynamics(q, qd, qdd)
    true = np.array([by_hand.torque(θ, 1.7, -2.3) for θ in TURN])
    assert np.max(np.abs(tau[:, 0] - true)) <= AGREEMENT * np.max(np.abs(true))
    I = [float(by_hand.inertia(mp.mpf(θ))) for θ in TURN]
    assert np.max(np.abs(closed.mass_matrix(q)[:, 0, 0] - I)) <= AGREEMENT * np.max(I)
    rest = np.array([by_hand.torque(θ, 0.0, 0.0) for θ in TURN])
    assert np.max(np.abs(closed.gravity_forces(q)[:, 0] - rest)) <= AGREEMENT * np.max(np.abs(true))
    drift = np.array([by_hand.torque(θ, 1.7, 0.0) for θ in TURN])
    assert np.max(np.abs(closed.bias_forces(q, qd)[:, 0] - drift)) <= AGREEMENT * np.max(np.abs(true))


@pytest.mark.parametrize("kind", ["planar hinge", "hinge"])
def test_force_in_the_pin_by_free_bodies(kind):
    """Moments about the ground pin of the rocker, and about the crank's end of the coupler."""
    closed, q = four_bar(kind), turn()
    qd, qdd = closed.complete(q, np.full((len(q), 1), 1.7), np.full((len(q), 1), -2.3))
    pin = closed.constraint_forces(q, qd, closed.inverse_dynamics(q, qd, qdd))["pin"]
    a, b, c, g = BARS["crank"], BARS["coupler"], BARS["rocker"], 9.81
    for k in range(len(q)):
        (θ, ψ, φ), ω, α = (q[k, 0], q[k, 0] + q[k, 1], q[k, 2]), qd[k, 0], qdd[k, 0]
        (m2, r2), (m3, r3) = MASSES["coupler"], MASSES["rocker"]
        I2, I3 = m2 * b**2 / 12 + m2 * r2**2, m3 * c**2 / 12 + m3 * r3**2
        end = a * np.array([-α * np.sin(θ) - ω**2 * np.cos(θ), α * np.cos(θ) - ω**2 * np.sin(θ) + g / a])
        coupler = np.array([np.cos(ψ), np.sin(ψ)])
        moments = [
            I2 * (qdd[k, 0] + qdd[k, 1]) + m2 * r2 * (coupler[0] * end[1] - coupler[1] * end[0]),
            I3 * qdd[k, 2] + m3 * g * r3 * np.cos(φ),
        ]
        # −F acts on the coupler, F on the rocker
        arms = [[b * np.sin(ψ), -b * np.cos(ψ)], [-c * np.sin(φ), c * np.cos(φ)]]
        F = np.linalg.solve(arms, moments)
        along = np.array([coupler @ F, coupler[0] * F[1] - coupler[1] * F[0]])  # in the coupler's axes
        assert np.max(np.abs(pin[k, 3:5] - along)) <= AGREEMENT * np.max(np.abs(pin[:, 3:]))
        assert np.max(np.abs(pin[k, [0, 1, 2, 5]])) <= AGREEMENT * np.max(np.abs(pin[:, 3:]))  # nothing else is needed


def test_motor_at_the_rocker():
    """The same motion, driven from the other side: power is power."""
    crank, rocker, q = four_bar(), four_bar(actuated=("rocker_joint",)), turn()
    qd, qdd = crank.complete(q, np.full((len(q), 1), 1.7), np.full((len(q), 1), -2.3))
    power = crank.inverse_dynamics(q, qd, qdd)[:, 0] * qd[:, 0]
    other = rocker.inverse_dynamics(q, qd, qdd)[:, 0] * qd[:, 2]
    assert np.max(np.abs(power - other)) <= AGREEMENT * np.max(np.abs(power))


def test_more_motors_than_needed_share():
    """Of all torques for the motion those of least norm: along the mechanism's own velocity."""
    crank, all_three, q = four_bar(), four_bar(actuated=()), turn()
    qd, qdd = crank.complete(q, np.full((len(q), 1), 1.7), np.full((len(q), 1), -2.3))
    tau = all_three.inverse_dynamics(q, qd, qdd)
    power = crank.inverse_dynamics(q, qd, qdd)[:, 0] * 1.7
    least = power[:, None] * qd / np.sum(qd**2, axis=1)[:, None]
    assert np.max(np.abs(tau - least)) <= AGREEMENT * np.max(np.abs(least))
    assert np.max(np.abs(all_three.forward_dynamics(q, qd, tau) - qdd)) <= AGREEMENT * np.max(np.abs(qdd))

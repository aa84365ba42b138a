"""Companions of a simulation, controllers with states, saturation."""

import numpy as np
import pytest

import linkwise
from tests.tolerances import COARSE_RUN, DEFAULT_STEP, FIRST_ORDER_RUN, LONG_RUN, ROUGH_RUN

from .arms import FIXED, level


class Distance:
    """ż = |q̇|, and a second state that decays."""

    size = 2

    def start(self, q0, qd0):
        return [0.0, 1.0]

    def rate(self, t, q, qd, tau, z):
        return [abs(qd[0]), -3.0 * z[1]]


class Integral:
    """A PID controller of one joint: its state is the integral of the error."""

    size = 1

    def __init__(self, goal):
        self.goal = goal

    def start(self, q0, qd0):
        return [0.0]

    def rate(self, t, q, qd, tau, z):
        return self.goal - q

    def force(self, t, q, qd, z):
        return 60.0 * (self.goal - q) + 40.0 * z - 10.0 * qd


@pytest.mark.parametrize(("method", "given"), [("DOP853", {}), ("Radau", {}), *((m, {"step": 1e-3}) for m in FIXED)])
def test_a_companion_is_integrated_with_the_motion(method, given):
    run = level("pendulum").simulate([0.0], [2.0], t=0.5, companions={"way": Distance()}, method=method, **given)
    assert run.companions["way"].shape == (len(run.t), 2)
    np.testing.assert_allclose(run.companions["way"][:, 0], run.q[:, 0], atol=DEFAULT_STEP)
    np.testing.assert_allclose(
        run.companions["way"][:, 1], np.exp(-3.0 * run.t), atol=FIRST_ORDER_RUN if "euler" in method else LONG_RUN
    )


def test_a_controller_with_a_state_removes_the_sag():
    """PD alone sags under gravity; the integral of the error takes it away, and is what gravity asks, over its gain."""
    rod = linkwise.load("pendulum")
    goal = np.array([1.0])
    sagging = rod.simulate([0.0], controller=lambda t, q, qd: 60.0 * (goal - q) - 10.0 * qd, t=20.0)
    run = rod.simulate([0.0], controller=Integral(goal), t=40.0)
    assert abs(sagging.q[-1, 0] - 1.0) > 0.03 and abs(run.q[-1, 0] - 1.0) < LONG_RUN
    assert run.companions["controller"][-1, 0] == pytest.approx(rod.gravity_forces(goal)[0] / 40.0, rel=ROUGH_RUN)
    assert run.drift < COARSE_RUN


def test_torques_are_cut_at_the_effort_limits():
    arm = linkwise.load("panda").with_gravity([0, 0, 0])
    pull = 300.0 * np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
    run = arm.simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], tau=pull, t=0.05, saturate=True)
    np.testing.assert_array_equal(run.tau, np.tile(np.sign(pull) * arm.limits.effort, (len(run.t), 1)))
    assert run.saturated.all() and "effort limits of 'panda_joint1'" in run.message
    free = arm.simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], tau=pull, t=0.05)
    assert free.saturated is None and (free.tau == pull).all()
    gentle = arm.simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], tau=0.01 * pull, t=0.05, saturate=True)
    assert not gentle.saturated.any() and gentle.message == ""


def test_radau_with_feedback_and_with_a_companion():
    """Its Jacobian, analytic and by differences, against central differences of the equations."""
    from linkwise.simulate.inputs import inputs
    from linkwise.simulate.jacobian import jacobian
    from linkwise.simulate.plant import Plant

    arm = linkwise.load("planar2r").with_friction(linkwise.model.Friction(viscous=0.7))
    feedback = lambda t, q, qd: -3.0 * q - np.array([1.0, 2.0]) * qd * qd  # noqa: E731
    for companions in (None, {"way": Distance()}):
        plant = Plant(arm, inputs(arm, feedback, None, None, companions, False))
        y = plant.start(np.array([0.3, -0.8]), np.array([0.5, 0.9]))
        J, h = jacobian(plant, 0.0, y), 1e-6
        for k in range(len(y)):
            e = np.eye(len(y))[k]
            slope = (plant.rates(0.0, y + h * e) - plant.rates(0.0, y - h * e)) / (2 * h)
            np.testing.assert_allclose(J[:, k], slope, atol=2 * LONG_RUN * max(1.0, np.abs(slope).max()))

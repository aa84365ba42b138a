"""The same controllers inside compiled rollouts: the same motions as simulations with the same steps."""

import numpy as np
import pytest

import linkwise
from linkwise.control import (
    PoseLine,
    computed_torque,
    feedforward,
    impedance,
    linear_feedback,
    pd_gravity,
    resolved_acceleration,
    saturated,
)
from linkwise.linearize import tvlqr
from linkwise.trajectories import Quintic
from tests.tolerances import AGREEMENT, LONG_RUN

ARM = linkwise.load("planar2r")
Q0 = np.array([0.4, 0.9])
MOVING = Quintic(Q0, Q0 + np.array([0.5, -0.4]), duration=0.5)


def line():
    start, end = ARM.forward_kinematics(Q0), ARM.forward_kinematics(Q0 + np.array([0.1, 0.2]))
    return PoseLine(start, end, 0.5)


CONTROLLERS = {
    "pd_gravity": lambda: pd_gravity(ARM, Q0 + 0.3, [80.0, 30.0], 5.0),
    "computed_torque": lambda: computed_torque(ARM, MOVING, 100.0, [[20.0, 1.0], [1.0, 20.0]]),
    "saturated": lambda: saturated(feedforward(ARM, MOVING, 400.0, 20.0), effort=[35.0, 15.0]),
    "linear_feedback": lambda: linear_feedback(ARM, tvlqr(ARM, MOVING, [50.0, 50.0, 1.0, 1.0], 0.1)),
    "resolved_acceleration": lambda: resolved_acceleration(ARM, line(), 64.0, 16.0, rows=["x", "y"]),
    "impedance": lambda: impedance(ARM, line(), 200.0, 40.0, rows=["x", "y"]),
    "another robot": lambda: computed_torque(ARM.with_payload(0.7), MOVING, 100.0, 20.0),
}


@pytest.mark.parametrize("name", CONTROLLERS)
def test_as_simulated(name):
    controller, start = CONTROLLERS[name](), Q0 + 0.05
    run = ARM.simulate(start, controller=controller, t=0.5, method="rk4", step=0.01)
    runs = ARM.rollouts([start, Q0], controller=controller, duration=0.5, step=0.01, method="rk4")
    np.testing.assert_allclose(runs.q[0, -1], run.q[-1], rtol=0, atol=100 * AGREEMENT)
    np.testing.assert_allclose(runs.qd[0, -1], run.qd[-1], rtol=0, atol=100 * AGREEMENT * 10)


def test_gains_spread_over_rollouts():
    """Weak springs stay behind, each by its own steady error: PD without gravity hangs where kp e = g."""
    arm = linkwise.load("pendulum")
    gains = np.array([[20.0], [40.0], [80.0]])
    controller = pd_gravity(arm, [0.5], 1.0, 4.0).with_inputs(kp=("each", gains))
    runs = arm.rollouts(
        [[0.0]] * 3, controller=controller, duration=20.0, step=2e-3, wrenches={arm.frames[-1]: np.zeros(6)}
    )
    np.testing.assert_allclose(runs.q[:, -1], 0.5, atol=LONG_RUN)
    quick = arm.rollouts([[0.0]] * 3, controller=controller, duration=0.1, step=2e-3).q[:, -1, 0]
    assert (np.diff(quick) > 0.01).all()

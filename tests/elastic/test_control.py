"""Controllers of elastic joints: postures and motions reached in `simulate` and rollouts, and what is refused."""

import numpy as np
import pytest

import linkwise
from linkwise.control import (
    Controller,
    computed_torque,
    gravity_compensation,
    motor_computed_torque,
    motor_pd,
    pd_gravity,
    saturated,
)
from linkwise.errors import BadArray, LinkwiseError, NotForThisRobot
from linkwise.trajectories import Quintic, Spline

from ..tolerances import AGREEMENT, BROUGHT_HOME, LONG_RUN, TRACKED
from .arms import planar

WAY = Spline([[0.0, 0.0], [0.4, -0.3], [0.8, -0.2]], times=[0.0, 0.4, 0.8], degree=5)


def test_pd_on_the_motors_brings_the_joints_home():
    """From anywhere to the posture itself, not to one that gravity bends; damped springs too."""
    arm = planar().robot.with_elastic_joints([300.0, 200.0], damping=1.0, rotors=[0.8, 0.3])
    controller = motor_pd(arm, [0.7, -0.5], kp=[200.0, 100.0], kd=[60.0, 25.0])
    x0 = np.random.default_rng(0).uniform(-0.5, 0.5, (4, 1)) * np.ones(4)
    motions = arm.rollouts(x0, controller=controller, step=1e-3, duration=8.0)
    assert np.abs(motions.q[:, -1, :2] - [0.7, -0.5]).max() <= BROUGHT_HOME
    held = arm.equilibrium([0.7, -0.5])
    assert np.abs(controller(0.0, held.x, np.zeros(4)) - held.tau).max() <= AGREEMENT * 10.0


def test_pd_on_the_motors_follows_a_motion():
    """On the exact model it adds nothing to the torques of the motion."""
    arm, t = planar(), 0.3
    controller, at = motor_pd(arm, WAY, kp=200.0, kd=60.0), arm.along(WAY, t)
    assert np.abs(controller(t, at.x, at.xd) - at.tau).max() <= AGREEMENT * 10.0
    away = controller(t, np.add(at.x, [0.0, 0.0, 0.01, 0.0]), at.xd) - at.tau
    assert np.abs(away - [-2.0, 0.0]).max() <= AGREEMENT * 10.0


def test_errors_under_computed_torque_are_those_of_a_fourfold_pole():
    """e = e_0 (1 + ωt + ½ (ωt)² + ⅙ (ωt)³) exp(−ωt), from rest, as if links were not coupled and springs not there."""
    arm, ω, t = planar(), 15.0, 0.4
    controller = motor_computed_torque(arm, [0.5, -0.2], bandwidth=ω)
    q0 = np.array([0.3, 0.1])
    start = arm.equilibrium(q0)  # q̈ = q⃛ = 0 there
    wanted = np.array([0.5, -0.2]) - np.exp(-ω * t) * np.polyval([1 / 6, 1 / 2, 1.0, 1.0], ω * t) * ([0.5, -0.2] - q0)
    run = arm.simulate(start.x, controller=controller, t=t, rtol=1e-10)
    assert np.abs(run.q[-1, :2] - wanted).max() <= LONG_RUN
    motions = arm.rollouts(start.x, controller=controller, step=1e-3, duration=t)
    assert np.abs(motions.q[-1, :2] - wanted).max() <= LONG_RUN


def test_computed_torque_follows_a_motion_with_friction_of_the_motors():
    robot = linkwise.load("planar2r").with_friction(linkwise.model.Friction(2.0))
    arm = robot.with_elastic_joints([300.0, 200.0], rotors=[0.8, 0.3])
    start, controller = arm.along(WAY, 0.0), motor_computed_torque(arm, WAY, bandwidth=[20.0, 30.0])
    assert np.abs(controller(0.0, start.x, start.xd) - start.tau).max() <= TRACKED
    motions = arm.rollouts(start.x, start.xd, controller=controller, step=5e-4, duration=0.8, every=100)
    assert np.abs(motions.q[:, :2] - WAY(motions.t).q).max() <= LONG_RUN


def test_torques_are_clipped_at_the_efforts_of_the_motors():
    arm = linkwise.load("panda").with_elastic_joints(1e4, rotors=0.1)
    strong = saturated(motor_pd(arm, [1.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0], kp=1e4, kd=1.0))
    assert np.abs(strong(0.0, np.zeros(14), np.zeros(14))).tolist()[0] == 87.0


def test_saved_as_c(tmp_path):
    controller = motor_pd(planar(), [0.5, 0.1], kp=10.0, kd=1.0)
    assert [file.suffix for file in controller.save(tmp_path / "motors.c")] == [".c", ".h"]


def test_what_is_refused_says_what_to_use():
    arm = planar()
    for make in (pd_gravity, computed_torque):
        with pytest.raises(NotForThisRobot, match="motor_pd"):
            make(arm, [0.0] * 4, 1.0, 1.0)
    with pytest.raises(NotForThisRobot, match="act on the motors only"):
        gravity_compensation(arm)
    with pytest.raises(LinkwiseError, match="no elastic joints"):
        motor_pd(arm.robot, [0.0] * 2, 1.0, 1.0)
    with pytest.raises(NotForThisRobot, match="damped"):
        motor_computed_torque(arm.robot.with_elastic_joints(1e3, damping=1.0, rotors=1.0), [0.0] * 2, 10.0)
    with pytest.raises(BadArray, match="posture"):
        motor_pd(arm, [0.0] * 4, 1.0, 1.0)
    with pytest.raises(BadArray, match="3 joints"):
        motor_pd(arm, Quintic([0.0] * 3, [1.0] * 3, duration=1.0), 1.0, 1.0)
    with pytest.raises(BadArray, match="bandwidth"):
        motor_computed_torque(arm, [0.0] * 2, bandwidth=[[1.0, 0.0], [0.0, 1.0]])
    with pytest.raises(LinkwiseError, match="not a robot"):
        Controller("arm", lambda eq, t, x, xd: [0.0])
    with pytest.raises(LinkwiseError, match="drives one of 2 joints"):
        arm.robot.rollouts([0.0] * 2, controller=motor_pd(arm, [0.0] * 2, 1.0, 1.0), step=1e-3, steps=2)


def test_a_controller_of_ones_own():
    """Called with arrays, with x of 2n numbers, it returns n torques; its equations are the elastic arm's."""
    arm = planar()

    def hold(eq, t, x, xd, gain):
        s = eq.spring_forces(x)
        return [s[k] - gain[0] * xd[2 + k] for k in range(2)]

    controller = Controller(arm, hold, {"gain": 4.0})
    x = np.array([0.1, 0.2, 0.12, 0.25])
    assert np.abs(controller(0.0, x, np.zeros(4)) - [300.0 * 0.02, 200.0 * 0.05]).max() <= AGREEMENT
    assert controller(0.0, np.zeros((5, 4)), np.zeros(4)).shape == (5, 2)

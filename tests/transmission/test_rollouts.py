"""Transmissions in rollouts, sweeps, task spaces and control: the steps of `simulate`, and closed forms."""

import numpy as np
import pytest

import linkwise
from linkwise.algebra import sin
from linkwise.control import computed_torque, pd_gravity, resolved_acceleration
from linkwise.errors import NotForThisRobot
from linkwise.model import Friction, Smooth
from linkwise.sweep import Uniform

from ..tolerances import AGREEMENT, BROUGHT_HOME, DEFAULT_STEP, FIRST_ORDER_RUN, IN_A_TASK, LONG_RUN, NUDGED
from .mechanisms import lever, slider_crank


def wavy(robot=None, **motor):
    """Two coupled motors whose ratios change; with inertia of their own unless told."""
    robot = linkwise.load("planar2r") if robot is None else robot
    return robot.with_transmission(lambda m: [m[0] + 0.2 * sin(m[1]), m[1] - m[0]], **({"inertia": 0.3} | motor))


SMOOTH = Smooth(Friction(0.4, 0.6), 0.1)

ARMS = {
    "crank": (lambda: slider_crank(inertia=0.02), [[1.0], [2.5], [-0.4]]),
    "screw, without inertia": (lambda: lever(), [[0.5], [0.45], [0.55]]),
    "coupled, with friction": (
        lambda: wavy(linkwise.load("planar2r").with_friction(SMOOTH), friction=Smooth(Friction(0.1, 0.2), 0.1)),
        [[0.3, 0.2], [0.5, 0.1], [-0.2, 0.4]],
    ),
}


@pytest.mark.parametrize(
    "name", ["coupled, with friction", *(pytest.param(x, marks=pytest.mark.slow) for x in list(ARMS)[:2])]
)
def test_step_for_step_as_simulate(name):
    make, q0 = ARMS[name]
    arm = make()
    qd0, wrench = 0.2 * np.ones(arm.n), {arm.frames[-1]: [0.1, 0.2, -0.1, 1.0, -2.0, 0.5]}
    motions = arm.rollouts(
        q0,
        qd0,
        tau=lambda t: np.full(arm.n, np.sin(9.0 * t)),
        step=1e-3,
        steps=60,
        every=1,
        wrenches=wrench,
        friction_width="as is",
    )
    run = arm.simulate(
        q0[1],
        qd0,
        tau=lambda t, q, qd: np.full(arm.n, np.sin(9.0 * t)),
        t=0.06,
        step=1e-3,
        method="rk4",
        wrenches=wrench,
    )
    size = np.abs(run.qd).max()
    assert motions.finished.all()
    assert max(np.abs(motions.q[1] - run.q).max(), np.abs(motions.qd[1] - run.qd).max()) <= AGREEMENT * max(size, 1.0)


def test_a_constant_ratio_is_that_of_motors():
    """A transmission with a constant J_qm moves as `with_motors` does."""
    robot, coupling = linkwise.load("planar2r"), [[1.0, 0.0], [-1.0, 1.0]]
    found = robot.with_transmission(lambda m: [m[0], m[1] - m[0]]).rollouts([0.3, 0.2], step=1e-3, steps=200)
    wanted = robot.with_motors(coupling).rollouts([0.3, 0.2], step=1e-3, steps=200)
    assert np.abs(found.q - wanted.q).max() <= AGREEMENT * 100.0  # of 200 steps


@pytest.mark.parametrize("method", [pytest.param("implicit_midpoint", marks=pytest.mark.slow), "gauss_legendre_4"])
def test_energy_in_canonical_coordinates(method):
    """p_m and ∂T/∂q_m are those of a ratio that changes: energy stays through both dead centres."""
    arm = slider_crank(inertia=0.02)
    motions = arm.rollouts([1.0], [12.0], step=1e-3, steps=1000, every=5, method=method)
    energy = arm.kinetic_energy(motions.q, motions.qd) + arm.potential_energy(motions.q)
    kinetic = arm.kinetic_energy(motions.q, motions.qd).max()
    assert motions.q[-1, 0] > 1.0 + 2.0 * np.pi  # it went round
    spread = (energy.max() - energy.min()) / kinetic
    assert spread <= (DEFAULT_STEP if method == "gauss_legendre_4" else FIRST_ORDER_RUN)


def test_a_rollout_ends_at_a_dead_centre_without_inertia():
    arm = slider_crank()
    motions = arm.rollouts([[np.pi], [1.0]], step=1e-3, steps=3)
    assert motions.status.tolist() == ["not finite", "finished"]


def test_parameters_and_sweeps():
    robot = linkwise.load("planar2r").with_friction(Friction(0.2, 0.1))
    arm, q0, how = wavy(robot), [0.3, 0.2], {"step": 1e-3, "steps": 150}
    load = [0.0] * 6 + [0.0, 0.0, 0.0, 1.5]
    given = {"gravity": [0.0, -3.0, 0.0], "payload": load, "friction": [[0.5, 0.4]] * 2}
    found = arm.rollouts(q0, parameters=given, **how).q[-1]
    other = robot.with_gravity([0.0, -3.0, 0.0]).with_payload(1.5).with_friction(Friction(0.5, 0.4))
    assert np.abs(found - wavy(other).rollouts(q0, **how).q[-1]).max() <= AGREEMENT
    sweep = arm.sweep(40, {"q0": {"motor1": Uniform(0.2, 0.4)}, "payload.mass": Uniform(0.0, 2.0)}, **how)
    assert sweep.failed.count == 0 and (sweep.statistics["q"].sd > 0.0).all()


def test_task_space_and_kinematics():
    """Λ, μ + p, J̇ of the motors' coordinates, from their definitions and by differences."""
    arm, rng = wavy(), np.random.default_rng(0)
    q, qd = rng.uniform(0.2, 1.2, (4, 2)), rng.normal(size=(4, 2))
    space, h = arm.task_space(q, qd, rows=["x", "y"]), 1e-6
    J, M = arm.jacobian(q)[:, 3:5], arm.mass_matrix(q)
    Λ = np.linalg.inv(J @ np.linalg.solve(M, np.swapaxes(J, -1, -2)))
    assert np.abs(space.inertia - Λ).max() <= IN_A_TASK * np.abs(Λ).max()
    Jd = (arm.jacobian(q + h * qd) - arm.jacobian(q - h * qd)) / (2.0 * h)
    assert np.abs(arm.jacobian_dot(q, qd) - Jd).max() <= NUDGED * np.abs(Jd).max()
    tau = rng.normal(size=(4, 2))
    qdd = arm.forward_dynamics(q, qd, tau)
    xdd = np.einsum("kij,kj->ki", J, qdd) + space.drift
    force = np.einsum("kji,kj->ki", space.consistent_inverse, tau)
    left = np.einsum("kij,kj->ki", space.inertia, xdd) + space.velocity_forces + space.gravity_forces
    assert np.abs(left - force).max() <= IN_A_TASK * np.abs(left).max() * 10.0
    moved = (arm.center_of_mass(q + h * qd) - arm.center_of_mass(q - h * qd)) / (2.0 * h)
    assert np.abs(np.einsum("kij,kj->ki", arm.center_of_mass_jacobian(q), qd) - moved).max() <= NUDGED
    assert np.abs(np.einsum("kij,kj->ki", arm.momentum_matrix(q), qd) - arm.momentum(q, qd)).max() <= AGREEMENT * 10.0


def test_the_regressor_times_parameters_are_the_torques():
    arm, rng = wavy(inertia=0.0), np.random.default_rng(0)
    states = rng.normal(size=(3, 5, 2))
    found = arm.regressor(*states) @ arm.parameters().values
    assert np.abs(found - arm.inverse_dynamics(*states)).max() <= AGREEMENT * np.abs(found).max()


def test_controllers_in_the_motors_coordinates():
    """Computed torque on the exact model, in rollouts and in `simulate`; a pose of the tip by resolved acceleration."""
    arm = wavy()
    controller, q0, t = computed_torque(arm, [0.8, 0.4], kp=100.0, kd=20.0), np.array([0.3, 0.2]), 0.5
    error = ([0.8, 0.4] - q0) * (1.0 + 10.0 * t) * np.exp(-10.0 * t)  # a double pole at −10
    motions = arm.rollouts(q0, controller=controller, step=1e-3, duration=t)
    assert np.abs([0.8, 0.4] - motions.q[-1] - error).max() <= LONG_RUN
    run = arm.simulate(q0, controller=controller, t=t, rtol=1e-9)
    assert np.abs([0.8, 0.4] - run.q[-1] - error).max() <= LONG_RUN
    pose = arm.forward_kinematics([0.6, 0.9])
    reach = resolved_acceleration(arm, pose, kp=100.0, kd=20.0, rows=["x", "y"])
    found = arm.rollouts([0.4, 0.9], controller=reach, step=1e-3, duration=2.0).q[-1]
    assert np.abs(arm.forward_kinematics(found)[:2, 3] - pose[:2, 3]).max() <= BROUGHT_HOME


def test_a_controller_of_the_joints_at_the_motors():
    """The same in the compiled loop as in `simulate`."""
    rod = linkwise.load("pendulum")
    arm = rod.with_transmission(lambda m: [0.5 * sin(m[0])], inertia=0.1)
    controller = arm.at_motors(pd_gravity(rod, [0.3], kp=60.0, kd=20.0))
    found = arm.rollouts([0.1], controller=controller, step=1e-3, steps=100, every=1)
    wanted = arm.simulate([0.1], controller=controller, step=1e-3, t=0.1, method="rk4")
    assert np.abs(found.q - wanted.q).max() <= AGREEMENT


def test_what_is_for_joints_says_so():
    from linkwise.control import MomentumObserver

    with pytest.raises(NotForThisRobot, match="at_motors"):
        MomentumObserver(wavy(), 10.0)

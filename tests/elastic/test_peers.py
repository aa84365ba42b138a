"""Elastic arms against MuJoCo and Pinocchio, from the same data."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import linkwise
from linkwise.model import Friction

from ..peers.mujoco import OFF, specified
from ..peers.pinocchio import Pinocchio
from ..tolerances import AGREEMENT, DIFFERENCED, TRACKED, solving
from .arms import ARMS, Waves, states


def mujoco_twin(arm, damping=None):
    """Links as they are, a wheel of inertia I_a for each motor, and fixed tendons for the springs.

    A stiffness matrix k = Σ λ v vᵀ is one tendon for each eigenvector, whose length is v·(q_M − q).
    """
    spec = specified(arm.springs.links)
    assert not any(body.joint.offset for body in arm.robot.tree.bodies)  # theirs and ours count angles alike
    joints = list(arm.robot.joint_names)
    for joint, inertia in zip(joints, np.diag(arm.springs.rotors), strict=True):
        wheel = spec.worldbody.add_body(name=f"{joint} wheel", mass=1.0, inertia=[inertia] * 3, explicitinertial=True)
        motors = arm.springs.motors
        laws = {} if motors is None else {body.joint.name: body.joint.friction for body in motors.bodies}
        rubbing = laws[joint].viscous if joint in laws else 0.0
        wheel.add_joint(name=f"{joint} motor", type=mujoco.mjtJoint.mjJNT_HINGE, damping=[rubbing, 0.0, 0.0])
    values, vectors = np.linalg.eigh(arm.springs.stiffness)
    for k, (λ, v) in enumerate(zip(values, vectors.T, strict=True)):
        spring = spec.add_tendon(name=f"spring {k}", stiffness=[λ, 0.0, 0.0], springlength=[0.0, 0.0])
        if damping is not None:
            spring.damping = [damping, 0.0, 0.0]
        for joint, share in zip(joints, v, strict=True):
            spring.wrap_joint(f"{joint} motor", share)
            spring.wrap_joint(joint, -share)
    for name in arm.joint_names:  # Coulomb friction is a constraint to MuJoCo, softened: it stays out
        spec.joint(name).frictionloss = 0.0
    spec.option.disableflags |= OFF.mjDSBL_CONSTRAINT | OFF.mjDSBL_CONTACT
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model = spec.compile()
    order = [model.joint(name).qposadr[0] for name in arm.joint_names]
    return model, mujoco.MjData(model), order


def viscous_only(robot):
    """The robot without its Coulomb friction."""
    bodies = [
        replace(body, joint=replace(body.joint, friction=Friction(body.joint.friction.viscous)))
        for body in robot.tree.bodies
    ]
    return linkwise.Robot(replace(robot.tree, bodies=tuple(bodies)))


def ur5(friction=None, **more):
    """With viscous friction that differs from joint to joint."""
    robot = linkwise.load("ur5")
    bodies = [
        replace(body, joint=replace(body.joint, friction=Friction(0.5 + i))) for i, body in enumerate(robot.tree.bodies)
    ]
    rubbing = linkwise.Robot(replace(robot.tree, bodies=tuple(bodies)))
    return rubbing.with_elastic_joints(np.linspace(2000.0, 300.0, 6), rotors=0.4, friction=friction, **more)


TWINS = {
    "scara": ARMS["scara"],
    "panda": ARMS["panda"],
    "ur5 motor friction": lambda: ur5("motor"),
    "ur5 joint friction": lambda: ur5("joint"),
    "ur5 friction on both sides": lambda: ur5(motor_friction=[Friction(0.3 * k) for k in range(6)]),
}


def set_state(data, order, x, xd, tau):
    m = len(order) // 2
    data.qpos[order], data.qvel[order], data.qfrc_applied[order] = x, xd, np.concatenate([np.zeros(m), tau])


@pytest.mark.parametrize("name", TWINS)
def test_accelerations_as_mujoco(name):
    arm = TWINS[name]()
    model, data, order = mujoco_twin(arm)
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    potential = []
    for x, xd, tau in zip(*states(arm, 20), strict=True):
        set_state(data, order, x, xd, tau)
        mujoco.mj_forward(model, data)
        found, wanted = arm.forward_dynamics(x, xd, tau), data.qacc[order]
        bound = AGREEMENT + solving(arm.mass_matrix(x))
        assert np.abs(found - wanted).max() <= bound * np.abs(wanted).max()
        assert np.isclose(arm.kinetic_energy(x, xd), data.energy[1], rtol=AGREEMENT, atol=0.0)
        potential.append((arm.potential_energy(x), data.energy[0]))
    ours, theirs = np.diff(potential, axis=0).T  # from state to state: what does not move has energy there, not here
    assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(potential).max()


def test_a_motion_as_mujoco():
    """The same Runge–Kutta steps of both, with damped springs, for a second."""
    robot = linkwise.load("ur5").without_friction()
    arm = robot.with_elastic_joints(300.0, damping=0.7, rotors=0.4)
    model, data, order = mujoco_twin(arm, damping=0.7)
    h = model.opt.timestep = 0.002
    n, tau = arm.n, np.array([1.0, -30.0, 10.0, 0.5, 0.2, -0.1])
    z = np.concatenate([np.full(6, 0.3), np.full(6, 0.35), np.zeros(n)])
    set_state(data, order, z[:n], z[n:], tau)

    def rates(z):
        return np.concatenate([z[n:], arm.forward_dynamics(z[:n], z[n:], tau)])

    for _ in range(500):
        a = rates(z)
        b = rates(z + h / 2 * a)
        c = rates(z + h / 2 * b)
        d = rates(z + h * c)
        z = z + h / 6 * (a + 2 * b + 2 * c + d)
        mujoco.mj_step(model, data)
    assert np.abs(z[:n] - 0.3).max() > 0.5  # it went somewhere
    assert np.abs(z[:n] - data.qpos[order]).max() <= TRACKED


@pytest.mark.parametrize("name", ["planar2r", "puma560", "panda"])
def test_motors_of_a_motion_by_differences_of_pinocchio(name):
    """q_M, q̇_M, q̈_M and Γ from Pinocchio's recursion on the links, differentiated along the motion by differences."""
    arm = ARMS[name]()
    robot, peer = viscous_only(arm.robot) if name == "puma560" else arm.robot, Pinocchio.of_model(arm.springs.links)
    arm = robot.with_elastic_joints(arm.springs.stiffness, rotors=arm.springs.rotors)
    way, t, h = Waves(arm.inputs), 0.4, 2e-2
    steps = np.arange(-4, 5)
    τ = np.array([peer.inverse_dynamics(*way.derivatives(t + h * k, 2)) for k in steps])
    first = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280]) / h
    second = np.array([-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560]) / h**2
    q, qd, qdd = way.derivatives(t, 2)
    bend = np.linalg.solve(arm.springs.stiffness, np.array([τ[4], first @ τ, second @ τ]).T).T
    q_M, qd_M, qdd_M = q + bend[0], qd + bend[1], qdd + bend[2]
    viscous = np.array([body.joint.friction.viscous for body in robot.tree.bodies])
    tau = arm.springs.rotors @ qdd_M + viscous * qd_M + τ[4]
    found = arm.along(way, t)
    for ours, theirs in ((found.x, q_M), (found.xd, qd_M), (found.xdd, qdd_M)):
        assert np.abs(ours[arm.inputs :] - theirs).max() <= DIFFERENCED * np.abs(theirs).max()
    assert np.abs(found.tau - tau).max() <= DIFFERENCED * np.abs(tau).max()

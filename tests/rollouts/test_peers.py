"""MuJoCo with the same integrator goes the same way."""

import numpy as np
import pytest

from linkwise.rollouts import InLoop
from tests.tolerances import SAME_INTEGRATOR

from .cases import GOAL, near_goal, panda

mujoco = pytest.importorskip("mujoco")


def springs(eq, t, q, qd, kp, kd, goal):
    return [kp[0] * (g - x) - kd[0] * v for g, x, v in zip(goal, q, qd, strict=True)]


def reference(robot, q0, qd0, steps, stiffness=0.0, damping=0.0):
    """Joints with springs and dampers under gravity, by MuJoCo's RK4 with 1 ms."""
    from tests.peers.mujoco import QUIET, built

    off = mujoco.mjtDisableBit
    model = built(robot.model)
    model.opt.disableflags |= QUIET & ~(off.mjDSBL_SPRING | off.mjDSBL_DAMPER)
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 1e-3
    model.jnt_stiffness[:], model.qpos_spring[:], model.dof_damping[:] = stiffness, GOAL, damping
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = q0, qd0
    for _ in range(steps):
        mujoco.mj_step(model, data)
    return np.concatenate([data.qpos, data.qvel])


@pytest.mark.parametrize(("stiffness", "damping"), [(0.0, 0.0), (20.0, 0.5)])
def test_a_second_of_rk4(stiffness, damping):
    robot = panda()
    q, qd = near_goal(4)
    controller = InLoop(springs, {"kp": stiffness, "kd": damping, "goal": GOAL})
    found = robot.rollouts(q, qd, controller=controller, duration=1.0, step=1e-3)
    ours = np.concatenate([found.q[:, -1], found.qd[:, -1]], axis=1)
    theirs = np.array([reference(robot, *start, 1000, stiffness, damping) for start in zip(q, qd, strict=True)])
    assert np.abs(ours - theirs).max() <= SAME_INTEGRATOR * np.abs(theirs).max()
    assert np.abs(ours - np.concatenate([q, qd], axis=1)).max() > 0.5  # something moved

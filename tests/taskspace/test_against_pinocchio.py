"""Λ, μ, p and the motion they describe, from Pinocchio's inverse inertia, Jacobians and frame accelerations."""

import numpy as np
import pytest

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from linkwise.taskspace.rows import selection  # noqa: E402
from tests.peers.pinocchio import Pinocchio  # noqa: E402
from tests.taskspace.states import MARKED, arm, away  # noqa: E402
from tests.tolerances import IN_A_TASK  # noqa: E402

BASE, TOOL = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED, pin.ReferenceFrame.LOCAL


class Truth:
    """One state in Pinocchio's numbers: J, J M⁻¹ Jᵀ, the twist, the acceleration under τ, all angular first."""

    def __init__(self, peer, frame, rows, q, qd, tau, axes):
        S, k = selection(rows).matrix, peer.model.getFrameId(frame, pin.FrameType.BODY)
        q_, qd_ = peer._q(q), peer._v(qd)
        J = pin.computeFrameJacobian(peer.model, peer.data, q_, k, axes).reshape(6, -1)[:, peer.v]
        self.J = S @ np.vstack([J[3:], J[:3]])
        self.M_inv = peer.mass_matrix_inverse(q)
        self.mobility = self.J @ self.M_inv @ self.J.T
        qdd = peer.forward_dynamics(q, qd, tau)
        pin.forwardKinematics(peer.model, peer.data, q_, qd_, peer._v(qdd))
        pin.updateFramePlacement(peer.model, peer.data, k)
        self.xd = S @ _ours(pin.getFrameVelocity(peer.model, peer.data, k, axes))
        acceleration = pin.getFrameClassicalAcceleration if axes == BASE else pin.getFrameAcceleration
        self.xdd = S @ _ours(acceleration(peer.model, peer.data, k, axes))
        self.gravity = peer.inverse_dynamics(q, 0 * q, 0 * q)
        self.velocity = peer.inverse_dynamics(q, qd, 0 * q) - self.gravity
        self.drift = self.xdd - self.J @ qdd


def _ours(motion):
    return np.concatenate([motion.angular, motion.linear])


def _close(found, true):
    np.testing.assert_allclose(found, true, rtol=0, atol=IN_A_TASK * max(np.abs(true).max(), 1.0))


@pytest.mark.parametrize("axes", ["base", pytest.param("tool", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "rows"), MARKED)
def test_task(name, rows, axes):
    robot = arm(name)
    peer = Pinocchio.of_model(robot.model)
    q, qd = away(robot, rows, axes=axes)
    tau = 10.0 * np.random.default_rng(5).normal(size=q.shape)
    space = robot.task_space(q, qd, rows=rows, axes=axes)
    F, given = space.task_forces(tau), space.forward_dynamics(space.task_forces(tau))
    for k in range(len(q)):
        true = Truth(peer, space.frame, rows, q[k], qd[k], tau[k], BASE if axes == "base" else TOOL)
        Λ = np.linalg.inv(true.mobility)
        J_bar = true.M_inv @ true.J.T @ Λ
        _close(space.jacobian[k], true.J)
        _close(space.velocity[k], true.xd)
        _close(space.drift[k], true.drift)
        _close(space.mobility[k], true.mobility)
        _close(space.inertia[k], Λ)
        _close(space.consistent_inverse[k], J_bar)
        _close(space.nullspace[k], np.eye(robot.n) - J_bar @ true.J)
        _close(space.gravity_forces[k], J_bar.T @ true.gravity)
        _close(space.velocity_forces[k], J_bar.T @ true.velocity - Λ @ true.drift)
        _close(F[k], Λ @ true.xdd + space.velocity_forces[k] + space.gravity_forces[k])  # F = Λ ẍ + μ + p
        _close(given[k], true.xdd)  # what the null space adds is not felt
        _close(space.inverse_dynamics(np.broadcast_to(true.xdd, F.shape))[k], F[k])

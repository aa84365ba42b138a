"""Robots with joints of several degrees of freedom in Pinocchio, whose own such joints have velocities v = T(q) q̇.

Forces f in Pinocchio are Tᵀ f in our coordinates, and its acceleration is T q̈ + Ṫ q̇. T and Ṫ of a chain of slides and
turns are written here in plain NumPy, and are analytic, so that the complex step differentiates them.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pinocchio as pin

from linkwise import Robot

from .peer import coupling, friction
from .pinocchio import inertia, se3

AXES = dict(zip("xyz", np.eye(3), strict=True))
STEP = 1e-30
"""Of complex steps: nothing is subtracted, so it may be as small as that."""


def turn(axis, angle):
    x, y, z = AXES[axis]
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def attitude(order, φ):
    return turn(order[0], φ[0]) @ turn(order[1], φ[1]) @ turn(order[2], φ[2])


def turning(order, φ, φd):
    """W with the angular velocity seen from the link = W φ̇, and Ẇ: a vector seen from a frame that turns with ω changes
    by −ω × itself."""
    a, b, c = (AXES[axis] for axis in order)
    third, second = turn(order[2], φ[2]).T, turn(order[1], φ[1]).T
    W = np.column_stack([third @ second @ a, third @ b, c])
    first = third @ np.cross(-φd[1] * b, second @ a) - φd[2] * np.cross(c, W[:, 0])
    return W, np.column_stack([first, -φd[2] * np.cross(c, W[:, 1]), np.zeros(3)])


def skew(w):
    return np.cross(w, np.eye(3)).T


def floating(order, x, xd):
    R = attitude(order, x[3:])
    W, Wd = turning(order, x[3:], xd[3:])
    T, Td = np.zeros((2, 6, 6), dtype=x.dtype)
    T[:3, :3], T[3:, 3:] = R.T, W
    Td[:3, :3], Td[3:, 3:] = -skew(W @ xd[3:]) @ R.T, Wd
    return T, Td


def planar(order, x, xd):
    c, s, w = np.cos(x[2]), np.sin(x[2]), xd[2]
    return np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]), w * np.array([[-s, c, 0], [-c, -s, 0], [0, 0, 0]])


class Kind(NamedTuple):
    joint: type
    place: Callable
    map: Callable
    count: int


def _quaternion(order, φ):
    return pin.Quaternion(attitude(order, φ)).coeffs()


KINDS = {
    "floating": Kind(pin.JointModelFreeFlyer, lambda o, x: np.concatenate([x[:3], _quaternion(o, x[3:])]), floating, 6),
    "ball": Kind(pin.JointModelSpherical, _quaternion, turning, 3),
    "planar": Kind(pin.JointModelPlanar, lambda o, x: np.array([*x[:2], np.cos(x[2]), np.sin(x[2])]), planar, 3),
}


class InPinocchio:
    """A robot's tree in Pinocchio; answers in the robot's own coordinates."""

    def __init__(self, robot: Robot):
        self.tree = tree = robot.tree
        groups = {joint: group for group in tree.groups for joint in group.joints}
        self.model, at = pin.Model(), {-1: 0}
        self.model.gravity.linear = np.array(tree.gravity.components)
        self.maps, waiting = [], list(reversed(tree.children[-1]))
        while waiting:
            i = waiting.pop()
            body = tree.bodies[i]
            waiting += reversed(tree.children[i])
            group = groups.get(body.joint.name)
            if group is None:
                axis = np.array(body.joint.axis.components)
                kind = pin.JointModelPrismaticUnaligned if body.joint.slides else pin.JointModelRevoluteUnaligned
                at[i] = self.model.addJoint(at[body.parent], kind(axis), se3(body.placement), body.joint.name)
                self.maps.append((at[i], [i], None))
            elif body.joint.name == group.joints[0]:
                kind = KINDS[group.kind]
                at[i] = self.model.addJoint(at[body.parent], kind.joint(), se3(body.placement), group.name)
                self.maps.append((at[i], list(range(i, i + kind.count)), group))
            else:
                at[i] = at[body.parent]
            self.model.appendBodyToJoint(at[i], inertia(body.inertia), pin.SE3.Identity())
        self.bare = self.model.copy()
        for j, own, group in self.maps:
            if group is None:
                self.model.armature[self.model.joints[j].idx_v] = tree.bodies[own[0]].joint.rotor.reflected
        self.data, (self.B, self.b) = self.model.createData(), coupling(tree)

    def place(self, u):
        q, x = np.zeros(self.model.nq), self.B @ u + self.b
        for j, own, group in self.maps:
            joint, offset = self.model.joints[j], self.tree.bodies[own[0]].joint.offset
            found = x[own] + offset if group is None else KINDS[group.kind].place(group.order, x[own])
            q[joint.idx_q : joint.idx_q + joint.nq] = found
        return q

    def map(self, u, ud):
        """T and Ṫ, by the robot's coordinates."""
        x, xd = self.B @ u + self.b, self.B @ ud
        T, Td = np.zeros((2, self.model.nv, len(self.tree.bodies)), dtype=np.result_type(x, xd))
        for j, own, group in self.maps:
            joint = self.model.joints[j]
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            T[rows, own], Td[rows, own] = (
                (1.0, 0.0) if group is None else KINDS[group.kind].map(group.order, x[own], xd[own])
            )
        return T @ self.B, Td @ self.B

    def motion(self, u, ud, udd):
        """The peer's velocity and acceleration."""
        T, Td = self.map(u, ud)
        return np.concatenate([T @ ud, T @ udd + Td @ ud])

    def inverse_dynamics(self, u, ud, udd):
        f = pin.rnea(self.model, self.data, self.place(u), *np.split(self.motion(u, ud, udd), 2))
        return self.map(u, ud)[0].T @ f + self.B.T @ friction(self.tree, self.B @ ud)

    def mass_matrix(self, u):
        M, T = np.triu(pin.crba(self.model, self.data, self.place(u))), self.map(u, u)[0]
        return T.T @ (M + np.triu(M, 1).T) @ T

    def gravity_forces(self, u):
        return self.map(u, u)[0].T @ pin.computeGeneralizedGravity(self.model, self.data, self.place(u))

    def energies(self, u, ud):
        q, v = self.place(u), self.map(u, ud)[0] @ ud
        E = pin.computeKineticEnergy(self.bare, self.data, q, v) + 0.5 * self.model.armature @ v**2
        return E, pin.computePotentialEnergy(self.model, self.data, q)

    def derivatives(self, u, ud, udd):
        """∂τ/∂u and ∂τ/∂u̇: Pinocchio's derivatives, and those of the map by the complex step."""
        v, a = np.split(self.motion(u, ud, udd), 2)
        f = pin.rnea(self.model, self.data, self.place(u), v, a)
        pin.computeRNEADerivatives(self.model, self.data, self.place(u), v, a)
        M = np.triu(self.data.M)
        M = M + np.triu(M, 1).T
        T, n = self.map(u, ud)[0], len(u)
        by_u, by_ud = (
            np.array(
                [self.motion(*(x + STEP * 1j * d for x, d in zip((u, ud), pair, strict=True)), udd) for pair in pairs]
            )
            for pairs in ([(e, 0 * e) for e in np.eye(n)], [(0 * e, e) for e in np.eye(n)])
        )
        by_u, by_ud = (np.split(by.imag.T / STEP, 2) for by in (by_u, by_ud))
        bend = np.array([self.map(u + STEP * 1j * e, ud)[0].imag.T @ f / STEP for e in np.eye(n)]).T
        dq = bend + T.T @ (self.data.dtau_dq @ T + self.data.dtau_dv @ by_u[0] + M @ by_u[1])
        viscous = np.diag([float(body.joint.friction.viscous) for body in self.tree.bodies])
        return dq, T.T @ (self.data.dtau_dv @ by_ud[0] + M @ by_ud[1]) + self.B.T @ viscous @ self.B

"""Pinocchio."""

from pathlib import Path

import numpy as np
import pinocchio as pin

from linkwise.algebra import Inertia, Transform
from linkwise.model import BASE, Model

from .peer import AbstractPeer, Array


def se3(T: Transform) -> pin.SE3:
    return pin.SE3(np.array(T.R.rows, dtype=float), np.array(T.p.components, dtype=float))


def inertia(I: Inertia) -> pin.Inertia:
    """Set part by part: vendors' tensors that no body can have are not refused that way."""
    made = pin.Inertia.Zero()
    if I.m == 0.0 and not any(I.h.components):  # a rotor whose mass its link has
        made.inertia = np.array(I.I.full.rows, dtype=float)
        return made
    made.mass, made.lever = float(I.m), np.array(I.com.components, dtype=float)
    made.inertia = np.array(I.I_com.full.rows, dtype=float)
    return made


def built(model: Model, base: pin.JointModelFreeFlyer | None = None) -> pin.Model:
    """The robot through Pinocchio's own calls; fixed links are appended to the joint that carries them. The base may be
    on a joint of its own, the first one."""
    peer = pin.Model()
    peer.name = model.name
    peer.gravity.linear = np.array(model.gravity.components)
    root = 0 if base is None else peer.addJoint(0, base, pin.SE3.Identity(), "the base's own")
    peer.appendBodyToJoint(root, inertia(model.base_inertia), pin.SE3.Identity())
    carried: dict[int, tuple[int, pin.SE3]] = {BASE: (root, pin.SE3.Identity())}
    armature: dict[str, float] = {}
    waiting = list(reversed(model.children[BASE]))  # Pinocchio wants each branch in one piece
    while waiting:
        i = waiting.pop()
        body = model.bodies[i]
        waiting += reversed(model.children[i])
        joint, X = carried[body.parent]
        X = X * se3(body.placement)
        if body.joint.moves:
            axis, slides = np.array(body.joint.axis.components), body.joint.kind == "prismatic"
            kind = pin.JointModelPrismaticUnaligned(axis) if slides else pin.JointModelRevoluteUnaligned(axis)
            joint, X = peer.addJoint(joint, kind, X, body.joint.name), pin.SE3.Identity()
            armature[body.joint.name] = body.joint.rotor.reflected
        carried[i] = joint, X
        peer.appendBodyToJoint(joint, inertia(body.inertia), X)
    for frame in model.frames:
        joint, X = carried[frame.body]
        peer.addFrame(pin.Frame(frame.name, joint, 0, X * se3(frame.placement), pin.FrameType.BODY))
    for name, value in armature.items():
        peer.armature[peer.joints[peer.getJointId(name)].idx_v] = value
    return peer


class Pinocchio(AbstractPeer):
    """A robot in Pinocchio; `joints` names its joints in our order, `offsets` are added to their variables."""

    def __init__(self, peer: pin.Model, joints: tuple[str, ...], offsets: Array):
        self.model, self.data, self.offsets = peer, peer.createData(), offsets
        self.bare = peer.copy()  # for the kinetic energy, where Pinocchio 4.1 counts the rotors of some joints only
        self.bare.armature[:] = 0.0
        self.joints = [peer.joints[peer.getJointId(name)] for name in joints]
        assert peer.nv == len(joints), "both sides count the same joints"
        self.v = np.array([joint.idx_v for joint in self.joints], dtype=int)
        self.frames = frozenset(f.name for f in peer.frames if f.type == pin.FrameType.BODY)

    @staticmethod
    def of_model(model: Model) -> "Pinocchio":
        joints = [model.bodies[i].joint for i in model.moving]
        return Pinocchio(built(model), model.moving_joint_names, np.array([joint.offset for joint in joints]))

    @staticmethod
    def of_urdf(path: Path, model: Model) -> "Pinocchio":
        peer = pin.buildModelFromUrdf(str(path))
        peer.gravity.linear = np.array([0.0, 0.0, -9.81])
        return Pinocchio(peer, model.moving_joint_names, np.zeros(len(model.moving)))

    def _q(self, q: Array) -> Array:
        given = np.zeros(self.model.nq)
        for joint, value in zip(self.joints, q + self.offsets, strict=True):
            given[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))
        return given

    def _v(self, v: Array) -> Array:
        given = np.zeros(self.model.nv)
        given[self.v] = v
        return given

    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array:
        return pin.rnea(self.model, self.data, self._q(q), self._v(qd), self._v(qdd))[self.v]

    def mass_matrix(self, q: Array) -> Array:
        M = np.triu(pin.crba(self.model, self.data, self._q(q)))
        return (M + np.triu(M, 1).T)[np.ix_(self.v, self.v)]

    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array:
        return pin.aba(self.model, self.data, self._q(q), self._v(qd), self._v(tau))[self.v]

    def coriolis_matrix(self, q: Array, qd: Array) -> Array:
        """½ ∂τ/∂q̇: the velocity forces are a quadratic form in q̇ whose symmetric coefficients the symbols are."""
        zero = np.zeros(self.model.nv)
        pin.computeRNEADerivatives(self.model, self.data, self._q(q), self._v(qd), zero)
        return 0.5 * self.data.dtau_dv[np.ix_(self.v, self.v)]

    def inverse_dynamics_derivatives(self, q: Array, qd: Array, qdd: Array) -> Array:
        """∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ side by side."""
        pin.computeRNEADerivatives(self.model, self.data, self._q(q), self._v(qd), self._v(qdd))
        parts = (self.data.dtau_dq, self.data.dtau_dv)
        return np.hstack([*(part[np.ix_(self.v, self.v)] for part in parts), self.mass_matrix(q)])

    def forward_dynamics_derivatives(self, q: Array, qd: Array, tau: Array) -> tuple[Array, Array, Array]:
        """∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, of which Pinocchio fills the upper triangle."""
        pin.computeABADerivatives(self.model, self.data, self._q(q), self._v(qd), self._v(tau))
        inverse = np.triu(self.data.Minv)
        parts = (self.data.ddq_dq, self.data.ddq_dv, inverse + np.triu(inverse, 1).T)
        dq, dqd, dtau = (part[np.ix_(self.v, self.v)] for part in parts)
        return dq, dqd, dtau

    def mass_matrix_inverse(self, q: Array) -> Array:
        inverse = np.triu(pin.computeMinverse(self.model, self.data, self._q(q)))
        return (inverse + np.triu(inverse, 1).T)[np.ix_(self.v, self.v)]

    def regressor(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Columns in our order; Pinocchio's is M MX MY MZ XX XY YY XZ YZ ZZ."""
        Y = pin.computeJointTorqueRegressor(self.model, self.data, self._q(q), self._v(qd), self._v(qdd))
        Y = Y.reshape(self.model.nv, -1)[self.v]  # of one joint it is a plain row
        ours = np.array([4, 5, 7, 6, 8, 9, 1, 2, 3, 0])
        return Y[:, np.concatenate([10 * (joint.id - 1) + ours for joint in self.joints])]

    def energies(self, q: Array, qd: Array) -> tuple[float, float]:
        E = pin.computeKineticEnergy(self.bare, self.data, self._q(q), self._v(qd))
        E += 0.5 * self.model.armature @ self._v(qd) ** 2
        return E, pin.computePotentialEnergy(self.model, self.data, self._q(q))

    def place(self, q: Array, qd: Array, frame: str) -> tuple[Array, Array, Array]:
        k = self.model.getFrameId(frame, pin.FrameType.BODY)
        axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        J = pin.computeFrameJacobian(self.model, self.data, self._q(q), k, axes).reshape(6, -1)[:, self.v]
        pin.forwardKinematics(self.model, self.data, self._q(q), self._v(qd), np.zeros(self.model.nv))
        T = pin.updateFramePlacement(self.model, self.data, k).homogeneous.copy()
        a = pin.getFrameClassicalAcceleration(self.model, self.data, k, axes)
        return T, np.vstack([J[3:], J[:3]]), np.concatenate([a.angular, a.linear])

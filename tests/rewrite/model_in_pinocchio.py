"""A linkwise model handed to Pinocchio body by body: the judge of what a rewrite or a reader may not change."""

import numpy as np
import pinocchio as pin

from linkwise.model import BASE, Model


class InPinocchio:
    """τ, M and frame poses of a model, computed by Pinocchio from the model's data alone."""

    def __init__(self, model: Model):
        self.pin = pin.Model()
        self.pin.gravity = pin.Motion(np.array(model.gravity.components), np.zeros(3))
        self.joints = model.moving_joint_names
        self.offsets = [model.bodies[i].joint.offset for i in model.moving]
        stand = {BASE: (0, pin.SE3.Identity())}
        for i in depth_first(model):
            body = model.bodies[i]
            parent, X = stand[body.parent]
            X = X * se3(body.placement)
            if body.joint.moves:
                kind = pin.JointModelPrismaticUnaligned if body.joint.kind == "prismatic" else None
                kind = kind or pin.JointModelRevoluteUnaligned
                axis = np.array(body.joint.axis.components)
                j = self.pin.addJoint(parent, kind(axis / np.linalg.norm(axis)), X, body.joint.name)
                stand[i] = j, pin.SE3.Identity()
            else:
                stand[i] = parent, X
            j, X = stand[i]
            self.pin.appendBodyToJoint(j, inertia(body.inertia), X)
        self.frames = {f.name: (stand[f.body][0], stand[f.body][1] * se3(f.placement)) for f in model.frames}
        self.data = self.pin.createData()
        self.u = model.u

    def _full(self, u, ud=None, udd=None):
        q = np.array(self.u.positions(list(u))) + self.offsets
        rest = [np.array(self.u.velocities(list(x))) for x in (ud, udd) if x is not None]
        order = [self.joints.index(name) for name in list(self.pin.names)[1:]]
        return [x[order] for x in (q, *rest)], order

    def inverse_dynamics(self, u, ud, udd):
        (q, qd, qdd), order = self._full(u, ud, udd)
        tau = np.empty(len(order))
        tau[order] = pin.rnea(self.pin, self.data, q, qd, qdd)
        return np.array(self.u.forces(list(tau)))

    def mass_matrix(self, u):
        (q,), order = self._full(u)
        M = np.array(pin.crba(self.pin, self.data, q))
        M = np.triu(M) + np.triu(M, 1).T
        full = np.empty_like(M)
        full[np.ix_(order, order)] = M
        return np.array(self.u.square(full.tolist()))

    def pose(self, u, frame):
        (q,), _ = self._full(u)
        pin.forwardKinematics(self.pin, self.data, q)
        j, X = self.frames[frame]
        return (self.data.oMi[j] * X).homogeneous


def depth_first(model: Model) -> list[int]:
    """Pinocchio's recursions rely on every subtree being numbered without gaps."""
    order, waiting = [], list(reversed(model.children[BASE]))
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(model.children[order[-1]])
    return order


def se3(T):
    return pin.SE3(np.array(T.R.rows, float), np.array(T.p.components, float))


def inertia(I):
    """Set part by part: vendors' tensors that no body can have are not refused that way."""
    made = pin.Inertia.Zero()
    made.mass, made.lever = float(I.m), np.array(I.com.components, float)
    made.inertia = np.array(I.I_com.full.rows, float)
    return made


def difference(a: Model, b: Model, seed: int = 0, states: int = 3) -> float:
    """The largest relative difference of τ, M and of the poses of all of a's frames, at random states."""
    A, B, rng, worst = InPinocchio(a), InPinocchio(b), np.random.default_rng(seed), 0.0
    assert a.joint_names == b.joint_names
    assert {f.name for f in a.frames} <= {f.name for f in b.frames}
    for _ in range(states):
        u, ud, udd = rng.uniform(-2.0, 2.0, (3, a.n))
        pairs = [(A.inverse_dynamics(u, ud, udd), B.inverse_dynamics(u, ud, udd)), (A.mass_matrix(u), B.mass_matrix(u))]
        pairs += [(A.pose(u, f.name), B.pose(u, f.name)) for f in a.frames]
        for x, y in pairs:
            worst = max(worst, float(np.max(np.abs(x - y)) / max(np.max(np.abs(x)), 1e-3)))
    return worst

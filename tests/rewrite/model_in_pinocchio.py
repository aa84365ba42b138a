"""A linkwise model handed to Pinocchio body by body: the judge of what a rewrite or a reader may not change."""

import numpy as np

from linkwise.model import Model
from tests.peers.pinocchio import Pinocchio


class InPinocchio:
    """τ, M and frame poses of a model in its own coordinates, computed by Pinocchio from the model's data alone."""

    def __init__(self, model: Model):
        self.peer, self.u = Pinocchio.of_model(model), model.coordinates

    def _q(self, u):
        return np.array(self.u.positions(list(u)))

    def _v(self, ud):
        return np.array(self.u.velocities(list(ud)))

    def inverse_dynamics(self, u, ud, udd):
        return np.array(self.u.forces(list(self.peer.inverse_dynamics(self._q(u), self._v(ud), self._v(udd)))))

    def mass_matrix(self, u):
        return np.array(self.u.square(self.peer.mass_matrix(self._q(u)).tolist()))

    def pose(self, u, frame):
        return self.peer.place(self._q(u), 0.0 * self._q(u), frame)[0]


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

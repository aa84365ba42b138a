"""What a peer must answer, in the variables of the moving joints, in our order; and the terms around it in NumPy.

A peer is given links, joints and rotors. The coupling of coordinates and friction are written down here a second time,
as matrices and by their formulas, so that they do not rest on the code under test.
"""

from abc import ABC, abstractmethod

import numpy as np

from linkwise.model import Model

Array = np.ndarray


class AbstractPeer(ABC):
    """One robot in another library. Vectors hold the moving joints in the order of our model's bodies."""

    frames: frozenset[str]
    """The frames it can speak of."""

    @abstractmethod
    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array: ...

    @abstractmethod
    def mass_matrix(self, q: Array) -> Array: ...

    @abstractmethod
    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array: ...

    @abstractmethod
    def energies(self, q: Array, qd: Array) -> tuple[float, float]:
        """Kinetic and potential energy, the latter of the moving links."""

    @abstractmethod
    def place(self, q: Array, qd: Array, frame: str) -> tuple[Array, Array, Array]:
        """Pose (4×4), Jacobian (6×m, angular first, base axes, at the frame's origin), and J̇ q̇."""

    def coriolis_matrix(self, q: Array, qd: Array) -> Array | None:
        """The matrix of Christoffel symbols, where the peer can tell."""
        return None


def coupling(model: Model) -> tuple[Array, Array]:
    """q = B u + b as arrays."""
    u = model.coordinates
    B = np.zeros((len(u.rows), len(u.names)))
    for j, row in enumerate(u.rows):
        for k, c in row:
            B[j, k] += c
    return B, np.array(u.offsets, dtype=float)


def friction(model: Model, qd: Array) -> Array:
    """F_v q̇ + F_c sign q̇ joint by joint, with another F_c backwards where one is given."""
    forces = np.zeros(len(model.moving))
    for k, i in enumerate(model.moving):
        f = model.bodies[i].joint.friction
        back = f.coulomb if f.backward is None else f.backward
        forces[k] = f.viscous * qd[k] + (f.coulomb if qd[k] > 0 else -back if qd[k] < 0 else 0.0)
    return forces

"""The linear model of an elastic robot near a state."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..linearize import AbstractStateSpace


@dataclass(frozen=True, eq=False)
class ElasticModel(AbstractStateSpace):
    """D δẍ + V δẋ + P δx = [0; δΓ] near a state, x = (q, q_M); its state space has 4n states and n inputs.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    >>> model = arm.linearize([0.0, 0.0])
    >>> sorted(abs(model.eigenvalues.imag).round(3).tolist())  # ω² = k (3 + 10), twice; and a free turn
    [0.0, 0.0, 36.056, 36.056]
    """

    @property
    def A(self) -> Array:
        """[0 1; −D⁻¹P −D⁻¹V], (…, 4n, 4n).

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> arm.linearize([0.0, 0.0]).A[2:, :2].round(6)
        array([[ -300.,   300.],
               [ 1000., -1000.]])
        """
        n = self.robot.n
        A = np.zeros((*self.D.shape[:-2], 2 * n, 2 * n))
        A[..., :n, n:] = np.eye(n)
        A[..., n:, :n], A[..., n:, n:] = -np.linalg.solve(self.D, self.P), -np.linalg.solve(self.D, self.V)
        return A

    @property
    def B(self) -> Array:
        """[0; D⁻¹[0; 1]], (…, 4n, n).

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).linearize([0.0, 0.0]).B.round(9).tolist()
        [[0.0], [0.0], [0.0], [10.0]]
        """
        n, m = self.robot.n, self.tau.shape[-1]
        B = np.zeros((*self.D.shape[:-2], 2 * n, m))
        B[..., n + m :, :] = np.linalg.inv(self.D[..., m:, m:])  # the rotors' own inertia
        return B

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states: positions, then velocities.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).linearize([0.0, 0.0]).states[1:3]
        ('q:joint1 motor', 'qd:joint1')
        """
        return tuple(f"{kind}:{name}" for kind in ("q", "qd") for name in self.robot.joint_names)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs: the motor torques.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).linearize([0.0, 0.0]).inputs
        ('tau:joint1 motor',)
        """
        return tuple(f"tau:{name}" for name in self.robot.joint_names[self.tau.shape[-1] :])

"""What the motors of an elastic robot do while its joints move or rest: their motion, and their torques."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, as_written
from ..calls.checks import real
from ..calls.direct import Wrenches
from ..errors import BadArray, NotForThisRobot, shown
from .coordinates import AbstractElastic
from .questions import ask

if TYPE_CHECKING:
    from ..trajectories import AbstractTrajectory


@as_written
class Equilibrium(NamedTuple):
    """A posture held at rest: x = (q, q_M), and the motor torques.

    >>> import linkwise
    >>> linkwise.load("puma560").with_elastic_joints(1e4).equilibrium([0.0] * 6)
    Equilibrium(x (12,), tau (6,))
    """

    x: Array
    tau: Array

    def __repr__(self) -> str:
        return f"Equilibrium(x {np.shape(self.x)}, tau {np.shape(self.tau)})"


@dataclass(frozen=True, eq=False, repr=False)
class AbstractMotions(AbstractElastic):
    """Motor motions and torques for motions and postures of the joints."""

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, qddd: ArrayLike, qdddd: ArrayLike) -> Array:
        """The motor torques that make the joints follow a motion, from its derivatives up to the fourth.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> arm.inverse_dynamics([0.0], [0.0], [3.0], [0.0], [60.0]).round(9)  # (⅓ + 0.1) q̈ + 0.1·⅓/100·q⁗
        array([1.32])
        """
        return self.motion(q, qd, qdd, qddd, qdddd).tau

    def motion(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, qddd: ArrayLike, qdddd: ArrayLike) -> Any:
        """The motion of joints and motors while the joints follow q(t), and its torques: x, xd, xdd and tau.

        >>> import linkwise
        >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
        >>> x, xd, xdd, tau = arm.motion(*[[0.1] * 6] * 5)
        >>> (arm.forward_dynamics(x, xd, tau) - xdd).round(6).any()
        np.False_
        """
        if self.springs.damping.any():
            raise NotForThisRobot(
                f"the springs of robot {shown(self.name)} are damped.",
                "With damping the motors' motion solves a differential equation, d ẏ + k y = τ with y = q_M − q.",
                "use the torques of the undamped robot as feedforward, or simulate.",
            )
        return ask(self, "motion", q, qd, qdd, qddd, qdddd)

    def along(self, trajectory: AbstractTrajectory, t: ArrayLike) -> Any:
        """`motion` along a trajectory of the joints at the times t: x, xd, xdd and tau.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> arm.along(Quintic([0.0], [1.0], duration=2.0), [0.0, 1.0, 2.0]).tau.shape
        (3, 1)
        """
        if getattr(trajectory, "n", None) != self.inputs or not hasattr(trajectory, "derivatives"):
            raise BadArray(
                f"the trajectory moves {getattr(trajectory, 'n', 'no')} joints, or has no derivatives.",
                f"A trajectory of the {self.inputs} joints of robot {shown(self.name)} was expected.",
                "see linkwise.trajectories.",
            )
        derivatives = trajectory.derivatives(t, 4)
        if len(derivatives) != 5:
            raise BadArray(
                f"the trajectory returned {len(derivatives)} arrays.", "q and its first four derivatives were expected."
            )
        return self.motion(*derivatives)

    def equilibrium(self, q: ArrayLike, *, wrenches: Wrenches = None) -> Equilibrium:
        """The motor positions and torques that hold the joints at rest at q: q_M = q + k⁻¹ Q.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> held = arm.equilibrium([3.141592653589793 / 2])
        >>> (held.x[1] - held.x[0]).round(9), held.tau
        (np.float64(0.04905), array([4.905]))
        """
        tau = ask(self, "holding", q, wrenches=wrenches)
        q_M = real("q", q, self.inputs, "one entry per joint") + tau @ np.array(self.springs.compliance)
        return Equilibrium(np.concatenate([np.broadcast_to(q, q_M.shape), q_M], axis=-1), tau)

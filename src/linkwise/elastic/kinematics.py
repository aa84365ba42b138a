"""Where an elastic robot's links are and how they move: answers that depend on its joints, not on its motors.

Arrays are those of x = (q, q_M); columns of Jacobians that belong to motors are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..robot.named_states import AbstractNamedStates
from .coordinates import AbstractElastic

if TYPE_CHECKING:
    from ..taskspace import TaskSpace
    from ..taskspace.inverse_kinematics.result import InverseKinematics


class AbstractElasticKinematics(AbstractElastic, AbstractNamedStates):
    """Poses, Jacobians, the centre of mass, task spaces, states by name.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).joint_array({"joint1 motor": 0.5}, others=0.0)
    array([0. , 0.5])
    """

    def forward_kinematics(self, x: ArrayLike, frame: str | None = None) -> Array:
        """The pose of a frame in the base, which depends on the joints alone.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0).forward_kinematics([0.0] * 4)[0, 3]
        np.float64(1.6)
        """
        return self.robot.forward_kinematics(self._joints(x), frame)

    def jacobian(self, x: ArrayLike, frame: str | None = None) -> Array:
        """The 6×2n geometric Jacobian, whose columns for the motors are 0.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0).jacobian([0.0] * 4)[2]
        array([1., 1., 0., 0.])
        """
        return self._wide(self.robot.jacobian(self._joints(x), frame))

    def jacobian_dot(self, x: ArrayLike, xd: ArrayLike, frame: str | None = None) -> Array:
        """The time derivative of the Jacobian.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0)
        >>> arm.jacobian_dot([0.0] * 4, [1.0, 0.0, 0.0, 0.0])[3]
        array([-1.6, -0.9,  0. ,  0. ])
        """
        return self._wide(self.robot.jacobian_dot(self._joints(x), self._joints(xd, "xd"), frame))

    def poses(self, x: ArrayLike, frames: Sequence[str] | None = None) -> dict[str, Array]:
        """The poses (…, 4, 4) of several frames by name, of all unless some are named.

        >>> import linkwise
        >>> list(linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0).poses([0.0] * 4))
        ['base', 'link1', 'link2', 'tip']
        """
        return self.robot.poses(self._joints(x), frames)

    def center_of_mass(self, x: ArrayLike) -> Array:
        """The centre of mass of the moving links, in base axes.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).center_of_mass([0.0, 0.1])
        array([ 0. ,  0. , -0.5])
        """
        return self.robot.center_of_mass(self._joints(x))

    def center_of_mass_jacobian(self, x: ArrayLike) -> Array:
        """J of ċ = J ẋ, (…, 3, 2n).

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).center_of_mass_jacobian([0.0, 0.0])[0]
        array([0.5, 0. ])
        """
        return self._wide(self.robot.center_of_mass_jacobian(self._joints(x)))

    def momentum(self, x: ArrayLike, xd: ArrayLike) -> Array:
        """The momentum of the links about the base's origin: angular, then linear.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).momentum([0.0, 0.0], [2.0, 0.0])[3]
        np.float64(1.0)
        """
        return self.robot.momentum(self._joints(x), self._joints(xd, "xd"))

    def momentum_matrix(self, x: ArrayLike) -> Array:
        """The matrix (…, 6, 2n) from ẋ to the momentum.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).momentum_matrix([0.0, 0.0])[3]
        array([0.5, 0. ])
        """
        return self._wide(self.robot.momentum_matrix(self._joints(x)))

    # ---- the task of a frame ----------------------------------------------------------------------------------------

    def task_space(self, x: ArrayLike, xd: ArrayLike | None = None, **options: Any) -> TaskSpace:
        """The dynamics of the links in the task space of a frame, with the springs' forces for joint forces:
        Λ ẍ + μ + p = J̄ᵀ k (q_M − q). Options are those of `Robot.task_space`.

        `space.joint_forces(F)` are what the springs must carry, the motors k⁻¹ of that ahead of the joints.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0)
        >>> arm.task_space([0.0, 1.5707963267948966, 0.0, 1.6], rows=["x", "y"]).inertia.round(9)
        array([[2.1, 0. ],
               [0. , 3.4]])
        """
        return self.links.task_space(self._joints(x), None if xd is None else self._joints(xd, "xd"), **options)

    def inverse_kinematics(self, pose: ArrayLike, **options: Any) -> InverseKinematics:
        """Positions q of the joints at which a frame has a pose; options are those of `Robot.inverse_kinematics`.
        `equilibrium(q)` has the motors that hold the arm there.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0)
        >>> q = arm.inverse_kinematics([1.0, 0.8, 0.0], rows=["x", "y"]).q
        >>> arm.forward_kinematics(arm.equilibrium(q).x)[:2, 3].round(6)
        array([1. , 0.8])
        """
        return self.robot.inverse_kinematics(pose, **options)

    # ---- states -----------------------------------------------------------------------------------------------------

    def random_configuration(self, count: int | None = None, *, seed: int | None = None) -> Array:
        """Positions x with joints as `Robot.random_configuration` draws them, and springs that are not bent.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(1e3, rotors=1.0).random_configuration(5, seed=0).shape
        (5, 2)
        """
        q = self.robot.random_configuration(count, seed=seed)
        return np.concatenate([q, q], axis=-1)

    def _joints(self, x: ArrayLike, name: str = "x") -> Array:
        return real(name, x, self.n, "joints, then motors")[..., : self.inputs]

    def _wide(self, J: Array) -> Array:
        return np.concatenate([J, np.zeros_like(J)], axis=-1)

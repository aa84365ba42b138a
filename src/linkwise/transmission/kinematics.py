"""Where the links of a robot with a transmission are and how they move, at positions and velocities of its motors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..robot.named_states import AbstractNamedStates
from .coordinates import AbstractTransmission
from .questions import ask

if TYPE_CHECKING:
    from ..taskspace import TaskSpace


class AbstractTransmissionKinematics(AbstractTransmission, AbstractNamedStates):
    """Poses, Jacobians, the centre of mass, the regressor, states by name.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).joint_dict([0.5])
    {'motor1': 0.5}
    """

    def forward_kinematics(self, q_m: ArrayLike, frame: str | None = None) -> Array:
        """The pose of a frame in the base.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
        >>> arm.forward_kinematics([0.0, 0.0])[0, 3]
        np.float64(1.6)
        """
        return self.robot.forward_kinematics(self._joints(q_m), frame)

    def jacobian(self, q_m: ArrayLike, frame: str | None = None) -> Array:
        """The 6×m Jacobian from the motors' velocities to (ω, v) of a frame, base axes: J J_qm.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
        >>> arm.jacobian([0.0, 0.0])[2]
        array([0., 1.])
        """
        return self.robot.jacobian(self._joints(q_m), frame) @ self.transmission_jacobian(q_m)

    def jacobian_dot(self, q_m: ArrayLike, qd_m: ArrayLike, frame: str | None = None) -> Array:
        """The time derivative of the Jacobian, J̇ J_qm + J J̇_qm.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.jacobian_dot([1.0], [0.5])[1]  # of 2 q_m, about −y
        array([-1.])
        """
        joints, J_qm = self.joints(q_m, qd_m), self.transmission_jacobian(q_m)
        turning = self.robot.jacobian_dot(joints.q, joints.qd, frame) @ J_qm
        return turning + self.robot.jacobian(joints.q, frame) @ self.transmission_jacobian_dot(q_m, qd_m)

    def transmission_jacobian_dot(self, q_m: ArrayLike, qd_m: ArrayLike) -> Array:
        """J̇_qm, the time derivative of ∂q/∂q_m, (…, n, m).

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.transmission_jacobian_dot([3.0], [0.5])
        array([[1.]])
        """
        return ask(self, "transmission_jacobian_dot", q_m, qd_m)

    def poses(self, q_m: ArrayLike, frames: Sequence[str] | None = None) -> dict[str, Array]:
        """The poses (…, 4, 4) of several frames by name, of all unless some are named.

        >>> import linkwise
        >>> list(linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).poses([0.0]))
        ['base', 'rod', 'tip']
        """
        return self.robot.poses(self._joints(q_m), frames)

    def center_of_mass(self, q_m: ArrayLike) -> Array:
        """The centre of mass of the moving links, in base axes.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).center_of_mass([0.0])
        array([ 0. ,  0. , -0.5])
        """
        return self.robot.center_of_mass(self._joints(q_m))

    def center_of_mass_jacobian(self, q_m: ArrayLike) -> Array:
        """J of ċ = J q̇_m, (…, 3, m).

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).center_of_mass_jacobian([0.0])[0]
        array([0.25])
        """
        return self.robot.center_of_mass_jacobian(self._joints(q_m)) @ self.transmission_jacobian(q_m)

    def momentum(self, q_m: ArrayLike, qd_m: ArrayLike) -> Array:
        """The momentum of the links about the base's origin: angular, then linear.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).momentum([0.0], [2.0])[3]
        np.float64(0.5)
        """
        joints = self.joints(q_m, qd_m)
        return self.robot.momentum(joints.q, joints.qd)

    def momentum_matrix(self, q_m: ArrayLike) -> Array:
        """The matrix (…, 6, m) from q̇_m to the momentum.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).momentum_matrix([0.0])[3]
        array([0.25])
        """
        return self.robot.momentum_matrix(self._joints(q_m)) @ self.transmission_jacobian(q_m)

    def regressor(self, q_m: ArrayLike, qd_m: ArrayLike, qdd_m: ArrayLike, **options: Any) -> Array:
        """Y of J_qmᵀ Γ = Y π: the motor torques that links and joints take, linear in the robot's parameters π. Options
        are those of `Robot.regressor`; what motors have of their own, I_m q̈_m and their friction, is not in it.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> state = ([3.0], [1.0], [0.5])
        >>> (arm.regressor(*state) @ arm.parameters().values - arm.inverse_dynamics(*state)).round(9)
        array([0.])
        """
        Y = self.robot.regressor(*self.joints(q_m, qd_m, qdd_m), **options)
        return np.swapaxes(self.transmission_jacobian(q_m), -1, -2) @ Y

    def task_space(self, q_m: ArrayLike, qd_m: ArrayLike | None = None, **options: Any) -> TaskSpace:
        """The dynamics in the task space of a frame, with the motors' torques for joint forces; options are those of
        `Robot.task_space`.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
        >>> arm.task_space([0.0, 1.5707963267948966], rows=["x", "y"]).inertia.round(9) + 0.0
        array([[2.1, 0. ],
               [0. , 3.4]])
        """
        from ..taskspace.of_robot import task_space

        robot: Any = self
        return task_space(robot, q_m, qd_m, **options)

    def _joints(self, q_m: ArrayLike) -> Array:
        return self.joints(real("q_m", q_m, self.n, "one entry per motor")).q

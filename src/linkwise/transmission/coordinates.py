"""The coordinates of a robot with a transmission: its motors; and the joints behind them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, as_written
from ..calls.checks import names
from ..calls.kernel import Kernel
from ..calls.kernel_cache import KernelCache
from ..model import rewrite
from ..robot import JointLimits, Robot
from .coupling import Coupling
from .drive import MotorDrive
from .equations import TransmissionEquations
from .inverse_map import motors_for
from .questions import ask, question_program
from .reflected import ReflectedFriction, holding_laws
from .scalar_system import TransmissionSystem


@as_written
class JointMotion(NamedTuple):
    """Positions, velocities and accelerations of the joints.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
    >>> arm.joints([1.0], [2.0]).qd
    array([1.])
    """

    q: Array
    qd: Array
    qdd: Array


@dataclass(frozen=True, eq=False, repr=False)
class AbstractTransmission:
    """A robot, q = h(q_m), and what its motors have of their own.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).coupling
    Coupling(1 motor to 1 joint)
    """

    robot: Robot
    coupling: Coupling
    drive: MotorDrive

    @property
    def name(self) -> str:
        """The robot's name.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).name
        'pendulum'
        """
        return self.robot.name

    @property
    def n(self) -> int:
        """The number of motors.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_transmission(lambda m: [m[0], -2.0 * m[0]], names=["crank"]).n
        1
        """
        return len(self.coupling.motors)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates, which are the motors'.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).joint_names
        ('motor1',)
        """
        return self.coupling.motors

    @property
    def frames(self) -> tuple[str, ...]:
        """The names of the frames on the links.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]]).frames[-1]
        'tip'
        """
        return self.robot.frames

    @property
    def limits(self) -> JointLimits:
        """The motors' own limits, those given to `with_transmission`; the joints' are those of `robot.limits`.

        >>> import linkwise
        >>> from linkwise.model import Limits
        >>> rod = linkwise.load("pendulum")
        >>> rod.with_transmission(lambda m: [0.5 * m[0]], limits={"motor1": Limits(effort=3.0)}).limits.effort
        array([3.])
        """
        return self.drive.limits

    @cached_property
    def frictions(self) -> tuple[ReflectedFriction | None, ...]:
        """What can hold each motor still: its own friction, and that of the joints which it alone moves.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).frictions
        (None,)
        """
        return holding_laws(self.robot.tree, self.coupling, self.drive.laws)

    @cached_property
    def scalar_system(self) -> TransmissionSystem:
        """The robot as its equations over scalars, from which rollouts and controllers are compiled.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
        >>> arm.scalar_system.equations().potential_energy([0.0])
        -4.905
        """
        return TransmissionSystem(self.robot.tree, self.equations())

    @cached_property
    def kernels(self) -> KernelCache:
        """The kernels of the questions asked so far.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).kernels
        KernelCache()
        """
        return KernelCache()

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: compiled code is not pickled."""
        return {"robot": self.robot, "coupling": self.coupling, "drive": self.drive}

    def equations(self, frames: tuple[str, ...] = ()) -> TransmissionEquations:
        """The equations over scalars, with wrenches at the named frames.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).equations()
        TransmissionEquations('pendulum', 1 motor)
        """
        bare = rewrite.without_friction(self.robot.tree)
        drive = self.drive
        return TransmissionEquations(bare, self.coupling, drive.rows, drive.laws, not drive.moves_inertia, frames)

    def compile(self, question: str, *, wrenches: tuple[str, ...] | list[str] = (), **options: Any) -> Kernel[Any]:
        """The compiled program of a question; wrenches at the named frames come after the states.

        Options are those of `Robot.compile`: backend, dtype, layout, width, threads.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).compile("inverse_dynamics")
        Kernel(motors_inverse_dynamics of 'pendulum': q_m(1), qd_m(1), qdd_m(1) -> inverse_dynamics(1))
        """
        return question_program(self, question, names("wrenches", wrenches)).kernel(**options)

    # ---- the joints behind the motors -------------------------------------------------------------------------------

    def joints(self, q_m: ArrayLike, qd_m: ArrayLike | None = None, qdd_m: ArrayLike | None = None) -> JointMotion:
        """q, q̇ and q̈ of the joints while the motors are at q_m and move with q̇_m and q̈_m, at rest unless given.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.joints([3.0], [1.0])
        JointMotion(q=array([9.]), qd=array([6.]), qdd=array([2.]))
        """
        still = np.zeros(self.n)
        return JointMotion(*ask(self, "joints", q_m, *(still if x is None else x for x in (qd_m, qdd_m))))

    def transmission_jacobian(self, q_m: ArrayLike) -> Array:
        """J_qm = ∂q/∂q_m, (…, n, m), of Khalil & Dombre (2002) [9.31].

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]]).transmission_jacobian([3.0])
        array([[6.]])
        """
        return ask(self, "transmission_jacobian", q_m)

    def motor_torques(self, q_m: ArrayLike, tau: ArrayLike) -> Array:
        """J_qmᵀ Γ: the motor torques that do what forces at the joints do, [9.33].

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]]).motor_torques([3.0], [2.0])
        array([12.])
        """
        return ask(self, "motor_torques", q_m, tau)

    def motors_for(self, q: ArrayLike, start: ArrayLike | None = None) -> Array:
        """The motor positions of a posture of the joints, by Newton's method from `start` (0 unless given).

        A posture that a mechanism reaches in several ways has several answers: the one near `start` is found.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.motors_for([9.0], start=[1.0]).round(9), arm.motors_for([9.0], start=[-1.0]).round(9)
        (array([3.]), array([-3.]))
        """
        return motors_for(self.name, self.coupling, q, start)

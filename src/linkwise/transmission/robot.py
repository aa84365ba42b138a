"""A robot with a transmission: arrays in, arrays out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..calls.answers import ForwardDynamicsDerivatives, InverseDynamicsDerivatives
from ..calls.arrays import Array
from ..calls.direct import Wrenches
from ..errors import BadArray, NotForThisRobot, Singular, listed, shown
from ..model import FREE
from ..robot import Robot
from . import linear
from .in_motion import AbstractInMotion
from .kinematics import AbstractTransmissionKinematics
from .questions import ask, first_not_a_number
from .refused import AbstractRefused
from .variants import AbstractTransmissionVariants


@dataclass(frozen=True, eq=False, repr=False)
class TransmissionRobot(
    AbstractTransmissionKinematics, AbstractInMotion, AbstractTransmissionVariants, AbstractRefused
):
    """A robot whose m motors move its n joints by q = h(q_m): Khalil & Dombre (2002) §9.3.7.           [khalil2002]

    Made by `robot.with_transmission`. Coordinates are the motors' positions, `tau` their torques. As with a robot, the
    last axis of a state holds the coordinates and all leading axes are a batch; `wrenches` are what the environment
    exerts on the links.

    >>> import linkwise
    >>> from linkwise.algebra import sin
    >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * sin(m[0])], names=["lever"], inertia=0.1)
    >>> arm.n, arm.joint_names
    (1, ('lever',))
    >>> arm.forward_dynamics([0.0], [0.0], [1.1]).round(9)  # 1.1 / (0.5² / 3 + 0.1)
    array([6.])
    """

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self, q_m: ArrayLike, qd_m: ArrayLike, qdd_m: ArrayLike, *, wrenches: Wrenches = None
    ) -> Array:
        """The motor torques that make the motors follow a motion: J_qmᵀ Γ + I_m q̈_m + friction of the motors.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.inverse_dynamics([3.0], [1.0], [0.5]).round(9)  # 6 · ⅓ · (6 · 0.5 + 2 · 1)
        array([10.])
        """
        return ask(self, "inverse_dynamics", q_m, qd_m, qdd_m, wrenches=wrenches)

    def forward_dynamics(self, q_m: ArrayLike, qd_m: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The accelerations of the motors that their torques produce.

        Raises `Singular` at a dead centre, where motors without inertia of their own move nothing.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.forward_dynamics([3.0], [1.0], [10.0]).round(9)
        array([0.5])
        >>> arm.forward_dynamics([0.0], [0.0], [10.0])
        Traceback (most recent call last):
        linkwise.errors.Singular: robot 'pendulum' is at a dead centre of 'motor1', q_m = [0]: it moves no inertia.
          Forward dynamics needs a regular J_qm, or motors with inertia of their own.
          Hint: with_transmission(…, inertia=…); inverse dynamics answers here too.
        """
        qdd_m: Array = ask(self, "forward_dynamics", q_m, qd_m, tau, wrenches=wrenches)
        if not self.drive.moves_inertia:
            states = (q_m, qd_m, tau, *(wrenches or {}).values())
            state = first_not_a_number(qdd_m, states)
            if state is not None:
                raise self._dead_centre(np.broadcast_to(np.asarray(q_m, dtype=float), qdd_m.shape)[state], state)
        return qdd_m

    def mass_matrix(self, q_m: ArrayLike) -> Array:
        """J_qmᵀ A J_qm + I_m.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]], inertia=0.1)
        >>> arm.mass_matrix([3.0]).round(9)
        array([[12.1]])
        """
        return ask(self, "mass_matrix", q_m)

    def coriolis_matrix(self, q_m: ArrayLike, qd_m: ArrayLike) -> Array:
        """J_qmᵀ (C J_qm + A J̇_qm): the derivative of the mass matrix less twice this is skew.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.coriolis_matrix([3.0], [1.0]).round(9)  # ½ d/dt ⅓ (2 q_m)²
        array([[4.]])
        """
        return ask(self, "coriolis_matrix", q_m, qd_m)

    def bias_forces(self, q_m: ArrayLike, qd_m: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The motor torques of gravity, velocities and wrenches; friction is not included.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.bias_forces([3.0], [1.0]).round(9)
        array([4.])
        """
        return ask(self, "bias_forces", q_m, qd_m, wrenches=wrenches)

    def gravity_forces(self, q_m: ArrayLike) -> Array:
        """J_qmᵀ Q: the motor torques that hold the robot at rest.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
        >>> arm.gravity_forces([3.141592653589793]).round(9)  # 0.5 · ½ m g l
        array([2.4525])
        """
        return ask(self, "gravity_forces", q_m)

    def friction_forces(self, qd_m: ArrayLike, q_m: ArrayLike | None = None) -> Array:
        """The motor torques spent on friction: J_qmᵀ Γ_f of the joints, and that of the motors; q_m is needed.

        >>> import linkwise
        >>> from linkwise.model import Friction
        >>> rod = linkwise.load("pendulum").with_friction(Friction(3.0))
        >>> arm = rod.with_transmission(lambda m: [m[0] * m[0]], friction=Friction(0.5))
        >>> arm.friction_forces([1.0], [2.0])  # 4 · 3 · 4 + 0.5
        array([48.5])
        """
        if q_m is None:
            raise BadArray(
                f"the friction of robot {shown(self.name)} depends on its motors' positions, and q_m is missing.",
                "Velocities and positions were expected.",
                "give both: friction_forces(qd_m, q_m).",
            )
        return ask(self, "friction_forces", q_m, qd_m)

    def kinetic_energy(self, q_m: ArrayLike, qd_m: ArrayLike) -> Array:
        """The kinetic energy of links, rotors and motors.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [m[0] * m[0]], inertia=0.1)
        >>> float(arm.kinetic_energy([3.0], [1.0]).round(9))
        6.05
        """
        return ask(self, "kinetic_energy", q_m, qd_m)

    def potential_energy(self, q_m: ArrayLike) -> Array:
        """The potential energy of the links.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
        >>> float(arm.potential_energy([0.0]).round(9))
        -4.905
        """
        return ask(self, "potential_energy", q_m)

    def with_robot(self, robot: Robot) -> TransmissionRobot:
        """The same transmission and motors on another robot, a variant of `arm.robot`.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]])
        >>> float(arm.with_robot(arm.robot.with_payload(2.0)).potential_energy([0.0]).round(9))
        -24.525
        """
        if robot.joint_names != self.robot.joint_names:
            raise NotForThisRobot(
                f"the joints of robot {shown(robot.name)} are {listed(robot.joint_names)}.",
                f"The transmission moves {listed(self.robot.joint_names)}.",
                "give the new robot a transmission of its own: robot.with_transmission(…).",
            )
        return TransmissionRobot(robot, self.coupling, self.drive)

    def without_friction(self) -> TransmissionRobot:
        """Without friction of joints and motors.

        >>> import linkwise
        >>> arm = linkwise.load("puma560").with_transmission(lambda m: [0.5 * x for x in m])
        >>> arm.without_friction().friction_forces([1.0] * 6, [0.0] * 6).any()
        np.False_
        """
        laws = (FREE,) * self.n
        return TransmissionRobot(self.robot.without_friction(), self.coupling, replace(self.drive, laws=laws))

    # ---- near a state -----------------------------------------------------------------------------------------------

    def inverse_dynamics_derivatives(
        self, q_m: ArrayLike, qd_m: ArrayLike, qdd_m: ArrayLike, *, wrenches: Wrenches = None
    ) -> InverseDynamicsDerivatives:
        """The derivatives of the motor torques: dtau_dq, dtau_dqd, mass_matrix.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.inverse_dynamics_derivatives([3.0], [1.0], [0.0]).dtau_dqd.round(9)  # 8 q̇_m
        array([[8.]])
        """
        return linear.inverse_dynamics_derivatives(self, (q_m, qd_m, qdd_m), wrenches)

    def forward_dynamics_derivatives(
        self, q_m: ArrayLike, qd_m: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None
    ) -> ForwardDynamicsDerivatives:
        """The derivatives of the motors' accelerations: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
        >>> arm.forward_dynamics_derivatives([3.0], [0.0], [0.0]).dqdd_dtau.round(9)
        array([[0.08333333]])
        """
        return linear.forward_dynamics_derivatives(self, (q_m, qd_m, tau), wrenches)

    def linearize(
        self,
        q_m: ArrayLike,
        qd_m: ArrayLike | None = None,
        tau: ArrayLike | None = None,
        *,
        wrenches: Wrenches = None,
    ) -> linear.TransmissionModel:
        """The linear model near a state, at rest without qd_m and with gravity held without tau.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
        >>> arm.linearize([0.1, 0.2]).A.shape
        (4, 4)
        """
        return linear.linearized(self, q_m, qd_m, tau, wrenches)

    def _dead_centre(self, q_m: Array, state: tuple[int, ...]) -> Singular:
        _, values, directions = np.linalg.svd(self.transmission_jacobian(q_m))
        smallest = float(values[-1]) if len(values) == self.n else 0.0
        motor = self.joint_names[int(np.abs(directions[-1]).argmax())]
        here = f" in state {', '.join(map(str, state))} of the batch" if state else ""
        at = ", ".join(f"{x:.9g}" for x in q_m)
        return Singular(
            f"robot {shown(self.name)} is at a dead centre of {shown(motor)}, q_m = [{at}]{here}: it moves no inertia.",
            "Forward dynamics needs a regular J_qm, or motors with inertia of their own.",
            "with_transmission(…, inertia=…); inverse dynamics answers here too.",
            smallest,
        )

    def __repr__(self) -> str:
        m, n = self.n, self.robot.n
        return f"TransmissionRobot({shown(self.name)}, {m} motor{'s' * (m != 1)}, {n} joint{'s' * (n != 1)})"

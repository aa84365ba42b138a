"""A robot with elastic joints: arrays in, arrays out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..calls.answers import ForwardDynamicsDerivatives
from ..calls.arrays import Array
from ..calls.direct import Wrenches
from ..errors import NotForThisRobot, listed, shown
from ..robot import Robot
from . import linear
from .in_motion import AbstractInMotion
from .kinematics import AbstractElasticKinematics
from .motions import AbstractMotions
from .parameters import AbstractElasticParameters
from .questions import ask
from .refused import AbstractRefused
from .springs import Springs
from .variants import AbstractElasticVariants


@dataclass(frozen=True, eq=False, repr=False)
class ElasticRobot(
    AbstractMotions,
    AbstractElasticKinematics,
    AbstractElasticParameters,
    AbstractInMotion,
    AbstractElasticVariants,
    AbstractRefused,
):
    """A robot of n joints with a spring between each and its motor: Khalil & Dombre (2002) §9.3.8.     [khalil2002]

    Made by `robot.with_elastic_joints`. The 2n coordinates are x = (q, q_M): joints, then motors as reflected through
    the gears; `tau` are the n motor torques, reflected too. As with a robot, the last axis of a state holds the
    coordinates and all leading axes are a batch; `wrenches` are what the environment exerts on the links.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
    >>> arm.n, arm.inputs, arm.joint_names
    (2, 1, ('joint1', 'joint1 motor'))
    >>> arm.forward_dynamics([0.0, 0.01], [0.0, 0.0], [1.5]).round(9)  # 3·1 N m, and (1.5 − 1)/0.1
    array([3., 5.])
    """

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def forward_dynamics(self, x: ArrayLike, xd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The accelerations of joints and motors that the motor torques produce.

        >>> import linkwise
        >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
        >>> arm.forward_dynamics([0.1] * 12, [0.0] * 12, [[0.0] * 6] * 5).shape
        (5, 12)
        """
        return ask(self, "forward_dynamics", x, xd, tau, wrenches=wrenches)

    def mass_matrix(self, x: ArrayLike) -> Array:
        """The mass matrix: one block for the links and one for the rotors.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).mass_matrix([0.0, 0.0]).round(3)
        array([[0.333, 0.   ],
               [0.   , 0.1  ]])
        """
        return ask(self, "mass_matrix", x)

    def coriolis_matrix(self, x: ArrayLike, xd: ArrayLike) -> Array:
        """The matrix of Christoffel symbols of links and motors.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0).coriolis_matrix([1.0] * 4, [1.0] * 4).shape
        (4, 4)
        """
        return ask(self, "coriolis_matrix", x, xd)

    def bias_forces(self, x: ArrayLike, xd: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The forces of gravity, velocities and springs; friction and damping are not included.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).bias_forces([0.0, 0.01], [0.0, 0.0])
        array([-1.,  1.])
        """
        return ask(self, "bias_forces", x, xd, wrenches=wrenches)

    def gravity_forces(self, x: ArrayLike) -> Array:
        """The gradient of the potential energy: gravity and springs.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).gravity_forces([0.0, 0.01])
        array([-1.,  1.])
        """
        return ask(self, "gravity_forces", x)

    def friction_forces(self, xd: ArrayLike, x: ArrayLike | None = None) -> Array:
        """The forces spent on friction and on the springs' damping.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, damping=2.0, rotors=0.1)
        >>> arm.friction_forces([1.0, 0.0])
        array([ 2., -2.])
        """
        if x is None:
            for side in (self.links, *([] if self.springs.motors is None else [Robot(self.springs.motors)])):
                side.friction_forces(np.zeros(self.inputs))  # raises if a friction law depends on positions
        return ask(self, "friction_forces", np.zeros(self.n) if x is None else x, xd)

    def kinetic_energy(self, x: ArrayLike, xd: ArrayLike) -> Array:
        """The kinetic energy of links and rotors.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> float(arm.kinetic_energy([0.0, 0.0], [0.0, 2.0]))
        0.2
        """
        return ask(self, "kinetic_energy", x, xd)

    def potential_energy(self, x: ArrayLike) -> Array:
        """The potential energy of the links and of the springs.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> float(arm.potential_energy([0.0, 0.1]).round(9))  # −½ m g l + ½ k y²
        -4.405
        """
        return ask(self, "potential_energy", x)

    def with_robot(self, robot: Robot) -> ElasticRobot:
        """The same springs and motors in the joints of another robot, a variant of `elastic.robot`.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> heavier = arm.with_robot(arm.robot.with_payload(2.0))
        >>> float(heavier.potential_energy([0.0, 0.0]) - arm.potential_energy([0.0, 0.0]))
        -19.62
        """
        if robot.joint_names != self.robot.joint_names:
            raise NotForThisRobot(
                f"the joints of robot {shown(robot.name)} are {listed(robot.joint_names)}.",
                f"The springs are in {listed(self.robot.joint_names)}.",
                "give the new robot springs of its own: robot.with_elastic_joints(…).",
            )
        return ElasticRobot(robot, self.springs.on(robot.tree))

    def without_friction(self) -> ElasticRobot:
        """Without friction of joints and motors; the damping of the springs stays.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).without_friction().friction_forces([1.0] * 12).any()
        np.False_
        """
        robot, springs = self.robot.without_friction(), self.springs
        rotors = None if springs.given[0] else springs.rotors
        return ElasticRobot(robot, Springs.of(robot.tree, springs.stiffness, springs.damping, rotors))

    # ---- near a state -----------------------------------------------------------------------------------------------

    def forward_dynamics_derivatives(
        self, x: ArrayLike, xd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None
    ) -> ForwardDynamicsDerivatives:
        """The derivatives of forward_dynamics with respect to x, xd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> arm.forward_dynamics_derivatives([0.0, 0.0], [0.0, 0.0], [0.0]).dqdd_dq.round(6)
        array([[ -300.,   300.],
               [ 1000., -1000.]])
        """
        return linear.forward_dynamics_derivatives(self, x, xd, tau, wrenches)

    def linearize(
        self,
        x: ArrayLike,
        xd: ArrayLike | None = None,
        tau: ArrayLike | None = None,
        *,
        t: ArrayLike | None = None,
        wrenches: Wrenches = None,
    ) -> linear.ElasticModel:
        """The linear model near a state, at rest without xd: A, B of δż = A δz + B δΓ, z = (x, ẋ).

        Without tau, the motors are taken to balance the springs; the model itself does not depend on it. A trajectory
        of the joints with times t is refused: `elastic.along` gives the motors' motion too.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).linearize([0.1] * 12).A.shape
        (24, 24)
        """
        if t is not None or hasattr(x, "derivatives"):
            raise NotForThisRobot(
                f"robot {shown(self.name)} has elastic joints: it cannot be linearized along a motion of its joints.",
                "States x = (q, q_M) were expected.",
                "x, xd, xdd, tau = elastic.along(trajectory, t); elastic.linearize(x, xd, tau).",
            )
        return linear.linearized(self, x, xd, tau, wrenches)

    def natural_frequencies(self, q: ArrayLike, *, motors: str = "locked") -> Array:
        """The angular frequencies of small undamped motions about the equilibrium at q, lowest first.

        With motors "locked" there are n; with motors "free" (under a constant torque) 2n, of which n are near 0 or
        those of gravity. A negative value −s stands for a motion that grows as exp(s t).

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> (arm.natural_frequencies([0.3]) ** 2).round(9)  # k / (⅓ m l²)
        array([300.])
        """
        return linear.natural_frequencies(self, q, motors)

    def __repr__(self) -> str:
        several = "s" * (self.inputs != 1)
        return f"ElasticRobot({shown(self.name)}, {self.inputs} joint{several}, {self.inputs} motor{several})"

    def _repr_html_(self) -> str:
        """The spring and the rotor of each joint."""
        return self.springs.table(repr(self))

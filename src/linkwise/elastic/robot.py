"""A robot whose joints are springs: arrays in, arrays out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..calls.direct import Wrenches
from ..errors import BadArray, NotForThisRobot, shown
from ..robot import Robot
from . import linear
from .coordinates import AbstractElastic
from .model import ElasticModel
from .questions import ask
from .springs import Springs

if TYPE_CHECKING:
    from ..simulate import Simulation
    from ..trajectories import AbstractTrajectory


class Held(NamedTuple):
    """A pose held at rest: x = (q, q_M), and the motor torques."""

    x: Array
    tau: Array


@dataclass(frozen=True, eq=False)
class ElasticRobot(AbstractElastic):
    """A robot of n joints with a spring between each and its motor: Khalil & Dombre (2002) §9.3.8.     [khalil2002]

    Made by `robot.with_elastic_joints`. Coordinates are x = (q, q_M): the joints', then the motors' as reflected
    through the gears, 2n in all; `tau` are the n motor torques, reflected too. As with a robot, states are arrays whose
    last axis holds the coordinates, and `wrenches` are what the environment exerts on the links.

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

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, qddd: ArrayLike, qdddd: ArrayLike) -> Array:
        """The motor torques for which the joints follow a motion, given with its derivatives up to the fourth.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> arm.inverse_dynamics([0.0], [0.0], [3.0], [0.0], [60.0]).round(9)  # (⅓ + 0.1) q̈ + 0.1·⅓/100·q⁗
        array([1.32])
        """
        return self.motion(q, qd, qdd, qddd, qdddd).tau

    def motion(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, qddd: ArrayLike, qdddd: ArrayLike) -> Any:
        """What joints and motors do where the joints follow a motion: x, xd, xdd and tau.

        >>> import linkwise
        >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
        >>> found = arm.motion(*[[0.1] * 6] * 5)
        >>> (arm.forward_dynamics(found.x, found.xd, found.tau) - found.xdd).round(6).any()
        np.False_
        """
        if self.springs.damping.any():
            raise NotForThisRobot(
                f"the springs of robot {shown(self.name)} are damped.",
                "The motors' motion then is no algebra of the joints' motion: it solves d ẏ + k y = τ, y = q_M − q.",
                "ask the robot without damping for a feed-forward torque, or simulate.",
            )
        return ask(self, "motion", q, qd, qdd, qddd, qdddd)

    def along(self, trajectory: "AbstractTrajectory", t: ArrayLike) -> Any:
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
                f"One of the {self.inputs} joints of robot {shown(self.name)} was expected.",
                "see linkwise.trajectories.",
            )
        found = trajectory.derivatives(t, 4)
        if len(found) != 5:
            raise BadArray(f"the trajectory gave {len(found)} derivatives.", "q and four of it were expected.")
        return self.motion(*found)

    def equilibrium(self, q: ArrayLike, *, wrenches: Wrenches = None) -> Held:
        """Where the motors stand, and what they hold, while the joints rest at q: q_M = q + k⁻¹ Q.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> held = arm.equilibrium([3.141592653589793 / 2])
        >>> (held.x[1] - held.x[0]).round(9), held.tau
        (np.float64(0.04905), array([4.905]))
        """
        tau = ask(self, "holding", q, wrenches=wrenches)
        q_M = real("q", q, self.inputs, "one entry per joint") + tau @ np.array(self.springs.compliance)
        return Held(np.concatenate([np.broadcast_to(q, q_M.shape), q_M], axis=-1), tau)

    def mass_matrix(self, x: ArrayLike) -> Array:
        """The inertia of the links and, beside it, of the rotors.

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
        """What gravity, velocities and springs ask of the coordinates; friction and damping are not in it.

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
            self.robot.friction_forces(np.zeros(self.inputs))  # says so where a law depends on positions
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

    def simulate(self, x0: ArrayLike, xd0: ArrayLike | None = None, **options: Any) -> "Simulation":
        """The motion from a state on, at rest where no velocity is given; options are those of `Robot.simulate`, but
        for sensitivities.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> run = arm.simulate([0.5, 0.6], t=1.0)
        >>> run.status, run.drift < 1e-7
        ('finished', True)
        """
        from ..simulate import simulate

        return simulate(self, x0, xd0, **options)

    # ---- near a state -----------------------------------------------------------------------------------------------

    def forward_dynamics_derivatives(
        self, x: ArrayLike, xd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None
    ) -> linear.Slopes:
        """The derivatives of forward_dynamics with respect to x, xd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> arm.forward_dynamics_derivatives([0.0, 0.0], [0.0, 0.0], [0.0]).dqdd_dq.round(6)
        array([[ -300.,   300.],
               [ 1000., -1000.]])
        """
        return linear.slopes(linear.near(self, x, xd, tau, wrenches), self.inputs)

    def linearize(
        self,
        x: ArrayLike,
        xd: ArrayLike | None = None,
        tau: ArrayLike | None = None,
        *,
        wrenches: Wrenches = None,
    ) -> ElasticModel:
        """The linear model near a state, at rest where xd is left out: A, B of δż = A δz + B δΓ, z = (x, ẋ).

        It does not depend on tau, which where left out is what the springs ask of the motors.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).linearize([0.1] * 12).A.shape
        (24, 24)
        """
        return linear.linearized(self, x, xd, tau, wrenches)

    def natural_frequencies(self, q: ArrayLike, *, motors: str = "locked") -> Array:
        """The angular frequencies of small undamped motions about the equilibrium at q, least first.

        With motors "locked" there are n, with motors "free" (held up by a constant torque) 2n, of which n are near 0
        or gravity's. A negative −s stands for a motion that falls away as exp(s t).

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
        >>> (arm.natural_frequencies([0.3]) ** 2).round(9)  # k / (⅓ m l²)
        array([300.])
        """
        return linear.frequencies(self, q, motors)

    def __repr__(self) -> str:
        return f"ElasticRobot({shown(self.name)}, n={self.n})"


def with_elastic_joints(
    robot: Robot,
    stiffness: ArrayLike,
    *,
    damping: ArrayLike = 0.0,
    rotors: ArrayLike | None = None,
    friction: str = "motor",
) -> ElasticRobot:
    """The robot with a spring between each joint and its motor: 2n coordinates, n motor torques.

    `stiffness`, `damping` of the springs and `rotors` (their inertias I_a, the model's where left out) are one
    number, n numbers or a symmetric n×n matrix. `friction` says which side the model's friction acts on: "motor"
    or "joint".

    >>> import linkwise
    >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
    >>> arm.equilibrium([0.0] * 6).tau.shape, arm.n
    ((6,), 12)
    """
    return ElasticRobot(robot, Springs.of(robot.tree, stiffness, damping, rotors, friction))

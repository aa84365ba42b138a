"""A robot with closed loops: arrays in, arrays out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import finite
from ..calls.direct import Wrenches
from ..errors import NoInertia, UnknownName, shown
from ..html_table import html_table
from ..model import Closure
from ..taskspace.matrices import times
from .actuation import AbstractActuation
from .constrained import SOLVERS, ConstrainedMotion
from .motion_space import MotionSpace
from .refused import AbstractRefused
from .variants import AbstractLoopVariants
from .wrenches import by_closure, by_frame

if TYPE_CHECKING:
    from ..simulate import Simulation

METHODS = tuple(SOLVERS)
"""The ways to solve for the motion of closed loops."""


@dataclass(frozen=True, eq=False, repr=False)
class ClosedRobot(AbstractActuation, AbstractLoopVariants, AbstractRefused):
    """A robot with closed loops, M q̈ + h = τ + Aᵀ λ under A q̈ = −Ȧ q̇: Featherstone (2008), chapter 8.
                                                                                                    [featherstone2008]

    Made by `robot.with_closures`, or `robot.closed` for a robot whose file has closures. The n coordinates q are those
    of the tree that is left when the loops are cut; `tau` are the torques of the motors, `actuated` names them. States
    must close the loops: `close`, `project_velocity` and `complete` make them. As with a robot, the last axis of a
    state holds the coordinates, all leading axes are a batch, and `wrenches` are what the environment exerts.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> rail = Closure("rail", "base", "tip", along="y")
    >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
    >>> q = crank.close([0.5, -1.0])
    >>> qd, qdd = crank.complete(q, [2.0], [-1.0])
    >>> tau = crank.inverse_dynamics(q, qd, qdd)
    >>> (crank.forward_dynamics(q, qd, tau) - qdd).round(9) + 0.0
    array([0., 0.])
    """

    def forward_dynamics(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None, method: str = "multipliers"
    ) -> Array:
        """The accelerations of all joints that the motors' torques produce.

        method  "multipliers" solves for the forces of the closures first, "null_space" for the accelerations; the
                second also answers where links have no mass, if others hold their joints.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> crank.forward_dynamics([0.0, 0.0], [0.0, 0.0], [[0.0], [1.0]]).shape
        (2, 2)
        """
        return self._motion(q, qd, tau, wrenches, method)[1].qdd

    def constraint_forces(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None, method: str = "multipliers"
    ) -> dict[str, Array]:
        """The forces that keep the loops closed, by closure.

        For frames these are wrenches (moment, force), (…, 6), in axes of the first frame: what acts on the other frame
        at its origin, and in the opposite direction on the first. For a relation it is the force on the joint that
        follows, (…). Where closures hold more than is needed (`notes` says so) the smallest are given, moments counted
        per robot's size.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> crank.constraint_forces([0.0, 0.0], [0.0, 0.0], [0.0])["rail"].round(3)  # the weight of the tip
        array([ 0.   ,  0.   ,  0.   ,  0.   , 20.601,  0.   ])
        """
        at, motion = self._motion(q, qd, tau, wrenches, method)
        return by_closure(self.equations, at, motion.multipliers)

    def constraint_wrenches(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None, method: str = "multipliers"
    ) -> dict[str, Array]:
        """The same forces as wrenches on frames, in base axes: what `closed.cut` has to be given as `wrenches`.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> q = qd = [0.0, 0.0]
        >>> qdd, acting = crank.forward_dynamics(q, qd, [2.0]), crank.constraint_wrenches(q, qd, [2.0])
        >>> crank.cut.inverse_dynamics(q, qd, qdd, wrenches=acting).round(9) + 0.0
        array([2., 0.])
        """
        at, motion = self._motion(q, qd, tau, wrenches, method)
        return by_frame(self.equations, at, by_closure(self.equations, at, motion.multipliers))

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The kinetic energy of all links.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> float(crank.kinetic_energy([0.0, 0.0], [0.0, 0.0]))
        0.0
        """
        at = self._states(q=q, qd=qd)
        self._space(at["q"], at["qd"])
        return self.cut.kinetic_energy(at["q"], at["qd"])

    def potential_energy(self, q: ArrayLike) -> Array:
        """The potential energy of all links and springs.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> float(crank.potential_energy([0.0, 0.0]))
        0.0
        """
        at = self._states(q=q)["q"]
        self._space(at)
        return self.cut.potential_energy(at)

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """The friction of each joint, motors or not, (…, n).

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")]).friction_forces([1.0, 1.0])
        array([0., 0.])
        """
        return self.cut.friction_forces(qd, q)

    def spring_forces(self, q: ArrayLike) -> Array:
        """The force of each joint's spring, motors or not, (…, n).

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")]).spring_forces([1.0, 1.0])
        array([0., 0.])
        """
        return self.cut.spring_forces(q)

    def simulate(self, q0: ArrayLike, qd0: ArrayLike | None = None, **options: Any) -> Simulation:
        """The motion from a closed state, at rest without qd0; options are those of `Robot.simulate`.

        After each step positions and velocities are brought back to where the loops are closed. Not offered are dry
        friction that sticks, bouncing at stops, sensitivities, and the methods in canonical coordinates.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
        >>> run = crank.simulate(crank.close([0.5, -1.0]), t=0.5)
        >>> run.status, run.drift < 1e-7, bool(abs(crank.closure_error(run.q)).max() < 1e-12)
        ('finished', True, True)
        """
        from .simulated import simulate

        return simulate(self, q0, qd0, **options)

    def _motion(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Wrenches, method: str
    ) -> tuple[Array, ConstrainedMotion]:
        """The closed configurations, and the motion in them, after checks."""
        if method not in METHODS:
            raise UnknownName("method", method, "forward dynamics of closed loops", METHODS)
        at = self._states(q=q, qd=qd)
        torques = finite("tau", tau, (self.inputs,), f"one entry for each motor ({', '.join(self.actuated)})")
        batch_shape({"states": at["q"], "tau": torques})
        A, space = self._space(at["q"], at["qd"])
        return at["q"], self._solved(space, A, at["q"], at["qd"], torques, wrenches, method)

    def _solved(
        self, space: MotionSpace, A: Array, q: Array, qd: Array, tau: Array, wrenches: Wrenches, method: str
    ) -> ConstrainedMotion:
        resisting = self.cut.inverse_dynamics(q, qd, np.zeros(self.n), wrenches=wrenches)
        forces = -resisting
        batch = np.broadcast_shapes(forces.shape[:-1], tau.shape[:-1])
        forces = np.broadcast_to(forces, (*batch, self.n)).copy()
        forces[..., self.driven] += tau
        try:
            return SOLVERS[method](space, A, self.cut.mass_matrix(q), forces, self.equations.bias(q, qd))
        except np.linalg.LinAlgError:
            raise self._no_inertia(q, space) from None

    def _no_inertia(self, q: Array, space: MotionSpace) -> NoInertia:
        """The joint that moves least inertia where some motion moves none."""
        Z = space.null if not space.null.ndim > 2 else space.null.reshape(-1, *space.null.shape[-2:])[0]
        M = self.cut.mass_matrix(q)
        M = M if M.ndim == 2 else M.reshape(-1, self.n, self.n)[0]
        motion = Z @ np.linalg.eigh(Z.T @ M @ Z)[1][:, 0] if Z.shape[1] else np.ones(self.n)
        if not np.linalg.norm(times(M, motion)) <= 1e-9 * np.linalg.norm(M) * np.linalg.norm(motion):
            motion = np.linalg.eigh(M)[1][:, 0]
            error = NoInertia(self.joint_names[int(np.argmax(np.abs(motion)))], self.name)
            error.args = (f'{error.args[0]} With method="null_space" the loops may hold it.',)
            return error
        return NoInertia(self.joint_names[int(np.argmax(np.abs(motion)))], self.name)

    def __repr__(self) -> str:
        closures, freedom = len(self.closures), self.degrees_of_freedom
        parts = [
            f"n={self.n}",
            f"{closures} closure{'s' * (closures != 1)}",
            f"{freedom} degree{'s' * (freedom != 1)} of freedom",
            f"{self.inputs} motor{'s' * (self.inputs != 1)}",
        ]
        return f"ClosedRobot({shown(self.name)}, {', '.join(parts)})"

    def _repr_html_(self) -> str:
        """What each closure ties, and how."""
        rows = [
            (each.name, each.frame, each.other, each.along, each.about)
            if isinstance(each, Closure)
            else (each.name, each.joint, each.of, "polynomial", " ".join(f"{c:g}" for c in each.coefficients))
            for each in self.closures
        ]
        return html_table(repr(self), ("closure", "first", "other", "along", "about"), rows)

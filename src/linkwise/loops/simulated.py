"""Simulation of closed loops: the cut tree under the forces of its closures, brought back to closed states.

The equations of motion A q̈ = −Ȧ q̇ keep the loops closed but for errors of integration, which add up. After each step
positions and velocities are projected onto closed ones, Hairer & Wanner (1996), VII.2; nothing is fed back into the
equations, as Baumgarte's method does.                                                                  [hairer1996]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import vector
from ..calls.direct import Wrenches
from ..errors import NotForThisRobot, Singular, listed, shown
from ..robot import JointLimits
from ..simulate import Simulation
from ..simulate import simulate as simulate_system
from ..simulate.dry_friction import DryFriction
from .motion_space import RANK, MotionSpace

if TYPE_CHECKING:
    from .robot import ClosedRobot

CANONICAL = ("implicit_midpoint", "gauss_legendre_4")
"""Methods that integrate momenta of independent coordinates, which closed loops do not have."""

STEPS = 3
"""Newton steps from the end of a step of the integrator; each squares the error, which is below rtol to begin with."""


@dataclass(frozen=True, eq=False)
class SimulatedLoops:
    """A closed robot as simulation sees it: a system of n coordinates with forces from its motors and closures.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> rail = Closure("rail", "base", "tip", along="y")
    >>> SimulatedLoops(linkwise.load("planar2r").with_closures([rail], actuated=["joint2"])).driven
    [1]
    """

    closed: ClosedRobot

    def __post_init__(self) -> None:
        closed = self.closed
        self.__dict__.update(
            {name: getattr(closed, name) for name in ("n", "name", "joint_names", "frames", "inputs", "driven")}
        )
        self.__dict__.update(frictions=(None,) * closed.n, tree=closed.cut.tree, kernels=closed.cut.kernels)

    @property
    def limits(self) -> JointLimits:
        """Limits of the coordinates."""
        return self.closed.limits

    def forward_dynamics(self, q: Array, qd: Array, tau: Array, *, wrenches: Wrenches = None) -> Array:
        """The accelerations; the state may be off the closed ones by an error of integration."""
        closed = self.closed
        A = closed.equations.jacobian(q)
        space = MotionSpace.of(closed.equations, A, closed.rank)
        if space.margin <= RANK:
            raise Singular(f"the closures of robot {shown(closed.name)} are singular", smallest=float(space.margin))
        return closed._solved(space, A, q, qd, tau, wrenches, "null_space").qdd

    def onto(self, y: Array) -> Array:
        """The state with positions and velocities brought back to where the loops are closed."""
        closed, n = self.closed, self.closed.n
        q, qd, equations = y[:n].copy(), y[n : 2 * n], closed.equations
        for _ in range(STEPS):
            space = MotionSpace.of(equations, equations.jacobian(q), closed.rank)
            step = space.velocities(-equations.error(q))
            q += step
            if np.abs(step).max(initial=0.0) <= 1e-15 * (1.0 + np.abs(q).max(initial=0.0)):
                break
        allowed = MotionSpace.of(equations, equations.jacobian(q), closed.rank).allowed(qd)
        return np.concatenate([q, allowed, y[2 * n :]])

    def mass_matrix(self, q: Array) -> Array:
        """The mass matrix of the cut tree."""
        return self.closed.cut.mass_matrix(q)

    def bias_forces(self, q: Array, qd: Array, *, wrenches: Wrenches = None) -> Array:
        """The bias forces of the cut tree."""
        return self.closed.cut.bias_forces(q, qd, wrenches=wrenches)

    def friction_forces(self, qd: Array, q: Array | None = None) -> Array:
        """The friction of each joint."""
        return self.closed.cut.friction_forces(qd, q)

    def gravity_forces(self, q: Array) -> Array:
        """The gravity forces of the cut tree."""
        return self.closed.cut.gravity_forces(q)

    def jacobian(self, q: Array, frame: str | None = None) -> Array:
        """The Jacobian of a frame."""
        return self.closed.cut.jacobian(q, frame)

    def kinetic_energy(self, q: Array, qd: Array) -> Array:
        """The kinetic energy."""
        return self.closed.cut.kinetic_energy(q, qd)

    def potential_energy(self, q: Array) -> Array:
        """The potential energy."""
        return self.closed.cut.potential_energy(q)


def simulate(closed: ClosedRobot, q0: ArrayLike, qd0: ArrayLike | None = None, **options: Any) -> Simulation:
    """The motion from a closed state; options are those of `Robot.simulate`.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")], actuated=["joint1"])
    >>> simulate(crank, [0.0, 0.0], tau=[20.0], t=0.1).status
    'finished'
    """
    _refuse(closed, options)
    q = vector("q0", q0, closed.n, "one entry per coordinate", entries=closed.joint_names)
    start = np.zeros(closed.n) if qd0 is None else qd0
    qd = vector("qd0", start, closed.n, "one entry per coordinate", entries=closed.joint_names)
    closed._space(q, qd)
    system = SimulatedLoops(closed)
    run = simulate_system(system, q, qd, **options)  # type: ignore[arg-type]  # it asks for arrays only
    return replace(run, robot=closed)


def _refuse(closed: ClosedRobot, options: dict[str, Any]) -> None:
    sticking = sorted(DryFriction.of(closed.cut).laws)
    what, hint = "", ""
    if sticking:
        what = f"{listed(closed.joint_names[k] for k in sticking if k < closed.n)} have dry friction that sticks"
        hint = "robot.with_friction with linkwise.model.Smooth(law, …), whose friction passes through 0."
    elif options.get("method") in CANONICAL:
        what, hint = f"method={options['method']!r} needs independent coordinates", 'use "DOP853", "Radau" or "rk4".'
    elif options.get("sensitivities"):
        what, hint = "sensitivities need independent coordinates", "leave them out."
    elif not isinstance(options.get("stops", "ignore"), str):
        what, hint = "a joint that strikes its stop jolts all others through the loops", 'use stops="stop" or "event".'
    if what:
        raise NotForThisRobot(
            f"robot {shown(closed.name)} has closed loops, and {what}.", "A simulation without that was expected.", hint
        )

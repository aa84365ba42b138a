"""How a motion changes with the parameters of the robot: trajectory sensitivity functions.

Balafoutis & Patel (1991) §7.1 names them as what linearized models lead to. With the force given as a function of time
(and of the state, δτ = −K δx, where there is feedback), a parameter p changes the motion by S = ∂q/∂p, where

    D° S̈ + V° Ṡ + P° S = −∂τ/∂p − K [S; Ṡ],    S = Ṡ = 0 at the start.

∂τ/∂p is a column of the regressor: joint forces are linear in the parameters.                      [balafoutis1991]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError, UnknownName, listed, shown
from ..simulate import Sensitivities
from .parameter_derivatives import ParameterDerivatives, parameter_derivatives
from .slopes import SimulatedWrenches, one_vector, slopes
from .until_change import until_change
from .weights import feedback_gain

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity:
    """Sensitivity functions as a differential equation that runs with a simulation, `companions={"sensitivity": …}`.

    `parameters` are names of `robot.parameters(rotors=True, friction=True)`, and "payload.mass", "payload.MX" … of a
    further load at the tip ("payload.mass@hand": at the frame "hand"); or lengths and angles, "joint2.x", "link3.a" …
    (`robot.parameter_derivatives`). The force is taken as a function of time alone,
    unless `feedback` is the gain K of a controller τ = τ°(t) − K (x − x°(t)), x = [q; q̇] (a matrix (n, 2n), or a
    function of time that returns one), or `controller` is the function (t, q, qd) itself, differentiated by
    differences. `wrenches` are those of the simulation: six numbers at each frame, or a function (t, q, qd) that
    returns them.

    Sensitivities jump where a joint with dry friction stops, breaks loose or turns back, or one strikes a stop. These
    jumps are not followed: `of(run)` is NaN from there on. `Smooth` friction has no such instants.

    The state z holds ∂q/∂p and ∂q̇/∂p: (2n, p), row by row.

    >>> import linkwise, numpy as np
    >>> robot = linkwise.load("pendulum").with_gravity([0, 0, 0])
    >>> s = Sensitivity(robot, ["ZZ1"])
    >>> s
    Sensitivity('pendulum', to 'ZZ1')
    >>> s.size, s.start([0.0], [0.0])
    (2, array([0., 0.]))
    >>> s.rate(0.0, [0.0], [0.0], [1.0], np.zeros(2)).round(9)  # q̈ = τ/I: ∂q̈/∂I = −τ/I²
    array([ 0., -9.])
    """

    robot: Robot
    parameters: Sequence[str]
    feedback: ArrayLike | Callable[[float], ArrayLike] | None = None
    controller: Callable[..., ArrayLike] | None = None
    wrenches: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if not hasattr(self.robot, "tree"):
            raise LinkwiseError(
                f"{shown(repr(self.robot))} has no parameters.",
                "A linkwise.Robot was expected.",
                "there are no sensitivity functions of robots with elastic joints.",
            )
        _ = self.columns, self.simulated_wrenches  # so that mistakes are refused before a simulation begins
        if self.feedback is not None and not callable(self.feedback):
            feedback_gain("feedback", self.feedback, self.robot.n)
        if self.controller is not None and (self.feedback is not None or not callable(self.controller)):
            raise LinkwiseError(
                "controller is not a function, or was given together with feedback.",
                "Either a function (t, q, qd) or a gain was expected.",
                "for a controller with a state of its own, give its gain as feedback.",
            )

    @cached_property
    def columns(self) -> ParameterDerivatives:
        """∂τ/∂p, the columns of the parameters."""
        return parameter_derivatives(self.robot, self.parameters)

    @cached_property
    def simulated_wrenches(self) -> SimulatedWrenches:
        """The wrenches of the simulation, constant and varying ones."""
        return SimulatedWrenches(self.robot, self.wrenches)

    @property
    def size(self) -> int:
        """The number of states: 2 n p for p parameters.

        >>> import linkwise
        >>> Sensitivity(linkwise.load("planar2r"), ["M2", "payload.mass", "FV1"]).size
        12
        """
        return 2 * self.robot.n * len(self.parameters)

    def start(self, q0: ArrayLike, qd0: ArrayLike) -> Array:
        """Zeros: the initial state does not depend on the parameters.

        >>> import linkwise
        >>> Sensitivity(linkwise.load("pendulum"), ["M1"]).start([0.1], [0.0])
        array([0., 0.])
        """
        return np.zeros(self.size)

    def rate(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, z: ArrayLike) -> Array:
        """dz/dt at a state under the force tau.

        >>> import linkwise
        >>> Sensitivity(linkwise.load("pendulum"), ["MX1"]).rate(0.0, [0.0], [0.0], [0.0], [0.0, 1.0])  # hanging
        array([ 1., -0.])
        """
        robot, n = self.robot, self.robot.n
        q, qd, tau = (one_vector(name, x, n) for name, x in (("q", q), ("qd", qd), ("tau", tau)))
        S = one_vector("z", z, self.size).reshape(2 * n, -1)
        wrenches = self.simulated_wrenches.at(t, q, qd)
        qdd = robot.forward_dynamics(q, qd, tau, wrenches=wrenches)
        P, V, D = robot.inverse_dynamics_derivatives(q, qd, qdd, wrenches=wrenches)
        slope = np.concatenate([P, V], axis=1) - self._force_slopes(t, q, qd)
        force = -(self.columns.dtau_dp(q, qd, qdd, wrenches=wrenches) + slope @ S)
        return np.concatenate([S[n:].ravel(), np.linalg.solve(D, force).ravel()])

    def _force_slopes(self, t: float, q: Array, qd: Array) -> Array:
        """∂/∂x of the forces of the controller and of the environment, (n, 2n)."""
        total = self.simulated_wrenches.slopes(t, q, qd)
        if self.controller is not None:
            total += slopes("the controller", self.controller, self.robot.n, t, q, qd)
        if self.feedback is not None:
            K = self.feedback(t) if callable(self.feedback) else self.feedback
            total -= feedback_gain("feedback", K, self.robot.n)
        return total

    def of(self, simulation: Any, name: str = "sensitivity") -> Sensitivities:
        """The sensitivities along a simulation in which this ran under a name: `simulate(…, companions={name: this})`.

        Rows after the equations first change, by dry friction or at a stop, are NaN.

        >>> import linkwise, numpy as np
        >>> from types import SimpleNamespace
        >>> s = Sensitivity(linkwise.load("pendulum"), ["M1", "MX1"])
        >>> s.of(SimpleNamespace(companions={"sensitivity": np.zeros((5, 4))})).q.shape
        (5, 1, 2)
        """
        if name not in simulation.companions:
            raise UnknownName("companion", name, "this simulation", simulation.companions)
        z = np.asarray(simulation.companions[name])
        if z.ndim != 2 or z.shape[1] != self.size:
            raise BadArray(
                f"the companion {shown(name)} has states of shape {z.shape}.",
                f"(…, {self.size}) was expected: {len(self.parameters)} parameters of {self.robot.n} joints.",
            )
        S = z.reshape(len(z), 2, self.robot.n, len(self.parameters)).astype(float)
        if hasattr(simulation, "events"):
            S[~until_change(simulation, self.robot.tree)] = np.nan
        return Sensitivities(S[:, 0], S[:, 1])

    def __repr__(self) -> str:
        return f"Sensitivity({shown(self.robot.name)}, to {listed(self.parameters, 6)})"

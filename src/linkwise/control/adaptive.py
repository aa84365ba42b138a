"""Adaptive control: parameters are estimated while the arm moves.

Slotine & Li (1987): with q̇_r = q̇_d − Λ (q − q_d) and s = q̇ − q̇_r,

    τ = Y(q, q̇, q̇_r, q̈_r) π̂ − K_d s,      π̂˙ = −Γ Yᵀ s:

V = ½ sᵀ M s + ½ (π̂ − π)ᵀ Γ⁻¹ (π̂ − π) has V̇ = −sᵀ K_d s, whatever the true π; so s and with it the error go to zero.
Options: a dead zone of s in the estimation, for noise; and the leak −Γ σ (π̂ − π̂_0) of Ioannou & Kokotović (1984), which
keeps estimates from drifting where V need not fall.                                    [slotine1987] [ioannou1984]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import maximum, minimum
from ..algebra.matrices import minus, plus, times, transpose
from ..calls.arrays import Array
from ..calls.checks import not_negative, vector
from ..calls.function_program import FunctionProgram
from ..calls.input_ranges import with_constants
from ..calls.kernel import Kernel
from ..errors import shown
from ..formulations import springs
from ..html_table import html_table
from ..robot import Robot
from .companions import companion_states
from .desired_motion import desired_motion, motion_input
from .gains import gain, gain_times
from .own_model import expect_robot, own_equations
from .ports import Ports
from .two_velocity_regressor import TwoVelocityRegressor, two_velocity_regressor


def adaptive(
    robot: Robot,
    desired: Any,
    slope: ArrayLike,
    kd: ArrayLike,
    adaptation: ArrayLike,
    *,
    parameters: Any = None,
    initial: ArrayLike | None = None,
    sigma: float = 0.0,
    deadzone: float = 0.0,
) -> Adaptive:
    """Slotine and Li's controller along a motion; estimates start from the robot's own parameters, or from `initial`.

    `slope` is Λ and `kd` K_d: one number, n, or n×n. `adaptation` is Γ: one number, one for each parameter (0 for one
    that is known), or a matrix. `parameters` say what is estimated: the robot's base parameters by default. If they
    include friction it is estimated; otherwise the robot's own friction is compensated. `sigma` is the strength of the
    leak, `deadzone` the speed |s| below which nothing is learnt.

    >>> import linkwise
    >>> from linkwise.trajectories import Fourier
    >>> arm = linkwise.load("planar2r")
    >>> wave = Fourier([0.0, 0.5], a=[[0.4, 0.3]], b=[[0.0, 0.0]], frequency=0.5, duration=10.0)
    >>> learner = adaptive(arm, wave, slope=5.0, kd=10.0, adaptation=0.5)
    >>> learner.names
    ('ZZR1', 'MXR1', 'MY1', 'ZZ2', 'MX2', 'MY2')
    >>> learner.force(0.0, [0.0, 0.5], [0.0, 0.0], learner.start([0.0, 0.5], [0.0, 0.0])).shape
    (2,)
    """
    robot = expect_robot(robot)
    n, Y = robot.n, two_velocity_regressor(robot, parameters)
    start = Y.parameters.values if initial is None else initial
    inputs = {
        "desired": motion_input(desired, n),
        "slope": gain("slope", slope, n, positive=True),
        "kd": gain("kd", kd, n, positive=True),
        "adaptation": gain("adaptation", adaptation, Y.size),
        "initial": vector("initial", start, Y.size, "one number for each parameter"),
    }
    return Adaptive(robot, Y, inputs, not_negative("sigma", sigma), not_negative("deadzone", deadzone))


@dataclass(frozen=True, eq=False)
class Adaptive:
    """A controller whose state z is its estimates; `robot.simulate` and `robot.rollouts` integrate them too.

    `names` are the parameters estimated, `estimates(simulation)` (K, p) their course in a simulation.

    >>> import linkwise
    >>> adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
    Adaptive(3 parameters of 'pendulum')
    """

    robot: Robot
    regressor: TwoVelocityRegressor
    inputs: dict[str, Any]
    sigma: float = 0.0
    deadzone: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters that are estimated.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.names
        ('ZZ1', 'MX1', 'MY1')
        """
        return tuple(self.regressor.parameters.names)

    @property
    def size(self) -> int:
        """The number of estimates.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.size
        3
        """
        return self.regressor.size

    @cached_property
    def ports(self) -> Ports:
        """The inputs as arrays of the program.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.ports.shapes['adaptation']
        (3,)
        """
        return Ports(self.inputs, self.robot.n)

    @cached_property
    def program(self) -> FunctionProgram:
        """(t, q, qd, estimates, inputs) → the forces tau, and the rate of the estimates.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> [port.name for port in learner.program.signature.gives]
        ['tau', 'rate']
        """
        n, p, ports = self.robot.n, self.size, self.ports
        takes = {"t": (), "q": (n,), "qd": (n,), "estimates": (p,)} | ports.shapes

        def grouped(eq: Any, t: Any, q: Any, qd: Any, estimates: Any, *inputs: Any) -> dict[str, Any]:
            return self.function(eq, t[0], q, qd, estimates, *ports.grouped(inputs))

        return FunctionProgram(self.robot.tree, grouped, takes, {"tau": (n,), "rate": (p,)}, "adaptive")

    def function(self, eq: Any, t: Any, q: Any, qd: Any, estimates: Any, *inputs: Any) -> dict[str, Any]:
        """The forces and the rate of the estimates over scalars; it gets the estimates and the inputs after t, q, qd.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.function.__name__
        'function'
        """
        eq, (desired, Λ, K_d, Γ, initial) = own_equations(eq, self.robot.tree, q), inputs
        q_d, qd_d, qdd_d = desired_motion(desired, eq.n)
        qd_r = minus(qd_d, gain_times(Λ, minus(q, q_d)))
        qdd_r = minus(qdd_d, gain_times(Λ, minus(qd, qd_d)))
        s = minus(qd, qd_r)
        Y = self.regressor.over_scalars(q, qd, qd_r, qdd_r)
        tau = minus(times(Y, estimates), gain_times(K_d, s))
        if not self.regressor.friction_columns:
            tau = plus(tau, eq.friction_forces(qd, q))
        tau = tau if springs.absent(eq.tree) else plus(tau, eq.spring_forces(q))
        beyond = [x - maximum(minimum(x, self.deadzone), -self.deadzone) for x in s] if self.deadzone else s
        slopes = times(transpose(Y), beyond)
        if self.sigma:
            slopes = plus(slopes, [self.sigma * x for x in minus(estimates, initial)])
        return {"tau": tau, "rate": [-x for x in gain_times(Γ, slopes)]}

    @cached_property
    def kernel(self) -> Kernel[Any]:
        """The program compiled.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.kernel.signature.gives[1].shape
        (3,)
        """
        return self.program.kernel()

    def start(self, q0: ArrayLike, qd0: ArrayLike) -> Array:
        """The first estimates.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.start([0.0], [0.0]).round(3)
        array([ 0.333,  0.   , -0.5  ])
        """
        return np.array(self.inputs["initial"])

    def force(self, t: float, q: ArrayLike, qd: ArrayLike, z: ArrayLike) -> Array:
        """τ at a time and state, with the estimates z.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.force(0.0, [1.0], [0.0], learner.start([1.0], [0.0])).round(6)  # ½ m g l sin 1
        array([4.127415])
        """
        tau: Array = self._at(t, q, qd, z).tau
        return tau

    def rate(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, z: ArrayLike) -> Array:
        """π̂˙ at a time and state, with the estimates z.

        >>> import linkwise
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> learner.rate(0.0, [1.0], [0.0], None, learner.start([1.0], [0.0])).tolist() == [0.0] * 3  # no error
        True
        """
        return np.asarray(self._at(t, q, qd, z).rate)

    def _at(self, t: float, q: ArrayLike, qd: ArrayLike, z: ArrayLike) -> Any:
        return self.kernel(np.asarray(t, dtype=float), q, qd, z, *self.ports.at(t))

    def estimates(self, simulation: Any, name: str = "controller") -> Array:
        """The estimates (K, p) along a simulation driven by this controller.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum")
        >>> learner = adaptive(arm, [1.0], 5.0, 10.0, 0.5)
        >>> learner.estimates(arm.with_payload(0.5).simulate([0.0], controller=learner, t=0.5)).shape[1]
        3
        """
        return companion_states(simulation, name, self.size)

    def save(self, path: str | PathLike[str], *, ranges: Mapping[str, Any] | None = None) -> tuple[Path, ...]:
        """Write the program as C (.c, with .h) or Python (.py); its caller integrates the estimates.

        `ranges` is that of `Kernel.save`, and the estimates need one: {"estimates": (0.0, 3.0)}, say.

        >>> import linkwise, tempfile
        >>> learner = adaptive(linkwise.load("pendulum"), [1.0], 5.0, 10.0, 0.5)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in learner.save(f"{folder}/learner.c")]
        ['learner.c', 'learner.h']
        """
        return self.kernel.save(path, ranges=with_constants(self.ports.constants, ranges))

    def __repr__(self) -> str:
        return f"Adaptive({self.size} parameters of {shown(self.robot.name)})"

    def _repr_html_(self) -> str:
        rows = [(name, f"{value:.6g}") for name, value in zip(self.names, self.inputs["initial"], strict=True)]
        return html_table(f"Adaptive controller of {shown(self.robot.name)}", ["parameter", "initial"], rows)

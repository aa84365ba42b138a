"""The momentum observer: external joint forces, from positions, velocities and motor forces alone.

De Luca's residual, as in Haddadin, De Luca & Albu-Schäffer (2017) §IV-C:

    r = K (p − z),    ż = τ + Cᵀ q̇ − g − friction + r,    z = p at the start,

so that ṙ = K (τ_ext − r): each residual is the external force of its joint behind a filter of the first order with the
time constant 1/K, and needs neither accelerations nor an inverse of M. What the robot's friction law does not cover,
such as the force that holds a sticking joint, appears as external too.                              [haddadin2017]
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

from ..algebra.matrices import minus, plus
from ..calls.arrays import Array
from ..calls.checks import vector
from ..calls.function_program import FunctionProgram
from ..calls.input_ranges import with_constants
from ..calls.kernel import Kernel
from ..errors import BadArray, shown
from ..robot import Robot
from .companions import companion_states
from .gains import gain as checked_gain
from .momentum import momentum
from .observing import RunningObserver, step_program
from .own_model import expect_robot, own_equations


@dataclass(frozen=True, eq=False, init=False)
class MomentumObserver:
    """An observer that runs along with a simulation, or step by step alongside a robot; `gain` is K in 1/s, one or n.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> observer, still = MomentumObserver(arm, gain=50.0), arm.gravity_forces([0.3, 0.5])
    >>> held = {"tip": [0, 0, 0, 0, 5.0, 0]}  # a hand that pushes upwards with 5 N
    >>> run = arm.simulate([0.3, 0.5], tau=still, wrenches=held, companions={"observer": observer}, t=0.2)
    >>> (observer.residual(run)[-1] - arm.jacobian(run.q[-1]).T @ held["tip"]).round(1)
    array([0., 0.])
    """

    robot: Robot
    gain: Array

    def __init__(self, robot: Robot, gain: ArrayLike) -> None:
        n = expect_robot(robot).n
        K = checked_gain("gain", gain, n, positive=True)
        if K.ndim != 1:
            raise BadArray("the observer's gain is a matrix.", f"One number or {n} numbers above 0 were expected.")
        object.__setattr__(self, "robot", robot)
        object.__setattr__(self, "gain", K)

    # ---- in continuous time: a companion of a simulation ------------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of its states: one integral for each joint.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> observer.size
        1
        """
        return self.robot.n

    @cached_property
    def program(self) -> FunctionProgram:
        """(q, qd, tau, z, gain) → the rate of z, and the residual.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> [port.name for port in observer.program.signature.gives]
        ['rate', 'residual']
        """
        n = self.robot.n

        def rate_and_residual(eq: Any, q: Any, qd: Any, tau: Any, z: Any, K: Any) -> dict[str, Any]:
            p, β = momentum(eq, q, qd)
            r = [k * x for k, x in zip(K, minus(p, z), strict=True)]
            return {"rate": plus(plus(tau, β), r), "residual": r}

        takes, gives = {name: (n,) for name in ("q", "qd", "tau", "z", "gain")}, {"rate": (n,), "residual": (n,)}
        return FunctionProgram(self.robot.tree, rate_and_residual, takes, gives, "momentum_observer")

    @cached_property
    def kernel(self) -> Kernel[Any]:
        """The program compiled.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> observer.kernel([0.0], [3.0], [0.0], [0.0], [50.0]).residual.round(9)  # a momentum of 1, unexplained
        array([50.])
        """
        return self.program.kernel()

    def start(self, q0: ArrayLike, qd0: ArrayLike) -> Array:
        """z at the beginning: the momentum, so that the residual is zero.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> observer.start([0.0], [3.0]).round(9)
        array([1.])
        """
        p: Array = self.robot.mass_matrix(q0) @ np.asarray(qd0, dtype=float)
        return p

    def start_over_scalars(self, eq: Any, q: Any, qd: Any) -> Any:
        """z at the beginning over scalars, as rollouts ask.

        >>> import linkwise
        >>> MomentumObserver(linkwise.load("pendulum"), gain=50.0).start_over_scalars(None, [0.0], [3.0])
        [1.0]
        """
        return momentum(own_equations(eq, self.robot.tree, q), q, qd).p

    def over_scalars(self, eq: Any, t: Any, q: Any, qd: Any, tau: Any, z: Any) -> Any:
        """ż over scalars, as rollouts ask.

        >>> import linkwise
        >>> MomentumObserver(linkwise.load("pendulum"), gain=50.0).over_scalars(None, 0.0, [0.0], [0.0], [2.0], [0.0])
        [2.0]
        """
        p, β = momentum(own_equations(eq, self.robot.tree, q), q, qd)
        return plus(plus(tau, β), [k * x for k, x in zip(self.gain.tolist(), minus(p, z), strict=True)])

    def rate(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, z: ArrayLike) -> Array:
        """ż.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> observer.rate(0.0, [0.0], [0.0], [2.0], [0.0])
        array([2.])
        """
        rate: Array = self.kernel(q, qd, tau, z, self.gain).rate
        return rate

    def residual(self, simulation: Any, name: str = "observer") -> Array:
        """The estimated external forces (K, n) along a simulation in which this observer ran under a name.

        >>> import linkwise
        >>> observer = MomentumObserver(linkwise.load("pendulum"), gain=50.0)
        >>> run = observer.robot.simulate([1.0], companions={"observer": observer}, t=1.0)
        >>> bool(abs(observer.residual(run)).max() < 1e-5)  # it swings, and nobody touches it
        True
        """
        z = companion_states(simulation, name, self.size)
        residual: Array = self.kernel(simulation.q, simulation.qd, simulation.tau, z, self.gain).residual
        return residual

    # ---- in steps: alongside a robot, and as C ----------------------------------------------------------------------

    @cached_property
    def step(self) -> Kernel[Any]:
        """One step, compiled: (state, q, qd, tau, dt, gain) → next, residual; see `linkwise.control.observing`.

        >>> import linkwise
        >>> [port.name for port in MomentumObserver(linkwise.load("panda"), 50.0).step.signature.gives]
        ['next', 'residual']
        """
        return step_program(self.robot).kernel()

    def begin(self, q: ArrayLike, qd: ArrayLike) -> RunningObserver:
        """A running observer that starts from a state: `.update(q, qd, tau, dt)` returns the residual after a step.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum")
        >>> watching = MomentumObserver(arm, gain=50.0).begin([0.0], [0.0])
        >>> watching.update([0.0], [0.0], [2.0], 0.001).round(4)  # pushed by 2, and not moving: −2 from outside
        array([-0.0976])
        """
        n = self.robot.n
        q, qd = (vector(name, x, n, "one entry per joint") for name, x in (("q", q), ("qd", qd)))
        return RunningObserver(self, q, qd)

    def save(self, path: str | PathLike[str], *, ranges: Mapping[str, Any] | None = None) -> tuple[Path, ...]:
        """Write the step as C (.c, with .h) or Python (.py).

        Its caller keeps the state, 3n numbers: begin with zeros and one call with dt = 0 and gain = 0. In C `next` may
        be `state` itself. `ranges` is that of `Kernel.save`; `state` and `dt` need one.

        >>> import linkwise, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in MomentumObserver(linkwise.load("pendulum"), 50.0).save(f"{folder}/observer.c")]
        ['observer.c', 'observer.h']
        """
        return self.step.save(path, ranges=with_constants({"gain": self.gain}, ranges))

    def __repr__(self) -> str:
        gains = sorted({f"{k:g}" for k in self.gain.tolist()}, key=float)
        text = gains[0] if len(gains) == 1 else f"{gains[0]} … {gains[-1]}"
        return f"MomentumObserver({shown(self.robot.name)}, gain={text})"

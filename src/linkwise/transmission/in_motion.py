"""A robot with a transmission in motion: one run, many rollouts, sweeps; and controllers of its joints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..algebra.matrices import times, transpose
from ..calls.arrays import Array
from .coordinates import AbstractTransmission

if TYPE_CHECKING:
    from ..rollouts import RolloutKernel, Rollouts
    from ..simulate import Simulation
    from ..sweep import Sweep


class AbstractInMotion(AbstractTransmission):
    """Methods that integrate the motion of the motors."""

    def simulate(self, q0: ArrayLike, qd0: ArrayLike | None = None, **options: Any) -> Simulation:
        """The motion from a state of the motors, at rest without qd0; options are those of `Robot.simulate`, except
        sensitivities.

        >>> import linkwise
        >>> from linkwise.algebra import sin
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * sin(m[0])], inertia=0.1)
        >>> run = arm.simulate([0.8], t=1.0)
        >>> run.status, run.drift < 1e-7
        ('finished', True)
        """
        from ..simulate import simulate

        system: Any = self
        return simulate(system, q0, qd0, **options)

    def rollouts(self, q0: ArrayLike, qd0: ArrayLike | None = None, **options: Any) -> Rollouts:
        """Many motions from the states q0 (…, m) of the motors, at rest without qd0; options are those of
        `Robot.rollouts`. A rollout ends at a dead centre that determines no acceleration.

        >>> import linkwise
        >>> from linkwise.algebra import sin
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * sin(m[0])], inertia=0.1)
        >>> arm.rollouts([[0.8], [0.9]], duration=0.5, step=1e-3)
        Rollouts('pendulum', rk4, 500 steps of 0.001: 2 of 2 rollouts finished; q, qd (2, 1, 1))
        """
        from ..rollouts.of_robot import rollouts

        return rollouts(self, q0, qd0, **options)

    def compile_rollouts(self, **options: Any) -> RolloutKernel:
        """A kernel of rollouts, to be called again and again; options are those of `Robot.compile_rollouts`.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).compile_rollouts(parameters=["payload"])
        RolloutKernel('pendulum', rk4; inputs: tau; parameters: payload)
        """
        from ..rollouts.of_robot import compile_rollouts

        return compile_rollouts(self, **options)

    def sweep(self, rollouts: int, spreads: Any, **options: Any) -> Sweep:
        """Statistics of very many rollouts; options are those of `Robot.sweep`.

        >>> import linkwise
        >>> from linkwise.sweep import Uniform
        >>> arm = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]], inertia=0.1)
        >>> arm.sweep(200, {"q0": [0.8], "payload.mass": Uniform(0.0, 1.0)}, duration=0.2, step=1e-3)
        Sweep('pendulum', 200 rollouts, 0 failed: q, qd)
        """
        from ..sweep.sweeping import sweep

        return sweep(self, rollouts, spreads, **options)

    def at_motors(self, controller: Callable[..., ArrayLike]) -> AtMotors:
        """A controller of the joints, (t, q, qd) -> tau, as one of the motors: it sees the joints, and J_qmᵀ τ acts.

        One written over scalars, such as those of `linkwise.control`, runs in rollouts too.

        >>> import linkwise
        >>> from linkwise.control import pd_gravity
        >>> rod = linkwise.load("pendulum")
        >>> arm = rod.with_transmission(lambda m: [0.5 * m[0]], inertia=0.1)
        >>> run = arm.simulate([0.0], controller=arm.at_motors(pd_gravity(rod, [0.4], kp=60.0, kd=20.0)), t=4.0)
        >>> arm.joints(run.q[-1]).q.round(3)
        array([0.4])
        """

        return AtMotors(self, controller)


@dataclass(frozen=True, eq=False)
class AtMotors:
    """A controller of the joints at the motors: called with arrays, and over scalars by its `function` and `inputs`."""

    arm: AbstractTransmission
    controller: Callable[..., ArrayLike]

    def __call__(self, t: float, q_m: Array, qd_m: Array) -> Array:
        """The motor torques."""
        joints = self.arm.joints(q_m, qd_m)
        return self.arm.motor_torques(q_m, np.asarray(self.controller(t, joints.q, joints.qd), dtype=float))

    def renewed(self) -> AtMotors:
        """The same, with the controller as it is now."""
        renewed = getattr(self.controller, "renewed", None)
        return self if renewed is None else AtMotors(self.arm, renewed())

    @property
    def inputs(self) -> Any:
        """The inputs of the controller."""
        return getattr(self.controller, "inputs", {})

    def function(self, eq: Any, t: Any, q_m: Any, qd_m: Any, *inputs: Any) -> list[Scalar]:
        """The motor torques over scalars."""
        q, qd = eq.joints(q_m, qd_m)
        function = getattr(self.controller, "function", self.controller)
        tau: Any = function(eq.links, t, q, qd, *inputs)
        return times(transpose(eq.motors.coupling.jacobian(q_m)), tau)

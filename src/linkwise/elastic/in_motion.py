"""An elastic robot in motion: one run, many rollouts, sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from .coordinates import AbstractElastic

if TYPE_CHECKING:
    from ..rollouts import RolloutKernel, Rollouts
    from ..simulate import Simulation
    from ..sweep import Sweep


class AbstractInMotion(AbstractElastic):
    """Methods that integrate the motion of joints and motors."""

    def simulate(self, x0: ArrayLike, xd0: ArrayLike | None = None, **options: Any) -> Simulation:
        """The motion from a state, at rest without xd0; options are those of `Robot.simulate`, except sensitivities.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> run = arm.simulate([0.5, 0.6], t=1.0)
        >>> run.status, run.drift < 1e-7
        ('finished', True)
        """
        from ..simulate import simulate

        system: Any = self
        return simulate(system, x0, xd0, **options)

    def rollouts(self, x0: ArrayLike, xd0: ArrayLike | None = None, **options: Any) -> Rollouts:
        """Many motions from the states x0 (…, 2n), at rest without xd0; options are those of `Robot.rollouts`.

        `tau` are n motor torques, as are those of a `controller`, (eq, t, x, xd) over scalars; `parameters` may also
        name "stiffness", "damping" and "rotors". Steps must be short against the springs' vibrations: rk4 needs less
        than 2.8 over the highest of `natural_frequencies(q, motors="free")`.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> arm.rollouts([[0.5, 0.5]] * 2, duration=0.5, step=1e-3, parameters={"stiffness": [[100.0], [300.0]]})
        Rollouts('pendulum', rk4, 500 steps of 0.001: 2 of 2 rollouts finished; q, qd (2, 1, 2))
        """
        from ..rollouts.of_robot import rollouts

        return rollouts(self, x0, xd0, **options)

    def compile_rollouts(self, **options: Any) -> RolloutKernel:
        """A kernel of rollouts, to be called again and again; options are those of `Robot.compile_rollouts`.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> arm.compile_rollouts(parameters=["gravity", "stiffness"])
        RolloutKernel('pendulum', rk4; inputs: tau; parameters: gravity, stiffness)
        """
        from ..rollouts.of_robot import compile_rollouts

        return compile_rollouts(self, **options)

    def sweep(self, rollouts: int, spreads: Any, **options: Any) -> Sweep:
        """Statistics of very many rollouts; options are those of `Robot.sweep`, and `spreads` may also name
        "stiffness", "damping" and "rotors", or a factor on each, "stiffness.factor".

        >>> import linkwise
        >>> from linkwise.sweep import LogNormal
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> spreads = {"q0": [0.5, 0.5], "stiffness.factor": LogNormal(1.0, 0.1)}
        >>> arm.sweep(200, spreads, duration=0.2, step=1e-3)
        Sweep('pendulum', 200 rollouts, 0 failed: q, qd)
        """
        from ..sweep.sweeping import sweep

        return sweep(self, rollouts, spreads, **options)

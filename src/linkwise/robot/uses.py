"""What people do with a robot: doors to the rooms below, each opened when it is first used.

A door is a method that stands in its room, with its keywords, its defaults and its docstring: they are written there
and nowhere else.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..elastic.robot import with_elastic_joints as _with_elastic_joints
    from ..formulas.of_robot import formula as _formula
    from ..formulas.of_robot import listing as _listing
    from ..linearize.linearizing import linearize as _linearize
    from ..linearize.of_a_run import sensitivities as _of_a_run
    from ..parameters.of_robot import base_parameters as _base_parameters
    from ..parameters.of_robot import parameters as _parameters
    from ..parameters.of_robot import with_parameters as _with_parameters
    from ..rollouts.face import rollouts as _rollouts
    from ..rollouts.kernel import RolloutKernel as _RolloutKernel
    from ..simulate.simulating import simulate as _simulate
    from ..sweep.sweeping import sweep as _sweep
    from ..taskspace.making import task_space as _task_space
    from ..trajectories.fastest_uniform import fastest_uniform as _fastest_uniform
    from ..verify.verifying import verify as _verify


class Door:
    """A method that stands in another module of the library, its first argument being the robot."""

    def __init__(self, module: str, name: str):
        self.module, self.name = module, name

    @cached_property
    def function(self) -> Any:
        """What stands there."""
        return getattr(import_module(f"...{self.module}", __name__), self.name)

    def __get__(self, robot: Any, owner: type | None = None) -> Any:
        return self.function if robot is None else MethodType(self.function, robot)


class AbstractUses:
    """The uses of a robot."""

    if TYPE_CHECKING:  # editors and type checkers look into the rooms
        parameters = _parameters
        with_parameters = _with_parameters
        base_parameters = _base_parameters
        formula = _formula
        listing = _listing
        simulate = _simulate
        _sensitivities = _of_a_run
        rollouts = _rollouts
        compile_rollouts = _RolloutKernel
        sweep = _sweep
        with_elastic_joints = _with_elastic_joints
        linearize = _linearize
        task_space = _task_space
        fastest_uniform = _fastest_uniform
        verify = _verify
    else:
        parameters = Door("parameters.of_robot", "parameters")
        with_parameters = Door("parameters.of_robot", "with_parameters")
        base_parameters = Door("parameters.of_robot", "base_parameters")
        formula = Door("formulas.of_robot", "formula")
        listing = Door("formulas.of_robot", "listing")
        simulate = Door("simulate.simulating", "simulate")
        _sensitivities = Door("linearize.of_a_run", "sensitivities")
        rollouts = Door("rollouts.face", "rollouts")
        compile_rollouts = Door("rollouts.kernel", "RolloutKernel")
        sweep = Door("sweep.sweeping", "sweep")
        with_elastic_joints = Door("elastic.robot", "with_elastic_joints")
        linearize = Door("linearize.linearizing", "linearize")
        task_space = Door("taskspace.making", "task_space")
        fastest_uniform = Door("trajectories.fastest_uniform", "fastest_uniform")
        verify = Door("verify.verifying", "verify")

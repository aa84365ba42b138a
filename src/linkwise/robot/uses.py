"""What people do with a robot: methods that live in the packages below, imported when they are first used.

Keywords, defaults and docstring of each method are written in its package and nowhere else.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any

from ..calls.closed_loops import refuse
from ..errors import UnknownName

if TYPE_CHECKING:
    from ..elastic.of_robot import with_elastic_joints as _with_elastic_joints
    from ..formulas.of_robot import formula as _formula
    from ..formulas.of_robot import listing as _listing
    from ..frameworks.casadi import casadi as _casadi
    from ..frameworks.jax import jax as _jax
    from ..frameworks.torch import torch as _torch
    from ..identify.excitation.exciting import excitation as _excitation
    from ..identify.identifying import identify as _identify
    from ..identify.payload.identifying import identify_payload as _identify_payload
    from ..linearize.of_robot import linearize as _linearize
    from ..linearize.parameter_derivatives import parameter_derivatives as _parameter_derivatives
    from ..linearize.sensitivity_companion import sensitivities as _run_sensitivities
    from ..loops.of_robot import closed as _closed
    from ..loops.of_robot import with_closures as _with_closures
    from ..parameters.bodies.nearest import with_base_parameters as _with_base_parameters
    from ..parameters.of_robot import base_parameters as _base_parameters
    from ..parameters.of_robot import parameters as _parameters
    from ..parameters.of_robot import with_parameters as _with_parameters
    from ..rollouts.of_robot import compile_rollouts as _compile_rollouts
    from ..rollouts.of_robot import rollouts as _rollouts
    from ..simulate.simulating import simulate as _simulate
    from ..sizing.joint_loads import joint_loads as _joint_loads
    from ..sizing.motor_loads import motor_loads as _motor_loads
    from ..structure.bounding import bounds as _bounds
    from ..structure.couplings import couplings as _couplings
    from ..structure.decoupling import decoupling as _decoupling
    from ..structure.shares import inertia_shares as _inertia_shares
    from ..studio.showing import animate as _animate
    from ..studio.showing import view as _view
    from ..sweep.sweeping import sweep as _sweep
    from ..taskspace.attitudes import base_twist as _base_twist
    from ..taskspace.attitudes import from_quaternion as _from_quaternion
    from ..taskspace.attitudes import from_twist as _from_twist
    from ..taskspace.attitudes import to_quaternion as _to_quaternion
    from ..taskspace.inverse_kinematics.of_robot import inverse_kinematics as _inverse_kinematics
    from ..taskspace.of_robot import task_space as _task_space
    from ..taskspace.pose_motion import pose_motion as _pose_motion
    from ..trajectories.fastest_along import fastest_along as _fastest_along
    from ..trajectories.fastest_uniform import fastest_uniform as _fastest_uniform
    from ..transmission.of_robot import with_transmission as _with_transmission
    from ..verify.verifying import verify as _verify


def known_arguments(function: Callable[..., Any], instead: Mapping[str, str]) -> Callable[..., Any]:
    """A robot's method that refuses other keywords than its own; `instead` says what to write for some of them.

    >>> def roll(robot, *, step): ...
    >>> known_arguments(roll, {"dt": "step= is the length of a step."})(None, dt=0.1)
    Traceback (most recent call last):
    linkwise.errors.UnknownName: robot.roll has no argument 'dt'.
      Arguments are: 'step'.
      Hint: step= is the length of a step.
    """
    _, *names = inspect.signature(function).parameters

    @wraps(function)
    def method(*arguments: Any, **options: Any) -> Any:
        for name in options:
            if name not in names:
                raise UnknownName("argument", name, f"robot.{function.__name__}", names, instead.get(name, ""))
        return function(*arguments, **options)

    return method


class LazyMethod:
    """A method whose function lives in another package; the robot is its first argument.

    A robot with closed loops is refused, unless the function is for `loops` too.
    """

    def __init__(self, module: str, name: str, loops: bool = False):
        self.module, self.name, self.loops = module, name, loops

    @cached_property
    def function(self) -> Any:
        """The function, imported at first use; it says what to write for other keywords where its module does."""
        module = import_module(f"...{self.module}", __name__)
        function, instead = getattr(module, self.name), getattr(module, "INSTEAD", {})
        return known_arguments(function, instead[self.name]) if self.name in instead else function

    def __get__(self, robot: Any, owner: type | None = None) -> Any:
        if robot is not None and not self.loops and robot.model.closures:
            return lambda *arguments, **options: refuse(robot.model, self.name)
        return self.function if robot is None else MethodType(self.function, robot)


class AbstractShown:
    """What every kind of robot shows of itself."""

    if TYPE_CHECKING:
        view = _view
        animate = _animate
    else:
        view = LazyMethod("studio.showing", "view", loops=True)
        animate = LazyMethod("studio.showing", "animate", loops=True)


class AbstractUses(AbstractShown):
    """The methods of a robot that belong to other packages."""

    if TYPE_CHECKING:  # editors and type checkers see the functions themselves
        parameters = _parameters
        with_parameters = _with_parameters
        base_parameters = _base_parameters
        with_base_parameters = _with_base_parameters
        identify = _identify
        identify_payload = _identify_payload
        excitation = _excitation
        formula = _formula
        listing = _listing
        casadi = _casadi
        torch = _torch
        jax = _jax
        simulate = _simulate
        _sensitivities = _run_sensitivities
        rollouts = _rollouts
        compile_rollouts = _compile_rollouts
        sweep = _sweep
        with_elastic_joints = _with_elastic_joints
        with_closures = _with_closures
        closed = _closed
        with_transmission = _with_transmission
        linearize = _linearize
        parameter_derivatives = _parameter_derivatives
        task_space = _task_space
        inverse_kinematics = _inverse_kinematics
        pose_motion = _pose_motion
        base_twist = _base_twist
        from_twist = _from_twist
        to_quaternion = _to_quaternion
        from_quaternion = _from_quaternion
        fastest_along = _fastest_along
        fastest_uniform = _fastest_uniform
        joint_loads = _joint_loads
        motor_loads = _motor_loads
        bounds = _bounds
        couplings = _couplings
        decoupling = _decoupling
        inertia_shares = _inertia_shares
        verify = _verify
    else:
        parameters = LazyMethod("parameters.of_robot", "parameters", loops=True)
        with_parameters = LazyMethod("parameters.of_robot", "with_parameters", loops=True)
        base_parameters = LazyMethod("parameters.of_robot", "base_parameters")
        with_base_parameters = LazyMethod("parameters.bodies.nearest", "with_base_parameters")
        identify = LazyMethod("identify.identifying", "identify")
        identify_payload = LazyMethod("identify.payload.identifying", "identify_payload")
        excitation = LazyMethod("identify.excitation.exciting", "excitation")
        formula = LazyMethod("formulas.of_robot", "formula")
        listing = LazyMethod("formulas.of_robot", "listing")
        casadi = LazyMethod("frameworks.casadi", "casadi")
        torch = LazyMethod("frameworks.torch", "torch")
        jax = LazyMethod("frameworks.jax", "jax")
        simulate = LazyMethod("simulate.simulating", "simulate")
        _sensitivities = LazyMethod("linearize.sensitivity_companion", "sensitivities")
        rollouts = LazyMethod("rollouts.of_robot", "rollouts")
        compile_rollouts = LazyMethod("rollouts.of_robot", "compile_rollouts")
        sweep = LazyMethod("sweep.sweeping", "sweep")
        with_elastic_joints = LazyMethod("elastic.of_robot", "with_elastic_joints")
        with_closures = LazyMethod("loops.of_robot", "with_closures", loops=True)
        closed = LazyMethod("loops.of_robot", "closed", loops=True)
        with_transmission = LazyMethod("transmission.of_robot", "with_transmission")
        linearize = LazyMethod("linearize.of_robot", "linearize")
        parameter_derivatives = LazyMethod("linearize.parameter_derivatives", "parameter_derivatives")
        task_space = LazyMethod("taskspace.of_robot", "task_space")
        inverse_kinematics = LazyMethod("taskspace.inverse_kinematics.of_robot", "inverse_kinematics")
        pose_motion = LazyMethod("taskspace.pose_motion", "pose_motion")
        base_twist = LazyMethod("taskspace.attitudes", "base_twist", loops=True)
        from_twist = LazyMethod("taskspace.attitudes", "from_twist", loops=True)
        to_quaternion = LazyMethod("taskspace.attitudes", "to_quaternion", loops=True)
        from_quaternion = LazyMethod("taskspace.attitudes", "from_quaternion", loops=True)
        fastest_along = LazyMethod("trajectories.fastest_along", "fastest_along")
        fastest_uniform = LazyMethod("trajectories.fastest_uniform", "fastest_uniform")
        joint_loads = LazyMethod("sizing.joint_loads", "joint_loads")
        motor_loads = LazyMethod("sizing.motor_loads", "motor_loads")
        bounds = LazyMethod("structure.bounding", "bounds")
        couplings = LazyMethod("structure.couplings", "couplings")
        decoupling = LazyMethod("structure.decoupling", "decoupling")
        inertia_shares = LazyMethod("structure.shares", "inertia_shares")
        verify = LazyMethod("verify.verifying", "verify")

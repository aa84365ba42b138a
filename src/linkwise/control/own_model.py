"""The robot a controller was made for: its equations, whichever robot the controller drives."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..calls.direct import require_mass
from ..calls.equations import Equations
from ..calls.lasting import described
from ..calls.scalar_system import ScalarSystem
from ..errors import LinkwiseError, NotForThisRobot, shown
from ..robot import Robot


@dataclass(frozen=True)
class WithOwnModel:
    """A controller's function with the equations of the robot it was made for, whichever robot it drives."""

    function: Callable[..., Any]
    system: ScalarSystem

    @cached_property
    def lasting_identity(self) -> Hashable | None:
        """What `calls.lasting.identity` says of it, which every run asks for: neither field changes."""
        return described(self)

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
        """The forces, over scalars."""
        return self.function(own_equations(eq, self.system, q), t, q, qd, *inputs)


def own_equations(eq: Any, system: ScalarSystem, q: Any) -> Any:
    """The equations of the robot of this system, whichever robot moves, if it has as many joints.

    >>> import linkwise
    >>> system = linkwise.load("pendulum").scalar_system
    >>> own_equations(None, system, [0.0]).n
    1
    """
    n = system.n
    if len(q) != n:
        raise LinkwiseError(
            f"the controller was made for robot {shown(system.tree.name)} of {n} joints, "
            f"and drives one of {len(q)} joints.",
            f"{n} joints were expected.",
            "make the controller for the robot it drives.",
        )
    own = system.equations()
    the_same = type(own) is Equations and isinstance(eq, Equations) and eq.tree is own.tree
    return eq if the_same and not eq.open_parameters else own  # those of the robot that moves may share their work


def expect_movable(robot: Any) -> Any:
    """The robot, if a controller can be made for it: one of any kind with coordinates and equations over scalars.

    >>> import linkwise
    >>> expect_movable(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)).n
    2
    """
    if not hasattr(robot, "scalar_system"):
        raise LinkwiseError(
            f"{shown(repr(robot))} is not a robot.", "A linkwise.Robot was expected.", "linkwise.load(…) gives one."
        )
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} cannot move.", "A moving joint was expected.")
    return robot


def expect_robot(robot: Any, dynamics: bool = True, rigid: bool = False) -> Robot:
    """The robot, if each of its coordinates is driven and, where `dynamics` are needed, it has mass; with `rigid`, only
    a robot in its joints' coordinates.

    >>> import linkwise
    >>> expect_robot(linkwise.load("pendulum")).n
    1
    """
    system = expect_movable(robot).scalar_system
    if system.inputs < system.n:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has elastic joints: its torques act on the motors only.",
            "A robot with a force on each coordinate was expected.",
            "motor_pd and motor_computed_torque are for elastic joints; Controller(elastic, function) is for your own.",
        )
    if rigid and not isinstance(robot, Robot):
        raise NotForThisRobot(
            f"robot {shown(robot.name)} is not in the coordinates of its joints.",
            "A linkwise.Robot was expected.",
            "control its joints (arm.robot) and take the controller to the motors: arm.at_motors(controller).",
        )
    if dynamics:
        require_mass(system.tree, "inverse_dynamics")
    driven: Robot = robot
    return driven

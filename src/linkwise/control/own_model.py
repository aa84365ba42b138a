"""The robot a controller was made for: its equations, whichever robot the controller drives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..calls.direct import require_mass
from ..calls.equations import Equations
from ..errors import LinkwiseError, NotForThisRobot, shown
from ..model import Model
from ..robot import Robot


@dataclass(frozen=True)
class WithOwnModel:
    """A controller's function with the equations of the robot it was made for, whichever robot it drives."""

    function: Callable[..., Any]
    tree: Model

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
        """The forces, over scalars."""
        return self.function(own_equations(eq, self.tree, q), t, q, qd, *inputs)


def own_equations(eq: Any, tree: Model, q: Any) -> Any:
    """The equations of the robot with this tree, whichever robot moves, if it has as many joints.

    >>> import linkwise
    >>> tree = linkwise.load("pendulum").tree
    >>> own_equations(None, tree, [0.0]).n
    1
    """
    if len(q) != tree.n:
        raise LinkwiseError(
            f"the controller was made for robot {shown(tree.name)} of {tree.n} joints, "
            f"and drives one of {len(q)} joints.",
            f"{tree.n} joints were expected.",
            "make the controller for the robot it drives.",
        )
    return Equations(tree)


def expect_robot(robot: Any, dynamics: bool = True) -> Robot:
    """The robot, if a controller can be made for it: a `Robot` with joints and, where `dynamics` are needed, with mass.

    >>> import linkwise
    >>> expect_robot(linkwise.load("pendulum")).n
    1
    """
    if not isinstance(robot, Robot):
        raise LinkwiseError(
            f"{shown(repr(robot))} is not a robot.",
            "A linkwise.Robot was expected.",
            "for elastic joints, control the rigid arm (its .robot) and turn joint forces into motor torques yourself.",
        )
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} cannot move.", "A moving joint was expected.")
    if dynamics:
        require_mass(robot.tree, "inverse_dynamics")
    return robot

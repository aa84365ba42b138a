"""`robot.with_closures` and `robot.closed`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..calls.checks import names
from ..errors import InvalidModel, shown
from ..model import Closure, JointRelation
from .robot import ClosedRobot

if TYPE_CHECKING:
    from ..robot import Robot


def with_closures(
    robot: Robot, closures: Sequence[Closure | JointRelation], *, actuated: Sequence[str] = ()
) -> ClosedRobot:
    """The robot with loops closed, besides those it has: a `ClosedRobot` in the coordinates of its cut tree.

    closures  what closes them: `Closure(name, frame, other, along, about)`, two frames that coincide along and about
              some axes of the first (`linkwise.model.closure.KINDS` has those of hinges, rails and the like), and
              `JointRelation(name, joint, of, coefficients)`, a coordinate that is a polynomial of another.
    actuated  the coordinates that motors drive, in the order of `tau`; those the robot names, or all, if it is empty.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> rail = Closure("rail", "base", "tip", along="y")       # a crank with a slider: the tip stays on the x axis
    >>> crank = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
    >>> crank
    ClosedRobot('planar2r', n=2, 1 closure, 1 degree of freedom, 1 motor)
    >>> crank.gravity_forces(crank.close([0.5, -1.0])).shape
    (1,)
    """
    if not isinstance(closures, list | tuple) or not all(isinstance(c, Closure | JointRelation) for c in closures):
        raise InvalidModel(
            f"closures is {shown(repr(closures))}.",
            "A list of Closure(…) and JointRelation(…) was expected.",
            'with_closures([Closure("pin", "link3", "link5")]), say.',
        )
    model, driven = robot.model, names("actuated", actuated, 'actuated=["joint1"], say.')
    if len(set(driven)) != len(driven):
        raise InvalidModel(f"actuated is {shown(repr(actuated))}.", "Each coordinate was expected once.")
    both = (*model.closures, *closures)
    return ClosedRobot(robot._with_model(replace(model, closures=both, actuated=driven or model.actuated)))


def closed(robot: Robot) -> ClosedRobot:
    """The robot as its closures hold it: a robot with closed loops answers questions of dynamics here only.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> robot = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).robot
    >>> robot.closed().degrees_of_freedom
    1
    """
    return ClosedRobot(robot)

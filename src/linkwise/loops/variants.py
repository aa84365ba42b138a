"""Variants of a robot with closed loops: those of its robot, with the same loops closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..model import Closure, JointRelation

if TYPE_CHECKING:
    from ..robot import Robot
    from .robot import ClosedRobot


def _variant(name: str) -> Callable[..., ClosedRobot]:
    def vary(self: Any, *arguments: Any, **options: Any) -> ClosedRobot:
        return self.with_robot(getattr(self.robot, name)(*arguments, **options))

    vary.__name__, vary.__doc__ = name, f"`Robot.{name}`, with the same loops closed."
    return vary


def _of_cut(name: str) -> Callable[..., Any]:
    def ask(self: Any, *arguments: Any, **options: Any) -> Any:
        return getattr(self.robot, name)(*arguments, **options)

    ask.__name__, ask.__doc__ = name, f"`Robot.{name}`, which the loops do not change."
    return ask


class AbstractLoopVariants:
    """Methods of a robot that make another, and those that loops do not change."""

    robot: Robot

    lock = _variant("lock")
    with_parameters = _variant("with_parameters")
    with_payload = _variant("with_payload")
    with_gravity = _variant("with_gravity")
    with_floating_base = _variant("with_floating_base")
    with_mobile_base = _variant("with_mobile_base")
    with_turn_order = _variant("with_turn_order")
    with_frame = _variant("with_frame")
    with_tip = _variant("with_tip")
    with_base = _variant("with_base")
    attach = _variant("attach")
    with_drive = _variant("with_drive")
    with_spinning_rotors = _variant("with_spinning_rotors")
    with_friction = _variant("with_friction")
    with_rotors = _variant("with_rotors")
    with_springs = _variant("with_springs")
    with_gravity_compensation = _variant("with_gravity_compensation")
    with_limits = _variant("with_limits")
    without_friction = _variant("without_friction")
    without_springs = _variant("without_springs")
    without_rotors = _variant("without_rotors")

    center_of_mass = _of_cut("center_of_mass")
    momentum = _of_cut("momentum")
    momentum_matrix = _of_cut("momentum_matrix")
    center_of_mass_jacobian = _of_cut("center_of_mass_jacobian")
    poses = _of_cut("poses")
    joint_array = _of_cut("joint_array")
    joint_dict = _of_cut("joint_dict")
    base_twist = _of_cut("base_twist")
    from_twist = _of_cut("from_twist")
    to_quaternion = _of_cut("to_quaternion")
    from_quaternion = _of_cut("from_quaternion")

    def with_robot(self, robot: Robot) -> ClosedRobot:
        """Another robot as its closures hold it.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.with_robot(crank.robot.with_payload(1.0))
        ClosedRobot('planar2r', n=2, 1 closure, 1 degree of freedom, 2 motors)
        """
        return robot.closed()

    def closed(self) -> ClosedRobot:
        """The robot itself.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.closed().degrees_of_freedom
        1
        """
        return self.robot.closed()

    def with_closures(
        self, closures: Sequence[Closure | JointRelation], *, actuated: Sequence[str] = ()
    ) -> ClosedRobot:
        """With more loops closed, or with other motors.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.with_closures([], actuated=["joint2"]).actuated
        ('joint2',)
        """
        return self.robot.with_closures(closures, actuated=actuated)

    def without_closures(self) -> Robot:
        """The cut tree.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).without_closures()
        Robot('planar2r', n=2)
        """
        return self.robot.without_closures()

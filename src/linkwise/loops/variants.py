"""Variants of a robot with closed loops: those of its robot, with the same loops closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..model import Closure, JointRelation
from ..robot.delegated import answer, attribute, variant

if TYPE_CHECKING:
    from ..robot import Robot
    from .robot import ClosedRobot


class AbstractLoopVariants:
    """Methods of a robot that make another, and those that loops do not change."""

    robot: Robot

    lock = variant("lock")
    with_parameters = variant("with_parameters")
    with_payload = variant("with_payload")
    with_gravity = variant("with_gravity")
    with_floating_base = variant("with_floating_base")
    with_mobile_base = variant("with_mobile_base")
    with_turn_order = variant("with_turn_order")
    with_frame = variant("with_frame")
    with_tip = variant("with_tip")
    with_base = variant("with_base")
    attach = variant("attach")
    with_drive = variant("with_drive")
    with_spinning_rotors = variant("with_spinning_rotors")
    with_friction = variant("with_friction")
    with_rotors = variant("with_rotors")
    with_springs = variant("with_springs")
    with_gravity_compensation = variant("with_gravity_compensation")
    with_limits = variant("with_limits")
    without_friction = variant("without_friction")
    without_springs = variant("without_springs")
    without_rotors = variant("without_rotors")

    gravity = attribute("gravity")
    total_mass = attribute("total_mass")
    report = attribute("report")

    center_of_mass = answer("center_of_mass")
    momentum = answer("momentum")
    momentum_matrix = answer("momentum_matrix")
    center_of_mass_jacobian = answer("center_of_mass_jacobian")
    poses = answer("poses")
    joint_array = answer("joint_array")
    joint_dict = answer("joint_dict")
    base_twist = answer("base_twist")
    from_twist = answer("from_twist")
    to_quaternion = answer("to_quaternion")
    from_quaternion = answer("from_quaternion")

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

"""A robot with closed loops: its coordinates, motors and closures, and its kinematics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import finite
from ..errors import NotForThisRobot, listed, shown
from ..model import Closure, JointRelation
from ..robot import JointLimits, Robot
from .equations import ClosureEquations


@dataclass(frozen=True, eq=False, repr=False)
class AbstractLoops:
    """A robot whose model has closures; its coordinates are those of the tree that is left when the loops are cut.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).robot
    Robot('planar2r', n=2)
    """

    robot: Robot

    def __post_init__(self) -> None:
        if not isinstance(self.robot, Robot) or not self.robot.model.closures:
            name = shown(self.robot.name) if isinstance(self.robot, Robot) else type(self.robot).__name__
            raise NotForThisRobot(
                f"{name} has no closed loops.",
                "A robot with closures was expected.",
                "robot.with_closures([Closure(…)]) closes loops.",
            )
        loaded = [body.joint.name for body in self.cut.tree.bodies if "load" in body.joint.friction.needs]
        if loaded:
            raise NotForThisRobot(
                f"the friction of {listed(loaded)} depends on the load of the joint.",
                "In closed loops that load depends on the forces of the closures; laws without load were expected.",
                "robot.with_friction({joint: law}) gives it another.",
            )

    @property
    def name(self) -> str:
        """The robot's name.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).name
        'planar2r'
        """
        return self.robot.name

    @property
    def n(self) -> int:
        """The number of coordinates of the cut tree.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).n
        2
        """
        return self.robot.n

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates of the cut tree.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).joint_names
        ('joint1', 'joint2')
        """
        return self.robot.joint_names

    @property
    def frames(self) -> tuple[str, ...]:
        """The names of the frames.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).frames
        ('base', 'link1', 'link2', 'tip')
        """
        return self.robot.frames

    @property
    def limits(self) -> JointLimits:
        """The limits of the coordinates.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).limits.effort
        array([inf, inf])
        """
        return self.robot.limits

    @property
    def closures(self) -> tuple[Closure | JointRelation, ...]:
        """What closes the loops.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]).closures[0].name
        'rail'
        """
        return self.robot.model.closures

    @property
    def actuated(self) -> tuple[str, ...]:
        """The coordinates that motors drive, in the order of `tau`: all, if the model names none.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> linkwise.load("planar2r").with_closures([rail], actuated=["joint1"]).actuated
        ('joint1',)
        """
        return self.robot.model.actuated or self.joint_names

    @property
    def inputs(self) -> int:
        """The number of motors.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> linkwise.load("planar2r").with_closures([rail], actuated=["joint1"]).inputs
        1
        """
        return len(self.actuated)

    @cached_property
    def driven(self) -> list[int]:
        """The places of the motors' coordinates in q.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> linkwise.load("planar2r").with_closures([rail], actuated=["joint2"]).driven
        [1]
        """
        return [self.joint_names.index(name) for name in self.actuated]

    @cached_property
    def cut(self) -> Robot:
        """The tree that is left when the loops are cut, as a robot of its own.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.cut.mass_matrix([0.0, 0.0]).shape
        (2, 2)
        """
        return self.robot.without_closures()

    @cached_property
    def equations(self) -> ClosureEquations:
        """The closures as equations of the coordinates.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", "xy")]).equations
        ClosureEquations(pin: 2)
        """
        return ClosureEquations(self.cut, self.closures)

    # ---- kinematics -------------------------------------------------------------------------------------------------

    def closure_error(self, q: ArrayLike) -> Array:
        """How far the loops are open, (…, equations): metres and radians, in the order of the closures.

        Each closure has a row for each axis along which it holds, then for each about which; a relation has one.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.closure_error([0.1, -0.1]).round(4)  # 0.7 sin 0.1
        array([0.0699])
        """
        return self.equations.error(self._states(q=q)["q"])

    def closure_jacobian(self, q: ArrayLike) -> Array:
        """A(q), (…, equations, n): its product with qd is how fast the loops open.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.closure_jacobian([0.0, 0.0])
        array([[1.6, 0.9]])
        """
        return self.equations.jacobian(self._states(q=q)["q"])

    def closure_bias(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Ȧ q̇, (…, equations): accelerations that keep the loops closed have A q̈ = −Ȧ q̇.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.closure_bias([1.5707963267948966, 0.0], [1.0, 0.0]).round(9)
        array([-1.6])
        """
        return self.equations.bias(*self._states(q=q, qd=qd).values())

    def forward_kinematics(self, q: ArrayLike, frame: Any = None) -> Array:
        """The pose of a frame in the base; of a list of frames, their poses.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.forward_kinematics([0.0, 0.0])[0, 3]
        np.float64(1.6)
        """
        return self.cut.forward_kinematics(q, frame)

    def jacobian(self, q: ArrayLike, frame: Any = None) -> Array:
        """The geometric Jacobian of a frame, for velocities of all coordinates; these keep the loops closed or not.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.jacobian([0.0, 0.0])[4]
        array([1.6, 0.9])
        """
        return self.cut.jacobian(q, frame)

    def jacobian_dot(self, q: ArrayLike, qd: ArrayLike, frame: Any = None) -> Array:
        """The time derivative of the Jacobian of a frame.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.jacobian_dot([0.0, 0.0], [1.0, 0.0])[3]
        array([-1.6, -0.9])
        """
        return self.cut.jacobian_dot(q, qd, frame)

    def _states(self, **arrays: ArrayLike) -> dict[str, Array]:
        """Finite states of n coordinates, of one shape."""
        meaning = "one entry per joint"
        given = {name: finite(name, x, (self.n,), meaning, self.joint_names) for name, x in arrays.items()}
        batch = batch_shape(given)
        return {name: np.broadcast_to(x, (*batch, self.n)) for name, x in given.items()}

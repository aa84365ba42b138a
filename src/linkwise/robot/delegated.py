"""What other kinds of robots leave to the rigid robot they are made of, `self.robot`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def variant(name: str) -> Callable[..., Any]:
    """A method that makes a variant of the rigid robot, and the same kind of robot of it by `with_robot`.

    >>> import linkwise
    >>> elastic = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
    >>> elastic.with_payload(1.0)  # made by variant("with_payload")
    ElasticRobot('pendulum', 1 joint, 1 motor)
    """

    def vary(self: Any, *arguments: Any, **options: Any) -> Any:
        return self.with_robot(getattr(self.robot, name)(*arguments, **options))

    vary.__name__, vary.__doc__ = name, f"`Robot.{name}` of the rigid robot, and the same kind of robot of it."
    return vary


def answer(name: str) -> Callable[..., Any]:
    """A method whose answer is that of the rigid robot.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> crank.joint_array({"joint2": 0.5}, others=0.0)  # made by answer("joint_array")
    array([0. , 0.5])
    """

    def ask(self: Any, *arguments: Any, **options: Any) -> Any:
        return getattr(self.robot, name)(*arguments, **options)

    ask.__name__, ask.__doc__ = name, f"`Robot.{name}`, as the rigid robot answers it."
    return ask


def attribute(name: str) -> Any:
    """A property that is the rigid robot's.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).gravity
    array([ 0.  ,  0.  , -9.81])
    """

    def read(self: Any) -> Any:
        return getattr(self.robot, name)

    read.__doc__ = f"`Robot.{name}` of the rigid robot."
    return property(read)

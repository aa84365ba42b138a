"""A system that moves, as its equations over scalars: what rollouts and controllers are compiled from.

A rigid robot is one (`RigidSystem`), and so are robots with elastic joints or a transmission: each kind says in its own
room what its coordinates are and which of them are driven.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn, Protocol

from ..algebra import Scalar
from ..errors import NotOffered, shown
from ..model import AbstractFriction, Model
from .arrays import Array
from .equations import Equations, Scalars
from .kernel_cache import KernelCache

STEP = 1e-3
"""The step of a robot without springs of its own, in seconds."""

Change = Callable[[AbstractFriction], AbstractFriction]
"""What makes another friction law of one."""


class ScalarSystem(Protocol):
    """Anything whose motion can be compiled: coordinates, driving forces, and equations over scalars.

    `tree` is the robot as loaded, whose frames and parameters inputs are named after; `links` is the tree whose
    accelerations are solved for; `own` are the values of open parameters that the kind of robot adds, by name.

    >>> import linkwise
    >>> elastic = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).scalar_system
    >>> elastic.n, elastic.inputs, elastic.acting([3.0])
    (2, 1, [0.0, 3.0])
    """

    @property
    def tree(self) -> Model:
        """The robot as loaded."""

    @property
    def links(self) -> Model:
        """The tree whose accelerations are solved for."""

    @property
    def n(self) -> int:
        """The number of coordinates."""

    @property
    def inputs(self) -> int:
        """The number of driving forces, which is that of the coordinates of a trajectory to follow."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the coordinates."""

    @property
    def own(self) -> Mapping[str, Array]:
        """The values of open parameters besides those of a tree."""

    @property
    def step(self) -> float:
        """A step within which motions of order one change little: that of the self-test of compiled code."""

    def equations(self, open_parameters: Mapping[str, Scalars] | None = None) -> Any:
        """The equations, with the methods of `Equations` in the system's own coordinates."""

    def acting(self, tau: Scalars) -> list[Scalar]:
        """The driving forces as forces on all coordinates."""

    def with_laws(self, change: Change) -> "ScalarSystem":
        """The system with other friction laws."""


class Movable(Protocol):
    """A robot of any kind whose motion can be compiled: it knows its equations over scalars.

    >>> import linkwise
    >>> arm: Movable = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
    >>> arm.scalar_system.inputs
    1
    """

    @property
    def name(self) -> str:
        """The robot's name."""

    @property
    def n(self) -> int:
        """The number of coordinates."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates."""

    @property
    def scalar_system(self) -> ScalarSystem:
        """Its equations over scalars."""

    @property
    def kernels(self) -> KernelCache:
        """Its kernels."""


class AbstractSystemEquations:
    """Equations of another kind of robot: what `Equations` has and they do not is refused by name.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).scalar_system.equations().regressor
    Traceback (most recent call last):
    linkwise.errors.NotOffered: the equations of 'pendulum' have no regressor.
      Those of a robot with elastic joints answer inverse_dynamics, forward_dynamics, mass_matrix, gravity_forces, ….
      Hint: ask those of its rigid links, `eq.links`.
    """

    KIND: ClassVar[str]
    tree: Model
    links: Equations
    """The rigid links, in their joints' coordinates."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_") or not hasattr(Equations, name):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        raise NotOffered(
            f"the equations of {shown(self.tree.name)} have no {name}.",
            f"Those of a robot with {self.KIND} answer inverse_dynamics, forward_dynamics, mass_matrix, "
            "gravity_forces, ….",
            "ask those of its rigid links, `eq.links`.",
        )


@dataclass(frozen=True)
class RigidSystem:
    """A rigid robot: a force drives each coordinate.

    >>> import linkwise
    >>> linkwise.load("planar2r").scalar_system.acting([1.0, 2.0])
    [1.0, 2.0]
    """

    tree: Model

    @property
    def links(self) -> Model:
        """The robot itself."""
        return self.tree

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return self.tree.n

    @property
    def inputs(self) -> int:
        """One for each coordinate."""
        return self.tree.n

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the coordinates."""
        return self.tree.coordinates.names

    @property
    def own(self) -> Mapping[str, Array]:
        """None besides those of a tree."""
        return {}

    @property
    def step(self) -> float:
        """A millisecond."""
        return STEP

    def equations(self, open_parameters: Mapping[str, Scalars] | None = None) -> Equations:
        """The robot's equations."""
        return Equations(self.tree, open_parameters or {})

    def acting(self, tau: Scalars) -> list[Scalar]:
        """The forces themselves."""
        return list(tau)

    def with_laws(self, change: Change) -> "RigidSystem":
        """The robot with other friction laws."""
        return RigidSystem(tree_with_laws(self.tree, change))


def tree_with_laws(tree: Model, change: Change) -> Model:
    """A tree with another friction law at each joint.

    >>> import linkwise
    >>> from linkwise.model import FREE
    >>> bare = tree_with_laws(linkwise.load("puma560").tree, lambda law: FREE)
    >>> all(body.joint.friction.absent for body in bare.bodies)
    True
    """
    bodies = []
    for body in tree.bodies:
        law = change(body.joint.friction)
        if law is not body.joint.friction:
            body = replace(body, joint=replace(body.joint, friction=law))
        bodies.append(body)
    return replace(tree, bodies=tuple(bodies))

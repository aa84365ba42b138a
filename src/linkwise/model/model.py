"""The manipulator: a frozen, state-free tree of bodies on a fixed base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..algebra import Inertia, Scalar, Transform, Vec3
from ..errors import UnknownName, shown
from .body import BASE, Body
from .closure import Closure, JointRelation
from .consistency import check_consistency, check_coordinates
from .coordinates import Coordinates
from .field_types import check_field_types
from .frame import Frame
from .joint_group import JointGroup
from .lift import Lift
from .text import LATER, body_table, full_text

EARTH = Vec3(0.0, 0.0, -9.81)
"""The default gravity, along −z of the base."""


@dataclass(frozen=True, repr=False)
class Model:
    """Bodies, parents before their children, and what applies to all of them.

    Every link has a frame of its name in `frames`, besides tools and other named places. `coordinates` maps the robot's
    coordinates to the variables of its moving joints; by default each joint is its own coordinate. `tip` names the
    default frame of questions about a frame; `waivers` lists the rules a reader was asked to waive; `lifts` the weights
    that something else carries, `groups` the joints of several degrees of freedom, each now a chain of joints.
    `closures` close loops, and `actuated` names the coordinates that motors drive then; where it names none, nothing is
    said about motors.

    >>> import linkwise
    >>> model = linkwise.load("planar2r").model
    >>> model.n, model.joint_names
    (2, ('joint1', 'joint2'))
    """

    name: str
    bodies: tuple[Body, ...]
    base: str = "base"
    gravity: Vec3 = EARTH
    frames: tuple[Frame, ...] = ()
    base_inertia: Inertia = field(default_factory=Inertia.none)
    coordinates: Coordinates = None  # type: ignore[assignment]  # filled in below where it is left out
    tip: str = ""
    waivers: tuple[str, ...] = ()
    lifts: tuple[Lift, ...] = field(default=(), metadata=LATER)
    groups: tuple[JointGroup, ...] = field(default=(), metadata=LATER)
    closures: tuple[Closure | JointRelation, ...] = field(default=(), metadata=LATER)
    actuated: tuple[str, ...] = field(default=(), metadata=LATER)

    def __post_init__(self) -> None:
        check_field_types(self)
        object.__setattr__(self, "bodies", tuple(self.bodies))
        object.__setattr__(self, "frames", tuple(self.frames))
        object.__setattr__(self, "gravity", self.gravity.seen_from(self.base))
        object.__setattr__(self, "base_inertia", self.base_inertia.seen_from(self.base))
        check_consistency(self)
        known = {frame.name for frame in self.frames}
        own = [
            Frame(name, i, Transform.identity(name, name))
            for i, name in [(BASE, self.base), *((i, body.name) for i, body in enumerate(self.bodies))]
            if name not in known
        ]
        object.__setattr__(self, "frames", (*own, *self.frames))
        if self.coordinates is None:
            object.__setattr__(self, "coordinates", Coordinates.own(self.moving_joint_names))
        check_coordinates(self.coordinates, self.moving_joint_names)
        driven = [*self.actuated, *(c.joint for c in self.closures if isinstance(c, JointRelation))]
        for name in [*driven, *(c.of for c in self.closures if isinstance(c, JointRelation) and c.of)]:
            if name not in self.joint_names:
                raise UnknownName("joint", name, f"robot {shown(self.name)}", self.joint_names)
        if self.tip:
            self.frame(self.tip)

    @property
    def text(self) -> str:
        """Every field of the model: models with the same text are the same robot. `repr` is shorter.

        >>> import linkwise
        >>> linkwise.load("pendulum").model.text[:30], linkwise.load("pendulum").model
        ("Model(name='pendulum', bodies=", Model('pendulum', 1 body, n=1))
        """
        return full_text(self)

    def __repr__(self) -> str:
        bodies = "1 body" if len(self.bodies) == 1 else f"{len(self.bodies)} bodies"
        return f"Model({shown(self.name)}, {bodies}, n={self.n})"

    def _repr_html_(self) -> str:
        return body_table(self)

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The indices of the bodies whose joint moves.

        >>> import linkwise
        >>> linkwise.load("puma560").lock("joint1").model.moving
        (1, 2, 3, 4, 5)
        """
        return tuple(i for i, body in enumerate(self.bodies) if body.joint.moves)

    @cached_property
    def moving_joint_names(self) -> tuple[str, ...]:
        """The names of the joints that move, whether they are coordinates or follow others.

        >>> import linkwise
        >>> linkwise.load("scara").model.moving_joint_names
        ('joint1', 'joint2', 'joint3', 'joint4')
        """
        return tuple(self.bodies[i].joint.name for i in self.moving)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the robot's coordinates, one per degree of freedom.

        >>> import linkwise
        >>> linkwise.load("planar2r").model.joint_names
        ('joint1', 'joint2')
        """
        return self.coordinates.names

    @property
    def n(self) -> int:
        """The number of degrees of freedom.

        >>> import linkwise
        >>> linkwise.load("puma560").model.n
        6
        """
        return len(self.coordinates.names)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The indices of each body's children; the last entry holds the base's.

        >>> import linkwise
        >>> linkwise.load("planar3r").model.children
        ((1,), (2,), (), (0,))
        """
        children: list[list[int]] = [[] for _ in range(len(self.bodies) + 1)]
        for i, body in self.outward():
            children[body.parent].append(i)
        return tuple(tuple(own) for own in children)

    @property
    def serial(self) -> bool:
        """Whether no link carries two others.

        >>> import linkwise
        >>> linkwise.load("panda").model.serial
        True
        """
        return all(len(own) <= 1 for own in self.children)

    def outward(self) -> Iterator[tuple[int, Body]]:
        """Every body with its index, parents before their children: the order in which motion is passed on.

        >>> import linkwise
        >>> [(i, body.name) for i, body in linkwise.load("planar2r").model.outward()]
        [(0, 'link1'), (1, 'link2')]
        """
        return enumerate(self.bodies)

    def inward(self) -> Iterator[tuple[int, Body]]:
        """Every body with its index, children before their parents: the order in which forces are passed back.

        >>> import linkwise
        >>> [(i, body.name) for i, body in linkwise.load("planar2r").model.inward()]
        [(1, 'link2'), (0, 'link1')]
        """
        return reversed(list(enumerate(self.bodies)))

    def poses(self, q: Sequence[Scalar]) -> list[Transform]:
        """The pose of every body's frame in its parent's, at the joint variables q, one for each body.

        >>> import linkwise
        >>> [T.p.x for T in linkwise.load("planar2r").model.poses([0.3, 0.5])]
        [0.0, 0.7]
        """
        return [body.pose(qi) for body, qi in zip(self.bodies, q, strict=True)]

    def tag(self, i: int) -> str:
        """The frame tag of a body, or of the base.

        >>> import linkwise
        >>> model = linkwise.load("planar2r").model
        >>> model.tag(0), model.tag(BASE)
        ('link1', 'base')
        """
        return self.base if i == BASE else self.bodies[i].name

    def ancestors(self, i: int) -> list[int]:
        """The bodies from i down to the base, i first.

        >>> import linkwise
        >>> linkwise.load("planar2r").model.ancestors(1)
        [1, 0]
        """
        path = []
        while i != BASE:
            path.append(i)
            i = self.bodies[i].parent
        return path

    @cached_property
    def _frames(self) -> dict[str, Frame]:
        return {frame.name: frame for frame in self.frames}

    def frame(self, name: str) -> Frame:
        """The frame of that name.

        >>> import linkwise
        >>> tip = linkwise.load("planar2r").model.frame("tip")
        >>> tip.body, tip.placement.p.components
        (1, (0.9, 0.0, 0.0))
        """
        if not isinstance(name, str) or name not in self._frames:
            raise UnknownName("frame", name, f"robot {shown(self.name)}", self._frames, "`robot.frames` lists them.")
        return self._frames[name]

    @cached_property
    def _end_of_moving_chain(self) -> int | None:
        """The last moving body if every moving body carries all that follow it, else None."""
        path = [i for i in self.ancestors(self.moving[-1]) if self.bodies[i].joint.moves] if self.moving else []
        return self.moving[-1] if path and path[::-1] == list(self.moving) else None

    def frame_or_tip(self, name: str | None) -> Frame:
        """The frame of that name; without a name the tip, or the only outermost link of an arm without a tip.

        >>> import linkwise
        >>> model = linkwise.load("planar2r").model
        >>> model.frame_or_tip("link1").name, model.frame_or_tip(None).name == model.tip
        ('link1', True)
        """
        if name is not None:
            return self.frame(name)
        if self.tip:
            return self.frame(self.tip)
        outermost = self._end_of_moving_chain
        if outermost is not None:
            return self.frame(self.bodies[outermost].name)
        raise UnknownName(
            "frame", "(the tip)", f"robot {shown(self.name)}", self._frames, "it ends in several links: name a frame."
        )

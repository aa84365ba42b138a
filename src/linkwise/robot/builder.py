"""A robot made in Python, link by link and joint by joint."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..algebra import Inertia, Vec3, is_finite_number
from ..calls.checks import vector
from ..errors import InvalidModel, UnknownName, listed, shown
from ..model import (
    BASE,
    EARTH,
    FREE,
    JOINTS,
    NO_LIMITS,
    NO_ROTOR,
    NO_SPRING,
    AbstractFriction,
    AbstractJoint,
    Body,
    Limits,
    Model,
    Rotor,
    Spring,
)
from ..model.dh import Z
from ..model.joint_group import SLIDES
from ..readers import mimic
from ..readers.several import Several, fixed, freed
from ..readers.tip import only_leaf
from .built_tree import Edge, checked_name, tree_of
from .placement import placement
from .robot import Robot
from .variant_checks import rigid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

KINDS = (*JOINTS, *SLIDES)
"""The kinds of joints: revolute, continuous, prismatic, fixed; floating, planar and ball become chains of joints."""

WITHOUT = {
    "fixed": ("axis", "limits", "rotor", "friction", "spring"),
    "floating": ("axis", "limits", "rotor", "friction", "spring"),
    "ball": ("axis", "limits", "rotor", "friction", "spring"),
    "planar": ("limits", "rotor", "friction", "spring"),
}
"""What joints of a kind do not have."""

PARTS: dict[str, tuple[type, str]] = {
    "limits": (Limits, "Limits(-2.0, 2.0)"),
    "friction": (AbstractFriction, "Friction(viscous=0.5)"),
    "rotor": (Rotor, "Rotor(2e-4, gear_ratio=100)"),
    "spring": (Spring, "Spring(10.0)"),
}
"""What else joints have, as what, and an example."""


class RobotBuilder:
    """Collects links and joints by name, in any order; `build` makes the robot of them.

    Coordinates come in the order in which the joints were given, as far as parents can come before children. The link
    that no joint carries is the base, the only one that carries no other the tip. See docs/building.md.

    >>> arm = RobotBuilder("arm")
    >>> arm.link("base")
    >>> arm.link("upper", mass=2.0, com=[0.25, 0, 0], inertia=[[0, 0, 0], [0, 0.1, 0], [0, 0, 0.1]])
    >>> arm.joint("shoulder", "revolute", parent="base", child="upper", axis=[0, 0, 1], xyz=[0, 0, 0.4])
    >>> arm.build()
    Robot('arm', n=1)
    """

    def __init__(self, name: str, gravity: ArrayLike = EARTH.components) -> None:
        self._name = checked_name("a robot", name)
        g = vector("gravity", gravity, 3, "an acceleration in base axes", error=InvalidModel)
        self._gravity = Vec3(*g.tolist())
        self._links: dict[str, Inertia] = {}
        self._edges: dict[str, Edge] = {}
        self._follows: dict[str, mimic.Follow] = {}

    def __repr__(self) -> str:
        return f"RobotBuilder({shown(self._name)}, {len(self._links)} links, {len(self._edges)} joints)"

    def link(
        self, name: str, mass: float = 0.0, com: ArrayLike = (0.0, 0.0, 0.0), inertia: ArrayLike | None = None
    ) -> None:
        """Add a link: its mass, its centre of mass in the link's frame, and the 3×3 inertia tensor about that centre in
        the link's axes, such as `linkwise.model.solids` has for simple shapes.

        >>> from linkwise.model import solids
        >>> arm = RobotBuilder("arm")
        >>> arm.link("rod", mass=1.5, com=[0, 0, 0.3], inertia=solids.cylinder(1.5, radius=0.02, length=0.6))
        >>> arm
        RobotBuilder('arm', 1 links, 0 joints)
        """
        self._refuse_twice("link", checked_name("a link", name), self._links)
        stated = rigid(f"link {shown(name)}: its", mass, com, inertia)
        if stated.m > 0.0 and inertia is None:
            raise InvalidModel(
                f"link {shown(name)} has a mass and no inertia.",
                "The 3×3 tensor about its centre of mass was expected.",
                "linkwise.model.solids has that of simple shapes; inertia=numpy.zeros((3, 3)) is a point mass.",
            )
        if stated.m == 0.0 and (np.any(np.asarray(com)) or (inertia is not None and np.any(np.asarray(inertia)))):
            what = "an inertia" if inertia is not None else "a centre of mass"
            raise InvalidModel(f"link {shown(name)} has {what} and no mass.", "A mass above 0 was expected.")
        self._links[name] = stated

    def joint(
        self,
        name: str,
        kind: str,
        *,
        parent: str,
        child: str,
        axis: ArrayLike | None = None,
        xyz: ArrayLike | None = None,
        rpy: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        pose: ArrayLike | None = None,
        limits: Limits = NO_LIMITS,
        friction: AbstractFriction = FREE,
        rotor: Rotor = NO_ROTOR,
        spring: Spring = NO_SPRING,
    ) -> None:
        """Add a joint: it carries link `child` on link `parent`, whose frame it places at q = 0 as URDF's origin does.

        `kind` is "revolute", "continuous", "prismatic" or "fixed", or "floating", "planar" (across its axis) or "ball".
        The axis, z by default, is seen from the child and need not have length 1.

        >>> import linkwise
        >>> arm = RobotBuilder("lift")
        >>> arm.link("base")
        >>> arm.link("car", mass=5.0, inertia=[[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]])
        >>> arm.joint("rail", "prismatic", parent="base", child="car", limits=linkwise.Limits(0.0, 2.0))
        >>> arm.build().gravity_forces([1.0])
        array([49.05])
        """
        self._refuse_twice("joint", checked_name("a joint", name), self._edges)
        if kind not in KINDS:
            raise UnknownName("kind of joint", kind, "linkwise", KINDS)
        for role, link in (("parent", parent), ("child", child)):
            checked_name(f"the {role} of joint {shown(name)}", link)
        if parent == child:
            raise InvalidModel(
                f"joint {shown(name)} connects link {shown(child)} to itself.", "Two links were expected."
            )
        for what, value in (("limits", limits), ("friction", friction), ("rotor", rotor), ("spring", spring)):
            expected, example = PARTS[what]
            if not isinstance(value, expected):
                found = f"joint {shown(name)} was given the {what} {shown(repr(value))}."
                raise InvalidModel(found, f"Something like {example} was expected.", "see linkwise.model.")
        given = {"axis": axis is not None, "limits": limits != NO_LIMITS, "rotor": rotor != NO_ROTOR}
        given |= {"friction": friction != FREE, "spring": spring != NO_SPRING}
        unused = [what for what in WITHOUT.get(kind, ()) if given[what]]
        if unused:
            raise InvalidModel(
                f"joint {shown(name)} is {kind} and was given {listed(unused)}.",
                "Nothing was expected that would not be used.",
                "leave it out, or choose another kind of joint.",
            )
        if kind == "continuous" and (math.isfinite(limits.lower) or math.isfinite(limits.upper)):
            raise InvalidModel(
                f"joint {shown(name)} is continuous and has limits of position.", "None were expected.", "revolute has."
            )
        made = self._joint(name, kind, axis)
        if kind in JOINTS and kind != "fixed":
            made = JOINTS[kind](name, made.axis, limits=limits, rotor=rotor, friction=friction, spring=spring)
        self._edges[name] = Edge(parent, child, placement(xyz, rpy, rotation, pose), made)

    def mimic(self, joint: str, of: str, multiplier: float = 1.0, offset: float = 0.0) -> None:
        """Let a joint follow another: q_joint = multiplier · q_of + offset.

        >>> arm = RobotBuilder("gripper")
        >>> arm.mimic("right_finger", of="left_finger", multiplier=-1.0)
        """
        for role, other in (("joint that follows", joint), ("joint that is followed", of)):
            checked_name(f"the {role}", other)
        self._refuse_twice("follower", joint, self._follows)
        if not is_finite_number(multiplier) or not is_finite_number(offset):
            raise InvalidModel(
                f"joint {shown(joint)} follows with factor {shown(repr(multiplier))} and {shown(repr(offset))} more.",
                "Two finite numbers were expected.",
            )
        self._follows[joint] = of, float(multiplier), float(offset)

    def build(self) -> Robot:
        """The robot; the builder can go on, and build others.

        >>> RobotBuilder("nothing").build()
        Traceback (most recent call last):
        linkwise.errors.InvalidModel: robot 'nothing' has no links.
          At least one link was expected, its base.
        """
        base, order = tree_of(self._name, self._links, self._edges)
        index = {base: BASE, **{edge.child: i for i, edge in enumerate(order)}}
        bodies = [
            Body(
                edge.child,
                index[edge.parent],
                edge.pose.tagged(edge.parent, edge.child),
                edge.joint,
                self._links[edge.child].seen_from(edge.child),
            )
            for edge in order
        ]
        single = [edge.joint.name for edge in order if edge.joint.moves and not isinstance(edge.joint, Several)]
        self._check_followers(single)
        model = Model(
            self._name,
            fixed(bodies),
            base,
            self._gravity,
            base_inertia=self._links[base],
            coordinates=mimic.coordinates(single, self._follows),
            tip=only_leaf(self._links, {edge.parent for edge in order}),
        )
        return Robot(freed(model, (edge.joint for edge in order)))

    def _joint(self, name: str, kind: str, axis: ArrayLike | None) -> AbstractJoint:
        along = Z
        if axis is not None:
            a = vector(f"the axis of joint {shown(name)}", axis, 3, "a direction", error=InvalidModel)
            length = math.hypot(*a.tolist())
            if length == 0.0:
                raise InvalidModel(f"the axis of joint {shown(name)} is 0.", "A direction was expected.")
            along = Vec3(*(x / length for x in a.tolist()))
        return Several(name, degrees=kind, normal=along) if kind in SLIDES else JOINTS[kind](name, along)

    def _refuse_twice(self, kind: str, name: str, known: Iterable[str]) -> None:
        if name in known:
            raise InvalidModel(
                f"robot {shown(self._name)} already has a {kind} {shown(name)}.", "A name of its own was expected."
            )

    def _check_followers(self, moving: list[str]) -> None:
        owner = f"robot {shown(self._name)}"
        for joint, (of, _, _) in self._follows.items():
            for name in (joint, of):
                if name not in moving:
                    raise UnknownName("joint of one degree of freedom", name, owner, moving)
        if circle := mimic.cyclic_followers(self._follows):
            raise InvalidModel(
                f"joints {listed(circle)} of {owner} follow one another in a circle.",
                "One of them was expected to move on its own.",
            )

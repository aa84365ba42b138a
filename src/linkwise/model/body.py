"""A body: a joint, where it sits on the parent, and the mass it moves."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import Inertia, Motion, Scalar, Transform
from ..algebra.scalar import brief
from .joints import AbstractJoint

BASE = -1
"""The index of the fixed base, the parent of the first bodies."""


@dataclass(frozen=True, repr=False)
class Body:
    """A link with the joint that carries it.

    `placement` is the pose of the link's frame in its parent's frame at q = 0 (before the joint's offset); `parent` is
    the parent's index, smaller than the body's own, or BASE. The link's frame is tagged with the link's name.

    >>> from linkwise.model import Revolute
    >>> arm = Body("arm", BASE, Transform.identity("base", "arm"), Revolute("shoulder"), Inertia.none("arm"))
    >>> arm.pose(0.0).of
    'arm'
    """

    name: str
    parent: int
    placement: Transform
    joint: AbstractJoint
    inertia: Inertia

    @property
    def S(self) -> Motion:
        """The joint's unit motion, seen from the body: (a, 0) for a turn about a, (0, a) for a slide along a.

        >>> import linkwise
        >>> forearm = linkwise.load("planar2r").model.bodies[1]
        >>> forearm.S.ω, forearm.S.v.components
        (Vec3(x=0.0, y=0.0, z=1.0, frame='link2'), (0.0, 0.0, 0.0))
        """
        return self.joint.S(self.name)

    def pose(self, q: Scalar) -> Transform:
        """The pose of this body's frame in its parent's, at the joint variable q.

        >>> import linkwise
        >>> forearm = linkwise.load("planar2r").model.bodies[1]
        >>> forearm.pose(0.3).p  # the elbow
        Vec3(x=0.7, y=0.0, z=0.0, frame='link1')
        """
        moved = self.placement.then(self.joint.transform(q))
        return moved.tagged(self.placement.to, self.name)

    def __repr__(self) -> str:
        on = "base" if self.parent == BASE else f"body {self.parent}"
        joint = f"{self.joint.kind} '{brief(self.joint.name, 24)}'"
        return f"Body('{brief(self.name, 24)}', on {on} by {joint}, {brief(self.inertia.m)} kg)"

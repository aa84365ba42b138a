"""What a joint must answer.

A recursion never asks whether a joint turns or slides. It asks for
    transform(q)    the pose of the child frame relative to where it is at q = −offset, and
    S(frame)        the joint's unit motion seen from the child frame: (a, 0) for a turn about a, (0, a) for a slide.
In the letters of the sources, S.ω = σ̄ a and S.v = σ a with Khalil's σ = 0 for revolute joints; Balafoutis & Patel write
the opposite σ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from ...algebra import Motion, Scalar, Tag, Transform, Vec3
from ..actuator import FREE, NO_LIMITS, NO_ROTOR, NO_SPRING, AbstractFriction, Limits, Rotor, Spring
from ..text import LATER

Z = Vec3(0.0, 0.0, 1.0)
"""The axis of a joint by default."""


@dataclass(frozen=True)
class AbstractJoint(ABC):
    """A named joint of at most one degree of freedom, with the rotor, friction, spring and limits of its drive.

    `axis` is a unit vector of the child frame; `offset` is added to the joint variable.

    >>> from linkwise.model import Prismatic
    >>> slider = Prismatic("lift")
    >>> isinstance(slider, AbstractJoint), slider.transform(0.5).p.z, slider.S("carriage").v.z
    (True, 0.5, 1.0)
    """

    kind: ClassVar[str]
    moves: ClassVar[bool] = True
    slides: ClassVar[bool] = False

    name: str
    axis: Vec3 = Z
    offset: Scalar = 0.0
    limits: Limits = NO_LIMITS
    rotor: Rotor = NO_ROTOR
    friction: AbstractFriction = FREE
    spring: Spring = field(default=NO_SPRING, metadata=LATER)

    @abstractmethod
    def transform(self, q: Scalar) -> Transform:
        """The pose of the child frame relative to where it is at q = −offset."""

    @abstractmethod
    def S(self, frame: Tag) -> Motion:
        """The unit motion of the joint seen from its child frame, tagged with that frame."""
